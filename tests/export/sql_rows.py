"""Compares the rows that an exported query returns, for any database: see check_duckdb.py."""


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def compare_rows(check, case, names, rows, full):
    """names: of the result columns; the first is the number of the row."""
    rows = sorted(rows)
    first = names.index("prediction")
    check.compare(case, "prediction", [row[first] for row in rows], case.expected)
    if not full:
        return
    classes = len(case.classes)
    proba = [[float(value) for value in row[first + 1 : first + 1 + classes]] for row in rows]
    check.compare(case, "proba", proba, case.proba)
    if case.votes:
        check.compare(case, "rules", [[int(n) for n in row[first - 1].split()] for row in rows], case.rules)
        points = [[int(value) for value in row[first - 1 - classes : first - 1]] for row in rows]
        check.compare(case, "points", points, case.points)
    else:
        check.compare(case, "rule", [row[first - 1] or 0 for row in rows], case.rules)
