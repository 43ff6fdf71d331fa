"""DIMACS in CaDiCaL: the cells of each row as assumptions, and the class that the solver finds."""
import json
import math

from pysat.solvers import Cadical153

from consumer_cases import CASES, compare


def read(text):
    meanings, clauses = [], []
    for line in text.split("\n"):
        if line.startswith("c {"):
            meanings.append(json.loads(line[2:]))
        elif line and line[0] not in "cp":
            clauses.append([int(word) for word in line.split()[:-1]])
    header = next(line for line in text.split("\n") if line.startswith("p cnf")).split()
    assert int(header[3]) == len(clauses)
    assert int(header[2]) >= max(abs(literal) for clause in clauses for literal in clause)
    return meanings, clauses


class Cells:
    """The cells of a row as numbers and texts; None is missing, math.nan has no number."""

    def __init__(self, case, row, missing):
        self.case, self.row, self.missing = case, row, missing

    def text(self, name):
        cell = self.row[name]
        return None if cell in self.missing.get(name, []) else cell

    def number(self, name, places):
        if self.case.kinds[name] != "category":
            return self.row[name]
        return places(self.text(name))


def place(text):
    """What a category counts as. The rows have no unseen cell that could be a letter or a number of the column."""
    if text is None:
        return None
    try:
        return float(text)
    except ValueError:
        return float(ord(text) - ord("a" if text >= "a" else "A")) if len(text) == 1 and text.isalpha() else None


def holds(meaning, cells, known):
    """Whether the variable is true in the row; None if the solver finds out."""
    name = meaning["column"]
    number = lambda column: cells.number(column, lambda text: place(text) if known(column, text) else None)
    if "true" in meaning:
        return cells.row[name] > 0.5
    if "category" in meaning:
        return cells.text(name) == meaning["category"]
    if "is" in meaning:
        a, b = number(name), number(meaning["compared with"])
        if a is None or b is None:
            return False
        return {"less": a < b, "equal": a == b, "greater": a > b}[meaning["is"]]
    if "minus" in meaning:
        a, b = number(name), number(meaning["minus"])
        value = None if a is None or b is None else a - b
        value = None if value is not None and math.isnan(value) else value
    else:
        value = cells.text(name) if cells.case.kinds[name] == "category" else cells.row[name]
    if "missing" in meaning:
        return value is None
    if value is None:
        return False
    return value >= meaning["at least"] if "at least" in meaning else value > meaning["above"]


def predictions(case, solver, meanings):
    missing, categories = {}, {}
    for meaning in meanings:
        if isinstance(meaning.get("missing"), list):
            missing[meaning["column"]] = meaning["missing"]
        if "category" in meaning:
            categories.setdefault(meaning["column"], set()).add(meaning["category"])
    known = lambda column, text: text in categories.get(column, ())
    classes = {meaning["variable"]: meaning["class"] for meaning in meanings if "class" in meaning}
    for row in case.rows:
        cells = Cells(case, row, missing)
        given = [
            meaning["variable"] if holds(meaning, cells, known) else -meaning["variable"]
            for meaning in meanings
            if "column" in meaning
        ]
        assert solver.solve(given), (case.folder, row)
        model = solver.get_model()
        true = [name for variable, name in classes.items() if model[variable - 1] > 0]
        assert len(true) == 1, (case.folder, row, true)
        yield true[0]


def test_dimacs_agrees_with_predict():
    def predict(case):
        meanings, clauses = read(case.text("dimacs"))
        with Cadical153(bootstrap_with=clauses) as solver:
            return list(predictions(case, solver, meanings))

    compare("dimacs", predict)


def test_exactly_one_class_is_true():
    """What the comments say, for all cells and not only those of the rows."""
    for case in CASES[::7]:
        meanings, clauses = read(case.text("dimacs"))
        classes = [meaning["variable"] for meaning in meanings if "class" in meaning]
        if case.votes and len(clauses) > 20_000:
            continue
        with Cadical153(bootstrap_with=clauses) as solver:
            assert not solver.solve([-variable for variable in classes])
            assert not any(solver.solve([a, b]) for a in classes for b in classes if a < b)
