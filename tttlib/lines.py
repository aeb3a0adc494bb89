"""Lines: the rows of squares that win, and how a board stands with respect to them.

A line starts on a square and takes `k` equal steps of one square, straight or aslant, along one
*direction*. A direction says for each axis whether a step goes up (1), down (-1) or nowhere (0).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .boards import SHAPE, O, X, as_boards, count_cells, plain, show

K = 3
DRAW = 2
LARGEST = 2**28  # bytes that an array made here may take


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
        If `ndim` is not a whole number of at least 1, or the directions would take more than
        256 MiB.

    Examples
    --------
    >>> directions(2)
    [(0, 1), (1, 0), (1, 1), (1, -1)]
    """
    check_whole("ndim", ndim, "a board has a whole number of axes, at least 1")
    # a tuple of pointers, which is most of what a direction takes
    fit(f"the directions of {ndim} axes", (3**ndim - 1) // 2 * 8 * ndim)
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


def count_lines(shape: tuple[int, ...] = SHAPE, k: int = K) -> int:
    """Return how many lines a board has, without listing them.

    Parameters
    ----------
    shape : tuple of int
        Sides of the board.
    k : int
        Squares in a line, at least 1.

    Returns
    -------
    int

    Raises
    ------
    ValueError
        If `shape` is no shape, or `k` not a whole number of at least 1.

    Notes
    -----
    Along an axis of side n a line begins on any of n squares if it does not move along it, and
    on any of m = max(n - k + 1, 0) if it moves up, or down. Multiplied out over the axes,
    (n + 2 m) counts each choice of up, down and nowhere. One of them moves nowhere at all, and
    the rest count every line from both of its ends:
    (prod(n + 2 m) - prod(n)) / 2. For a cube with k = n it is the ((n + 2)^N - n^N) / 2 of Hales
    and Jewett (1963).

    Examples
    --------
    >>> count_lines((4, 4, 4), 4), count_lines((50,) * 5, 3)
    (76, 33012895488)
    """
    cells = count_cells(shape)
    check_whole("k", k, "a line has a whole number of squares, at least 1")
    if k == 1:
        return cells  # a line is a square, whichever way it would run
    return (prod(n + 2 * max(n - k + 1, 0) for n in shape) - cells) // 2


def line_steps(ndim: int, k: int) -> list[tuple[int, ...]]:
    """Return the steps that lead along the lines of k squares: the directions, if k is above 1.

    Parameters
    ----------
    ndim : int
        Number of axes of the board.
    k : int
        Squares in a line.

    Returns
    -------
    list of tuple of int
        `directions(ndim)`; with k = 1 a line takes no step, and there is one, of zeros.
    """
    return directions(ndim) if k > 1 else [(0,) * ndim]


def first_squares(
    shape: tuple[int, ...], k: int, step: tuple[int, ...]
) -> tuple[slice, ...]:
    """Return where the lines of one direction begin, as an index of a board.

    Parameters
    ----------
    shape : tuple of int
        Sides of the board.
    k : int
        Squares in a line.
    step : tuple of int
        For each axis 1, -1 or 0.

    Returns
    -------
    tuple of slice
        The squares from which k - 1 steps stay on the board; they are a box, maybe an empty one.
    """
    return tuple(
        slice((k - 1) * (s < 0), max(n - (k - 1) * (s > 0), 0))
        for s, n in zip(step, shape, strict=True)
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
        If `shape` is no shape, `k` not a whole number of at least 1, or the squares would take
        more than 256 MiB.
    """
    size = 8 * k * count_lines(shape, k)
    fit(f"the lines of a {shape} board with k = {k}", size + 8 * count_cells(shape))
    grid = np.arange(count_cells(shape)).reshape(shape)
    cells = []
    for step in line_steps(len(shape), k):
        first = grid[first_squares(shape, k, step)]
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
        As `line_cells`; the matrix, too, may not take more than 256 MiB.
    """
    size = count_lines(shape, k) * count_cells(shape)
    fit(f"the line matrix of a {shape} board with k = {k}", size)
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


def check_whole(name: str, value: Any, wanted: str) -> None:
    """Refuse what is not a whole number of at least 1.

    Parameters
    ----------
    name : str
        What the number is called.
    value : object
    wanted : str
        What it stands for, for the message.

    Raises
    ------
    ValueError
    """
    if not (isinstance(value, int) and not isinstance(value, bool) and value > 0):
        raise ValueError(f"{name} is {value!r}; {wanted}")


def fit(what: str, size: int, most: int = LARGEST) -> None:
    """Refuse to make what would not fit into memory, before any of it is taken.

    Parameters
    ----------
    what : str
        For the message.
    size : int
        Bytes it would take.
    most : int
        Bytes it may take, by default 256 MiB.

    Raises
    ------
    ValueError
        If `size` is more than `most`.
    """
    if size > most:
        raise ValueError(
            f"{what} would take {size:,} bytes; at most {most:,} are allowed"
        )
