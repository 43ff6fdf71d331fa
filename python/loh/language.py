"""The language of hypotheses: programs and formulas."""

from __future__ import annotations

import math
import os
import warnings
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Union

from . import _core
from ._core import Formula
from .errors import Error, LohWarning
from .latex import to_latex

__all__ = ["Count", "Formula", "Program", "all_of", "any_of", "choice", "parse", "var"]

Operand = Union[Formula, bool]


class Count(int):
    """A number of hypotheses: an ``int``; if its attribute ``exact`` is false, an upper bound.

    Examples
    --------
    >>> number = loh.parse("p := [a, b]; p & !c").count()
    >>> number + 1, number.exact
    (3, True)
    """

    exact: bool
    _text: str

    def __new__(cls, exact: bool, digits: str, log10: float, text: str) -> Count:
        count = super().__new__(cls, int(digits) if digits else 10 ** math.ceil(log10))
        count.exact = exact
        count._text = text
        return count

    def __getnewargs__(self) -> Any:
        return (self.exact, int.__repr__(self), 0.0, self._text)

    def __repr__(self) -> str:
        return self._text

    __str__ = __repr__


def var(name: str) -> Formula:
    """The proposition with this name.

    Parameters
    ----------
    name : str
        any plain text. What is not an identifier is printed in backticks.

    Returns
    -------
    Formula
        the variable.

    Examples
    --------
    >>> print(loh.var("age over 60") & ~loh.var("smoker"))
    `age over 60` & !smoker
    """
    return _core.var(name)


def choice(*alternatives: Operand, mode: Optional[str] = None) -> Formula:
    """A new choice among formulas: ``loh.choice(b, ~c)`` is ``[b, !c]``.

    A Python variable that holds a choice is a placeholder: used twice, it is the same choice twice.

    Parameters
    ----------
    *alternatives : Formula or bool
        the formulas of which one is selected.
    mode : {'and', 'or'}, optional
        how the choice is compiled, as the suffixes ``@and`` and ``@or`` of the language; by default as its context suggests.

    Returns
    -------
    Formula
        the choice.

    Raises
    ------
    loh.Error
        if there is no alternative, or another mode.
    TypeError
        if an alternative is not a formula.

    Examples
    --------
    >>> a, b, c = map(loh.var, "abc")
    >>> shared = loh.choice(a, b)
    >>> ((shared & c) | (c & shared)).count()
    2
    """
    return _core.choice([_formula(alternative) for alternative in alternatives], mode or "")


def all_of(operands: Iterable[Operand]) -> Formula:
    """The conjunction of formulas; ``true`` if there are none.

    Parameters
    ----------
    operands : iterable of Formula or bool
        the formulas.

    Returns
    -------
    Formula
        their conjunction.

    Raises
    ------
    TypeError
        if an operand is not a formula.

    Examples
    --------
    >>> print(loh.all_of(map(loh.var, "ab")))
    a & b
    """
    return _core.all_of([_formula(operand) for operand in operands])


def any_of(operands: Iterable[Operand]) -> Formula:
    """The disjunction of formulas; ``false`` if there are none.

    Parameters
    ----------
    operands : iterable of Formula or bool
        the formulas.

    Returns
    -------
    Formula
        their disjunction.

    Raises
    ------
    TypeError
        if an operand is not a formula.

    Examples
    --------
    >>> print(loh.any_of(map(loh.var, "ab")))
    a | b
    """
    return _core.any_of([_formula(operand) for operand in operands])


def _formula(value: Operand) -> Formula:
    if isinstance(value, Formula):
        return value
    if isinstance(value, bool):
        return Formula(value)
    raise TypeError(f"expected a loh.Formula or a bool, not {type(value).__name__}; loh.var('a') makes a variable")


