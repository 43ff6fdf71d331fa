"""Names for the latent units of a network below a layer."""

import torch

from ..errors import Error


def name_units(activations, labels, classes):
    """A name for each unit, by its average activation for each class.

    A unit is active for a class if its average activation exceeds one half. The name is "false" if it is active for no
    class, the class if for one, "!class" if for all but one, and "true" if for all. With four or more classes a unit may be
    active for several: then the name is "a | b".

    Parameters
    ----------
    activations : torch.Tensor
        (examples, units), in [0, 1].
    labels : list or torch.Tensor
        (examples,): the class of each example, as an index into ``classes`` or as one of them.
    classes : list or dict
        names of the classes, or a dict from label to name.

    Returns
    -------
    list of str
        a name for each unit.

    Raises
    ------
    loh.Error
        for wrong shapes, an unknown label, or a class without an example.

    Examples
    --------
    >>> import torch
    >>> activations = torch.tensor([[0.9, 0.8, 0.1], [0.2, 0.9, 0.3], [0.1, 0.2, 0.4]])
    >>> loh.torch.name_units(activations, labels=[0, 1, 2], classes=["x", "o", "b"])
    ['x', '!b', 'false']
    """
    names, index = _classes(classes)
    activations = torch.as_tensor(activations).detach().to(device="cpu", dtype=torch.float64)
    if activations.dim() != 2:
        raise Error(f"activations must be (examples, units), they are {tuple(activations.shape)}")
    values = labels.tolist() if hasattr(labels, "tolist") else list(labels)
    if len(values) != activations.shape[0]:
        raise Error(f"there are {activations.shape[0]} examples and {len(values)} labels")
    codes = torch.tensor([_code(value, index, len(names)) for value in values], dtype=torch.int64)
    counts = torch.bincount(codes, minlength=len(names))
    absent = [name for name, count in zip(names, counts.tolist()) if count == 0]
    if absent:
        raise Error(f"no example of class {', '.join(absent)}: the average activation needs at least one")
    sums = torch.zeros(len(names), activations.shape[1], dtype=torch.float64).index_add_(0, codes, activations)
    active = sums / counts[:, None] > 0.5
    return [_name(column, names) for column in active.T.tolist()]


def _classes(classes):
    """Names, and the position of each label that is not an index."""
    if isinstance(classes, dict):
        return [str(name) for name in classes.values()], {label: i for i, label in enumerate(classes)}
    listed = list(classes)
    index = {label: i for i, label in enumerate(listed)}
    if len(index) != len(listed) or len(listed) < 2:
        raise Error(f"classes must be two or more different names, they are {listed}")
    return [str(name) for name in listed], index


def _code(value, index, count):
    if value in index:
        return index[value]
    numbers_are_names = any(not isinstance(label, str) for label in index)
    if not numbers_are_names and isinstance(value, int) and 0 <= value < count:
        return value
    raise Error(f"the label {value!r} is not a class; the classes are {', '.join(map(str, index))}")


def _name(active, names):
    on = [name for name, is_on in zip(names, active) if is_on]
    off = [name for name, is_on in zip(names, active) if not is_on]
    if not on:
        return "false"
    if not off:
        return "true"
    if len(on) == 1:
        return on[0]
    if len(off) == 1:
        return "!" + off[0]
    return " | ".join(on)
