"""Pictures of boards and kernels in space, of three axes or more, which a reader can turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .boards import as_boards, count_cells, show
from .draw import Picture
from .draw_scene import BLOCK, EMPTY, Scene, draw, script
from .lines import check_whole


def boards(
    boards: ArrayLike | Sequence[ArrayLike],
    titles: Sequence[str] | None = None,
    *,
    lines: Iterable[Any] | None = None,
    columns: int = 3,
    turn: bool = False,
    k: int | None = None,
    caption: str = "",
) -> Picture:
    """Draw boards of three or more axes in space.

    Parameters
    ----------
    boards : ndarray of int, shape (*shape), or list of them
        An array is one board; a list holds boards of one shape.
    titles : sequence of str, optional
        What stands above each board.
    lines : iterable, optional
        For one board the lines to light, each as squares numbered from 0; for a list of boards
        as much for each of them.
    columns : int
        Boards in a row; those of more than three axes stand below each other.
    turn : bool
        Whether a reader can turn the boards in the page.
    k : int, optional
        Squares in a line: in a picture that can be turned, the lines through a square light up
        when a reader points at it.
    caption : str

    Returns
    -------
    Picture

    Raises
    ------
    TypeError
        If a board does not hold whole numbers.
    ValueError
        If there is no board, one has less than three axes, shapes differ, or titles or lines are
        not as many as boards.
    """
    several = isinstance(boards, (list, tuple))
    arrays = _of_one_shape("board", boards if several else [boards])
    shape = arrays[0].shape
    flat = [as_boards(array.reshape(count_cells(shape)), shape) for array in arrays]
    if lines is None:
        lit: list[Any] = [[] for _ in arrays]
    else:
        lit = list(lines) if several else [list(lines)]
    return _picture(
        shape,
        ["".join([EMPTY, "X", "O"][mark] for mark in board) for board in flat],
        [
            show(board, shape)
            .replace("\n\n", " // ")
            .replace("   ", "  ")
            .replace("\n", " / ")
            for board in flat
        ],
        lit,
        titles,
        columns,
        turn,
        k,
        caption,
    )


def blocks(
    arrays: ArrayLike | Sequence[ArrayLike],
    titles: Sequence[str] | None = None,
    *,
    columns: int = 5,
    turn: bool = False,
    caption: str = "",
) -> Picture:
    """Draw arrays of zeros and ones, such as kernels, in space: a dot for each one.

    Parameters
    ----------
    arrays : ndarray, shape (*shape), or list of them
        As `boards`.
    titles, columns, turn, caption
        As in `boards`.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        As `boards`, or if an entry is neither 0 nor 1.
    """
    several = isinstance(arrays, (list, tuple))
    ones = _of_one_shape("array", arrays if several else [arrays])
    for array in ones:
        other = array[(array != 0) & (array != 1)]
        if other.size:
            raise ValueError(f"an entry is {other[0]}; the entries are 0 and 1")
    return _picture(
        ones[0].shape,
        ["".join(np.where(array.ravel() == 1, BLOCK, EMPTY)) for array in ones],
        [
            f"ones at {', '.join(map(str, map(tuple, np.argwhere(array).tolist())))}"
            for array in ones
        ],
        [[] for _ in ones],
        titles,
        columns,
        turn,
        None,
        caption,
    )


def _of_one_shape(what: str, given: Sequence[Any]) -> list[NDArray[Any]]:
    """Return arrays of one shape with at least three axes, refusing others."""
    arrays = [np.asarray(array) for array in given]
    shapes = sorted({array.shape for array in arrays})
    if len(shapes) != 1:
        raise ValueError(
            f"there are {len(shapes)} shapes of {what}, {shapes}; all have one shape"
        )
    if len(shapes[0]) < 3:
        raise ValueError(
            f"{what} has {len(shapes[0])} axes; what is drawn in space has three or more"
        )
    count_cells(shapes[0])
    return arrays


def _picture(
    shape: tuple[int, ...],
    marks: list[str],
    words: list[str],
    lines: list[Any],
    titles: Sequence[str] | None,
    columns: int,
    turn: bool,
    k: int | None,
    caption: str,
) -> Picture:
    """Return the picture of boards that are known by their marks."""
    check_whole("columns", columns, "boards in a row are a whole number, at least 1")
    if k is not None:
        check_whole("k", k, "a line has a whole number of squares, at least 1")
    heads = [""] * len(marks) if titles is None else list(titles)
    for name, given in (("titles", heads), ("lists of lines", lines)):
        if len(given) != len(marks):
            raise ValueError(f"there are {len(given)} {name} and {len(marks)} boards")
    lit = [[[int(square) for square in line] for line in each] for each in lines]
    for square in (square for each in lit for line in each for square in line):
        if not 0 <= square < prod(shape):
            raise ValueError(
                f"square {square} is lit; a {shape} board has 0 to {prod(shape) - 1}"
            )
    if len(shape) > 3:
        columns = 1
    alts = []
    for head, text, each in zip(heads, words, lit, strict=True):
        marked = "; ".join(" ".join(map(str, line)) for line in each)
        text = f"{head}: {text}" if head else text
        alts.append(f"{text}, lit: {marked}" if marked else text)
    alt = ". ".join(alts)
    scene = Scene(shape, marks, lit, heads, min(columns, len(marks)), k)
    return Picture(draw(scene, alt, turn=turn), alt, caption, script() if turn else "")
