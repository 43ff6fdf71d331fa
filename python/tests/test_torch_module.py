"""LohLayer as a module: training, copies, files, threads."""
import copy
import io
import subprocess
import sys
import threading

import pytest
import torch
from loh.torch import LohLayer, scale_steps

RULE = "output y := [a, !a, true] & [b, true]; output z := [a, b, c] | !c"
NAMES = ["a", "b", "c"]


def rule_layer(**options):
    return LohLayer(RULE, inputs=NAMES, **{"seed": 3, **options})


def trained(layer, steps=60):
    """The layer after training of y towards `b`."""
    optimizer = torch.optim.Adam(layer.parameters(), lr=0.1)
    for _ in range(steps):
        x = (torch.rand(64, 3) > 0.5).float()
        loss = (layer(x)[:, 0] - x[:, 1]).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return layer


# --- Training ---


def test_parameter_groups_clipping_and_schedulers_work():
    below = torch.nn.Linear(4, 3)
    layer = rule_layer()
    optimizer = torch.optim.AdamW([{"params": below.parameters(), "lr": 1e-3}, {"params": layer.parameters(), "lr": 0.1}])
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 5)
    before = layer.logits.detach().clone()
    for _ in range(10):
        loss = layer(torch.sigmoid(below(torch.rand(8, 4)))).square().mean()
        optimizer.zero_grad()
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_([*below.parameters(), *layer.parameters()], 1e-3)
        assert norm > 0 and layer.logits.grad.norm() <= 1e-3
        optimizer.step()
        scheduler.step()
    assert not torch.equal(before, layer.logits)


def test_training_finds_the_formula():
    torch.manual_seed(0)
    assert str(trained(rule_layer(), 200).hypothesis(simplify=True)["y"]) == "b"


@pytest.mark.parametrize("make", [lambda p: torch.optim.SGD(p, lr=0.3), lambda p: torch.optim.Adam(p, lr=0.3)])
def test_scaled_steps_equal_training_of_two_logits(make):
    layer = LohLayer("output y := [a, b]", inputs=["a", "b"], deviation=0, semantics="product").eval()
    pair = torch.nn.Parameter(torch.zeros(2))
    ours, theirs = make(layer.parameters()), make([pair])
    scale_steps(ours, layer)
    x = torch.tensor([[0.9, 0.2], [0.3, 0.4]])
    for _ in range(5):
        shifted = torch.sigmoid(pair - pair.mean())
        for optimizer, y in ((ours, layer(x)[:, 0]), (theirs, 1 - (1 - shifted * x).prod(1))):
            optimizer.zero_grad()
            y.sum().backward()
            optimizer.step()
        torch.testing.assert_close(layer.logits[0], pair[0] - pair[1], rtol=1e-4, atol=1e-5)


# --- Copies, files, threads ---


def test_a_state_dict_restores_outputs_and_noise():
    layer, x = trained(rule_layer()), torch.rand(9, 3)
    layer.temperature, layer.input_noise = 0.3, 0.5
    other = rule_layer(seed=3)
    other.load_state_dict(layer.state_dict())
    assert torch.equal(layer(x), other(x)) and other.temperature == 0.3 and other.step.item() == layer.step.item()
    assert torch.equal(layer.eval()(x), other.eval()(x))


def test_a_converted_state_dict_is_converted_back():
    layer, x = rule_layer(temperature=0.5), torch.rand(9, 3)
    other = rule_layer()
    other.load_state_dict({name: value.half() for name, value in layer.state_dict().items()}, assign=True)
    assert other.temperature == 0.5 and other.settings.dtype == torch.float64 and other.step.dtype == torch.int64
    torch.testing.assert_close(other(x), layer(x), rtol=0, atol=1e-2)


@pytest.mark.parametrize("how", ["deepcopy", "save"])
def test_copies_are_independent_and_equal(how):
    layer, x = trained(rule_layer()), torch.rand(9, 3)
    if how == "deepcopy":
        other = copy.deepcopy(layer)
    else:
        file = io.BytesIO()
        torch.save(layer, file)
        file.seek(0)
        other = torch.load(file, weights_only=False)
    assert torch.equal(layer(x), other(x)) and other.inputs == NAMES
    with torch.no_grad():
        other.logits.add_(100 * torch.rand_like(other.logits))
    other.temperature = 0.1
    assert not torch.equal(layer.eval()(x), other.eval()(x)) and layer.temperature == 1.0
    assert list(map(str, other.hypothesis().values()))


def test_layers_and_one_layer_in_several_threads():
    shared = rule_layer().eval()
    x = torch.rand(300, 3)
    expected = torch.autograd.grad(shared(x).sum(), shared.logits)[0]
    failures = []

    def work(seed):
        own = trained(rule_layer(seed=seed), 10)
        alone = trained(rule_layer(seed=seed), 0)
        for _ in range(20):
            if not torch.equal(torch.autograd.grad(shared(x).sum(), shared.logits)[0], expected):
                failures.append(seed)
        if own.step.item() != 10 or alone.step.item() != 0:
            failures.append(-seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_several_layers_in_one_model():
    model = torch.nn.Sequential(LohLayer("output h := [a, b]; output k := [b, c]"), LohLayer("output y := [h, k] & k"))
    x = torch.rand(4, 3, requires_grad=True)
    model(x).sum().backward()
    assert all(parameter.grad is not None for parameter in model.parameters()) and x.grad is not None
    assert len(model.state_dict()) == 6


def test_a_missing_torch_names_its_extra():
    code = "import sys; sys.modules['torch'] = None; import loh; loh.torch"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "pip install 'loh[torch]'" in result.stderr
