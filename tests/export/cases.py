"""The cases that loh_export_cases writes, for the checks of exports by their real consumers.

Each check is a program that reads the cases below a folder, runs what was exported on all rows and compares it with what the
library decides:

    python3 tests/export/check_sqlite.py FOLDER

It prints what it compared and exits with 1 if a row differs. tests/support/export_files.hpp describes the files.
"""

import json
import math
import pathlib
import sys

NUMBERS = {"inf": math.inf, "-inf": -math.inf}


class Case:
    def __init__(self, folder):
        self.folder = folder
        content = json.loads((folder / "case.json").read_text(encoding="utf-8"))
        self.target = content["target"]
        self.classes = content["classes"]
        self.table = content["table"]
        self.votes = content["votes"]
        self.columns = content["columns"]
        self.names = [column["name"] for column in self.columns]
        self.texts = content["texts"]
        self.expected = [self.classes[number] for number in content["expected"]]
        self.rules = content["rules"]
        self.points = content.get("points")
        self.proba = content["proba"]
        self.refused = content["refused"]
        self.rows = len(self.expected)
        self.cells = [
            [NUMBERS.get(cell, cell) if column["kind"] in ("number", "date") else cell for cell in cells]
            for column, cells in zip(self.columns, content["cells"])
        ]

    def read(self, file):
        """The text of an export, or None if the library refuses it."""
        if file in self.refused:
            return None
        return (self.folder / file).read_bytes().decode("utf-8")


class Check:
    """Counts rows and reports those that differ."""

    def __init__(self, what):
        self.what = what
        self.cases = 0
        self.rows = 0
        self.differing = 0
        self.refused = 0

    def compare(self, case, part, found, expected):
        """Compares two lists, row by row."""
        self.rows += len(expected)
        if len(found) != len(expected):
            self.report(case, part, f"{len(found)} rows instead of {len(expected)}")
        for row, (a, b) in enumerate(zip(found, expected)):
            if not self.equal(a, b):
                self.report(case, f"{part}, row {row}", f"{a!r} instead of {b!r}; {self.shown(case, row)}")

    def equal(self, a, b):
        if isinstance(b, float):
            return abs(a - b) <= 1e-12
        if isinstance(b, list):
            return len(a) == len(b) and all(self.equal(x, y) for x, y in zip(a, b))
        return a == b

    def shown(self, case, row):
        return {name: cells[row] for name, cells in zip(case.names, case.cells)}

    def report(self, case, part, message):
        self.differing += 1
        if self.differing <= 5:
            print(f"{self.what}: {case.folder.name}: {part}: {message}", file=sys.stderr)

    def finish(self):
        print(f"{self.what}: {self.cases} models, {self.rows} rows and figures compared, {self.differing} differ, {self.refused} refused")
        sys.exit(1 if self.differing or self.cases == 0 else 0)


def each_case(check, folder):
    for path in sorted(pathlib.Path(folder).glob("*/case.json")):
        check.cases += 1
        yield Case(path.parent)
