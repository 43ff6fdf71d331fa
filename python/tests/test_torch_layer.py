"""LohLayer: passes, noise, names, errors."""
import loh
import pytest
import torch
from loh.torch import LohLayer, TemperatureSchedule
from test_torch_module import NAMES, RULE, rule_layer, trained

# --- Passes ---


def test_shape_names_and_formulas():
    layer = rule_layer()
    assert layer(torch.rand(5, 3)).shape == (5, 2)
    assert (layer.inputs, layer.outputs) == (NAMES, ["y", "z"])
    assert set(layer.hypothesis()) == {"y", "z"}
    assert all(isinstance(formula, loh.Formula) for formula in layer.hypothesis().values())
    assert layer(torch.rand(0, 3)).shape == (0, 2)


def test_a_bare_formula_has_the_empty_name():
    layer = LohLayer("[a, b] & c")
    assert layer.outputs == [""] and layer.inputs == ["a", "b", "c"]


def test_programs_and_formulas_as_objects():
    program = loh.parse("const n = 2; or(i in 1..n: [v[i], false])", constants={"n": 3})
    assert LohLayer(program).inputs == ["v[1]", "v[2]", "v[3]"]
    a, b = loh.var("a"), loh.var("b c")
    assert LohLayer(a & loh.choice(b, ~b)).inputs == ["a", "`b c`"]


def test_rounded_outputs_are_the_formulas():
    layer = trained(rule_layer()).eval()
    x = torch.rand(500, 3)
    outputs = layer(x)
    for column, formula in enumerate(layer.hypothesis().values()):
        for row in range(len(x)):
            values = {name: bool(x[row, i] > 0.5) for i, name in enumerate(NAMES)}
            assert formula.evaluate(values) == bool(outputs[row, column] > 0.5)


def test_one_half_counts_as_false():
    layer = LohLayer("output y := a | b", inputs=["a", "b"]).eval()
    value = layer(torch.tensor([[0.5, 0.0]]))
    assert value.item() == 0.5 and not value.item() > 0.5
    assert loh.torch.name_units(torch.tensor([[0.5], [0.6]]), [0, 1], ["x", "o"]) == ["o"]


def test_a_dict_of_columns_equals_the_matrix():
    layer = rule_layer().eval()
    x = torch.rand(7, 3, requires_grad=True)
    columns = {"c": x[:, 2], "a": x[:, 0], "b": x[:, 1:2]}
    assert torch.equal(layer(columns), layer(x))
    layer(columns).sum().backward()
    assert x.grad.abs().sum() > 0


@pytest.mark.parametrize("layout", ["transposed", "sliced", "expanded", "reversed"])
def test_any_strides_give_the_same(layout):
    layer = rule_layer().eval()
    x = torch.rand(6, 3)
    other = {
        "transposed": x.T.contiguous().T,
        "sliced": torch.cat([x, x], dim=1)[:, :3],
        "expanded": x[:1].expand(6, 3),
        "reversed": x.flip(0).contiguous().flip(0),
    }[layout].requires_grad_()
    same = other.detach().clone().contiguous().requires_grad_()
    weights = torch.rand(2, 6).T
    assert torch.equal(layer(other), layer(same))
    (ours,) = torch.autograd.grad(layer(other), other, weights)
    (theirs,) = torch.autograd.grad(layer(same), same, weights)
    assert torch.equal(ours, theirs)


def test_contiguous_float32_inputs_are_not_copied(monkeypatch):
    layer = rule_layer().eval()
    seen = []
    original = loh.torch.ops.run_forward
    monkeypatch.setattr(loh.torch.ops, "run_forward", lambda network, x, logits, *rest: (
        seen.append((x.data_ptr(), logits.data_ptr())), original(network, x, logits, *rest))[1])
    x = torch.rand(4, 3)
    layer(x)
    assert seen == [(x.data_ptr(), layer.logits.data_ptr())]


@pytest.mark.parametrize("dtype", [torch.float64, torch.float16, torch.bfloat16])
def test_other_types_are_converted_and_returned(dtype):
    layer = rule_layer().eval()
    x = torch.rand(5, 3).to(dtype).requires_grad_()
    y = layer(x)
    y.sum().backward()
    assert y.dtype == dtype and x.grad.dtype == dtype
    assert torch.equal(y, layer(x.float()).to(dtype))


