"""Formulas of Visual tic-tac-toe: clauses of a trained layer, pruned by grids, named, scored and drawn."""

from __future__ import annotations

from typing import Sequence

import loh
import numpy as np

from . import boards as game
from .boards import CLASSES, X
from .perception import INPUTS

def named(formula: loh.Formula, names: Sequence[str]) -> loh.Formula:
    """The formula over x1, ..., b9, from one over the units."""
    replacements = {}
    for cell in range(1, 10):
        for unit, name in enumerate(names, start=1):
            replacements[f"u[{cell}, {unit}]"] = loh.Formula(name if name in ("true", "false") else f"{name}{cell}")
    return formula.substitute(replacements).simplify()


def macro_f1(predicted: np.ndarray, actual: np.ndarray) -> float:
    """Mean of the F1 of both classes, as in the paper."""
    scores = []
    for value in (False, True):
        hits = np.count_nonzero((predicted == value) & (actual == value))
        total = np.count_nonzero(predicted == value) + np.count_nonzero(actual == value)
        scores.append(2 * hits / total if total else 0.0)
    return sum(scores) / 2


def symbolic_f1(formula: loh.Formula) -> float:
    """Of a formula over x1, ..., b9, on all final positions."""
    boards = game.final_boards()
    absent = dict.fromkeys(formula.variables, False)
    marks = [{f"{CLASSES[mark]}{cell + 1}": True for cell, mark in enumerate(board)} for board in boards]
    predicted = [formula.evaluate({**absent, **own}) for own in marks]
    return macro_f1(np.array(predicted), np.array([game.has_won(board, X) for board in boards]))


class NormalForm:
    """Clauses over rounded units, as sets of unit numbers; `conjunctive` says what joins the literals of a clause."""

    def __init__(self, clauses: Sequence[frozenset[int]], conjunctive: bool) -> None:
        self.clauses, self.conjunctive = list(clauses), conjunctive

    def clause_values(self, units: np.ndarray) -> np.ndarray:
        """(grids, clauses) from (grids, units), of bools."""
        join = np.all if self.conjunctive else np.any
        return np.stack([join(units[:, sorted(clause)], axis=1) for clause in self.clauses], axis=1)

    def predict(self, units: np.ndarray) -> np.ndarray:
        if not self.clauses:
            return np.full(len(units), not self.conjunctive)
        return (np.any if self.conjunctive else np.all)(self.clause_values(units), axis=1)

    def mistakes(self, units: np.ndarray, won: np.ndarray) -> int:
        return int(np.count_nonzero(self.predict(units) != won))

    def formula(self) -> loh.Formula:
        inner, outer, empty = (" & ", " | ", "false") if self.conjunctive else (" | ", " & ", "true")
        texts = ["(" + inner.join(INPUTS[unit] for unit in sorted(clause)) + ")" for clause in self.clauses]
        return loh.Formula(outer.join(texts) if texts else empty)


def chosen_clauses(formula: loh.Formula, form: str) -> NormalForm:
    """The clauses of a formula of `normal_form`. Repeated clauses count once; a constant clause is dropped or decides everything."""
    inner, outer = ("and", "or") if form == "DNF" else ("or", "and")
    clauses = {}
    for clause in parts(formula, outer):
        literals = parts(clause, inner)
        if any(str(literal) == ("false" if inner == "and" else "true") for literal in literals):
            continue
        clauses[frozenset(INPUTS.index(str(literal)) for literal in literals if str(literal) in INPUTS)] = None
    return NormalForm(list(clauses), conjunctive=form == "DNF")


def parts(formula: loh.Formula, kind: str) -> list[loh.Formula]:
    """The operands of nested operators of one kind."""
    if formula.kind != kind:
        return [formula]
    return [part for operand in formula.operands for part in parts(operand, kind)]


def cost(form: NormalForm, units: np.ndarray, won: np.ndarray, price: float) -> float:
    """Mistakes, and `price` of them for each literal."""
    return form.mistakes(units, won) + price * sum(map(len, form.clauses))


def pruned(form: NormalForm, units: np.ndarray, won: np.ndarray, price: float = 0) -> NormalForm:
    """Without the clauses, longest first, and then the literals that do not lower the cost on the training grids. A board has two
    grids, so with a price of 0.4 a clause of four literals may explain one board; a longer one has to explain more."""
    def cost_of(clauses: Sequence[frozenset[int]]) -> float:
        return cost(NormalForm(clauses, form.conjunctive), units, won, price)

    clauses = sorted(form.clauses, key=len, reverse=True)
    least = cost_of(clauses)
    for clause in list(clauses):
        without = [other for other in clauses if other != clause]
        if cost_of(without) <= least:
            clauses, least = without, cost_of(without)
    for clause in list(clauses):
        for literal in sorted(clause):
            shorter = clause - {literal}
            changed = [shorter if other == clause else other for other in clauses]
            if shorter and cost_of(changed) <= least:
                clauses, clause, least = changed, shorter, cost_of(changed)
    return NormalForm(list(dict.fromkeys(clauses)), form.conjunctive)


def drawn(formula: loh.Formula, form: str) -> str:
    """The clauses as boards of three lines, side by side: a letter for a literal (`O` after `!` for "not"), a dot elsewhere."""
    inner, outer = ("and", "or") if form == "DNF" else ("or", "and")
    boards = []
    for clause in parts(formula, outer):
        cells = ["."] * 9
        for literal in map(str, parts(clause, inner)):
            if literal[-1].isdigit():
                cell = int(literal[-1]) - 1
                cells[cell] = literal[:-1] if cells[cell] == "." else cells[cell] + literal[:-1]
        width = max(map(len, cells))
        boards.append([" ".join(cell.rjust(width) for cell in cells[row : row + 3]) for row in (0, 3, 6)])
    lines = []
    for first in range(0, len(boards), 8):
        lines += ["   ".join(board[row] for board in boards[first : first + 8]) for row in range(3)] + [""]
    return "\n".join(lines[:-1])
