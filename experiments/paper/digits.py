"""Images of handwritten digits: MNIST from the folder LOH_DATA/mnist, otherwise scikit-learn's bundled 8 x 8 digits.

MNIST is read from its original files (IDX, compressed). Its training images are for training, its test images for testing.
scikit-learn has about 180 images of each digit, so a split by halves would be too small for "no image twice": there, three
quarters are for training and a quarter for testing, and an image may be used several times within its part.
"""

from __future__ import annotations

import gzip
import os
import struct
from pathlib import Path
from typing import NamedTuple, Optional

import numpy as np

MEAN, DEVIATION = 0.1307, 0.3081  # of the pixels of MNIST, as in the published experiments


class Digits(NamedTuple):
    source: str  # "MNIST" or "scikit-learn"
    train_images: np.ndarray  # (examples, 1, side, side), float32, normalised
    train_labels: np.ndarray  # (examples,), int64
    test_images: np.ndarray
    test_labels: np.ndarray

    @property
    def side(self) -> int:
        return self.train_images.shape[-1]


def load_digits(classes: int = 10, bundled: bool = False) -> Digits:
    """The digits below `classes`. With `bundled`, those of scikit-learn even if MNIST is there: quick runs."""
    folder = None if bundled else mnist_folder()
    digits = _mnist(folder) if folder else _scikit_learn()
    return _only(digits, classes)


def mnist_folder() -> Optional[Path]:
    folder = Path(os.environ.get("LOH_DATA", "")) / "mnist"
    return folder if "LOH_DATA" in os.environ and folder.is_dir() else None


def _only(digits: Digits, classes: int) -> Digits:
    train, test = digits.train_labels < classes, digits.test_labels < classes
    return Digits(digits.source, digits.train_images[train], digits.train_labels[train],
                  digits.test_images[test], digits.test_labels[test])  # fmt: skip


def _mnist(folder: Path) -> Digits:
    parts = []
    for name in ("train", "t10k"):
        images = read_idx(folder / f"{name}-images-idx3-ubyte.gz").astype(np.float32)[:, None] / 255
        parts += [(images - MEAN) / DEVIATION, read_idx(folder / f"{name}-labels-idx1-ubyte.gz").astype(np.int64)]
    return Digits("MNIST", *parts)


def read_idx(path: Path) -> np.ndarray:
    """An array of bytes: two zero bytes, type 8, number of axes, their lengths (big-endian, 4 bytes each), values."""
    with gzip.open(path, "rb") as file:
        content = file.read()
    zero, kind, axes = struct.unpack(">HBB", content[:4])
    if (zero, kind) != (0, 8):
        raise ValueError(f"{path.name} is not an IDX file of bytes")
    shape = struct.unpack(f">{axes}I", content[4 : 4 + 4 * axes])
    values = np.frombuffer(content, np.uint8, offset=4 + 4 * axes)
    if values.size != np.prod(shape):
        raise ValueError(f"{path.name} has {values.size} values, its header says {shape}")
    return values.reshape(shape)


def _scikit_learn() -> Digits:
    from sklearn.datasets import load_digits as bundled

    data = bundled()
    order = np.random.default_rng(0).permutation(len(data.target))
    images = (data.images[order, None].astype(np.float32) / 16 - 0.305) / 0.376  # its own mean and deviation
    labels = data.target[order].astype(np.int64)
    split = len(labels) * 3 // 4
    return Digits("scikit-learn", images[:split], labels[:split], images[split:], labels[split:])
