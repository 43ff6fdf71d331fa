"""Names of latent units."""
import loh
import numpy as np
import pytest
import torch
from loh.torch import name_units

# Average activations of five units for the classes x, o and b.
AVERAGES = torch.tensor([[0.1, 0.9, 0.8, 0.2, 0.9], [0.2, 0.1, 0.3, 0.1, 0.6], [0.4, 0.2, 0.9, 0.7, 0.8]])
NAMES = ["false", "x", "!o", "b", "true"]


def examples():
    """Ten examples of each class around its averages."""
    noise = torch.linspace(-0.1, 0.1, 10)[:, None]
    return torch.cat([average + noise for average in AVERAGES]).clamp(0, 1), torch.arange(3).repeat_interleave(10)


def test_names_follow_the_average_activations():
    activations, labels = examples()
    assert name_units(activations, labels, ["x", "o", "b"]) == NAMES


def test_labels_may_be_names_or_keys():
    activations, labels = examples()
    texts = [["x", "o", "b"][label] for label in labels]
    assert name_units(activations, texts, ["x", "o", "b"]) == NAMES
    assert name_units(activations.numpy(), labels.numpy() + 5, {5: "x", 6: "o", 7: "b"}) == NAMES
    assert name_units(activations, np.array(texts), ["x", "o", "b"]) == NAMES


def test_an_average_of_one_half_is_not_active():
    assert name_units(torch.tensor([[0.5, 0.4], [1.0, 0.6], [0.0, 0.5]]), [0, 1, 2], ["x", "o", "b"]) == ["o", "o"]


def test_four_classes_may_share_a_unit():
    activations = torch.tensor([[1.0], [1.0], [0.0], [0.0]])
    assert name_units(activations, [0, 1, 2, 3], ["a", "b", "c", "d"]) == ["a | b"]


def test_activations_with_gradients_are_accepted():
    activations, labels = examples()
    assert name_units(activations.requires_grad_(), labels, ["x", "o", "b"]) == NAMES


@pytest.mark.parametrize(("activations", "labels", "message"), [
    (torch.rand(3), [0, 1, 2], "must be"),
    (torch.rand(3, 2), [0, 1], "3 examples and 2 labels"),
    (torch.rand(3, 2), [0, 1, 1], "no example of class b"),
    (torch.rand(3, 2), [0, 1, 7], "the label 7 is not a class"),
])
def test_errors_say_what_is_wrong(activations, labels, message):
    with pytest.raises(loh.Error, match=message):
        name_units(activations, labels, ["x", "o", "b"])