def test_float64_logits_keep_their_type():
    layer = rule_layer().double().eval()
    y = layer(torch.rand(4, 3))
    y.sum().backward()
    assert y.dtype == torch.float32 and layer.logits.grad.dtype == torch.float64
    assert layer.settings.dtype == torch.float64 and layer.half().settings.dtype == torch.float64


def test_several_passes_before_the_backward_passes():
    layer = rule_layer().eval()
    inputs = [torch.rand(8, 3, requires_grad=True) for _ in range(6)]
    outputs = [layer(x) for x in inputs]
    for x, y in reversed(list(zip(inputs, outputs))):
        y.sum().backward()
        (alone,) = torch.autograd.grad(layer(x).sum(), x)
        assert torch.equal(x.grad, alone)


def test_a_graph_may_be_used_twice():
    layer, x = rule_layer().eval(), torch.rand(8, 3, requires_grad=True)
    y = layer(x).sum()
    first = torch.autograd.grad(y, (x, layer.logits), retain_graph=True)
    second = torch.autograd.grad(y, (x, layer.logits))
    assert all(torch.equal(a, b) for a, b in zip(first, second))


def test_a_second_derivative_is_refused():
    layer, x = rule_layer().eval(), torch.rand(8, 3, requires_grad=True)
    (slope,) = torch.autograd.grad(layer(x).sum(), x, create_graph=True)
    with pytest.raises(RuntimeError, match="no second derivative"):
        slope.square().sum().backward()


def test_no_grad_records_nothing():
    layer = rule_layer().eval()
    with torch.no_grad():
        assert not layer(torch.rand(3, 3, requires_grad=True)).requires_grad
    with torch.inference_mode():
        layer(torch.rand(3, 3))
    layer.logits.requires_grad_(False)
    assert not layer(torch.rand(3, 3)).requires_grad
    x = torch.rand(3, 3, requires_grad=True)
    layer(x).sum().backward()
    assert layer.logits.grad is None and x.grad is not None


# --- Noise, temperature ---


def test_noise_acts_in_training_only_and_is_reproducible():
    layer, x = rule_layer(), torch.rand(16, 3)
    first, second = layer(x), layer(x)
    assert not torch.equal(first, second)
    again = rule_layer()
    assert torch.equal(again(x), first) and torch.equal(again(x), second)
    layer.eval()
    assert torch.equal(layer(x), layer(x)) and layer.step.item() == 2
    layer.train()
    layer.noise = 0.0
    assert torch.equal(layer(x), layer.eval()(x))


def test_a_seed_of_none_follows_the_seed_of_torch():
    torch.manual_seed(5)
    first = LohLayer(RULE)
    torch.manual_seed(5)
    second = LohLayer(RULE)
    assert torch.equal(first.logits, second.logits) and first.seed == second.seed
    assert LohLayer(RULE).seed != second.seed


def test_settings_are_floats_that_may_change():
    layer, x = rule_layer().eval(), torch.rand(16, 3)
    before = layer(x)
    layer.temperature = 0.1
    assert isinstance(layer.temperature, float) and layer.temperature == 0.1
    assert not torch.equal(layer(x), before)
    for name, value in (("temperature", 0.0), ("noise", -1.0), ("temperature", float("nan")), ("input_noise", float("inf"))):
        with pytest.raises(loh.Error, match=name):
            setattr(layer, name, value)


def test_the_schedule_lowers_the_temperature_to_its_floor():
    layer = rule_layer()
    schedule = TemperatureSchedule(layer, factor=0.5, floor=0.2, noise_factor=0.5)
    seen = []
    for _ in range(4):
        schedule.step()
        seen.append((layer.temperature, layer.noise))
    assert seen == [(0.5, 0.5), (0.25, 0.25), (0.2, 0.125), (0.2, 0.0625)]
    with pytest.raises(loh.Error, match="factor"):
        TemperatureSchedule(layer, factor=1.5)


