"""Helpers for training: temperature schedule and steps of logits."""

import torch

from ..errors import Error


class TemperatureSchedule:
    """Multiplies the temperature of layers by ``factor`` at each ``step()``, down to ``floor``.

    Parameters
    ----------
    layers : LohLayer or list of LohLayer
        the layers.
    factor : float
        above 0 and at most 1.
    floor : float
        the least temperature.
    noise_factor : float
        the same for the noise, which by default stays constant.
    noise_floor : float
        the least noise.

    Raises
    ------
    loh.Error
        if a factor is not above 0 and at most 1.

    Examples
    --------
    >>> layer = loh.torch.LohLayer("output y := [a, b]")
    >>> schedule = loh.torch.TemperatureSchedule(layer, factor=0.5, floor=0.2)
    >>> for epoch in range(3):
    ...     schedule.step()
    >>> layer.temperature
    0.2
    """

    def __init__(self, layers, factor=0.99, floor=0.1, noise_factor=1.0, noise_floor=0.0):
        self.layers = [layers] if isinstance(layers, torch.nn.Module) else list(layers)
        for name, value in (("factor", factor), ("noise_factor", noise_factor)):
            if not 0 < value <= 1:
                raise Error(f"{name} must be above 0 and at most 1, it is {value}")
        self.factor, self.floor = float(factor), float(floor)
        self.noise_factor, self.noise_floor = float(noise_factor), float(noise_floor)

    def step(self):
        """Once for each epoch, or as often as wanted.

        Examples
        --------
        >>> layer = loh.torch.LohLayer("output y := [a, b]")
        >>> loh.torch.TemperatureSchedule(layer, factor=0.5).step()
        >>> layer.temperature
        0.5
        """
        for layer in self.layers:
            if layer.temperature > self.floor:
                layer.temperature = max(self.floor, layer.temperature * self.factor)
            if layer.noise > self.noise_floor:
                layer.noise = max(self.noise_floor, layer.noise * self.noise_factor)


def scale_steps(optimizer, *layers):
    """Doubles the optimizer's steps of the logits of choices of two.

    A choice of two has one logit, the difference of two. An optimizer of two logits would move them in opposite
    directions, so the difference would move twice as far. With this, training equals that with a logit for each
    alternative, as the paper has it. Layers without choices of two are left alone.

    Parameters
    ----------
    optimizer : torch.optim.Optimizer
        an optimizer of the logits, perhaps of other parameters, too.
    *layers : LohLayer
        the layers.

    Returns
    -------
    list of handles
        ``remove()`` of each ends it.

    Examples
    --------
    >>> import torch
    >>> layer = loh.torch.LohLayer("output y := [a, b]")
    >>> handles = loh.torch.scale_steps(torch.optim.Adam(layer.parameters()), layer)
    >>> len(handles)
    2
    """
    extra = {layer: (layer.step_factors() - 1).to(layer.logits) for layer in layers}
    affected = [layer for layer in layers if bool(extra[layer].any())]
    before = {}

    def remember(*_):
        for layer in affected:
            before[layer] = layer.logits.detach().clone()

    @torch.no_grad()
    def stretch(*_):
        for layer in affected:
            layer.logits.add_(extra[layer].to(layer.logits) * (layer.logits - before[layer]))

    return [optimizer.register_step_pre_hook(remember), optimizer.register_step_post_hook(stretch)]
