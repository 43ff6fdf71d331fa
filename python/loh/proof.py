"""Proofs about models: answers that hold for every possible row."""

from __future__ import annotations

import json
import warnings
from typing import Any, Sequence, Tuple, Union

from . import _core
from .errors import Error, LohWarning
from .explanation import Explanation, cells_of

__all__ = ["Proof", "count_rows", "prove", "reasons_of"]

Texts = Union[str, Sequence[str]]


class Proof(Explanation):
    """The answer of `Model.prove`: true if the claim holds for every row, otherwise with a counterexample.

    A dict of what ``loh prove --json`` prints; ``str`` gives the text of the command, ``bool`` whether the claim holds.

    Examples
    --------
    >>> model = loh.learn("examples/loans.csv", target="approved", types={"id": "ignore"}, missing=["NA"])
    >>> bool(model.prove(implies="yes ^ no"))
    True
    """

    def __bool__(self) -> bool:
        return bool(self["holds"])


def _listed(texts: Texts) -> list[str]:
    return [texts] if isinstance(texts, str) else list(texts)


def _made(kind: type, answer: Tuple[str, str, list[str]]) -> Any:
    content, text, notes = answer
    for note in notes:
        warnings.warn(note, LohWarning, stacklevel=4)
    return kind(json.loads(content), text)


def prove(core: _core.Model, asked: dict[str, Any], of_class: str, assume: Texts, missing: bool, unread: Texts) -> Proof:
    """Answers the one question of `asked` that is not empty."""
    given = [(name, claim) for name, claim in asked.items() if claim is not None and claim is not False]
    if len(given) != 1:
        names = ", ".join(asked)
        raise Error("no question" if not given else f"two questions: {given[0][0]} and {given[1][0]}", hint=f"give one of {names}")
    question, claim = given[0]
    if of_class and question != "monotone":
        raise Error("of_class belongs to monotone", hint='in a formula, a class is written as in approved = "yes"')
    options = (_listed(assume), missing, _listed(unread))
    if question == "equivalent":
        return _made(Proof, _core.prove_equivalent(core, claim._core, *options))
    text = ",".join(str(number) for number in claim) if question == "never" else "" if claim is True else str(claim)
    return _made(Proof, _core.prove(core, question, text, of_class, *options))


def reasons_of(core: _core.Model, row: Any, most: int, assume: Texts, missing: bool) -> Explanation:
    """Reasons of the decision of one row."""
    names, cells = cells_of(row)
    table = _core.Table.from_columns(names, [[cell] for cell in cells])
    return _made(Explanation, _core.prove_reasons(core, table, most, _listed(assume), missing, []))


def count_rows(core: _core.Model, condition: str, assume: Texts, missing: bool, unread: Texts) -> Explanation:
    """Numbers of distinguishable rows, as Python's integers."""
    result = _made(Explanation, _core.prove_count(core, condition, _listed(assume), missing, _listed(unread)))
    result["rows"] = int(result["rows"])
    result["by_class"] = {name: int(number) for name, number in result["by_class"].items()}
    return result
