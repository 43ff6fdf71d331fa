"""SMT-LIB 2 in Z3: the value of `prediction` for each row, and questions with an answer."""
import json
import re
import struct

import z3

from consumer_cases import CASES, compare

SORT = z3.Float64()


def double(value):
    if value is None:
        return z3.fpNaN(SORT)
    return z3.fpBVToFP(z3.BitVecVal(struct.unpack("<Q", struct.pack("<d", value))[0], 64), SORT)


class Decision:
    """A file, read by Z3, with `prediction` as an expression over the constants of the columns."""

    def __init__(self, case):
        self.case = case
        text = case.text("smt2") + "(declare-const answer Class)\n(assert (= answer prediction))\n"
        (assertion,) = z3.parse_smt2_string(text)
        self.answer = assertion.arg(0)
        self.prediction = assertion.arg(1)
        self.constants = {}
        self.missing = missing_texts(case.text("smt2"))
        self.collect(self.prediction)

    def collect(self, root):
        seen, stack = set(), [root]
        while stack:
            term = stack.pop()
            if term.get_id() in seen:
                continue
            seen.add(term.get_id())
            stack += term.children()
            if z3.is_const(term) and term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
                self.constants[term.decl().name()] = term

    def values(self, row):
        for name, constant in self.constants.items():
            column = name[name.index(".") + 1 :]
            cell = row[self.columns[column]]
            if constant.sort() == SORT:
                yield constant, double(cell)
            elif constant.sort() == z3.BoolSort():
                yield constant, z3.BoolVal(cell > 0.5)
            else:
                yield constant, self.category(constant.sort(), column, cell)

    def category(self, sort, column, cell):
        constructors = {sort.constructor(i).name(): sort.constructor(i)() for i in range(sort.num_constructors())}
        if cell is None or cell in self.missing[sort.name()]:
            return constructors["missing." + column]
        return constructors.get(f"value.{column}={symbol(cell)}", constructors["unseen." + column])

    @property
    def columns(self):
        return {symbol(name): name for name in self.case.kinds}

    def predict(self, row):
        value = z3.simplify(z3.substitute(self.prediction, *self.values(row)))
        return value.decl().name()


def missing_texts(text):
    """The texts that mean missing, by sort: a comment above the declaration of the sort."""
    found = re.findall(r"^; missing texts: (.*)\n\(declare-datatypes \(\((\|[^|]*\||\S+) 0\)", text, re.M)
    return {name.strip("|"): json.loads(texts) for texts, name in found}


def symbol(text):
    """The escapes of the target."""
    plain = lambda byte: 0x20 <= byte < 0x7F and chr(byte) not in "|\\{}="
    return "".join(chr(byte) if plain(byte) else "{%02x}" % byte for byte in text.encode())


def test_smt2_agrees_with_predict():
    def predict(case):
        decision = Decision(case)
        names = {"class." + symbol(name): name for name in case.classes}
        return [names[decision.predict(row)] for row in case.rows]

    compare("smt2", predict)


def test_a_class_that_occurs_is_satisfiable():
    """Without differences and points, which take a solver longer than a test should."""
    asked = 0
    for case in CASES:
        if case.votes or case.path("smt2") is None or "fp.sub" in case.text("smt2") or len(case.text("smt2")) > 20_000:
            continue
        decision = Decision(case)
        sort = decision.answer.sort()
        classes = {sort.constructor(i).name(): sort.constructor(i)() for i in range(sort.num_constructors())}
        for name in sorted(set(case.expected)):
            solver = z3.Solver()
            solver.add(decision.prediction == classes["class." + symbol(name)])
            assert solver.check() == z3.sat, (case.folder, name)
            asked += 1
    assert asked > 0
