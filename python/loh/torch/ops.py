"""Passes through a compiled network as operations of PyTorch.

There are two ways to the same kernels:

- `apply`, an autograd function, in eager mode. The pass keeps its values for the backward pass.
- `forward_op`, a custom operator, inside `torch.compile` and `torch.export`. An operator has no memory besides its
  tensors, so its backward operator runs the forward pass again. Noise is a function of seed and step, so the second run
  gives the same values.

The second way costs more time for each call, which is why it is not the only one. Inputs are float32 on the CPU, with any
strides; logits are contiguous, float32 or float64, on the CPU.
"""

import functools
import json
from typing import List, Tuple

import torch

from .. import _core
from ..errors import Error

_INPUT_NOISE_STREAM = 0x9E3779B97F4A7C15
_SMALLEST = 1e-6  # inputs are kept this far from 0 and 1 before their logits are computed


def specification(program: str, semantics: str, inputs: List[str]) -> str:
    """Everything that determines a network, as one text."""
    return json.dumps([program, semantics, inputs])


@functools.lru_cache(maxsize=256)
def network_of(spec: str) -> _core.Network:
    return _core.Network.compile(*json.loads(spec))


def _place(matrix):
    return (matrix.data_ptr(), matrix.stride(0), matrix.stride(1))


def settings_at(settings, step, seed, training, advance):
    """The arguments of a pass besides its tensors. The binding reads noise, temperature and step from their tensors, and
    increments the step of a training pass if `advance` is true."""
    return (settings.data_ptr(), step.data_ptr(), seed, training, advance)


def run_forward(network, x, logits, settings, gradients, check, threads):
    """outputs: [row][output]; the pass, or None if gradients is 0. gradients: 1 of logits, 2 of logits and inputs."""
    rows = x.shape[0]
    outputs = torch.empty((rows, network.output_count), dtype=torch.float32)
    done = network.forward(
        rows, _place(x), logits.data_ptr(), logits.dtype == torch.float64, outputs.data_ptr(), settings, gradients, check,
        threads,
    )  # fmt: skip
    return outputs, done


def _run_backward(network, done, d_outputs, needs_inputs):
    if d_outputs.dtype != torch.float32:
        d_outputs = d_outputs.float()
    d_inputs = torch.empty((d_outputs.shape[0], network.input_count), dtype=torch.float32) if needs_inputs else None
    d_logits = torch.empty(network.logit_count, dtype=torch.float32)
    done.backward(_place(d_outputs), d_inputs.data_ptr() if needs_inputs else 0, d_logits.data_ptr())
    return d_inputs, d_logits


class _NoSecondDerivative(torch.autograd.Function):
    """Passes first derivatives on and refuses second ones."""

    @staticmethod
    def forward(ctx, value, *sources):
        return value.clone()

    @staticmethod
    def backward(ctx, *gradients):
        raise RuntimeError(
            "LohLayer has no second derivative. "
            "Call backward() or torch.autograd.grad() without create_graph=True for the part below the layer"
        )


class _Apply(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, logits, network, settings, check, threads):
        gradients = 2 if ctx.needs_input_grad[0] else 1
        outputs, ctx.done = run_forward(network, x, logits, settings, gradients, check, threads)
        ctx.network = network
        ctx.save_for_backward(x, logits)
        return outputs

    @staticmethod
    def backward(ctx, d_outputs):
        needs_inputs, needs_logits = ctx.needs_input_grad[:2]
        x, logits = ctx.saved_tensors
        d_inputs, d_logits = _run_backward(ctx.network, ctx.done, d_outputs, needs_inputs)
        if not needs_logits:
            d_logits = None
        elif logits.dtype != torch.float32:
            d_logits = d_logits.to(logits.dtype)
        if torch.is_grad_enabled():  # create_graph=True
            d_inputs, d_logits = (
                None if d is None else _NoSecondDerivative.apply(d, d_outputs, x, logits) for d in (d_inputs, d_logits)
            )
        return d_inputs, d_logits, None, None, None, None


def apply(network, x, logits, settings, check, threads):
    """One pass in eager mode. Keeps values for a backward pass only if autograd records."""
    if torch.is_grad_enabled() and (x.requires_grad or logits.requires_grad):
        return _Apply.apply(x, logits, network, settings, check, threads)
    return run_forward(network, x, logits, settings, 0, check, threads)[0]


# --- The same as operators, for torch.compile and torch.export ---


