"""The random decisions that loh_export_cases wrote (tests/export), and the comparison of a consumer's classes with loh's."""
import math
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "export"))

import cases  # noqa: E402

FOLDER = pathlib.Path(os.environ["LOH_EXPORT_CASES"])
LEAST_MODELS = int(os.environ.get("LOH_LEAST_MODELS", "200"))


class Case(cases.Case):
    def __init__(self, folder):
        super().__init__(folder)
        self.kinds = {column["name"]: column["kind"] for column in self.columns}
        self.rows = [dict(zip(self.names, row)) for row in zip(*self.cells)]
        # A missing category as a text.
        self.missing = {
            name: next((text for text, cell in zip(texts, cells) if cell is None and text is not None), None)
            for name, texts, cells in zip(self.names, self.texts, self.cells)
        }

    def path(self, name):
        """The file of an export, or None if the library refuses it."""
        found = [path for path in self.folder.glob(name + ".*") if path.name not in self.refused]
        return found[0] if found else None

    def text(self, name):
        path = self.path(name)
        return None if path is None else path.read_bytes().decode()

    def values(self, name):
        return [row[name] for row in self.rows]


def number(value):
    return math.nan if value is None else float(value)


CASES = [Case(path.parent) for path in sorted(FOLDER.glob("*/case.json"))]


def compare(name, predict, most_bytes=math.inf):
    """predict(case) -> the class of each row. Asserts that no row differs and that at least LEAST_MODELS were executed."""
    differences, models, rows, refused = [], 0, 0, 0
    for case in CASES:
        if case.path(name) is None:
            refused += 1
            continue
        if case.path(name).stat().st_size > most_bytes:
            continue
        found = list(predict(case))
        assert len(found) == len(case.expected), case.folder
        models += 1
        rows += len(found)
        differences += [
            (case.folder.name, row, expected, got)
            for row, (expected, got) in enumerate(zip(case.expected, found))
            if expected != got
        ]
    large = len(CASES) - models - refused
    print(f"\n{name}: {models} models, {rows} rows, {len(differences)} differ; {refused} models refused, {large} too large")
    assert not differences, differences[:10]
    assert models >= LEAST_MODELS, f"only {models} models were executed"
