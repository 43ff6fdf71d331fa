"""The final positions of tic-tac-toe, split as in the paper, and grids of digits for them.

There are 958 final positions of games in which x begins; 626 of them are won by x. In the order of the published table (won
by x, won by o, drawn; each part by cell with x < o < blank) and with the published seeds, 192 positions are for testing, 96 for
validation, 670 for training.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np

from .digits import Digits

X, O, BLANK = 0, 1, 2  # the mark of a cell, and the digit that stands for it
CLASSES = ["x", "o", "b"]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
Board = tuple[int, ...]


def has_won(board: Board, player: int) -> bool:
    return any(all(board[cell] == player for cell in line) for line in LINES)


@functools.cache
def final_boards() -> list[Board]:
    """The 958 positions, in the order of the published table: won by x, won by o, draws. The published split depends on it."""
    final, seen = set(), set()

    def play(board: Board, player: int) -> None:
        if board in seen:
            return
        seen.add(board)
        if has_won(board, X) or has_won(board, O) or BLANK not in board:
            final.add(board)
            return
        for cell in range(9):
            if board[cell] == BLANK:
                play(board[:cell] + (player,) + board[cell + 1 :], 1 - player)

    play((BLANK,) * 9, X)
    return sorted(final, key=lambda board: (not has_won(board, X), not has_won(board, O), board))


class Split(NamedTuple):
    train: np.ndarray  # numbers of boards
    validation: np.ndarray
    test: np.ndarray


def published_split(boards: int = 958) -> Split:
    """The permutations of pandas and scikit-learn with the published seeds, from NumPy's legacy generator."""
    shuffled = np.random.RandomState(0).permutation(boards)
    order = np.random.RandomState(42).permutation(boards)
    held_out = -(-boards // 5)
    test, rest = shuffled[order[:held_out]], shuffled[order[held_out:]]
    order = np.random.RandomState(56).permutation(len(rest))
    count = -(-len(rest) // 8)
    return Split(rest[order[count:]], rest[order[:count]], test)


class Grids(NamedTuple):
    """Boards made of images. Images are kept once: `cells` has their numbers."""

    images: np.ndarray  # (images, 1, side, side)
    cells: np.ndarray  # (grids, 9): numbers of images
    won: np.ndarray  # (grids,), float32
    board: np.ndarray  # (grids,): number of the board

    def part(self, rows: slice) -> Grids:
        return Grids(self.images, self.cells[rows], self.won[rows], self.board[rows])


def draw_grids(boards: list[Board], numbers: np.ndarray, copies: int, images: np.ndarray, labels: np.ndarray,
               random: np.random.Generator, once: bool) -> Grids:  # fmt: skip
    """`copies` grids for each of the boards. With `once`, no image appears twice."""
    wanted = np.array([boards[number] for number in numbers for _ in range(copies)])
    cells = np.empty_like(wanted)
    for mark in range(3):
        own = random.permutation(np.flatnonzero(labels == mark))
        places = np.count_nonzero(wanted == mark)
        if once and places > len(own):
            raise ValueError(f"{places} cells need an image of {mark}, there are {len(own)}")
        cells[wanted == mark] = np.resize(own, places)
    board = np.repeat(numbers, copies)
    won = np.array([has_won(boards[number], X) for number in board], dtype=np.float32)
    return Grids(images, cells, won, board)


class Data(NamedTuple):
    train: Grids
    validation: Grids
    test: Grids


def load(digits: Digits, seed: int = 0) -> Data:
    """Two grids for each training and validation board, one for each test board."""
    boards, split, random = final_boards(), published_split(), np.random.default_rng(seed)
    once = digits.source == "MNIST"
    known = np.concatenate([split.train, split.validation])
    grids = draw_grids(boards, known, 2, digits.train_images, digits.train_labels, random, once)
    test = draw_grids(boards, split.test, 1, digits.test_images, digits.test_labels, random, once)
    first = 2 * len(split.train)
    return Data(grids.part(slice(first)), grids.part(slice(first, None)), test)
