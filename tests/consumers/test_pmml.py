"""PMML in JPMML-Evaluator, in one Java virtual machine for all models."""
import pytest
from jpmml_evaluator import make_evaluator
from jpmml_evaluator.jpype import JPypeBackend

from consumer_cases import compare


@pytest.fixture(scope="module")
def backend():
    return JPypeBackend()


def arguments(case, row):
    return {name: cell > 0.5 if case.kinds[name] == "truth" else cell for name, cell in row.items()}


def test_pmml_agrees_with_predict(backend):
    def predict(case):
        evaluator = make_evaluator(str(case.path("pmml")), backend=backend)
        needed = [field.name for field in evaluator.getInputFields()]
        return [
            evaluator.evaluate(arguments(case, {name: row[name] for name in needed}))[case.target] for row in case.rows
        ]

    compare("pmml", predict)
