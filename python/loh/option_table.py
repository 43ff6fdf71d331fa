"""The options of learning, from the one table of the library."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, NamedTuple, Sequence

from . import _core
from .errors import Error

__all__ = ["Option", "option_texts", "options", "unknown_option"]


class Option(NamedTuple):
    """One option of learning, from `loh.options`.

    Examples
    --------
    >>> [option.flag for option in loh.options() if option.name == "max_rules"]
    ['max-rules']
    """

    name: str  #: the keyword: ``max_rules``
    flag: str  #: the flag of the command: ``max-rules``
    values: str  #: what is allowed: ``number from 1 to 100000``, ``mdl|quantiles``
    default: str  #: of gradient descent
    search_default: str  #: of rule search, if it is another one
    help: str  #: what it does


def options() -> List[Option]:
    """All options of learning, in the order of the documentation.

    Returns
    -------
    list of Option
        the options, which are keywords of `loh.learn` and parameters of `loh.LohClassifier`.

    Examples
    --------
    >>> "epochs" in [option.name for option in loh.options()]
    True
    """
    return [
        Option(row["flag"].replace("-", "_"), row["flag"], row["values"], row["default"], row["search_default"], row["help"])
        for row in _core.option_table()
    ]


OPTIONS: Dict[str, Option] = {option.name: option for option in options()}


def option_texts(given: Mapping[str, Any], others: Sequence[str] = ()) -> Dict[str, str]:
    """Keyword arguments as flags and texts. ``others``: further keywords, for suggestions."""
    texts = {}
    for name, value in given.items():
        option = OPTIONS.get(name)
        if option is None:
            raise unknown_option(name, others)
        if value is not None:
            texts[option.flag] = _text(option, value)
    return texts


# Names that scikit-learn has for options of learning.
_OTHER_NAMES = {"random_state": "seed", "n_jobs": "threads", "class_weight": "class_weights", "sample_weight": "weights"}


def unknown_option(name: str, others: Sequence[str]) -> Error:
    known = {*OPTIONS, *others}
    meant = _OTHER_NAMES.get(name) or _core.closest(name, sorted(known))
    hint = f"did you mean {meant}?" if meant else "the options are " + ", ".join(sorted(known))
    return Error(f"there is no option {name}", hint=hint)


def _text(option: Option, value: Any) -> str:
    if isinstance(value, str):
        dashed = value.replace("_", "-")
        return dashed if dashed in option.values.split("|") else value
    if isinstance(value, bool):
        raise Error(f"{option.name}: expected {option.values}, not {value}")
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise Error(f"{option.name}: expected {option.values}, not {value!r}") from None
    return str(int(number)) if number == int(number) else repr(number)
