"""LohLayer: a program with choices as a module."""

from __future__ import annotations

import json
import warnings
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Union

import torch

from ..errors import Error, LohWarning, listed
from ..language import Formula, Program, parse
from . import ops


class _Setting:
    """A float that is stored in `layer.settings`, a tensor, so that changes of it do not compile a graph again."""

    def __init__(self, name: str, index: int, above_zero: bool) -> None:
        self.name, self.index, self.above_zero = name, index, above_zero

    def __get__(self, layer: LohLayer, owner: type) -> float:
        return layer.settings[self.index].item()

    def __set__(self, layer: LohLayer, value: float) -> None:
        value = float(value)
        if not (value > 0 if self.above_zero else value >= 0) or value == float("inf"):
            bound = "above 0" if self.above_zero else "at least 0"
            raise Error(f"{self.name} must be a finite number {bound}, it is {value}")
        layer.settings[self.index] = value
        layer._perturbs = layer.settings[2].item() > 0


class Choice(NamedTuple):
    """One choice of a program and the range of its logits, from `LohLayer.choices`.

    Examples
    --------
    >>> layer = loh.torch.LohLayer("output y := [a, b, c]")
    >>> layer.choices[0].alternatives, layer.choices[0].logits
    (3, 3)
    """

    mode: str  #: "conjunctive" or "disjunctive"
    alternatives: int  #: how many there are
    first_logit: int  #: the place of its first logit in ``layer.logits``
    logits: int  #: 0, 1 (the difference of two) or the number of alternatives
    line: int  #: in the text of the program, from 1
    column: int  #: in characters, from 1


