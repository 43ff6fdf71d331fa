"""LohLayer inside torch.compile and torch.export: an opaque operator with a fake kernel."""
import pytest
import torch
from loh.torch import LohLayer, TemperatureSchedule, ops

RULE = "output y := [a, !a, true] & [b, true]; output z := [a, b, c] | !c"


def step(run, layer, x):
    """Outputs and gradients of one pass from the beginning of the noise."""
    layer.step.zero_()
    x = x.detach().clone().requires_grad_()
    layer.temperature = 1.0
    outputs = run(x)
    layer.temperature = 0.5  # no effect on the backward pass
    return (outputs, *torch.autograd.grad(outputs.square().sum(), (x, layer.logits)))


@pytest.mark.parametrize("mode", ["training", "input noise", "evaluation", "product"])
def test_compiled_equals_eager(mode):
    torch._dynamo.reset()
    layer = LohLayer(RULE, seed=1, semantics="product" if mode == "product" else "goedel",
                     input_noise=0.5 if mode == "input noise" else 0.0)  # fmt: skip
    layer.train(mode != "evaluation")
    x = torch.rand(10, 3) * 0.9 + 0.05
    compiled = torch.compile(layer, backend="aot_eager", fullgraph=True)
    for eager, other in zip(step(layer, layer, x), step(compiled, layer, x)):
        torch.testing.assert_close(eager, other, rtol=0, atol=1e-6)
    assert layer.step.item() == (0 if mode == "evaluation" else 1)


def test_inductor_uses_the_noise_of_the_forward_pass(tmp_path, monkeypatch):
    monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path))
    torch._dynamo.reset()
    layer = LohLayer(RULE, seed=1, semantics="product", input_noise=0.5)
    x = torch.rand(10, 3) * 0.9 + 0.05
    compiled = torch.compile(layer, fullgraph=True)
    for eager, other in zip(step(layer, layer, x), step(compiled, layer, x)):
        torch.testing.assert_close(eager, other, rtol=1e-5, atol=1e-6)


def test_new_noise_and_temperatures_do_not_compile_again():
    torch._dynamo.reset()
    layer = LohLayer(RULE, seed=1)
    counter = torch._dynamo.testing.CompileCounterWithBackend("aot_eager")
    compiled = torch.compile(layer, backend=counter, fullgraph=True)
    schedule = TemperatureSchedule(layer, factor=0.9)
    x, seen = torch.rand(10, 3), []
    for _ in range(12):
        seen.append(compiled(x).detach())
        schedule.step()
    assert counter.frame_count == 1
    assert all(not torch.equal(a, b) for a, b in zip(seen, seen[1:]))


def test_a_model_with_other_modules_trains_compiled():
    torch._dynamo.reset()
    torch.manual_seed(0)
    layer = LohLayer(RULE, seed=1)
    model = torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.Sigmoid(), layer)
    compiled = torch.compile(model, backend="aot_eager", fullgraph=True)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    x = torch.rand(64, 4)
    losses = []
    for _ in range(60):
        loss = (compiled(x)[:, 0] - (x[:, 0] > 0.5).float()).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.7 * losses[0]


def test_operators_pass_the_checks_of_pytorch():
    layer = LohLayer(RULE, seed=1)
    x = (torch.rand(6, 3) * 0.8 + 0.1).requires_grad_()
    arguments = (x, layer.logits, layer.settings, layer.step, layer._spec, 1, False, True, 1)
    torch.library.opcheck(ops.forward_op, arguments, test_utils=("test_schema", "test_faketensor", "test_aot_dispatch_dynamic"))
    torch.library.opcheck(ops.input_noise, (x.detach(), layer.settings, layer.step, 1, True), test_utils=("test_schema",))


def test_exported_programs_give_the_same():
    layer = LohLayer(RULE, seed=1).eval()
    x = torch.rand(5, 3)
    exported = torch.export.export(layer, (x,)).module()
    assert torch.equal(exported(x), layer(x))