@torch.library.custom_op("loh::forward", mutates_args=())
def forward_op(
    x: torch.Tensor, logits: torch.Tensor, settings: torch.Tensor, step: torch.Tensor, spec: str, seed: int,
    training: bool, check: bool, threads: int,
) -> Tuple[torch.Tensor, torch.Tensor, torch.Tensor]:  # fmt: skip
    """outputs, and copies of settings and step for the backward pass, before which the layer may change them.

    Copies outside of the operator are not enough: inductor removes them and reads the changed tensors. Settings are a
    tensor so that their changes do not compile the graph again.
    """
    arguments = settings_at(settings, step, seed, training, False)
    outputs, _ = run_forward(network_of(spec), x.detach(), logits.detach().contiguous(), arguments, 0, check, threads)
    return outputs, settings.clone(), step.clone()


@forward_op.register_fake
def _(x, logits, settings, step, spec, seed, training, check, threads):
    outputs = x.new_empty((x.shape[0], network_of(spec).output_count))
    return outputs, torch.empty_like(settings), torch.empty_like(step)


@torch.library.custom_op("loh::backward", mutates_args=())
def backward_op(
    d_outputs: torch.Tensor, x: torch.Tensor, logits: torch.Tensor, settings: torch.Tensor, step: torch.Tensor, spec: str,
    seed: int, training: bool, threads: int, needs_inputs: bool,
) -> Tuple[torch.Tensor, torch.Tensor]:  # fmt: skip
    """Gradients of inputs (empty if they are not needed) and logits."""
    network, logits = network_of(spec), logits.detach().contiguous()
    arguments = settings_at(settings, step, seed, training, False)
    _, done = run_forward(network, x.detach(), logits, arguments, 2 if needs_inputs else 1, False, threads)
    d_inputs, d_logits = _run_backward(network, done, d_outputs, needs_inputs)
    return d_inputs if needs_inputs else x.new_empty(0), d_logits.to(logits.dtype)


@backward_op.register_fake
def _(d_outputs, x, logits, settings, step, spec, seed, training, threads, needs_inputs):
    d_inputs = x.new_empty(tuple(x.shape)) if needs_inputs else x.new_empty(0)
    return d_inputs, logits.new_empty(tuple(logits.shape))


def _keep(ctx, inputs, output):
    x, logits, _, _, ctx.spec, ctx.seed, ctx.training, _, ctx.threads = inputs
    ctx.save_for_backward(x, logits, *output[1:])


def _gradients(ctx, d_outputs, *_):
    needs_inputs, needs_logits = ctx.needs_input_grad[:2]
    d_inputs, d_logits = backward_op(
        d_outputs, *ctx.saved_tensors, ctx.spec, ctx.seed, ctx.training, ctx.threads, needs_inputs
    )
    return (d_inputs if needs_inputs else None, d_logits if needs_logits else None) + (None,) * 7


forward_op.register_autograd(_gradients, setup_context=_keep)


# --- Noise on the inputs ---


@torch.library.custom_op("loh::input_noise", mutates_args=())
def input_noise(x: torch.Tensor, settings: torch.Tensor, step: torch.Tensor, seed: int, check: bool) -> torch.Tensor:
    """Scaled samples of the logistic distribution in the shape of x, a function of seed, step and place. Checks x."""
    if check:
        wrong = ((x >= 0) & (x <= 1)).logical_not().nonzero()
        if len(wrong) > 0:
            row, column = wrong[0].tolist()
            raise Error(f"the input in row {row}, column {column} is {x[row, column].item()}, which is not a truth value",
                        hint="give values from 0 to 1")  # fmt: skip
    mixed = (seed * _INPUT_NOISE_STREAM + int(step.item()) * 0xD1342543DE82EF95 + 1) & (2**63 - 1)
    generator = torch.Generator().manual_seed(mixed)
    uniform = torch.rand(x.shape, generator=generator, dtype=torch.float64).clamp_(1e-12, 1 - 1e-12)
    return (settings[2] * torch.logit(uniform)).float()


@input_noise.register_fake
def _(x, settings, step, seed, check):
    return x.new_empty(tuple(x.shape))


def perturbed(x, settings, step, seed, check):
    """The Gödel trick on the inputs: sigmoid(logit(x) + scale * noise). With scale 1, a value exceeds one half with
    probability x."""
    return torch.sigmoid(torch.logit(x, eps=_SMALLEST) + input_noise(x.detach(), settings, step, seed, check))