class LohLayer(torch.nn.Module):
    """A program with choices as a differentiable layer: truth values in [0, 1] to truth values in [0, 1].

    noise, temperature and input_noise are floats that may be set between steps. ``logits`` is the only parameter. ``step`` counts the
    passes in train() mode: seed and step determine the noise.

    Parameters
    ----------
    program : str, Program or Formula
        text of the language, or an object whose ``str`` is such a text.
    inputs : list of str, optional
        names of the input columns, in order; by default the declared inputs, then the others by first use.
    semantics : {'goedel', 'product', 'lukasiewicz'}
        Gödel semantics has lossless extraction.
    noise : float
        scale of the Gumbel noise on the logits, in train() mode only.
    temperature : float
        divides the shifted logits.
    seed : int, optional
        of the noise and of the initial logits; by default drawn from PyTorch's generator.
    input_noise : float
        scale of the logistic noise on the logits of the inputs, in train() mode only (the Gödel trick for networks below the layer).
    deviation : float
        standard deviation of the initial logits; 0 chooses the first alternatives.
    check_inputs : bool
        whether an input outside [0, 1], or NaN, is an error.
    threads : int, optional
        of one pass; by default torch.get_num_threads() when the layer is made.

    Raises
    ------
    loh.Error
        if the program has a mistake, a hole, or compares table columns that ``inputs`` does not name.

    Examples
    --------
    >>> import torch
    >>> layer = loh.torch.LohLayer("output y := [a, !a] & [b, true]", inputs=["a", "b"], seed=0)
    >>> layer(torch.rand(32, 2)).shape
    torch.Size([32, 1])
    """

    noise = _Setting("noise", 0, above_zero=False)
    temperature = _Setting("temperature", 1, above_zero=True)
    input_noise = _Setting("input_noise", 2, above_zero=False)
    logits: torch.nn.Parameter
    settings: torch.Tensor  # noise, temperature, input_noise
    step: torch.Tensor
    _perturbs: bool  # whether there is input noise; a plain bool: compiled graphs depend on it

    def __init__(
        self,
        program: Union[str, Program, Formula],
        inputs: Optional[Sequence[str]] = None,
        semantics: str = "goedel",
        noise: float = 1.0,
        temperature: float = 1.0,
        seed: Optional[int] = None,
        input_noise: float = 0.0,
        *,
        deviation: float = 0.5,
        check_inputs: bool = True,
        threads: Optional[int] = None,
    ) -> None:
        super().__init__()
        if isinstance(inputs, str):
            raise TypeError(f"inputs must be a list of names, it is the text {inputs!r}")
        names = [str(name) for name in inputs] if inputs is not None else []
        self._spec = ops.specification(_text_of(program), str(semantics), names)
        self._network = ops.network_of(self._spec)
        self._inputs = list(self._network.inputs)
        self._outputs = list(self._network.outputs)
        _refuse_table_atoms(self._network, names)
        for warning in self._network.warnings:
            warnings.warn(warning, LohWarning, stacklevel=2)
        if seed is None:
            seed = int(torch.randint(2**62, ()))
        self.seed = int(seed) & (2**63 - 1)
        self.check_inputs = bool(check_inputs)
        self.threads = torch.get_num_threads() if threads is None else int(threads)
        initial = self._network.initial_logits(self.seed, float(deviation))
        self.logits = torch.nn.Parameter(torch.tensor(initial, dtype=torch.float32))
        self.register_buffer("settings", torch.zeros(3, dtype=torch.float64))
        self.register_buffer("step", torch.zeros((), dtype=torch.int64))
        self.noise, self.temperature, self.input_noise = noise, temperature, input_noise

    # --- Names and formulas ---

    @property
    def inputs(self) -> List[str]:
        """Names of the input columns."""
        return list(self._inputs)

    @property
    def outputs(self) -> List[str]:
        """Names of the output columns. A bare formula has the empty name."""
        return list(self._outputs)

    @property
    def choices(self) -> List[Choice]:
        """The choices of the program, with the ranges of their logits."""
        return [Choice(*entry) for entry in self._network.choices]

    def hypothesis(self, simplify: bool = False) -> Dict[str, Formula]:
        """The formula of each output at this moment, without noise. One half counts as false.

        Parameters
        ----------
        simplify : bool
            whether the formulas are simplified.

        Returns
        -------
        dict of str to Formula
            the formulas by output.

        Examples
        --------
        >>> layer = loh.torch.LohLayer("output y := [a, !a] & [b, true]", deviation=0)
        >>> print(layer.hypothesis()["y"])
        a & b
        """
        logits = self._plain_logits().detach()
        formulas = self._network.hypothesis(logits.data_ptr(), logits.dtype == torch.float64, simplify)
        return dict(zip(self._outputs, formulas))

    def step_factors(self) -> torch.Tensor:
        """The factor of the optimizer's step of each logit; see `loh.torch.scale_steps`.

        Returns
        -------
        torch.Tensor
            for each logit: 2 if it is the single logit of two alternatives, otherwise 1.

        Examples
        --------
        >>> loh.torch.LohLayer("output y := [a, b]").step_factors().tolist()
        [2.0]
        """
        return torch.tensor(self._network.step_factors(), dtype=torch.float32)

    # --- Passes ---

    def forward(self, x: Union[torch.Tensor, Mapping[str, Any]]) -> torch.Tensor:
        """The truth values of the outputs.

        Parameters
        ----------
        x : torch.Tensor or dict
            (batch, inputs), or a dict with one column for each input.

        Returns
        -------
        torch.Tensor
            (batch, outputs).

        Raises
        ------
        loh.Error
            for a wrong shape, an unknown or missing column, and unless ``check_inputs`` is false for a value outside [0, 1].
        TypeError
            if x is not a tensor of floating-point numbers.

        Examples
        --------
        >>> import torch
        >>> layer = loh.torch.LohLayer("output y := a & !b")
        >>> layer({"a": torch.tensor([1.0, 1.0]), "b": torch.tensor([0.75, 0.25])}).tolist()
        [[0.25], [0.75]]
        """
        if isinstance(x, Mapping):
            x = self._columns(x)
        self._check(x)
        run = self._compiled_pass if torch.compiler.is_compiling() else self._eager_pass
        if x.dtype == torch.float32 and x.is_cpu:
            return run(x)
        return run(x.to(device="cpu", dtype=torch.float32)).to(device=x.device, dtype=x.dtype)

    def _eager_pass(self, x: torch.Tensor) -> torch.Tensor:
        if self.training and self._perturbs:
            x = ops.perturbed(x, self.settings, self.step, self.seed, self.check_inputs)
        settings = ops.settings_at(self.settings, self.step, self.seed, self.training, True)
        return ops.apply(self._network, x, self._plain_logits(), settings, self.check_inputs, self.threads)

    def _compiled_pass(self, x: torch.Tensor) -> torch.Tensor:
        if self.training and self._perturbs:
            x = ops.perturbed(x, self.settings, self.step, self.seed, self.check_inputs)
        outputs, _, _ = ops.forward_op(x, self._plain_logits(), self.settings, self.step, self._spec, self.seed,
                                       self.training, self.check_inputs, self.threads)  # fmt: skip
        if self.training:
            self.step.add_(1)
        return outputs

    def _plain_logits(self) -> torch.Tensor:
        """The logits as the kernels need them: on the CPU, float32 or float64, contiguous."""
        logits: torch.Tensor = self.logits
        if logits.is_cpu and logits.dtype == torch.float32 and logits.is_contiguous():
            return logits
        if logits.dtype not in (torch.float32, torch.float64):
            logits = logits.float()
        return logits.to("cpu").contiguous()

    # --- Checks ---

    def _check(self, x: Any) -> None:
        if not isinstance(x, torch.Tensor):
            raise TypeError(f"LohLayer needs a tensor or a dict of columns, not {type(x).__name__}")
        count = len(self._inputs)
        if x.dim() != 2 or x.shape[1] != count:
            raise Error(f"the inputs must be (batch, {count}), they are {tuple(x.shape)}",
                        hint=f"the columns are: {listed(self._inputs)}")  # fmt: skip
        if not x.is_floating_point():
            raise TypeError(f"the inputs must be floating-point truth values, they are {x.dtype}: use x.float()")

    def _columns(self, columns: Mapping[str, Any]) -> torch.Tensor:
        plain = {name.strip("`"): name for name in self._inputs}
        given = {plain.get(name, name): column for name, column in columns.items()}
        unknown = [name for name in given if name not in self._inputs]
        missing = [name for name in self._inputs if name not in given]
        if unknown or missing:
            parts = [f"no column for {listed(missing)}"] if missing else []
            parts += [f"unknown: {listed(unknown)}"] if unknown else []
            raise Error("; ".join(parts), kind="name", hint=f"the inputs of the layer are: {listed(self._inputs)}")
        return torch.stack([torch.as_tensor(given[name]).reshape(-1) for name in self._inputs], dim=1)

    # --- Copies, files and devices ---

    def __getstate__(self) -> Dict[str, Any]:
        state = self.__dict__.copy()
        del state["_network"]  # compiled again from the program
        return state

    def __setstate__(self, state: Dict[str, Any]) -> None:
        super().__setstate__(state)
        self._network = ops.network_of(self._spec)

    def _load_from_state_dict(self, *arguments: Any) -> None:
        super()._load_from_state_dict(*arguments)
        self.settings = self.settings.to("cpu", torch.float64).contiguous()  # the state may have been converted
        self.step = self.step.to("cpu", torch.int64)
        self._perturbs = self.input_noise > 0

    def _apply(self, function: Any, recurse: bool = True) -> LohLayer:
        """Settings and step stay on the CPU in their types: they are arguments of kernels that run there."""
        settings, step = self.settings, self.step
        super()._apply(function, recurse)
        self.settings, self.step = settings, step
        return self

    def extra_repr(self) -> str:
        program = json.loads(self._spec)[0]
        text = program if len(program) <= 60 else program[:57] + "..."
        return f"{text!r}, inputs={len(self._inputs)}, outputs={len(self._outputs)}, logits={self.logits.numel()}"


def _text_of(program: Any) -> str:
    """The text that is compiled, also after loading the layer from a file."""
    if isinstance(program, Program) and parse(str(program)).expanded() != program.expanded():
        return program.expanded()  # its constants have other values than in its text
    return str(program)


def _refuse_table_atoms(network: Any, names: List[str]) -> None:
    atoms = [atom for atom in network.table_atoms if atom not in names]
    if atoms:
        raise Error(
            f"the program compares table columns ({listed(atoms, 3)}), but a layer has truth values as inputs",
            kind="meaning",
            hint="use a proposition instead, or name the comparison in `inputs` and give its truth value as a column",
        )
