"""LoH, the Logic of Hypotheses: rules learned from tables, and from formulas with choices.

    import loh

    program = loh.parse("p := [a, b]; p & !c")       # two hypotheses: a & !c, b & !c
    model = loh.learn("data.csv", target="churn")     # a few rules; also for data frames
    print(model)
    model.predict(frame)
"""

from __future__ import annotations

from ._core import version as __version__
from .errors import Error, LohWarning
from .language import Count, Formula, Program, all_of, any_of, choice, parse, read_program, var
from .learning import learn
from .model import Explanation, Model, load
from .option_table import Option, options

__all__ = [
    "Count",
    "Error",
    "Explanation",
    "Formula",
    "LohWarning",
    "Model",
    "Option",
    "Program",
    "__version__",
    "all_of",
    "any_of",
    "choice",
    "learn",
    "load",
    "options",
    "parse",
    "read_program",
    "var",
]


def __getattr__(name: str):
    if name == "torch":  # imported when used: PyTorch is an extra
        import importlib

        return importlib.import_module(".torch", __name__)
    raise AttributeError(f"module 'loh' has no attribute {name!r}")
