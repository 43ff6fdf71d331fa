"""Compiles the C exports, as C99 and as C++ with warnings as errors, and compares all rows: check_c.py FOLDER [COMPILER...]

One program holds several headers, as an application may. Cells are passed as the header takes them: NaN, codes of texts.
"""

import array
import concurrent.futures
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from cases import Case, Check

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]

# Reads cells column by column from a file (doubles; texts as length and bytes), writes for each row: class, class of the batch,
# number of figures, figures.
PROGRAM = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "%(header)s"

static void *block(size_t bytes) { void *p = malloc(bytes + 1); if (!p) exit(3); return p; }
static double *numbers(FILE *from, size_t rows) {
    double *cells = (double *)block(rows * sizeof *cells);
    if (fread(cells, sizeof *cells, rows, from) != rows) exit(3);
    return cells;
}
static char *text(FILE *from) {
    int32_t length;
    char *cell;
    if (fread(&length, sizeof length, 1, from) != 1) exit(3);
    if (length < 0) return NULL;
    cell = (char *)block((size_t)length);
    if (fread(cell, 1, (size_t)length, from) != (size_t)length) exit(3);
    cell[length] = 0;
    return cell;
}

int main(int argc, char **argv) {
    FILE *from = fopen(argv[1], "rb");
    FILE *to = fopen(argv[2], "wb");
    size_t rows = (size_t)atoi(argv[3]);
    size_t i;
    struct %(p)srows columns;
    %(p)sclass *classes = (%(p)sclass *)block(rows * sizeof *classes);
    if (argc != 4 || !from || !to) return 3;
    memset(&columns, 0, sizeof columns);
    (void)numbers;
    (void)text;
%(read)s
    %(p)sclassify_rows(&columns, rows, classes);
    for (i = 0; i < rows; ++i) {
        struct %(p)srow row;
        double figures[8000];
        size_t count = 0;
        size_t k;
        double out[3];
        memset(&row, 0, sizeof row);
%(row)s
        (void)k;
%(figures)s
        out[0] = %(p)sclassify(&row);
        out[1] = classes[i];
        out[2] = (double)count;
        fwrite(out, sizeof *out, 3, to);
        fwrite(figures, sizeof *figures, count, to);
    }
    fclose(from);
    return fclose(to) == 0 && %(p)sclass_name(0)[0] != 1 ? 0 : 3;
}
"""


def header_parts(text):
    """Prefix and fields, with the column of each by its comment, in order."""
    prefix = re.search(r"enum \{ (loh_\w+?_)classes = ", text)[1]
    fields = re.search(r"struct " + prefix + r"row \{\n(.*?)\};", text, re.S)[1]
    return prefix, re.findall(r"^    (double|int32_t) (\w+);", fields, re.M)


def fields_of(case, text):
    """The columns that the model reads, in the order of the header: by the names in the comments."""
    prefix, fields = header_parts(text)
    meta = json.loads((case.folder / "read.json").read_text())
    assert len(meta) == len(fields), (meta, fields)
    return prefix, [(kind, name, case.names.index(column)) for (kind, name), column in zip(fields, meta)]


def program(case, text, header, full):
    prefix, fields = fields_of(case, text)
    read, row = [], []
    for kind, name, _ in fields:
        if kind == "double":
            read.append(f"    columns.{name} = numbers(from, rows);")
        else:
            read.append(
                f"    {{ int32_t *codes = (int32_t *)block(rows * sizeof *codes); for (i = 0; i < rows; ++i) {{ char *cell = text(from);"
                f" codes[i] = {prefix}code_{name}(cell); free(cell); }} columns.{name} = codes; }}"
            )
        row.append(f"        row.{name} = columns.{name}[i];")
    figures = ""
    if full:
        figures = f"        {prefix}proba(&row, figures); count = {prefix}classes;\n"
        if case.votes:
            figures += (
                f"        {{ int64_t points[{prefix}classes]; unsigned char holds[{prefix}rules_count + 1]; {prefix}points(&row, points);"
                f" for (k = 0; k < {prefix}classes; ++k) figures[count++] = (double)points[k]; {prefix}holding_rules(&row, holds);"
                f" for (k = 0; k < {prefix}rules_count; ++k) if (holds[k]) figures[count++] = (double)(k + 1); }}\n"
            )
        else:
            figures += f"        figures[count++] = (double){prefix}rule(&row); k = {prefix}rule_text(1)[0] != 1;\n"
    return PROGRAM % {
        "header": header,
        "p": prefix,
        "read": "\n".join(read),
        "row": "\n".join(row),
        "figures": figures,
    }, [(kind, column) for kind, _, column in fields]


def cells(case, fields):
    result = bytearray()
    for kind, column in fields:
        for cell in case.cells[column]:
            if kind == "double":
                result += array.array("d", [math.nan if cell is None else cell]).tobytes()
            else:
                data = b"" if cell is None else cell.encode("utf-8")
                result += array.array("i", [-1 if cell is None else len(data)]).tobytes() + data
    return bytes(result)


def run(case, compiler, language, full, scratch):
    header = case.folder / ("c-full.h" if full else "c.h")
    text = case.read(header.name)
    name = f"{case.folder.name}-{os.path.basename(compiler)}-{'full' if full else 'plain'}"
    source, fields = program(case, text, header.resolve(), full)
    suffix = ".c" if language == "c99" else ".cpp"
    (scratch / (name + suffix)).write_text(source, encoding="utf-8")
    (scratch / (name + ".in")).write_bytes(cells(case, fields))
    optimize = "-O0" if case.rows and len(text) > 400_000 else "-O1"
    subprocess.run([compiler, f"-std={language}", optimize, *WARNINGS, "-o", scratch / name, scratch / (name + suffix)], check=True)
    subprocess.run([scratch / name, scratch / (name + ".in"), scratch / (name + ".out"), str(case.rows)], check=True)
    found = array.array("d", (scratch / (name + ".out")).read_bytes()).tolist()
    rows = []
    while found:
        count = int(found[2])
        rows.append((int(found[0]), int(found[1]), found[3 : 3 + count]))
        found = found[3 + count :]
    return rows


def compare(check, case, full, rows):
    numbers = [case.classes.index(name) for name in case.expected]
    check.compare(case, "class", [row[0] for row in rows], numbers)
    check.compare(case, "class in a batch", [row[1] for row in rows], numbers)
    if not full:
        return
    classes = len(case.classes)
    check.compare(case, "proba", [row[2][:classes] for row in rows], case.proba)
    rest = [[int(figure) for figure in row[2][classes:]] for row in rows]
    if case.votes:
        check.compare(case, "points", [row[:classes] for row in rest], case.points)
        check.compare(case, "rules", [row[classes:] for row in rest], case.rules)
    else:
        check.compare(case, "rule", [row[0] for row in rest], case.rules)


def main():
    folder = pathlib.Path(sys.argv[1])
    compilers = sys.argv[2:] or [name for name in ("gcc", "clang") if shutil.which(name)]
    check = Check("C with " + ", ".join(compilers))
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="loh-check-c-"))
    try:
        jobs = []
        for number, path in enumerate(sorted(folder.glob("*/case.json"))):
            compiler = compilers[number % len(compilers)]
            cpp = {"gcc": "g++", "clang": "clang++"}.get(compiler, compiler)
            full = number % 2 == 1
            jobs.append((path.parent, compiler, "c99", full))
            if number % 5 == 3:
                jobs.append((path.parent, cpp, "c++11", not full))
        check.cases = len(set(job[0] for job in jobs))

        def work(job):
            case = Case(job[0])
            return case, job[3], run(case, job[1], job[2], job[3], scratch)

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for case, full, rows in pool.map(work, jobs):
                compare(check, case, full, rows)
    finally:
        shutil.rmtree(scratch)
    check.finish()


if __name__ == "__main__":
    main()
