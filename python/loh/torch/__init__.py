"""Programs with choices as PyTorch modules.

    import loh, torch
    layer = loh.torch.LohLayer("output y := [a, !a, true] & [b, true]", inputs=["a", "b"])
    y = layer(torch.rand(32, 2))    # (32, 1); gradients to the inputs and to layer.logits
    layer.hypothesis()              # {"y": Formula}: the formula of this moment

`docs/torch.md` describes everything with examples.
"""

from ..errors import missing_extra

try:
    import torch as _torch  # noqa: F401
except ImportError as error:
    raise missing_extra("PyTorch", "torch", "loh.torch") from error

from .layer import Choice, LohLayer
from .training import TemperatureSchedule, scale_steps
from .units import name_units

__all__ = ["Choice", "LohLayer", "TemperatureSchedule", "name_units", "scale_steps"]
