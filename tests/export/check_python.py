"""Runs the Python exports on typed cells, on texts and on dates, and compares all rows: check_python.py FOLDER"""

import datetime
import math
import sys

from cases import Check, each_case

EPOCH = datetime.datetime(1970, 1, 1)


def typed(column, cell, row):
    """None or NaN for missing; every other date as a datetime."""
    if cell is None and column["kind"] == "number" and row % 2:
        return math.nan
    if cell is None or column["kind"] != "date" or row % 2:
        return cell
    return EPOCH + datetime.timedelta(microseconds=round(cell * 1e6))


def load(case, file):
    space = {"__name__": "model", "__builtins__": __builtins__}
    text = case.read(file)
    assert "import" not in [line.split(" ")[0] for line in text.splitlines()]
    exec(compile(text, file, "exec"), space)
    return space


def rows_of(case, columns, convert):
    return [{c["name"]: convert(c, cells[row], row) for c, cells in zip(case.columns, columns)} for row in range(case.rows)]


def main():
    check = Check("Python " + sys.version.split()[0])
    for case in each_case(check, sys.argv[1]):
        plain = load(case, "python.py")
        full = load(case, "python-full.py")
        rows = rows_of(case, case.cells, typed)
        check.compare(case, "class", [plain["predict"](row) for row in rows], case.expected)
        check.compare(case, "class", [full["predict"](row) for row in rows], case.expected)
        check.compare(case, "proba", [full["proba"](row) for row in rows], case.proba)
        if case.votes:
            check.compare(case, "points", [full["points"](row) for row in rows], case.points)
            check.compare(case, "rules", [full["rules"](row) for row in rows], case.rules)
        else:
            check.compare(case, "rule", [full["rule"](row) for row in rows], case.rules)
        texts = rows_of(case, case.texts, lambda column, cell, row: cell)
        whole = [row for row in range(case.rows) if None not in texts[row].values()]
        found = [plain["predict"](texts[row]) for row in whole]
        check.compare(case, "class of texts", found, [case.expected[row] for row in whole])
    check.finish()


if __name__ == "__main__":
    main()
