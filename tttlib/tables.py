"""Tables of all 3x3 boards: what the other modules say of each, looked up by the board's number.

A board's number is ``board + 1`` read in base 3, so there are 3**9 of them. Playing and learning
with numbers and tables comes to the same moves and values as with boards, many times as fast.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .boards import SHAPE, O, X, count_cells
from .lines import K, line_matrix, outcome
from .symmetries import code

CELLS = count_cells(SHAPE)
POWERS = (3 ** np.arange(CELLS - 1, -1, -1)).tolist()  # what a mark on each square adds
EMPTY = sum(POWERS)  # the number of the empty board


class Tables(NamedTuple):
    """What is known of every board that can come up, by its number.

    Attributes
    ----------
    codes : ndarray of int64, shape (classes,)
        All codes, ascending. The place of a code in this table is the class of its boards.
    classes : list of int, length 3**9
        The class of each board.
    results : list of int, length 3**9
        How the game stands, as `outcome` says it.
    after : ndarray of int16, shape (3**9, 9)
        For each square, the class of the board after the player to move has played there, and
        ``len(codes)``, which is no class, where one cannot play.
    """

    codes: NDArray[np.int64]
    classes: list[int]
    results: list[int]
    after: NDArray[np.int16]


@lru_cache
def tables() -> Tables:
    """Return the tables, made at the first call.

    Returns
    -------
    Tables
    """
    numbers = np.arange(3**CELLS)
    boards = (numbers[:, None] // POWERS % 3 - 1).astype(np.int8)
    lead = boards.sum(-1)
    sums = boards @ line_matrix().T
    both_won = (sums == K).any(-1) & (sums == -K).any(-1)
    possible = ((lead == 0) | (lead == 1)) & ~both_won

    codes = np.unique(code(boards[possible]))
    classes = np.full(len(numbers), len(codes), np.int16)
    classes[possible] = np.searchsorted(codes, code(boards[possible]))
    results = np.zeros(len(numbers), np.int8)
    results[possible] = outcome(boards[possible])

    after = np.full(boards.shape, len(codes), np.int16)
    board, square = np.nonzero(possible[:, None] & (boards == 0))
    marks = np.where(lead == 0, X, O)
    after[board, square] = classes[board + marks[board] * np.array(POWERS)[square]]
    return Tables(codes, classes.tolist(), results.tolist(), after)
