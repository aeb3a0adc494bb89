"""Lines: the rows of squares that win, and how a board stands with respect to them.

A line starts on a square and takes `k` equal steps of one square, straight or aslant, along one
*direction*. A direction says for each axis whether a step goes up (1), down (-1) or nowhere (0).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .boards import SHAPE, O, X, as_boards, count_cells, plain, show

K = 3
DRAW = 2


def directions(ndim: int) -> list[tuple[int, ...]]:
    """Return the directions in which a line can run, one for each pair of opposite steps.

    Parameters
    ----------
    ndim : int
        Number of axes of the board, at least 1.

    Returns
    -------
    list of tuple of int
        (3**ndim - 1) / 2 steps of -1, 0 and 1, the first that is not 0 being 1. Straight steps
        come before slanted ones: along rows, along columns, then the diagonals.

    Raises
    ------
    ValueError
        If `ndim` is not a whole number of at least 1.

    Examples
    --------
    >>> directions(2)
    [(0, 1), (1, 0), (1, 1), (1, -1)]
    """
    if not (isinstance(ndim, int) and ndim > 0):
        raise ValueError(
            f"ndim is {ndim!r}; a board has a whole number of axes, at least 1"
        )
    zero = (0,) * ndim
    forward = [step for step in product((-1, 0, 1), repeat=ndim) if step > zero]
    # the number of axes a step moves along, then which they are, then which way along them
    return sorted(
        forward,
        key=lambda step: (
            np.count_nonzero(step),
            [abs(s) for s in step],
            [-s for s in step],
        ),
    )


@lru_cache
def line_cells(shape: tuple[int, ...] = SHAPE, k: int = K) -> NDArray[np.intp]:
    """Return the squares of every line.

    Parameters
    ----------
    shape : tuple of int
        Sides of the board.
    k : int
        Squares in a line, at least 1.

    Returns
    -------
    ndarray of int, shape (lines, k), read-only
        Direction by direction in the order of `directions`, and for each in the order of the
        first square. With k = 1 a line is a square, once and not once for each direction.

    Raises
    ------
    ValueError
        If `shape` is no shape, or `k` not a whole number of at least 1.
    """
    grid = np.arange(count_cells(shape)).reshape(shape)
    if not (isinstance(k, int) and k > 0):
        raise ValueError(
            f"k is {k!r}; a line has a whole number of squares, at least 1"
        )
    cells = []
    for step in directions(len(shape)) if k > 1 else [(0,) * len(shape)]:
        # a line fits where its first and its last square are both on the board
        first = grid[
            tuple(
                slice((k - 1) * (s < 0), max(n - (k - 1) * (s > 0), 0))
                for s, n in zip(step, shape, strict=True)
            )
        ]
        stride = np.dot(step, grid.strides) // grid.itemsize
        cells.append(first.reshape(-1, 1) + stride * np.arange(k))
    lines = np.concatenate(cells)
    lines.flags.writeable = False
    return lines


@lru_cache
def line_matrix(shape: tuple[int, ...] = SHAPE, k: int = K) -> NDArray[np.int8]:
    """Return the lines as rows of zeros and ones: a 1 for every square of the line.

    The matrix times a board sums the marks on each line.

    Parameters
    ----------
    shape : tuple of int
        Sides of the board.
    k : int
        Squares in a line, at least 1.

    Returns
    -------
    ndarray of int8, shape (lines, cells), read-only
        In the order of `line_cells`.

    Raises
    ------
    ValueError
        As `line_cells`.
    """
    cells = line_cells(shape, k)
    lines = np.zeros((len(cells), count_cells(shape)), np.int8)
    np.put_along_axis(lines, cells, 1, -1)
    lines.flags.writeable = False
    return lines


def outcome(boards: ArrayLike, shape: tuple[int, ...] = SHAPE, k: int = K) -> Any:
    """Return how the game stands: a line wins, and a full board without one is a draw.

    Parameters
    ----------
    boards : array_like of int, shape (*batch, cells)
    shape : tuple of int
        Sides of the board.
    k : int
        Marks in a line that win.

    Returns
    -------
    int, or ndarray of int8 of shape (*batch,)
        1: X has won; -1: O has won; 2: a draw; 0: the game goes on.

    Raises
    ------
    ValueError
        If both players have a line, since a game ends with the first one.
    """
    boards = as_boards(boards, shape)
    lines = line_matrix(shape, k).T
    if k > np.iinfo(lines.dtype).max:  # a sum would not fit
        lines = lines.astype(np.int64)
    sums = boards @ lines  # (*batch, lines)
    x_won, o_won = (sums == k).any(-1), (sums == -k).any(-1)
    if (x_won & o_won).any():
        board = boards[x_won & o_won][0] if boards.ndim > 1 else boards
        raise ValueError(
            f"both players have a line, which no game reaches:\n{show(board, shape)}"
        )
    full = boards.all(-1)
    return plain(
        (X * x_won + O * o_won + DRAW * (full & ~(x_won | o_won))).astype(np.int8)
    )
