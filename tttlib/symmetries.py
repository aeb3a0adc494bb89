"""Symmetries: the turns and mirror images of a board, and one number for all of them."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import permutations, product
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .boards import SHAPE, as_boards, count_cells, plain
from .lines import fit


@lru_cache
def symmetries(shape: tuple[int, ...] = SHAPE) -> NDArray[np.intp]:
    """Return the symmetries of a board as rearrangements of its squares.

    ``board[symmetries()]`` is every turned and mirrored image of a board at once.

    Parameters
    ----------
    shape : tuple of int
        Sides of the board.

    Returns
    -------
    ndarray of int, shape (symmetries, cells), read-only
        First the turns, clockwise, beginning with the board as it is; then the mirror images:
        left and right, top and bottom, and across either diagonal. 8 rows for a square board,
        4 for an oblong one, 2 for a row of squares. With more than two axes: every order of the
        axes that keeps the sides, each with every choice of axes to reverse.

    Raises
    ------
    ValueError
        If `shape` is no shape, or the rearrangements would take more than 256 MiB.
    """
    if len(shape) > 2:
        return _in_space(shape)
    grid = np.arange(count_cells(shape)).reshape((1, *shape)[-2:])
    turns = [np.rot90(grid, -quarter) for quarter in range(4)]
    mirrors = [grid[:, ::-1], grid[::-1], grid.T, grid[::-1, ::-1].T]
    images = [image.ravel() for image in turns + mirrors if image.shape == grid.shape]
    # each once: a single row, for one, is its own mirror image
    rows = np.array(list(dict.fromkeys(map(tuple, images))))
    rows.flags.writeable = False
    return rows


def _in_space(shape: tuple[int, ...]) -> NDArray[np.intp]:
    """Return the symmetries of a board of any number of axes, the board as it is first."""
    size = 8 * count_symmetries(shape) * count_cells(shape)
    fit(f"the symmetries of a {shape} board", size)
    grid = np.arange(count_cells(shape)).reshape(shape)
    long = [axis for axis, side in enumerate(shape) if side > 1]
    rows = []
    for order in permutations(long):
        axes = list(range(len(shape)))
        for axis, other in zip(long, order, strict=True):
            axes[axis] = other
        turned = grid.transpose(axes)
        if turned.shape == shape:
            for ways in product((1, -1), repeat=len(long)):
                flip = [slice(None)] * len(shape)
                for axis, way in zip(long, ways, strict=True):
                    flip[axis] = slice(None, None, way)
                rows.append(turned[tuple(flip)].ravel())
    images = np.array(rows)
    images.flags.writeable = False
    return images


def count_symmetries(shape: tuple[int, ...] = SHAPE) -> int:
    """Return how many symmetries a board has, without listing them.

    Every axis can be reversed and axes of equal sides can change places, which for n squares
    along each of N axes makes 2^N N!: the order of the hyperoctahedral group. Nothing happens to
    a side of one square.

    Parameters
    ----------
    shape : tuple of int
        Sides of the board.

    Returns
    -------
    int

    Raises
    ------
    ValueError
        If `shape` is no shape.
    """
    count_cells(shape)
    equal = Counter(side for side in shape if side > 1)
    return prod(2**axes * factorial(axes) for axes in equal.values())


def code(boards: ArrayLike, shape: tuple[int, ...] = SHAPE) -> Any:
    """Return one number for a position, the same for all its turned and mirrored images.

    Read ``board + 1`` as a number in base 3, the first square being the most significant digit.
    The code is the least such number among the symmetric boards.

    Parameters
    ----------
    boards : array_like of int, shape (*batch, cells)
    shape : tuple of int
        Sides of the board, one or two of them, with at most 39 squares.

    Returns
    -------
    int, or ndarray of int64 of shape (*batch,)

    Raises
    ------
    ValueError
        If `shape` has more than two axes or more than 39 squares.
    """
    boards = as_boards(boards, shape)
    # the sum of board * weight falls short of that of (board + 1) * weight by the same for all
    weights, shift = _weights(shape)
    return plain((boards @ weights).min(-1) + shift)


@lru_cache
def _weights(shape: tuple[int, ...]) -> tuple[NDArray[np.int64], int]:
    """Return what each square counts in the number of each symmetric board, and their sum."""
    cells = count_cells(shape)
    if cells > 39:
        raise ValueError(
            f"a {shape} board has {cells} squares; a code of 64 bits takes at most 39"
        )
    powers = 3 ** np.arange(cells - 1, -1, -1)
    # square s of the board is seen at the place where the symmetry lists it
    places = np.argsort(symmetries(shape))  # (symmetries, cells)
    return np.ascontiguousarray(powers[places].T), int(powers.sum())


def decode(codes: ArrayLike, shape: tuple[int, ...] = SHAPE) -> NDArray[np.int8]:
    """Return the boards that codes stand for: of all symmetric ones, those with the least number.

    Parameters
    ----------
    codes : int or array_like of int, shape (*batch,)
    shape : tuple of int
        Sides of the board, with at most 39 squares.

    Returns
    -------
    ndarray of int8, shape (*batch, cells)

    Raises
    ------
    TypeError
        If a code is not a whole number.
    ValueError
        If a number is no position's code, or `shape` has more than 39 squares.
    """
    codes = np.asarray(codes)
    if codes.dtype.kind not in "iu":
        raise TypeError(f"code is {codes.dtype}; a code is a whole number")
    powers = _weights(shape)[0][:, 0]  # of the board as it is
    boards = (codes[..., None] // powers % 3 - 1).astype(np.int8)
    wrong = (codes < 0) | (codes >= 3 * powers[0]) | (code(boards, shape) != codes)
    if wrong.any():
        raise ValueError(
            f"{codes[wrong].flat[0]} is not the code of a {shape} position"
        )
    return boards
