"""Pictures of models and of learning, drawn with matplotlib.

    import loh

    model = loh.learn("data.csv", target="churn")
    loh.plot.rules(model)             # support and precision of each rule
    loh.plot.path(model)              # score against size

Every function draws on the Axes ``ax``, or on a new figure, and returns the Axes. ``docs/pictures.md`` shows all of them.
"""

from ..errors import missing_extra

try:
    import matplotlib as _matplotlib  # noqa: F401
except ImportError as error:
    raise missing_extra("matplotlib", "plot", "loh.plot") from error

from .decision_regions import regions
from .formula_graph import formula
from .reliability import calibration
from .rule_statistics import rules
from .size_path import path
from .training_curve import training

__all__ = ["calibration", "formula", "path", "regions", "rules", "training"]
