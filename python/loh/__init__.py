"""LoH, the Logic of Hypotheses: rules learned from tables, and from formulas with choices.

    import loh

    program = loh.parse("p := [a, b]; p & !c")       # two hypotheses: a & !c, b & !c
    model = loh.learn("data.csv", target="churn")     # a few rules; also for data frames
    print(model)
    model.predict(frame)
"""

from __future__ import annotations

from importlib.util import find_spec as _find_spec
from typing import TYPE_CHECKING, Any

from ._core import version as __version__
from .errors import Error, LohWarning
from .language import Count, Formula, Program, all_of, any_of, choice, parse, read_program, var
from .learning import learn
from .explanation import Explanation
from .model import Model, load
from .option_table import Option, options
from .proof import Proof

__all__ = [
    "Count",
    "Error",
    "Explanation",
    "Formula",
    "LohClassifier",
    "LohWarning",
    "Model",
    "Option",
    "Program",
    "Proof",
    "TuneResult",
    "__version__",
    "all_of",
    "any_of",
    "choice",
    "learn",
    "load",
    "options",
    "parse",
    "read_program",
    "tune",
    "var",
]

if TYPE_CHECKING:
    from . import plot, torch
    from .estimator import LohClassifier
    from .tuning import TuneResult, tune

_LAZY = {"LohClassifier": "estimator", "TuneResult": "tuning", "tune": "tuning"}  # what needs an extra is imported when it is used

# `from loh import *` takes what the installed packages allow.
for _package, _names in (("sklearn", ["LohClassifier"]), ("optuna", ["TuneResult", "tune"])):
    if _find_spec(_package) is None:
        __all__ = [_name for _name in __all__ if _name not in _names]


def __getattr__(name: str) -> Any:
    import importlib

    if name in ("plot", "torch"):
        return importlib.import_module("." + name, __name__)
    if name in _LAZY:
        return getattr(importlib.import_module("." + _LAZY[name], __name__), name)
    raise AttributeError(f"module 'loh' has no attribute '{name}'")
