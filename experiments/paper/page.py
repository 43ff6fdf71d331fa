"""docs/results.md: ours beside published, from the CSVs in experiments/results.

    python -m experiments.paper page

The remarks on differences are written here by hand; every number of a table comes from a row.
"""

from __future__ import annotations

import statistics
from typing import Iterable, Optional, Sequence

from . import addition, published, tables, tictactoe, wildfire
from .runs import FOLDER, ROOT, Row, numbers

PAGE = ROOT / "docs" / "results.md"

INTRODUCTION = """# Results beside the paper

Each table below is the paper's and ours, cell by cell. `make paper BUDGET=60` runs the experiments for an hour, most informative
runs first, and `python -m experiments.paper page` writes this page from `experiments/results`; a test checks that the page is what
the results say. A row there has seed, settings, commit, versions and seconds of one run; finished runs are not repeated.

Numbers are mean ± standard deviation over runs, with the number of runs. *Difference* is ours minus published. Empty cells have
not been run. Seconds are those of a busy machine with 2 cores and one thread for each run: they say what a run costs
there, and nothing about speed.
"""


def text() -> str:
    """The whole page."""
    parts = [INTRODUCTION, visual_section(), wildfire_section(), addition_section(), tables_section()]
    return "\n".join(part.strip() + "\n" for part in parts)


# --- Cells and tables ---


def mean_of(rows: Iterable[Row], name: str, digits: int = 3) -> str:
    """`.981 ± .012 (5)`, or an empty cell."""
    values = numbers(rows, name)
    if not values:
        return ""
    deviation = statistics.stdev(values) if len(values) > 1 else None
    shown = short(statistics.mean(values), digits)
    return f"{shown} ± {short(deviation, digits)} ({len(values)})" if deviation is not None else f"{shown} (1)"


def short(value: float, digits: int) -> str:
    """Without the zero before the point."""
    return f"{value:.{digits}f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.{digits}f}"


def printed(figure: Optional[tuple[float, float]]) -> str:
    return "" if figure is None else f"{short(figure[0], 2)} ± {short(figure[1], 2)}"


def difference(rows: Iterable[Row], name: str, figure: Optional[tuple[float, float]]) -> str:
    values = numbers(rows, name)
    if not values or figure is None:
        return ""
    value = statistics.mean(values) - figure[0]
    return ("+" if value >= 0 else "-") + short(abs(value), 3)


def seconds_of(rows: Iterable[Row]) -> str:
    values = numbers(rows, "seconds")
    return f"{statistics.mean(values):.0f}" if values else ""


def table(header: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    written = ["| " + " | ".join(header) + " |", "| " + " | ".join("---" for _ in header) + " |"]
    written += ["| " + " | ".join(line) + " |" for line in lines]
    return "\n".join(written) + "\n"


# --- Visual tic-tac-toe ---


def visual_section() -> str:
    runs = tictactoe.runs_of()
    rows = {(job.method, job.setting): runs.of([job.method, job.setting], job.settings)
            for is_published in (True, False) for job in tictactoe.jobs(is_published)}  # fmt: skip
    mnist = {key: [row for row in own if row["digits"] == "MNIST"] for key, own in rows.items()}
    parts = [VISUAL, table(["method", "setting", "NeSy F1", "published", "difference", "symbolic F1", "published", "difference",
                            "exact", "seconds a run"], visual_lines(mnist)), VISUAL_REMARKS, best_formulas(mnist), step_times()]
    return "\n".join(parts)


def visual_lines(rows: dict[tuple[str, str], list[Row]]) -> list[list[str]]:
    lines = []
    for (method, setting), own in sorted(rows.items()):
        for name, nesy in (("MLLP", "nesy_f1"), ("CRS", "rounded_f1")) if method.startswith("MLLP") else ((method, "nesy_f1"),):
            shown = f"{name} {method[-3:]}" if method.startswith("MLLP") else name
            first, second = published.VISUAL_TICTACTOE[shown]
            symbolic = [] if name in ("MLLP", "NN") else own
            exact = f"{sum(row['exact'] == '1' for row in symbolic)} of {len(symbolic)}" if symbolic else ""
            lines.append([shown, setting, mean_of(own, nesy), printed(first), difference(own, nesy, first),
                          mean_of(symbolic, "symbolic_f1"), printed(second), difference(symbolic, "symbolic_f1", second), exact,
                          seconds_of(own)])  # fmt: skip
    dln = published.VISUAL_TICTACTOE["DLN"]
    return [*lines, ["DLN", "not run", "", printed(dln[0]), "", "", printed(dln[1]), "", "", ""]]


def best_formulas(rows: dict[tuple[str, str], list[Row]]) -> str:
    """The formula with the best symbolic F1 of each form, the shortest of equals."""
    found = []
    for form in ("DNF", "CNF"):
        own = [row for (method, _), own in rows.items() if method == f"LoH {form}" for row in own]
        if not own:
            continue
        best = min(own, key=lambda row: (-float(row["symbolic_f1"]), len(row["formula"])))
        formula = tictactoe.loh.Formula(best["formula"])
        found.append(f"**{form}**, units {best['units'].replace(' ', ', ')}, symbolic F1 {short(float(best['symbolic_f1']), 4)}, seed "
                     f"{best['seed']}, each clause as a board:\n\n```text\n{tictactoe.drawn(formula, form)}\n```\n")
    return ("### Best formulas\n\n" + "\n".join(found)) if found else ""


def step_times() -> str:
    runs = tictactoe.step_runs()
    rows = [row for row in runs.rows() if row["settings"] == "batch=256 steps=3"]
    if not rows:
        return ""
    lines = [[row["form"], f"{float(row['step_seconds']):.2f}", f"{1000 * float(row['layer_seconds']):.1f}",
              f"{100 * float(row['layer_share']):.2f} %"] for row in rows]  # fmt: skip
    return STEP_TIMES + "\n" + table(["form", "step, s", "LohLayer, ms", "share"], lines)


VISUAL = """## Visual tic-tac-toe

Table 2: has x won, given nine images of digits (0 for x, 1 for o, 2 for blank)? Only boards have labels. `make paper-visual-tictactoe`

*NeSy* is macro F1 of the whole system on the 192 test boards of unseen images; *symbolic* is macro F1 of the extracted formula, with
its units named, on all 958 final positions; *exact* counts the runs whose formula makes no mistake there. Digits are those of MNIST,
no image is used twice. Settings:

- **published**: the paper's settings and 400 epochs, trained on training and validation boards.
- **recommended**: ours. Units are sigmoids instead of clipped values. Batches of 32 boards; each step through the CNN is followed by
  four steps of the formula alone, on 256 grids whose units were stored when the CNN last computed them. After 12 epochs the formula
  loses the clauses and literals whose removal costs no training grid. Up to four starts, the first with at most three mistakes on the
  1532 training and validation grids is kept, otherwise the best. All of this was chosen without test boards.
- **short**: the published settings of a baseline with batches of 32 boards and fewer epochs.
"""

VISUAL_REMARKS = """### Where we differ

DLN is not run: its package contains CUDA kernels and does not install without a CUDA compiler. The CNN of NN has 16 outputs for
each image and a hidden layer of 128 above them; the paper does not print its values.
"""

STEP_TIMES = """### Share of LoH in a training step

One step of 256 boards with the published settings, one thread: the CNN takes nearly all of the time.
"""
