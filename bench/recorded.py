"""The measured splits of bench/accuracy: rows of bench/results/accuracy.csv.

One row has the figures of one method on one split of one table, with the commit of the command. A row is written when the split is
done, so that nothing is lost and nothing is measured twice. A new row replaces one of the same folder, table, method and split.
"""
import csv
import fcntl
import os
import subprocess
from pathlib import Path
from typing import Callable, Iterable, Iterator

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "bench" / "results" / "accuracy.csv"
KEYS = ("folder", "table", "method", "split")
# Names in the file, and in the figures of bench/accuracy
FIGURES = {"macro_f1": "f1", "accuracy": "accuracy", "log_loss": "log_loss", "calibration_error": "calibration_error", "rules": "rules",
           "literals": "literals", "training_f1": "training_f1", "seconds": "seconds", "cpu_seconds": "cpu_seconds"}
FIELDS = (*KEYS, "macro_f1", "accuracy", "log_loss", "calibration_error", "rules", "literals", "commit", "training_f1", "seconds",
          "cpu_seconds")
DIGITS = {"rules": 0, "literals": 0, "seconds": 1, "cpu_seconds": 1}

Row = dict[str, str]
Key = tuple[str, ...]
Scores = dict[str, float]


def folder_name() -> str:
    name = Path(os.environ["LOH_DATA"]).name
    return name if name in ("more", "outside") else "twelve"


def current_commit() -> str:
    return subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def rows() -> list[Row]:
    with open(FILE, newline="") as file:
        return list(csv.DictReader(file))


def key_of(row: Row) -> Key:
    return tuple(row[name] for name in KEYS)


def write(new: Row) -> None:
    """Replaces the file by one with this row; several processes may do so at once."""
    lock = os.open(FILE.parent, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        kept = [row for row in rows() if key_of(row) != key_of(new)]
        scratch = FILE.with_suffix(".part")
        with open(scratch, "w", newline="") as file:
            writer = csv.DictWriter(file, FIELDS, restval="", lineterminator="\n")
            writer.writeheader()
            writer.writerows(sorted([*kept, new], key=lambda row: (*key_of(row)[:3], int(row["split"]))))
        os.replace(scratch, FILE)
    finally:
        os.close(lock)


class Record:
    """The figures of a method on a split: those of the file if the same commit measured them, otherwise measured and written."""

    def __init__(self, commit: str) -> None:
        self.commit = commit
        self.known = {key_of(row): row for row in rows() if row["commit"] == commit}

    def has(self, table: str, method: str, splits: Iterable[int]) -> bool:
        return all((folder_name(), table, method, str(split)) in self.known for split in splits)

    def figures(self, table: str, method: str, split: int, measure: Callable[[], Scores]) -> Scores:
        key = (folder_name(), table, method, str(split))
        if key in self.known:
            row = self.known[key]
            return {name: float(row[field]) for field, name in FIGURES.items() if row.get(field)}
        found = measure()
        texts = {field: f"{found[name]:.{DIGITS.get(field, 4)}f}" for field, name in FIGURES.items() if name in found}
        write({**dict(zip(KEYS, key)), **texts, "commit": self.commit})
        return found


# Reading the file

Means = dict[str, dict[str, float]]  # [table][figure], the mean over the splits


def means_of(folder: str, method: str) -> Means:
    found: dict[str, list[Row]] = {}
    for row in rows():
        if row["folder"] == folder and row["method"] == method:
            found.setdefault(row["table"], []).append(row)
    return {table: {field: float(np.mean([float(row[field]) for row in each])) for field in FIGURES if all(row.get(field) for row in each)}
            for table, each in found.items()}


def splits_of(folder: str, method: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for row in rows():
        if row["folder"] == folder and row["method"] == method:
            counts[row["table"]] = counts.get(row["table"], 0) + 1
    return counts


def difference(ours: Means, theirs: Means, figure: str) -> str:
    """Mean of the paired differences over the tables that both have, its standard error, and on how many the first is better."""
    values = np.array([ours[table][figure] - theirs[table][figure] for table in ours if figure in theirs.get(table, {})])
    if len(values) < 2:
        return ""
    error = values.std(ddof=1) / len(values) ** 0.5
    return f"{values.mean():+.4f} +- {error:.4f}, better on {(values > 5e-5).sum()}, worse on {(values < -5e-5).sum()} of {len(values)}"


def methods() -> Iterator[tuple[str, str]]:
    yield from sorted({(row["folder"], row["method"]) for row in rows()})


def summary(against: str, figure: str) -> str:
    """Every method of the file: mean of a figure over its tables, and the paired difference of one method from it."""
    lines = []
    for folder, method in methods():
        means, counts = means_of(folder, method), splits_of(folder, method)
        values = [each[figure] for each in means.values() if figure in each]
        literals = [each["literals"] for each in means.values() if "literals" in each]
        size = f", {np.mean(literals):.1f} literals" if literals and not method.startswith(("XGB", "random")) else ""
        splits = f"{min(counts.values())} to {max(counts.values())} splits" if len(set(counts.values())) > 1 else f"{min(counts.values())} splits"
        compared = difference(means_of(folder, against), means, figure) if method != against else ""
        line = f"{folder}: {method}: {np.mean(values):.4f}{size} ({len(values)} tables, {splits})"
        lines.append(line + (f"; {against} minus this: {compared}" if compared else ""))
    return "\n".join(lines)