class Program:
    """A program of the language, from `loh.parse`: its text, and what it means. ``str`` gives the canonical text.

    Examples
    --------
    >>> program = loh.parse("p := [a, b]; output y := p & !c")
    >>> program.outputs, program.variables
    ({'y': loh.Formula('[a, b] & !c')}, ['a', 'b', 'c'])
    """

    def __init__(self, core: _core.Program) -> None:
        self._core = core
        self._outputs: List[Any] = core.outputs()
        for warning in core.warnings():
            warnings.warn(warning["text"], LohWarning, stacklevel=3)

    @property
    def outputs(self) -> Dict[str, Formula]:
        """The formulas by name. A bare last formula has the empty name."""
        return dict(self._outputs)

    @property
    def formula(self) -> Formula:
        """The formula of the only output. With several outputs it is a loh.Error."""
        if len(self._outputs) != 1:
            raise Error(f"the program has {len(self._outputs)} outputs", hint="use outputs, a dict by name")
        formula: Formula = self._outputs[0][1]
        return formula

    @property
    def inputs(self) -> List[str]:
        """The names that ``input`` statements declare; empty without such a statement."""
        return self._core.inputs()

    @property
    def variables(self) -> List[str]:
        """All variables and atoms, in the order of their first use."""
        return list(dict.fromkeys(name for formula in self.outputs.values() for name in formula.variables))

    def count(self, equivalent: bool = False) -> Count:
        """The number of hypotheses.

        Parameters
        ----------
        equivalent : bool
            count different functions instead of different formulas.

        Returns
        -------
        Count
            an ``int``; if its attribute ``exact`` is false, an upper bound.

        Examples
        --------
        >>> loh.parse("[a, b] & [a, b]").count(), loh.parse("[a, b] & [a, b]").count(equivalent=True)
        (4, 3)
        """
        return Count(*_core.count([formula for _, formula in self._outputs], equivalent))

    def space(self, limit: Optional[int] = None) -> Iterator[Any]:
        """The hypotheses one by one.

        Parameters
        ----------
        limit : int, optional
            at most so many.

        Returns
        -------
        iterator of Formula or dict
            formulas, or with several outputs dicts of formulas by name.

        Raises
        ------
        loh.Error
            without a limit, if there are too many to list.

        Examples
        --------
        >>> [str(formula) for formula in loh.parse("p := [a, b]; p & !c").space()]
        ['a & !c', 'b & !c']
        """
        names = [name for name, _ in self._outputs]
        for formulas in _hypotheses([formula for _, formula in self._outputs], limit):
            yield formulas[0] if len(names) == 1 else dict(zip(names, formulas))

    def format(self, width: int = 100) -> str:
        """The canonical text with comments.

        Parameters
        ----------
        width : int
            lines are at most so long, where possible.

        Returns
        -------
        str
            the text.

        Examples
        --------
        >>> print(loh.parse("output y:=a&b  # both").format().strip())
        output y := a & b  # both
        """
        return self._core.format(width)

    def expanded(self) -> str:
        """The outputs without loops, templates and arrays.

        Returns
        -------
        str
            the text of a program.

        Examples
        --------
        >>> print(loh.parse("output y := or(i in 1..2: x[i])").expanded().strip())
        output y := x[1] | x[2]
        """
        return self._core.expanded()

    def __str__(self) -> str:
        return self._core.canonical().rstrip("\n")

    def __repr__(self) -> str:
        return f"loh.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Program) and self._core.equals(other._core)

    def __hash__(self) -> int:
        return hash(self._core.canonical())

    def __reduce__(self) -> Any:
        return (parse, (self.format(),))

    def _repr_latex_(self) -> str:
        rows = [(to_latex(name) + " &:= " if name else "& ") + to_latex(str(formula)) for name, formula in self._outputs]
        return "$$\\begin{aligned}" + r" \\ ".join(rows) + "\\end{aligned}$$"


def parse(text: str, *, name: str = "<text>", constants: Optional[Mapping[str, int]] = None) -> Program:
    """Reads a program of the language. Likely mistakes are warnings of the class `loh.LohWarning`.

    Parameters
    ----------
    text : str
        the program.
    name : str
        stands for the text in messages.
    constants : dict of str to int, optional
        new values of ``const`` statements.

    Returns
    -------
    Program
        the program.

    Raises
    ------
    loh.Error
        with the line and the column of a mistake.

    Examples
    --------
    >>> loh.parse("p := [a, b]; p & !c").count()
    2
    """
    return Program(_core.Program.parse(text, name, dict(constants or {})))


def read_program(path: Union[str, os.PathLike[str]], *, constants: Optional[Mapping[str, int]] = None) -> Program:
    """Reads a program from a file.

    Parameters
    ----------
    path : path
        the name of the file.
    constants : dict of str to int, optional
        new values of ``const`` statements.

    Returns
    -------
    Program
        the program.

    Raises
    ------
    loh.Error
        if the file cannot be read or has a mistake.

    Examples
    --------
    >>> loh.read_program("examples/wildfire-one-rule-per-set.loh").count()
    120
    """
    return Program(_core.Program.read(os.fspath(path), dict(constants or {})))


def _hypotheses(outputs: List[Formula], limit: Optional[int]) -> Iterator[List[Formula]]:
    # In batches that double: later ones enumerate the earlier hypotheses again, which costs as much once more.
    first, most = 0, 64
    while limit is None or first < limit:
        wanted = most if limit is None else min(most, limit - first)
        found, complete = _core.hypotheses_from(outputs, first, wanted)
        yield from found
        if complete:
            return
        first += wanted
        most *= 2


def _space(self: Formula, limit: Optional[int] = None) -> Iterator[Formula]:
    """The hypotheses one by one, at most ``limit``."""
    for formulas in _hypotheses([self], limit):
        yield formulas[0]


def _count(self: Formula, equivalent: bool = False) -> Count:
    """The number of hypotheses; with ``equivalent``, of different functions instead of different formulas."""
    return Count(*_core.count([self], equivalent))


def _complete_formula() -> None:
    # What a formula does with Python's own means.
    members: Dict[str, Any] = {
        "__repr__": lambda self: f"loh.Formula({str(self)!r})",
        "__reduce__": lambda self: (Formula, (str(self),)),
        "_repr_latex_": lambda self: f"${to_latex(str(self))}$",
    }
    for name, member in members.items():
        setattr(Formula, name, member)


_complete_formula()
