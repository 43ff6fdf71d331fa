"""ONNX in onnxruntime."""
import numpy as np
import onnx
import onnxruntime
import pytest

from consumer_cases import CASES, compare, number

TYPES = {"number": np.float64, "date": np.float64, "category": object, "truth": bool}


def inputs(case, session):
    feeds = {}
    for given in session.get_inputs():
        kind = case.kinds[given.name]
        cells = case.values(given.name)
        if kind in ("number", "date"):
            cells = [number(cell) for cell in cells]
        elif kind == "category":
            cells = [case.missing[given.name] if cell is None else cell for cell in cells]
        else:
            cells = [cell > 0.5 for cell in cells]
        feeds[given.name] = np.array(cells, dtype=TYPES[kind]).reshape(-1, 1)
    return feeds


def run(case, name):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(case.path(name)), options, providers=["CPUExecutionProvider"])
    names = [output.name for output in session.get_outputs()]
    return dict(zip(names, session.run(None, inputs(case, session))))


def test_onnx_agrees_with_predict():
    compare("onnx", lambda case: list(run(case, "onnx")["prediction"]))


def test_rules_points_and_probabilities_agree():
    for case in CASES:
        if case.path("onnx-full") is None:
            continue
        found = run(case, "onnx-full")
        assert list(found["prediction"]) == case.expected
        for got, expected in zip(found["probabilities"], case.proba):
            assert got == pytest.approx(expected, rel=1e-12, abs=1e-300)
        if case.votes:
            assert found["points"].tolist() == case.points
            holding = [[rule + 1 for rule, holds in enumerate(row) if holds] for row in found["rules"][:, 1:]]
            assert holding == case.rules
        else:
            assert found["rule"].tolist() == case.rules


def test_models_pass_the_checker():
    for case in CASES:
        if case.path("onnx") is not None:
            onnx.checker.check_model(onnx.load(case.path("onnx")), full_check=True)
