"""Boards: whose turn it is, where one may play, and what the board is afterwards.

A board is a flat array of ``int8``, row by row: 1 is X, -1 is O, 0 an empty square. Batch axes
lead and the squares are the last axis, so that a thousand boards are one array of shape
``(1000, 9)``; every function here takes one board or a batch.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

SHAPE = (3, 3)
X, O = 1, -1  # noqa: E741  (the game's own name for it)


def empty_board(shape: tuple[int, ...] = SHAPE) -> NDArray[np.int8]:
    """Return the board on which nobody has moved.

    Parameters
    ----------
    shape : tuple of int
        Sides of the board.

    Returns
    -------
    ndarray of int8, shape (cells,)

    Raises
    ------
    ValueError
        If a side is not a whole number of at least 1.
    """
    return np.zeros(count_cells(shape), np.int8)


def player_to_move(boards: ArrayLike, shape: tuple[int, ...] = SHAPE) -> Any:
    """Return whose turn it is: X moves first, so it is X's turn when the marks sum to 0.

    Parameters
    ----------
    boards : array_like of int, shape (*batch, cells)
    shape : tuple of int
        Sides of the board.

    Returns
    -------
    int, or ndarray of int8 of shape (*batch,)
        1 for X, -1 for O.

    Raises
    ------
    ValueError
        If a board could not come up with players who take turns.
    """
    boards = as_boards(boards, shape)
    lead = boards.sum(-1)  # how many more X than O
    odd = (lead < 0) | (lead > 1)
    if odd.any():
        board = boards.reshape(-1, boards.shape[-1])[np.flatnonzero(odd)[0]]
        raise ValueError(
            f"a board has {(board == X).sum()} X and {(board == O).sum()} O; X moves first and "
            "the players take turns, so X has as many marks as O or one more"
        )
    return plain((1 - 2 * lead).astype(np.int8))


def empty_squares(
    boards: ArrayLike, shape: tuple[int, ...] = SHAPE
) -> NDArray[np.intp]:
    """Return the squares one may play on, in order, numbered from 0.

    Parameters
    ----------
    boards : array_like of int, shape (*batch, cells)
        In a batch every board has the same number of empty squares, as boards have after the
        same number of moves.
    shape : tuple of int
        Sides of the board.

    Returns
    -------
    ndarray of int, shape (*batch, empty)

    Raises
    ------
    ValueError
        If the boards of a batch differ in how many squares are empty.
    """
    boards = as_boards(boards, shape)
    if boards.ndim == 1:
        return np.flatnonzero(boards == 0)
    empty = boards == 0
    counts = empty.sum(-1)
    if counts.size and counts.min() != counts.max():
        raise ValueError(
            f"the boards have {counts.min()} to {counts.max()} empty squares; "
            "the boards of a batch have equally many"
        )
    squares: NDArray[np.intp] = empty.nonzero()[-1]
    return squares.reshape(*boards.shape[:-1], counts.max(initial=0))


def place(
    boards: ArrayLike, squares: ArrayLike, shape: tuple[int, ...] = SHAPE
) -> NDArray[np.int8]:
    """Return the boards after the player to move has played on the given squares.

    Parameters
    ----------
    boards : array_like of int, shape (*batch, cells)
    squares : int or array_like of int, shape (*batch,)
        One empty square for each board, numbered from 0.
    shape : tuple of int
        Sides of the board.

    Returns
    -------
    ndarray of int8, shape (*batch, cells)
        New boards; the given ones are left as they are.

    Raises
    ------
    ValueError
        If a square is not on the board or is not empty.
    TypeError
        If a square is not a whole number.
    """
    boards = as_boards(boards, shape)
    squares = np.asarray(squares)
    if squares.dtype.kind not in "iu":
        raise TypeError(f"square is {squares.dtype}; a square is a whole number")
    if boards.shape[:-1] != squares.shape:
        batch = np.broadcast_shapes(boards.shape[:-1], squares.shape)
        squares = np.broadcast_to(squares, batch)
        boards = np.broadcast_to(boards, (*batch, boards.shape[-1]))
    after, chosen = boards.copy(), squares.ravel()
    flat = after.reshape(-1, after.shape[-1])  # (boards, cells), a view
    off = (chosen < 0) | (chosen >= flat.shape[-1])
    if off.any():
        raise ValueError(
            f"square {chosen[off][0]} is not on the board; "
            f"its squares are 0 to {flat.shape[-1] - 1}"
        )
    each = np.arange(len(flat))
    taken = flat[each, chosen] != 0
    if taken.any():
        raise ValueError(f"square {chosen[taken][0]} is taken")
    flat[each, chosen] = player_to_move(flat, shape)
    return after


def afterstates(boards: ArrayLike, shape: tuple[int, ...] = SHAPE) -> NDArray[np.int8]:
    """Return the boards that the player to move can reach, one for each empty square.

    Parameters
    ----------
    boards : array_like of int, shape (*batch, cells)
        In a batch every board has the same number of empty squares.
    shape : tuple of int
        Sides of the board.

    Returns
    -------
    ndarray of int8, shape (*batch, empty, cells)
        In the order of `empty_squares`.

    Raises
    ------
    ValueError
        As `empty_squares` and `player_to_move`.
    """
    boards = as_boards(boards, shape)
    squares = empty_squares(boards, shape)  # (*batch, empty)
    after = np.repeat(boards[..., None, :], squares.shape[-1], axis=-2)
    flat = after.reshape(-1, after.shape[-1])  # (boards, cells), a view
    flat[np.arange(len(flat)), squares.ravel()] = np.repeat(
        player_to_move(boards, shape), squares.shape[-1]
    )
    return after


def show(boards: ArrayLike, shape: tuple[int, ...] = SHAPE) -> str:
    """Return boards as text: X, O and a point for an empty square.

    Boards of one or two axes stand side by side. So do the layers of a board with more axes,
    along its third axis from the end; what has other indices on the axes before, and other
    boards of the batch, stand below each other.

    Parameters
    ----------
    boards : array_like of int, shape (*batch, cells)
    shape : tuple of int
        Sides of the board.

    Returns
    -------
    str
        One line for each row of the board.

    Raises
    ------
    TypeError, ValueError
        As `as_boards`.

    Examples
    --------
    >>> print(show([1, -1, 0, 0, 1, 0, 0, 0, -1]))
    X O .
    . X .
    . . O
    """
    boards = as_boards(boards, shape)
    marks = np.array([".", "X", "O"])[boards]  # O is -1, the last of the three
    rows, columns = (1, *shape)[-2:]
    count = prod(boards.shape[:-1])
    below, beside = (
        (count * prod(shape[:-3]), shape[-3]) if len(shape) > 2 else (1, count)
    )
    return "\n\n".join(
        "\n".join("   ".join(map(" ".join, row)) for row in layers.swapaxes(0, 1))
        for layers in marks.reshape(below, beside, rows, columns)
    )


def count_cells(shape: tuple[int, ...]) -> int:
    """Return how many squares a board of this shape has, refusing what is no shape.

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
        If there is no side, or a side is not a whole number of at least 1.
    """
    if not (
        isinstance(shape, tuple)
        and shape
        and all(isinstance(n, int) and n > 0 for n in shape)
    ):
        raise ValueError(
            f"shape is {shape!r}; a shape is a tuple of whole numbers of at least 1, such as (3, 3)"
        )
    return prod(shape)


def as_boards(boards: ArrayLike, shape: tuple[int, ...] = SHAPE) -> NDArray[np.int8]:
    """Return the boards as an array of int8, refusing what is no board.

    Parameters
    ----------
    boards : array_like of int, shape (*batch, cells)
    shape : tuple of int
        Sides of the board.

    Returns
    -------
    ndarray of int8, shape (*batch, cells)
        The given array itself where it is one already.

    Raises
    ------
    TypeError
        If the entries are not whole numbers.
    ValueError
        If the number of squares is not the shape's, or an entry is not 0, 1 or -1.
    """
    array = np.asarray(boards)
    if array.dtype.kind not in "iu":
        raise TypeError(
            f"board is {array.dtype}; a board holds whole numbers, 1 (X), -1 (O) and 0"
        )
    cells = count_cells(shape)
    if array.ndim == 0 or array.shape[-1] != cells:
        given = array.shape[-1] if array.ndim else "no"
        raise ValueError(f"board has {given} squares; a {shape} board has {cells}")
    small = array.astype(np.int8, copy=False)
    # What is left of the bytes without those of 0, 1 and -1: for one board several times as fast
    # as comparing, and every function does this for every move.
    if (small is not array and (small != array).any()) or small.tobytes().translate(
        None, b"\0\1\xff"
    ):
        bad = array[(array < -1) | (array > 1)].flat[0]
        raise ValueError(f"board holds {bad}; a square is 1 (X), -1 (O) or 0 (empty)")
    return small


def plain(array: Any) -> Any:
    """Return a number for one board as a plain Python number, and a batch as it is."""
    return array if array.ndim else array.item()
