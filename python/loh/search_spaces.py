"""What loh.tune varies: named spaces of options, and spaces that are given as a dict.

A dimension is skipped if its option is given as fixed, if a formula makes it meaningless, or if another option of the trial does:
committees belong to scorecards, a number of cut points to quantiles.
"""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from .errors import Error
from .option_table import OPTIONS, unknown_option

__all__ = ["SPACES", "Dimension", "Space", "space_of"]


class Dimension(NamedTuple):
    """One option and its values: a list of them, or a range from ``low`` to ``high``."""

    name: str
    values: Sequence[Any] = ()
    low: Union[int, float] = 0
    high: Union[int, float] = 0
    log: bool = False
    when: Mapping[str, Sequence[Any]] = {}  # only if these options of the trial have one of these values
    switches: str = ""  # the option that this dimension, which is none itself, turns on

    def suggest(self, trial: Any) -> Any:
        if self.values:
            return trial.suggest_categorical(self.name, list(self.values))
        if isinstance(self.low, int) and isinstance(self.high, int):
            return trial.suggest_int(self.name, self.low, self.high, log=self.log)
        return trial.suggest_float(self.name, self.low, self.high, log=self.log)


class Space(NamedTuple):
    """Dimensions, and options that every trial has unless they are given."""

    name: str
    fixed: Dict[str, Any]
    dimensions: List[Dimension]

    def suggest(self, trial: Any, given: Mapping[str, Any]) -> Dict[str, Any]:
        """The options of a trial. ``given``: keywords of loh.learn, which are not varied."""
        result = {name: value for name, value in self.fixed.items() if _applies(name, given)}
        result.update({name: value for name, value in given.items() if name in OPTIONS})
        for dimension in self.dimensions:
            option = dimension.switches or dimension.name
            if option in given or not _applies(option, given):
                continue
            if all(result.get(name) in values for name, values in dimension.when.items()):
                result[dimension.name] = dimension.suggest(trial)
        return {name: value for name, value in result.items() if name in OPTIONS}


# The options that form the network, which a formula replaces.
_WITHOUT_FORMULA = ("head", "network", "max_rules", "max_literals", "literals", "cuts", "max_cuts", "comparisons", "committees",
                    "second_layer", "second_inputs")  # fmt: skip

# The paper's ranges for LoH networks (appendix Hyperparameters), with one or two hidden layers: max_rules is the size of the
# first, second_layer of the second, max_literals and second_inputs the fixed sizes of their clauses (0: any clause), network the type of
# the output layer, whose clauses have any size here. The factor on the temperature is applied after each epoch, as in the published
# settings. The paper gives no range for the floor; this one covers the published values.
_CLAUSE_SIZES = [2, 3, 4, 5, 6, 7, 8]
_PAPER = Space(
    "paper",
    {"head": "paper", "epochs": 200, "batch": 256, "restarts": 1},
    [
        Dimension("network", ["dnf", "cnf"]),
        Dimension("max_rules", low=16, high=256),
        Dimension("max_literals", [0, *_CLAUSE_SIZES]),
        Dimension("hidden_layers", [1, 2], switches="second_layer"),
        Dimension("second_layer", low=16, high=256, when={"hidden_layers": [2]}),
        Dimension("second_inputs", low=2, high=8, when={"hidden_layers": [2], "max_literals": _CLAUSE_SIZES}),
        Dimension("learning_rate", low=0.01, high=0.2, log=True),
        Dimension("noise", low=0.4, high=1.2),
        Dimension("temperature", low=0.4, high=1.2),
        Dimension("temperature_decay", low=0.9925, high=1.0),
        Dimension("temperature_floor", low=0.15, high=0.4),
    ],
)

# What decides the quality of rules from tables: their literals, how many they are, and how much noise the descent has.
_TABLES = Space(
    "tables",
    {"epochs": 100, "rate_schedule": "linear", "restarts": 1},
    [
        Dimension("head", ["automatic", "vote"]),
        Dimension("max_rules", low=8, high=128, log=True),
        Dimension("max_literals", [0, 2, 3, 4, 6]),
        Dimension("literals", ["both-sides", "intervals", "all"]),
        Dimension("cuts", ["mdl", "quantiles"]),
        Dimension("max_cuts", low=5, high=60, log=True, when={"cuts": ["quantiles"]}),
        Dimension("comparisons", ["none", "equal", "all"]),
        Dimension("noise", low=0.05, high=1.2, log=True),
        Dimension("learning_rate", low=0.005, high=0.2, log=True),
        Dimension("initial_literals", low=1, high=6),
        Dimension("committees", low=1, high=4, when={"head": ["vote"]}),
        Dimension("class_weights", ["none", "balanced"]),
    ],
)

SPACES: Dict[str, Space] = {space.name: space for space in (_PAPER, _TABLES)}


def space_of(given: Union[str, Mapping[str, Any]]) -> Space:
    """The space of this name, or of a dict: a list has the values, a pair (low, high) is a range."""
    if isinstance(given, str):
        if given not in SPACES:
            meant = _core.closest(given, list(SPACES))
            known = "the spaces are 'paper' and 'tables'; a dict such as {'noise': (0.1, 1.0)} is one too"
            raise Error(f"there is no space '{given}'", hint=f"did you mean '{meant}'?" if meant else known)
        return SPACES[given]
    if not isinstance(given, Mapping) or not given:
        raise Error(f"space: expected 'paper', 'tables' or a dict of options, not {given!r}", hint="space={'noise': (0.1, 1.0)}")
    return Space("given", {"restarts": 1}, [_dimension_of(name, values) for name, values in given.items()])


def _dimension_of(name: str, values: Any) -> Dimension:
    if name not in OPTIONS:
        raise unknown_option(name, ())
    if name in ("seed", "validation", "holdout", "metric", "threads"):
        raise Error(f"space: {name} cannot be varied", hint="trials are compared on the same rows by the same metric")
    if isinstance(values, list) and values:
        return Dimension(name, values)
    if isinstance(values, tuple) and len(values) == 2 and all(isinstance(value, (int, float, np.number)) for value in values):
        low, high = (value.item() if isinstance(value, np.generic) else value for value in values)
        if low < high:
            return Dimension(name, low=low, high=high)
    hint = f"values of {name}: {OPTIONS[name].values}"
    raise Error(f"space: {name}: expected a list of values or a pair (low, high), not {values!r}", hint=hint)


def _applies(name: str, given: Mapping[str, Any]) -> bool:
    return given.get("formula") is None or name not in _WITHOUT_FORMULA
