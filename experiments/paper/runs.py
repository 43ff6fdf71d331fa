"""Finished runs are rows of a CSV; a run that has a row is not repeated.

    runs = Runs(FOLDER / "wildfire.csv", ["regime", "semantics"], ["f1", "forest"])
    for seed in range(5):
        runs.once(["full", "goedel"], seed, {"epochs": 25}, lambda: {"f1": 0.99, "forest": 1.0})

A row has the key, the seed, the settings as text, the figures, and where they come from: seconds, commit, versions. A row whose
settings differ from the wanted ones is another run, so a changed setting never mixes with older figures. Rows are appended one at
a time under a lock, so several processes may share a file. Quick runs go to a file outside the repository.
"""

from __future__ import annotations

import csv
import fcntl
import functools
import importlib.metadata
import platform
import subprocess
import time
from pathlib import Path
from typing import Any, Callable, Iterable, Mapping, Optional, Sequence

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "experiments" / "results"
ORIGIN = ["seconds", "commit", "versions"]
Row = dict[str, str]


class OutOfTime(Exception):
    """The time budget is used up: no further run starts."""


class Deadline:
    """Ends a list of runs before the first one that would start after it."""

    def __init__(self, seconds: Optional[float] = None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    def check(self) -> None:
        if self._end is not None and time.monotonic() >= self._end:
            raise OutOfTime


class Runs:
    """The runs of one experiment. `keys` name a cell of the table, `figures` what is measured."""

    def __init__(self, path: Path, keys: Sequence[str], figures: Sequence[str], deadline: Optional[Deadline] = None) -> None:
        self.path, self.keys, self.figures = path, list(keys), list(figures)
        self.fields = [*self.keys, "seed", "settings", *self.figures, *ORIGIN]
        self.deadline = deadline or Deadline()
        self.commit = commit()

    def rows(self) -> list[Row]:
        if not self.path.exists():
            return []
        with self.path.open(newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file)
            rows = list(reader)
        if reader.fieldnames != self.fields:
            raise ValueError(f"{self.path.name} has the columns {reader.fieldnames}, wanted are {self.fields}")
        return rows

    def of(self, key: Sequence[str], settings: Optional[Mapping[str, Any]] = None) -> list[Row]:
        """The rows of one cell, by seed; with `settings`, only the rows with these."""
        wanted = None if settings is None else settings_text(settings)
        found = [row for row in self.rows() if [row[name] for name in self.keys] == [str(part) for part in key]]
        return sorted((row for row in found if wanted is None or row["settings"] == wanted), key=lambda row: int(row["seed"]))

    def once(self, key: Sequence[str], seed: int, settings: Mapping[str, Any], run: Callable[[], Mapping[str, Any]]) -> Row:
        """The row of this run: from the file, or of `run()`, which is then appended at once."""
        for row in self.of(key, settings):
            if int(row["seed"]) == seed:
                return row
        self.deadline.check()
        print(f"{' '.join(key)}, seed {seed} ...", flush=True)
        start = time.perf_counter()
        measured = run()
        row = dict(zip(self.keys, map(str, key)))
        row.update(seed=str(seed), settings=settings_text(settings))
        row.update({name: shown(measured[name]) for name in self.figures})
        row.update(seconds=f"{time.perf_counter() - start:.1f}", commit=self.commit, versions=versions())
        self._append(row)
        print("    " + ", ".join(f"{name} {row[name]}" for name in [*self.figures, "seconds"]), flush=True)
        return row

    def _append(self, row: Row) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", newline="", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            writer = csv.DictWriter(file, self.fields, lineterminator="\n")
            if file.tell() == 0:
                writer.writeheader()
            writer.writerow(row)


def settings_text(settings: Mapping[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in settings.items())


def shown(value: Any) -> str:
    return f"{value:.4f}" if isinstance(value, float) else str(value)


@functools.cache
def commit() -> str:
    """The commit of the sources when the process began, with a + if they differed from it. The results do not count."""
    def git(*arguments: str) -> str:
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()

    changed = git("status", "--porcelain", "--", "experiments/paper", "python", "src", "include")
    return git("rev-parse", "--short=7", "HEAD") + ("+" if changed else "")


def versions() -> str:
    """Of Python and of the packages that decide a result."""
    found = [f"python {platform.python_version()}"]
    for package in ("loh", "torch", "numpy", "scikit-learn"):
        try:
            found.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    return ", ".join(found)


def numbers(rows: Iterable[Row], name: str) -> list[float]:
    return [float(row[name]) for row in rows if row[name] not in ("", "nan")]
