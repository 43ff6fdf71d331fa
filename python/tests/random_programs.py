"""Random programs of every construct of propositional formulas with choices, as trees (torch_reference.py)."""
import random

from torch_reference import Node, TreeProgram


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def program(self):
        self.inputs = [f"v{i}" for i in range(self.random.randint(2, 6))]
        self.names = []
        placeholders = {}
        for i in range(self.random.randint(0, 3)):
            placeholders[f"p{i}"] = self.formula(self.random.randint(1, 2))
            self.names.append(f"p{i}")
        outputs = {f"y{i}": self.output() for i in range(self.random.randint(1, 3))}
        return TreeProgram(self.inputs, placeholders, outputs)

    def output(self):
        if self.random.random() < 0.3:
            return self.neuron()
        return self.formula(self.random.randint(2, 4))

    def neuron(self):
        """A conjunction or disjunction of choices, which the library compiles to a dense layer."""
        kind = self.random.choice(["and", "or"])
        neutral = kind == "and"
        three = self.random.random() < 0.4
        terms = []
        for name in self.inputs:
            literals = [Node("var", name=name)]
            if three:
                literals.append(Node("not", [Node("var", name=name)]))
            terms.append(Node("choice", literals + [Node("const", name=neutral)]))
        return Node(kind, terms)

    def leaf(self):
        if self.names and self.random.random() < 0.4:
            return Node("ref", name=self.random.choice(self.names))
        return Node("var", name=self.random.choice(self.inputs))

    def formula(self, depth):
        if depth == 0:
            return self.leaf()
        kind = self.random.choices(["choice", "and", "or", "not", "implies", "iff", "xor"], [8, 5, 5, 3, 1, 1, 1])[0]
        count = {"not": 1, "implies": 2, "iff": 2, "xor": 2, "choice": self.random.choice([1, 2, 2, 3, 4, 5])}.get(
            kind, self.random.randint(2, 3)
        )
        operands = [self.formula(self.random.randint(0, depth - 1)) for _ in range(count)]
        suffix = ""
        if kind == "choice":
            suffix = self.random.choices(["", "@or", "@and"], [8, 1, 1])[0]
            if self.random.random() < 0.25:
                operands[-1] = Node("const", name=self.random.random() < 0.5)
        return Node(kind, operands, suffix=suffix)
