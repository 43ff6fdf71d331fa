"""Wildfire, addition and tables: scenes, programs, cuts. Training runs in `make paper-quick`."""
import itertools

import loh
import numpy as np
import paper_package  # noqa: F401
import pytest
import torch
from experiments.paper import addition, tables, wildfire
from experiments.paper.wildfire_scenes import CONCEPTS, FEATURES, generate, risk_of
from loh.torch import LohLayer


@pytest.fixture(scope="module")
def scenes():
    return generate(300, 24, seed=0)


def test_the_risk_is_the_formula_of_the_example():
    formula = loh.parse(wildfire.program("full")).formula
    assert wildfire.is_exact(formula)
    assert not wildfire.is_exact(loh.Formula("(Forest | DryVegetation) & (LowHum | HighTemp & !Rained)"))


def test_scenes_have_the_published_frequencies(scenes):
    assert scenes.images.shape == (300, 3, 24, 24) and scenes.images.dtype == np.uint8
    assert scenes.concepts.mean(axis=0) == pytest.approx([0.5, 0.4], abs=0.1)
    assert scenes.features.mean(axis=0) == pytest.approx([0.5] * 7, abs=0.1)
    assert (scenes.risk == risk_of(scenes.concepts, scenes.features)).all()


def test_both_concepts_are_visible(scenes):
    """Dry scenes have more red than green, and forests are darker."""
    red, green, _ = scenes.images.astype(float).mean(axis=(2, 3)).T
    dry = scenes.concepts[:, 1]
    assert ((red > green) == dry).mean() > 0.95
    brightness = scenes.images.mean(axis=(1, 2, 3))
    for is_dry in (False, True):
        assert brightness[(dry == is_dry) & scenes.concepts[:, 0]].mean() < brightness[(dry == is_dry) & ~scenes.concepts[:, 0]].mean() - 10


def test_the_same_seed_draws_the_same_scenes(scenes):
    assert (generate(300, 24, seed=0).images == scenes.images).all()
    assert (generate(300, 24, seed=1).images != scenes.images).any()


@pytest.mark.parametrize("regime", wildfire.REGIMES)
def test_every_regime_contains_the_rule(regime):
    """One choice of alternatives makes the layer exact on all 512 interpretations."""
    layer = LohLayer(wildfire.program(regime), inputs=CONCEPTS + FEATURES, deviation=0).eval()
    keep = {"full": [], "one rule per set": [0, 0, 0], "partial": [0] + [1] * 5 + [0] + [1] * 4,
            "reliable": [0] + [1] * 3 + [0] + [1] * 5 + [0] + [1] * 4}[regime]  # fmt: skip
    assert len(keep) == len(layer.choices)
    with torch.no_grad():
        for choice, alternative in zip(layer.choices, keep):
            logits = layer.logits[choice.first_logit : choice.first_logit + choice.logits]
            if choice.logits == 1:
                logits.fill_(5 if alternative == 0 else -5)
            else:
                logits.fill_(-5)
                logits[alternative] = 5
    assert wildfire.is_exact(layer.hypothesis()["WFRisk"])


def test_sums_in_torch_equal_the_formula():
    digits = torch.rand(50, 20)
    layer = LohLayer(addition.program("full"), inputs=addition.INPUTS, semantics="product").eval()
    assert torch.allclose(layer(digits), addition.plain_sums(digits), atol=1e-6)


def test_the_formula_adds():
    layer = LohLayer(addition.program("full"), inputs=addition.INPUTS).eval()
    for i, j in itertools.product(range(10), range(10)):
        digits = torch.zeros(1, 20)
        digits[0, i] = digits[0, 10 + j] = 1
        assert torch.nonzero(layer(digits)[0])[:, 0].tolist() == [i + j]


def test_the_share_of_open_sums_counts_pairs_with_the_right_sum_alone():
    layer = LohLayer(addition.program("open"), inputs=addition.INPUTS, deviation=0)
    assert len(layer.choices) == 25 * 9
    with torch.no_grad():
        for number, choice in enumerate(layer.choices):
            total, (i, j) = addition.OPEN_SUMS[number // 25], addition.OPEN[number % 25]
            layer.logits[choice.first_logit] = 5 if i + j == total else -5
        assert addition.learned_table(layer) == 1
        layer.logits[layer.choices[1].first_logit] = 5  # 5 + 6 may be 10 as well
    assert addition.learned_table(layer) == pytest.approx(24 / 25)


def test_cuts_separate_the_classes_and_noise_gets_none():
    values = np.arange(100.0)
    assert tables.entropy_cuts(values, (values >= 40).astype(int), 2) == [39.5]
    assert tables.entropy_cuts(values, np.arange(100) % 2, 2) == []


def test_cuts_are_fitted_on_training_rows_unless_the_leak_is_wanted():
    """A column that says the class in test rows only: a leak makes a feature of it."""
    split = tables.published_split(500)
    labels = np.random.default_rng(0).integers(0, 2, 500)
    column = np.zeros(500)
    column[split.test] = labels[split.test]
    table = tables.Table([column, labels.astype(float)], labels, 2)
    assert tables.encode(table, leak=False).x.shape[1] == 2
    assert tables.encode(table, leak=True).x.shape[1] == 4


def test_values_that_training_rows_lack_are_no_value():
    split = tables.published_split(50)
    column = np.array(["a", "b"] * 25)
    column[split.test[0]] = "new"
    encoded = tables.encode(tables.Table([column], np.arange(50) % 2, 2), leak=False)
    assert encoded.x.shape[1] == 2 and encoded.x[split.test[0]].tolist() == [0, 0]
