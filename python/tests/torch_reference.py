"""An independent implementation of compiled programs in plain PyTorch, to compare with `loh.torch`.

It is written from the specification of compilation (weights, modes of choices, semantics, ties) and shares no code with
the library: programs are trees of Python objects, which are printed as text for the library and evaluated here directly.
The only fact taken from the library is which logits belong to the choice at which place of the text.
"""
import dataclasses
from typing import Any

import torch


@dataclasses.dataclass(eq=False)
class Node:
    """kind: var, const, ref (a placeholder), not, and, or, implies, iff, xor, choice."""

    kind: str
    operands: list["Node"] = dataclasses.field(default_factory=list)
    name: Any = None  # of var and ref; the value of const
    suffix: str = ""  # of a choice: "", "@or" or "@and"


@dataclasses.dataclass
class TreeProgram:
    """Placeholders and outputs by name, in the order of the text; a placeholder uses earlier ones only."""

    inputs: list[str]
    placeholders: dict[str, Node]
    outputs: dict[str, Node]


SIGNS = {"and": " & ", "or": " | ", "implies": " -> ", "iff": " <-> ", "xor": " ^ "}


class Printer:
    """The text of a program, and the place of each choice in it: places[id(choice)] = (line, column)."""

    def __init__(self, program):
        self.places = {}
        lines = ["input " + ", ".join(program.inputs)]
        statements = [(name + " := ", node) for name, node in program.placeholders.items()]
        statements += [(f"output {name} := ", node) for name, node in program.outputs.items()]
        for head, node in statements:
            lines.append(self.write(node, head, len(lines) + 1))
        self.text = "\n".join(lines)

    def write(self, node, line, number):
        """Appends the node to the line; compound operands are in parentheses."""
        if node.kind in ("var", "ref"):
            return line + node.name
        if node.kind == "const":
            return line + ("true" if node.name else "false")
        if node.kind == "not":
            return self.write_operand(node.operands[0], line + "!", number)
        if node.kind == "choice":
            self.places[id(node)] = (number, len(line) + 1)
            line += "["
            for i, operand in enumerate(node.operands):
                line = self.write(operand, line + (", " if i else ""), number)
            return line + "]" + node.suffix
        for i, operand in enumerate(node.operands):
            line = self.write_operand(operand, line + (SIGNS[node.kind] if i else ""), number)
        return line

    def write_operand(self, node, line, number):
        if node.kind not in SIGNS:
            return self.write(node, line, number)
        return self.write(node, line + "(", number) + ")"


class Modes:
    """Conjunctive or disjunctive, for each choice, by its written uses."""

    FLIP = {"conjunctive": "disjunctive", "disjunctive": "conjunctive"}

    def __init__(self, program):
        self.users = {}  # by id of a node: its parents in the text, or "root"
        self.references = {}  # by name of a placeholder: the parents of its uses
        self.names = {}  # by id of the root of a placeholder
        self.known = {}
        pending = list(program.outputs.values())
        for node in pending:
            self.users.setdefault(id(node), []).append("root")
        reached = set()
        while pending:
            node = pending.pop()
            for operand in node.operands:
                self.users.setdefault(id(operand), []).append(node)
                pending.append(operand)
            if node.kind == "ref" and node.name not in reached:
                reached.add(node.name)
                target = program.placeholders[node.name]
                self.names[id(target)] = node.name
                pending.append(target)
            if node.kind == "ref":
                self.references.setdefault(node.name, []).append(node)

    def contexts(self, node):
        votes = []
        for user in self.users.get(id(node), []):
            if user == "root" or user.kind == "or":
                votes.append("disjunctive")
            elif user.kind == "and":
                votes.append("conjunctive")
            elif user.kind == "not":
                votes += [self.FLIP[vote] for vote in self.contexts(user)]
            elif user.kind == "choice":
                votes.append(self.mode(user))
            elif user.kind == "implies":
                votes.append("conjunctive" if user.operands[0] is node else "disjunctive")
            else:  # iff, xor: one use in each context
                votes += ["conjunctive", "disjunctive"]
        if id(node) in self.names:
            for reference in self.references[self.names[id(node)]]:
                votes += self.contexts(reference)
        return votes

    def mode(self, choice):
        if choice.suffix:
            return "conjunctive" if choice.suffix == "@and" else "disjunctive"
        if id(choice) not in self.known:
            votes = self.contexts(choice)
            majority = votes.count("conjunctive") > votes.count("disjunctive")
            self.known[id(choice)] = "conjunctive" if majority else "disjunctive"
        return self.known[id(choice)]


def first_extreme(values, largest):
    """The maximum or minimum of a list of columns; of equal values the first gets the gradient."""
    stacked = torch.stack(torch.broadcast_tensors(*values))
    extreme = (stacked.amax(0) if largest else stacked.amin(0)).detach()
    equal = stacked == extreme
    first = equal & (equal.cumsum(0) == 1)
    return torch.where(first, stacked, torch.zeros_like(stacked)).sum(0)


def inverse(value):
    return not value if isinstance(value, bool) else 1 - value