def test_input_noise_makes_inputs_true_with_their_probability():
    layer = LohLayer("output y := a", inputs=["a"], input_noise=1.0, seed=1)
    x = torch.full((20000, 1), 0.3)
    share = (layer(x) > 0.5).float().mean().item()
    assert abs(share - 0.3) < 0.02
    first = LohLayer("output y := a", inputs=["a"], input_noise=1.0, seed=1)(x)
    layer.step.zero_()
    assert torch.equal(layer(x), first) and not torch.equal(layer(x), first)
    assert torch.equal(layer.eval()(x), x)


def test_numbers_are_those_of_the_libtorch_module():
    """libtorch/layer_test.cpp has the same numbers."""
    layer = LohLayer("output y := [a, !a, b] & [b, true]", inputs=["a", "b"], seed=7, noise=0.5, input_noise=0.7)
    x = torch.tensor([[0.2, 0.7], [0.6, 0.4]])
    values = torch.cat([layer(x)[:, 0] for _ in range(2)])
    assert torch.allclose(values, torch.tensor([0.4745638, 0.3607225, 0.6060118, 0.4543030]), atol=1e-6)


def test_input_noise_passes_gradients():
    layer = LohLayer("output y := a & b", inputs=["a", "b"], input_noise=0.5)
    x = torch.tensor([[0.2, 0.9], [1.0, 0.0]], requires_grad=True)
    layer(x).sum().backward()
    assert torch.isfinite(x.grad).all() and x.grad[0].abs().sum() > 0


# --- Errors ---


@pytest.mark.parametrize(("make", "message"), [
    (lambda: rule_layer()(torch.rand(4, 2)), r"must be \(batch, 3\), they are \(4, 2\)"),
    (lambda: rule_layer()(torch.rand(3)), r"must be \(batch, 3\)"),
    (lambda: rule_layer()(torch.tensor([[0.0, 2.0, 0.0]])), "input b in row 0 is 2"),
    (lambda: rule_layer()(torch.tensor([[0.0, float("nan"), 0.0]])), "input b in row 0"),
    (lambda: rule_layer(input_noise=1.0)(torch.tensor([[0.0, 2.0, 0.0]])), "row 0, column 1 is 2"),
    (lambda: rule_layer()({"a": torch.rand(2), "b": torch.rand(2)}), "no column for c"),
    (lambda: rule_layer()({"a": torch.rand(2), "b": torch.rand(2), "c": torch.rand(2), "d": torch.rand(2)}), "unknown: d"),
    (lambda: LohLayer(RULE, inputs=["a", "b"]), "c, which is not an input column"),
    (lambda: LohLayer("[a, b"), "never closed"),
    (lambda: LohLayer("output y := [age >= 40, true] & b"), "compares table columns"),
    (lambda: LohLayer("output y := age > ? & b"), "hole"),
    (lambda: LohLayer(RULE, semantics="fuzzy"), "no semantics `fuzzy`"),
    (lambda: LohLayer(RULE, temperature=0), "temperature"),
])
def test_errors_say_what_is_wrong(make, message):
    with pytest.raises(loh.Error, match=message):
        make()


@pytest.mark.parametrize("wrong", [[[0.0, 1.0, 1.0]], torch.ones(2, 3, dtype=torch.int64)])
def test_other_types_are_refused(wrong):
    with pytest.raises(TypeError):
        rule_layer()(wrong)


def test_inputs_must_be_a_list():
    with pytest.raises(TypeError, match="list of names"):
        LohLayer(RULE, inputs="abc")


def test_unchecked_inputs_are_passed_on():
    layer = LohLayer("output y := a | b", inputs=["a", "b"], check_inputs=False).eval()
    assert layer(torch.tensor([[2.0, 0.0]])).item() == 2.0


def test_a_named_comparison_is_an_input():
    layer = LohLayer("output y := [age >= 40, true] & b", inputs=["age >= 40", "b"])
    assert layer(torch.rand(3, 2)).shape == (3, 1)


def test_warnings_of_the_program_are_shown():
    with pytest.warns(loh.LohWarning, match="p"):
        LohLayer("p := [a, b]; output y := a & b")
