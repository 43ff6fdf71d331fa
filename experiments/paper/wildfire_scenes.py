"""Aerial images for the wildfire task, drawn with NumPy, and the labels of the paper.

A scene is vegetation seen from above: meadow everywhere, with many patches of trees if the forest is dense and at most a few if not.
Greens turn to yellow and brown if the vegetation is dry. Rivers (in 40 % of the scenes) and up to three houses say nothing about the
risk. Forest has probability 0.5, dryness 0.4, each of the seven other features 0.5, all independent. Positions and sizes are
relative to the side of the image, so a scene looks alike at any size.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

CONCEPTS = ["Forest", "DryVegetation"]
FEATURES = ["LowHum", "HighTemp", "Rained", "Wind", "Lightnings", "Isolated", "PowerLines"]
MEADOW = np.array([[0.45, 0.62, 0.28], [0.70, 0.62, 0.35]])  # green, dry
TREES = np.array([[0.10, 0.36, 0.12], [0.45, 0.34, 0.14]])
WATER = np.array([0.20, 0.40, 0.75])
ROOFS = np.array([[0.70, 0.25, 0.20], [0.55, 0.55, 0.58], [0.85, 0.80, 0.70]])


class Scenes(NamedTuple):
    images: np.ndarray  # (scenes, 3, side, side), uint8
    concepts: np.ndarray  # (scenes, 2), bool: Forest, DryVegetation
    features: np.ndarray  # (scenes, 7), bool
    risk: np.ndarray  # (scenes,), bool


def generate(count: int, side: int, seed: int) -> Scenes:
    random = np.random.default_rng(seed)
    concepts = random.random((count, 2)) < [0.5, 0.4]
    features = random.random((count, len(FEATURES))) < 0.5
    images = np.stack([draw_scene(forest, dry, side, random) for forest, dry in concepts])
    return Scenes(images, concepts, features, risk_of(concepts, features))


def risk_of(concepts: np.ndarray, features: np.ndarray) -> np.ndarray:
    """The rule of the paper."""
    forest, dry_vegetation = concepts.T
    low_humidity, high_temperature, rained, wind, lightnings, isolated, power_lines = features.T
    fuel = forest | (dry_vegetation & wind)
    dry = low_humidity | (high_temperature & ~rained)
    trigger = lightnings | ~isolated | power_lines
    return fuel & dry & trigger


def draw_scene(forest: bool, dry: bool, side: int, random: np.random.Generator) -> np.ndarray:
    """(3, side, side), uint8."""
    picture = np.broadcast_to(MEADOW[int(dry)], (side, side, 3)).copy()
    picture += patchwork(side, random)[:, :, None] * 0.10
    if random.random() < 0.4:
        draw_river(picture, random)
    for _ in range(random.integers(25, 45) if forest else random.integers(0, 5)):
        draw_tree(picture, TREES[int(dry)], random)
    for _ in range(random.integers(0, 4)):
        draw_house(picture, random)
    picture += random.normal(0, 0.03, picture.shape)
    picture *= random.uniform(0.85, 1.15)  # light
    return (np.clip(picture, 0, 1) * 255).astype(np.uint8).transpose(2, 0, 1)


def patchwork(side: int, random: np.random.Generator) -> np.ndarray:
    """Smooth random relief, (side, side), about -1 to 1: eight by eight values, interpolated."""
    coarse, places = random.uniform(-1, 1, (9, 9)), np.linspace(0, 8, side, endpoint=False)
    low = places.astype(int)
    part = places - low
    rows = coarse[low] * (1 - part)[:, None] + coarse[low + 1] * part[:, None]
    return rows[:, low] * (1 - part) + rows[:, low + 1] * part


def draw_tree(picture: np.ndarray, color: np.ndarray, random: np.random.Generator) -> None:
    """A patch of trees: a disc with a ragged edge."""
    side = len(picture)
    y, x, radius = random.uniform(0, side), random.uniform(0, side), side * random.uniform(0.05, 0.10)
    top, bottom = max(0, int(y - radius)), min(side, int(y + radius) + 2)
    left, right = max(0, int(x - radius)), min(side, int(x + radius) + 2)
    rows, columns = np.mgrid[top:bottom, left:right]
    distance = np.hypot(rows - y, columns - x) + random.normal(0, 0.15 * radius, rows.shape)
    inside = distance < radius
    picture[top:bottom, left:right][inside] = color * random.uniform(0.75, 1.25)


def draw_river(picture: np.ndarray, random: np.random.Generator) -> None:
    """A band of water from one side to the opposite one."""
    side = len(picture)
    along = np.arange(side) / side
    center = random.uniform(0.2, 0.8) + 0.12 * np.sin(2 * np.pi * (random.uniform(0.5, 1.5) * along + random.random()))
    inside = np.abs(np.arange(side)[None, :] / side - center[:, None]) < random.uniform(0.02, 0.05)
    if random.random() < 0.5:
        inside = inside.T
    picture[inside] = WATER * random.uniform(0.85, 1.15)


def draw_house(picture: np.ndarray, random: np.random.Generator) -> None:
    side = len(picture)
    height, width = (max(2, int(side * random.uniform(0.05, 0.10))) for _ in range(2))
    top, left = random.integers(0, side - height), random.integers(0, side - width)
    picture[top : top + height, left : left + width] = ROOFS[random.integers(len(ROOFS))]
