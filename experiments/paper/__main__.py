"""The command: one experiment, all within a time budget, or the page of results.

    python -m experiments.paper visual-tictactoe             the recommended settings, ten seeds of each method
    python -m experiments.paper wildfire --seeds 20          more seeds
    python -m experiments.paper wildfire --published         the published settings: hours
    python -m experiments.paper all --budget 60              everything, most informative runs first, for an hour
    python -m experiments.paper all --quick                  a small run of everything in a temporary folder
    python -m experiments.paper page                         docs/results.md from the finished runs

Finished runs are rows in experiments/results and are not repeated. LOH_DATA names the folder with the tables and with mnist;
without it, digits are scikit-learn's and there are no tables.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any, Callable, Optional

import torch

from . import addition, page, tables, tictactoe, wildfire
from .runs import FOLDER, Deadline, OutOfTime

# Name -> the experiment and its seeds.
EXPERIMENTS: dict[str, tuple[Callable[..., None], int]] = {
    "visual-tictactoe": (tictactoe.run, 10),
    "wildfire": (wildfire.run, 5),
    "addition": (addition.run, 3),
    "tables": (tables.run, 10),
}


def run_all(seeds: Optional[int], **settings: Any) -> None:
    """All experiments with few seeds, then with more: first the figures that say most."""
    for upto in sorted({min(upto, seeds or 10) for upto in (1, 3, 5, 10, seeds or 10)}):
        for run, most in EXPERIMENTS.values():
            run(min(upto, seeds or most), **settings)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m experiments.paper", description=__doc__.split("\n", 1)[0],
                                     epilog=__doc__.split("\n", 1)[1], formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("experiment", choices=[*EXPERIMENTS, "all", "page"])
    parser.add_argument("--quick", action="store_true", help="one small run of each kind, in a temporary folder")
    parser.add_argument("--published", action="store_true", help="the published settings instead of the shorter ones")
    parser.add_argument("--budget", type=float, metavar="MINUTES", help="no run starts after so many minutes")
    parser.add_argument("--seeds", type=int, metavar="N", help="seeds 0 to N - 1 of each kind of run")
    parser.add_argument("--only", default="", metavar="TEXT", help="visual-tictactoe: only runs with this text in method and setting")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="threads of PyTorch, by default 1")
    return parser.parse_args()


def main() -> int:
    options = arguments()
    torch.set_num_threads(options.threads)
    if options.experiment == "page":
        page.PAGE.write_text(page.text(), encoding="utf-8")
        page.draw_curves(page.PAGE.parent / "wildfire-curves.svg")
        return 0
    deadline = Deadline(None if options.budget is None else 60 * options.budget)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) if options.quick else FOLDER
        settings: dict[str, Any] = dict(quick=options.quick, deadline=deadline, folder=folder, published=options.published)
        try:
            seeds = options.seeds or (1 if options.quick else None)
            if options.experiment == "all":
                run_all(seeds, **settings)
            else:
                run, most = EXPERIMENTS[options.experiment]
                if options.experiment == "visual-tictactoe":
                    settings["only"] = options.only
                run(seeds or most, **settings)
        except OutOfTime:
            print("The budget is used up; the same command goes on from here.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