class Gates:
    """`and` and `or` of lists of columns. `close_rows` marks rows in which two compared values almost tie."""

    def __init__(self, semantics, tolerance):
        self.semantics, self.tolerance, self.close_rows = semantics, tolerance, None

    def mark(self, gaps):
        close = (gaps > 0) & (gaps < self.tolerance)
        self.close_rows = close if self.close_rows is None else self.close_rows | close

    def mark_extremes(self, values, largest):
        stacked = torch.stack(torch.broadcast_tensors(*values)).detach()
        extreme = stacked.amax(0) if largest else stacked.amin(0)
        gaps = (stacked - extreme).abs()
        self.mark(torch.where(gaps > 0, gaps, torch.full_like(gaps, 9.0)).amin(0))

    def combine(self, values, conjunctive):
        """Constants, True or False in place of a column, are resolved first."""
        if any(value is (not conjunctive) for value in values):
            return not conjunctive
        values = [value for value in values if value is not conjunctive]
        if len(values) < 2:
            return values[0] if values else conjunctive
        if self.semantics == "goedel":
            self.mark_extremes(values, not conjunctive)
            return first_extreme(values, not conjunctive)
        result = values[0]
        for value in values[1:]:
            result = self.combine_two(result, value, conjunctive)
        return result

    def combine_two(self, x, y, conjunctive):
        if self.semantics == "product":
            return x * y if conjunctive else x + y - x * y
        total = x + y - 1 if conjunctive else x + y
        bound = torch.tensor(0.0 if conjunctive else 1.0, dtype=total.dtype)
        gap = (total - bound).abs().detach()
        exact = (4 * x == (4 * x).round()) & (4 * y == (4 * y).round())  # sums of quarters are not rounded
        self.mark(torch.where((gap == 0) & ~exact, gap + self.tolerance / 2, gap))
        return torch.where(total > bound if conjunctive else total < bound, total, bound)


def choice_weights(own, alternatives, temperature):
    """Weights from the logits of one choice: shift by the mean of the two largest, divide, squash."""
    if own.numel() == 1:  # the difference of two logits
        shifted = torch.stack([own[0] / 2, -own[0] / 2])
        chosen = 0 if own[0] >= 0 else 1
    else:
        order = sorted(range(alternatives), key=lambda i: (-own[i].item(), i))
        shifted = own - (own[order[0]] + own[order[1]]) / 2
        chosen = order[0]
    weights = torch.sigmoid(shifted / temperature)
    half = torch.tensor(0.5, dtype=weights.dtype)
    beside = torch.nextafter(half, half.new_tensor(0.0)).repeat(alternatives)
    beside[chosen] = torch.nextafter(half, half.new_tensor(1.0))
    return weights + torch.where(weights == half, beside - weights, torch.zeros_like(weights)).detach()


class Reference:
    """choices: `LohLayer.choices`. tolerance: of values that almost tie."""

    def __init__(self, program, semantics, choices, tolerance=1e-5):
        self.program, self.semantics, self.tolerance = program, semantics, tolerance
        printer = Printer(program)
        self.modes = Modes(program)
        by_place = {(c.line, c.column): c for c in choices}
        self.logits_of = {key: by_place[place] for key, place in printer.places.items() if place in by_place}

    def __call__(self, x, logits, temperature=1.0):
        """x: [row][input]. Returns [row][output] and a mask of rows in which two values almost tie."""
        self.columns = {name: x[:, i] for i, name in enumerate(self.program.inputs)}
        self.logits, self.temperature = logits, temperature
        self.gates, self.values = Gates(self.semantics, self.tolerance), {}
        self.one = torch.ones(x.shape[0], dtype=x.dtype)
        outputs = [self.value(node) for node in self.program.outputs.values()]
        outputs = [self.one * float(o) if isinstance(o, bool) else o for o in outputs]
        close = self.gates.close_rows
        close = torch.zeros(x.shape[0], dtype=torch.bool) if close is None else close
        return torch.stack(outputs, dim=1), close

    def value(self, node):
        if id(node) not in self.values:
            self.values[id(node)] = self.compute(node)
        return self.values[id(node)]

    def compute(self, node):
        if node.kind == "var":
            return self.columns[node.name]
        if node.kind == "const":
            return node.name
        if node.kind == "ref":
            return self.value(self.program.placeholders[node.name])
        if node.kind == "choice":
            return self.compute_choice(node)
        values = [self.value(operand) for operand in node.operands]
        if node.kind == "not":
            return inverse(values[0])
        if node.kind in ("and", "or"):
            return self.gates.combine(values, node.kind == "and")
        a, b = values
        if node.kind == "implies":
            return self.gates.combine([inverse(a), b], False)
        sides = [[inverse(a), b], [a, inverse(b)]] if node.kind == "iff" else [[a, b], [inverse(a), inverse(b)]]
        return self.gates.combine([self.gates.combine(side, False) for side in sides], True)

    def compute_choice(self, node):
        values = [self.value(operand) for operand in node.operands]
        if len(values) == 1:
            return values[0]
        entry = self.logits_of.get(id(node))
        count = entry.logits if entry else 0
        own = self.logits[entry.first_logit:entry.first_logit + count] if count else torch.zeros(len(values))
        if count == 0 and len(values) == 2:
            own = torch.zeros(1)
        weights = choice_weights(own, len(values), self.temperature)
        conjunctive = self.modes.mode(node) == "conjunctive"
        gates = [1 - w if conjunctive else w for w in weights]
        terms = [self.gates.combine([gate.expand_as(self.one), value], not conjunctive) for gate, value in zip(gates, values)]
        return self.gates.combine(terms, conjunctive)
