// Runs the JavaScript exports on typed cells, on texts and on dates, and compares all rows: node check_javascript.js FOLDER
"use strict";

const fs = require("fs");
const path = require("path");
const vm = require("vm");

const folder = process.argv[2];
let models = 0;
let compared = 0;
let differing = 0;

function equal(a, b) {
    if (Array.isArray(b)) return Array.isArray(a) && a.length === b.length && b.every((value, i) => equal(a[i], value));
    if (typeof b === "number" && !Number.isInteger(b)) return Math.abs(a - b) <= 1e-12;
    if (typeof b === "number" && typeof a === "number" && b < 2 && b >= 0) return Math.abs(a - b) <= 1e-12;
    return a === b;
}

function compare(name, part, found, expected) {
    compared += expected.length;
    expected.forEach((value, row) => {
        if (equal(found[row], value)) return;
        differing += 1;
        if (differing <= 5) console.error(`${name}: ${part}, row ${row}: ${JSON.stringify(found[row])} instead of ${JSON.stringify(value)}`);
    });
}

// As a module, and as a script of a page, whose text is between tags.
function load(file, asModule) {
    if (asModule) return require(path.resolve(file));
    const text = fs.readFileSync(file, "utf8");
    if (/<\/script|<!--|<script/i.test(text)) throw new Error(file + " has a tag");
    const context = vm.createContext({});
    vm.runInContext(text, context);
    return context[Object.keys(context).find((name) => name.startsWith("loh_"))];
}

function typed(column, cell, row) {
    if (cell === null) return row % 3 === 0 ? undefined : row % 3 === 1 || column.kind === "category" ? null : NaN;
    if (column.kind === "category") return cell;
    if (cell === "inf") return Infinity;
    if (cell === "-inf") return -Infinity;
    const milliseconds = cell * 1000;
    return column.kind === "date" && row % 2 === 0 && Number.isInteger(milliseconds) ? new Date(milliseconds) : cell;
}

function rowsOf(content, columns, convert) {
    return content.expected.map((_, row) => {
        const result = Object.create(null);
        content.columns.forEach((column, c) => {
            result[column.name] = convert(column, columns[c][row], row);
        });
        return result;
    });
}

for (const name of fs.readdirSync(folder).sort()) {
    const content = JSON.parse(fs.readFileSync(path.join(folder, name, "case.json"), "utf8"));
    models += 1;
    const plain = load(path.join(folder, name, "javascript.js"), models % 2 === 0);
    const full = load(path.join(folder, name, "javascript-full.js"), models % 2 === 1);
    const expected = content.expected.map((number) => content.classes[number]);
    const rows = rowsOf(content, content.cells, typed);
    compare(name, "class", rows.map((row) => plain.predict(row)), expected);
    compare(name, "class", rows.map((row) => full.predict(row)), expected);
    compare(name, "proba", rows.map((row) => Array.from(full.proba(row))), content.proba);
    if (content.votes) {
        compare(name, "points", rows.map((row) => Array.from(full.points(row))), content.points);
        compare(name, "rules", rows.map((row) => Array.from(full.rules(row))), content.rules);
    } else {
        compare(name, "rule", rows.map((row) => full.rule(row)), content.rules);
    }
    const texts = rowsOf(content, content.texts, (column, cell) => cell);
    const whole = texts.map((_, row) => row).filter((row) => Object.values(texts[row]).every((cell) => cell !== null));
    compare(name, "class of texts", whole.map((row) => plain.predict(texts[row])), whole.map((row) => expected[row]));
}
console.log(`JavaScript ${process.version}: ${models} models, ${compared} rows and figures compared, ${differing} differ`);
process.exit(differing > 0 || models === 0 ? 1 : 0);
