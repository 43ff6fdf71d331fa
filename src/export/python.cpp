// Python: a module without imports, for any version since 3.6. A row is a mapping of raw cells by column name, as of csv.DictReader:
// texts as in a table of text, or numbers, dates and truth values.
#include <algorithm>

#include "export/script.hpp"
#include "export/targets.hpp"
#include "export/writing.hpp"

namespace loh {

namespace {

constexpr const char* kHead = R"("""Made by loh. predict(row) gives the class of a row.

A row is a mapping of cells by column name: texts as in a CSV file, or numbers, dates and truth values. None, NaN and the texts
that mean missing are missing. A cell that does not fit its column raises ValueError.
"""
)";

constexpr const char* kNumbers = R"(
NAN = float("nan")


def absent(cell):
    try:
        return cell is None or bool(cell != cell)
    except TypeError:
        return True


def present(number):
    return number == number


def parse_plain(text):
    rest = text[1:] if text[:1] == "+" else text
    if rest[:1] in ("", "+") or (rest is not text and rest[:1] == "-") or any(c not in "0123456789.eE+-" for c in rest):
        return None
    try:
        value = float(rest)
    except ValueError:
        return None
    if value - value != 0 or (value == 0 and any(c in "123456789" for c in rest.lower().split("e")[0])):
        return None
    return value


def number(cell, missing, form):
    if absent(cell):
        return NAN
    if not isinstance(cell, str):
        return moment_of(cell) if form[0] == "date" and hasattr(cell, "year") else float(cell)
    if cell in missing:
        return NAN
    parse = {"plain": parse_plain, "number": parse_decorated, "date": parse_date}[form[0]]
    value = parse(cell, *form[1:])
    if value is None:
        raise ValueError("not a number or date of this column: %r" % cell)
    return value


def code(cell, codes, missing):
    if absent(cell):
        return -1
    if not isinstance(cell, str):
        whole = isinstance(cell, float) and cell - cell == 0 and cell == int(cell)
        cell = str(int(cell)) if whole else str(cell)
    return -1 if cell in missing else codes.get(cell, -2)


def truth(cell):
    if isinstance(cell, str):
        texts = {"false": 0.0, "False": 0.0, "FALSE": 0.0, "true": 1.0, "True": 1.0, "TRUE": 1.0}
        value = texts[cell] if cell in texts else parse_plain(cell)
    else:
        value = NAN if absent(cell) else float(cell)
    if value is None or not 0 <= value <= 1:
        raise ValueError("not a truth value: %r" % (cell,))
    return value


def place(places, code):
    return places[code] if code >= 0 else NAN


def same(other, a, b):
    return a >= 0 and other[a] == b


def among(codes, code):
    return code in codes
)";

constexpr const char* kDecorated = R"(

def parse_decorated(text, unit, behind, group, decimal):
    blanks = (" ", "\u00a0", "\u202f")
    signs = 1 if text[:1] in ("-", "+") else 0
    negative = text[:1] == "-"
    text = text[signs:]
    if unit and not behind:
        if not text.startswith(unit):
            return None
        text = text[len(unit):]
        text = text[1:] if text[:1] in blanks else text
        if not signs and text[:1] in ("-", "+"):
            negative = text[:1] == "-"
            text = text[1:]
    if unit and behind:
        if not text.endswith(unit):
            return None
        text = text[: -len(unit)]
        text = text[:-1] if text[-1:] in blanks else text
    groups = blanks if group == " " else ("'", "\u2019") if group == "'" else (group,) if group else ()
    plain = ""
    while text[:1] and text[0] in "0123456789":
        plain, text = plain + text[0], text[1:]
    if 1 <= len(plain) <= 3:
        while text[:1] and text[0] in groups:
            digits = text[1:4]
            if len(digits) < 3 or any(c not in "0123456789" for c in digits) or (text[4:5] and text[4] in "0123456789"):
                return None
            plain, text = plain + digits, text[4:]
    if text[:1] == decimal:
        if not text[1:] or any(c not in "0123456789" for c in text[1:]):
            return None
        plain, text = plain + "." + text[1:], ""
    if text or not plain:
        return None
    value = parse_plain(plain)
    return None if value is None else -value if negative else value
)";

constexpr const char* kDates = R"(

def days_of(year, month, day):
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if not 1 <= year <= 9999 or not 1 <= month <= 12:
        return None
    lengths = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    if not 1 <= day <= lengths[month - 1]:
        return None
    y = year - 1
    return 365 * y + y // 4 - y // 100 + y // 400 - 719162 + sum(lengths[: month - 1]) + day - 1


def moment_of(cell):
    """Of a date or datetime. One with a time zone is taken in UTC."""
    seconds = 3600.0 * getattr(cell, "hour", 0) + 60.0 * getattr(cell, "minute", 0) + getattr(cell, "second", 0)
    seconds += getattr(cell, "microsecond", 0) / 1e6
    offset = cell.utcoffset() if hasattr(cell, "utcoffset") else None
    if offset is not None:
        seconds -= offset.total_seconds()
    return days_of(cell.year, cell.month, cell.day) * 86400.0 + seconds


def digits_of(text, least, most):
    count = 0
    while count < len(text) and text[count] in "0123456789":
        count += 1
    return (int(text[:count]), text[count:]) if least <= count <= most else (None, text)


def parse_time(text):
    """Seconds, and whether there is an offset from UTC; None if this is no time."""
    def two(text, end):
        ok = len(text) >= 2 and text[0] in "0123456789" and text[1] in "0123456789" and int(text[:2]) < end
        return (int(text[:2]), text[2:]) if ok else (None, text)
    hours, text = two(text, 24)
    if hours is None or text[:1] != ":":
        return None
    minutes, text = two(text[1:], 60)
    if minutes is None:
        return None
    seconds = 3600.0 * hours + 60.0 * minutes
    if text[:1] == ":":
        whole, text = two(text[1:], 60)
        if whole is None:
            return None
        seconds += whole
        if text[:1] == ".":
            length = len(text)
            fraction, text = digits_of(text[1:], 1, 6)
            if fraction is None:
                return None
            seconds += fraction * 10 ** (7 - length + len(text)) / 1e6
    if not text:
        return seconds, False
    if text in ("Z", "z"):
        return seconds, True
    sign = {"+": 1, "-": -1}.get(text[0])
    hours, text = two(text[1:], 24)
    text = text[1:] if text[:1] == ":" else text
    minutes, text = two(text, 60) if text else (0, "")
    if sign is None or hours is None or minutes is None or text:
        return None
    return seconds - sign * (3600.0 * hours + 60.0 * minutes), True


def parse_date(text, order, divider, offset):
    parts = {}
    for i, part in enumerate(order):
        if i > 0:
            if text[:1] != divider:
                return None
            text = text[1:]
        least, most = (4, 4) if part == "y" else (2 if order == "ymd" else 1, 2)
        parts[part], text = digits_of(text, least, most)
        if parts[part] is None:
            return None
    days = days_of(parts["y"], parts["m"], parts["d"])
    time = (0.0, False) if not text else parse_time(text[1:]) if text[0] in "T " else None
    if days is None or time is None or time[1] != bool(offset):
        return None
    return days * 86400.0 + time[0]
)";

constexpr const char* kSoftmax = R"(

def proba(row):
    """The probability of each class, in the order of CLASSES."""
    logits = [UNIT * p + s for p, s in zip(points(row), SHIFT)]
    most = max(logits)
    powers = [2.718281828459045 ** (logit - most) for logit in logits]
    return [power / sum(powers) for power in powers]
)";

class PythonWriter {
public:
    PythonWriter(const ExportModel& model, const ExportOptions& options) : model_(model), options_(options) {
        syntax_.conjunction = " and ";
        syntax_.disjunction = " or ";
        syntax_.negation = "not ";
        syntax_.equal = " == ";
        syntax_.unequal = " != ";
        syntax_.absolute = "abs";
        syntax_.set_open = "frozenset((";
        syntax_.set_close = ",))";
        syntax_.other_line = "    ";
    }

    std::string write() {
        out_ = kHead;
        out_ += "\n# Predicts: " + comment_text(model_.target) + "\n";
        out_ += kNumbers;
        forms();
        out_ += "\n\nCLASSES = " + script_texts(model_.classes, true) + "\n";
        columns();
        out_ += script_tables(model_, syntax_);
        cells();
        model_.votes ? votes() : first_rule();
        if (options_.explain) explain();
        if (options_.proba) proba();
        return std::move(out_);
    }

private:
    [[nodiscard]] bool some(CellForm::Kind kind) const {
        return std::any_of(model_.columns.begin(), model_.columns.end(),
                           [&](const ExportColumn& column) { return column.form.kind == kind; });
    }

    void forms() {
        out_ += some(CellForm::Kind::decorated) ? kDecorated : "\n\nparse_decorated = None\n";
        out_ += some(CellForm::Kind::date) ? kDates : "\n\nparse_date = moment_of = None\n";
    }

    void columns() {
        for (std::size_t c = 0; c < model_.columns.size(); ++c) {
            const ExportColumn& column = model_.columns[c];
            std::string number = std::to_string(c);
            out_ += "NAME_" + number + " = " + script_text(column.name, true) + "\n";
            if (column.kind == ExportColumn::Kind::truth) continue;
            out_ += "MISSING_" + number + " = frozenset(" + script_texts(column.missing, true) + ")\n";
            if (column.kind != ExportColumn::Kind::category) continue;
            out_ += "CODES_" + number + " = {\n";
            for (std::size_t code = 0; code < column.categories.size(); ++code)
                out_ +=
                    "    " + script_text(column.categories[code], true) + ": " + std::to_string(code) + ",\n";
            out_ += "}\n";
        }
    }

    // The cells as numbers and codes.
    void cells() {
        out_ += "\n\ndef cells_of(row):\n    return (\n";
        for (std::size_t c = 0; c < model_.columns.size(); ++c) {
            std::string number = std::to_string(c);
            std::string cell = "row[NAME_" + number + "]";
            switch (model_.columns[c].kind) {
                case ExportColumn::Kind::truth: out_ += "        truth(" + cell + "),\n"; break;
                case ExportColumn::Kind::category:
                    out_ += "        code(" + cell + ", CODES_" + number + ", MISSING_" + number + "),\n";
                    break;
                default:
                    out_ += "        number(" + cell + ", MISSING_" + number + ", " +
                            script_form(model_.columns[c]) + "),\n";
            }
        }
        out_ += "    )\n";
    }

    // A function of the cells, with the conditions of the roots.
    std::vector<std::string> function(const std::string& name, const std::vector<std::uint32_t>& roots) {
        ScriptConditions found = script_conditions(model_, roots, syntax_);
        out_ += "\n\ndef " + name + "(cells):\n";
        std::string names;
        for (std::size_t c = 0; c < model_.columns.size(); ++c) names += "c" + std::to_string(c) + ", ";
        if (!names.empty()) out_ += "    " + names + "= cells\n";
        out_ += found.statements;
        return std::move(found.roots);
    }

    void first_rule() {
        std::vector<std::string> parts = function("decide", part_roots(model_));
        for (std::size_t i = 0; i < parts.size(); ++i)
            out_ +=
                "    if " + parts[i] + ":\n        return " + std::to_string(model_.parts[i].of_class) + "\n";
        out_ += "    return " + std::to_string(model_.otherwise) + "\n";
        out_ +=
            "\n\ndef predict(row):\n    \"\"\"The class of a row.\"\"\"\n    return "
            "CLASSES[decide(cells_of(row))]\n";
        if (!options_.explain && !options_.proba) return;
        std::vector<std::string> rules = function("deciding_rule", rule_roots(model_));
        for (std::size_t i = 0; i < rules.size(); ++i)
            out_ += "    if " + rules[i] + ":\n        return " + std::to_string(i + 1) + "\n";
        out_ += "    return 0\n";
    }

    void votes() {
        std::string base;
        for (std::int64_t points : model_.base) base += (base.empty() ? "" : ", ") + std::to_string(points);
        std::vector<std::string> rules = function("sums", rule_roots(model_));
        out_ += "    points = [" + base + "]\n";
        for (std::size_t rule = 0; rule < rules.size(); ++rule) {
            std::string adds;
            for (std::size_t c = 0; c < model_.classes.size(); ++c)
                if (model_.rules[rule].points[c] != 0)
                    adds += "        points[" + std::to_string(c) +
                            "] += " + std::to_string(model_.rules[rule].points[c]) + "\n";
            if (!adds.empty()) out_ += "    if " + rules[rule] + ":\n" + adds;
        }
        out_ += "    return points\n";
        out_ +=
            "\n\ndef points(row):\n    \"\"\"The points of each class, in the order of CLASSES.\"\"\"\n    "
            "return sums(cells_of(row))\n";
        out_ +=
            "\n\ndef predict(row):\n    \"\"\"The class with most points, in a tie the first one.\"\"\"\n    "
            "found = points(row)\n"
            "    return CLASSES[found.index(max(found))]\n";
    }

    void explain() {
        std::vector<std::string> texts;
        for (const ExportRule& rule : model_.rules) texts.push_back(rule.text);
        out_ += "\n\nRULES = " + script_texts(texts, true) + "\n";
        if (!model_.votes) {
            out_ +=
                "\n\ndef rule(row):\n    \"\"\"The number of the rule that decides: RULES[number - 1]. 0 if "
                "no rule holds.\"\"\"\n"
                "    return deciding_rule(cells_of(row))\n";
            return;
        }
        std::vector<std::string> rules = function("holding_rules", rule_roots(model_));
        out_ += "    result = []\n";
        for (std::size_t i = 0; i < rules.size(); ++i)
            out_ += "    if " + rules[i] + ":\n        result.append(" + std::to_string(i + 1) + ")\n";
        out_ +=
            "    return result\n\n\ndef rules(row):\n    \"\"\"The numbers of the rules that hold: "
            "RULES[number - 1].\"\"\"\n"
            "    return holding_rules(cells_of(row))\n";
    }

    void proba() {
        const Probabilities& by = model_.probabilities;
        if (model_.votes) {
            out_ += "\n\nUNIT = " + script_number(by.unit) + "\nSHIFT = " + script_numbers(by.shift) + "\n";
            out_ += kSoftmax;
            return;
        }
        std::size_t classes = model_.classes.size();
        out_ += "\n\nSHARES = [\n";
        for (std::size_t i = 0; i <= model_.rules.size(); ++i) {
            auto first = by.shares.begin() +
                         static_cast<std::ptrdiff_t>((i == 0 ? model_.rules.size() : i - 1) * classes);
            out_ += "    " + script_numbers({first, first + static_cast<std::ptrdiff_t>(classes)}) + ",\n";
        }
        out_ +=
            "]\n\n\ndef proba(row):\n    \"\"\"The probability of each class, in the order of "
            "CLASSES.\"\"\"\n    return list(SHARES[deciding_rule(cells_of(row))])\n";
    }

    const ExportModel& model_;
    const ExportOptions& options_;
    ScriptSyntax syntax_;
    std::string out_;
};

}  // namespace

std::string write_python(const ExportModel& model, const ExportOptions& options) {
    return PythonWriter(model, options).write();
}

}  // namespace loh
