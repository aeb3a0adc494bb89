"""The game as a tensor: who has a line, on boards of any number of axes, by convolution.

A direction is a *kernel*, a small board with ones on a line and zeros elsewhere. Slid over a board
it sums the marks on every line of its direction, and where a sum is k, X has a line. The kernels
come out of one tensor, the Kronecker delta.

Boards are tensors or arrays of shape `(*batch, *shape)`: 1 is X, -1 is O, 0 an empty square.
"""

from __future__ import annotations

from functools import reduce
from math import prod

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .boards import as_boards, count_cells
from .device import Tensor, dtypes
from .lines import (
    K,
    check_whole,
    count_lines,
    directions,
    first_squares,
    fit,
    line_cells,
    line_steps,
)


def kronecker_delta(n: int, rank: int) -> Tensor:
    """Return the Kronecker delta: 1 where all indices are equal, 0 elsewhere.

    Parameters
    ----------
    n : int
        How many values an index has.
    rank : int
        How many indices there are; with two it is the identity matrix.

    Returns
    -------
    Tensor of int8, shape (n,) * rank

    Raises
    ------
    ValueError
        If `n` or `rank` is not a whole number of at least 1, or the tensor would take more than
        256 MiB.

    Examples
    --------
    >>> kronecker_delta(3, 2).tolist()
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    """
    check_whole("n", n, "an index has a whole number of values, at least 1")
    check_whole("rank", rank, "a delta has a whole number of indices, at least 1")
    fit(f"the delta of {rank} indices with {n} values", n**rank)
    index = Tensor.arange(n)
    delta = Tensor.ones(n, dtype="int8")
    for _ in range(rank - 1):
        # one more index, equal to the one before it
        delta = delta.unsqueeze(-1) * (index.unsqueeze(-1) == index)
    return delta


def kernels(k: int = K, ndim: int = 2) -> Tensor:
    """Return a kernel for every direction.

    A direction that moves along r axes is the delta of rank r, laid along these axes at index 0
    of all others, and reversed along those on which it moves down.

    Parameters
    ----------
    k : int
        Squares in a line.
    ndim : int
        Number of axes of the board.

    Returns
    -------
    Tensor of int8, shape (directions, k, ..., k)
        In the order of `lines.directions`. With k = 1 a line is a square whatever its direction,
        and there is one kernel.

    Raises
    ------
    ValueError
        If `k` or `ndim` is not a whole number of at least 1, or the kernels would take more than
        256 MiB.
    """
    check_whole("k", k, "a line has a whole number of squares, at least 1")
    check_whole("ndim", ndim, "a board has a whole number of axes, at least 1")
    if k == 1:
        return Tensor.ones(1, *(1,) * ndim, dtype="int8")
    fit(
        f"kernels of {ndim} axes with k = {k}",
        (3**ndim - 1) // 2 * k**ndim,
    )
    family = np.zeros(((3**ndim - 1) // 2, *(k,) * ndim), np.int8)
    deltas = [kronecker_delta(k, rank).numpy() for rank in range(1, ndim + 1)]
    for kernel, step in zip(family, directions(ndim), strict=True):
        along = [s for s in step if s]
        delta = deltas[len(along) - 1][tuple(slice(None, None, s) for s in along)]
        kernel[tuple(slice(None) if s else 0 for s in step)] = delta
    return Tensor(family)


def line_sums(
    boards: ArrayLike | Tensor, k: int = K, ndim: int | None = None
) -> Tensor:
    """Return the sum of the marks on every line: the convolution of boards with kernels.

    Parameters
    ----------
    boards : array_like or Tensor of int, shape (*batch, *shape)
    k : int
        Squares in a line.
    ndim : int, optional
        How many of the axes, the last ones, are the board's; by default all of them.

    Returns
    -------
    Tensor of int8 or int32, shape (*batch, directions, *shape)
        For every direction and every square the sum over the line whose kernel begins at that
        square. Zeros stand behind the last square of every axis, so that a line that leaves the
        board has fewer than k marks. Of int8 where k fits.

    Raises
    ------
    TypeError
        If the boards do not hold whole numbers.
    ValueError
        If they are no boards, `k` or `ndim` no such number, or the kernels or the sums would take
        more than 256 MiB.
    """
    tensor, batch, shape = _as_batch(boards, k, ndim)
    family, kind = kernels(k, len(shape)), _kind(k)
    count = family.shape[0] * tensor.numel()
    fit(
        f"the line sums of {tensor.shape[0]} {shape} boards",
        count * np.dtype(kind).itemsize,
    )
    if not count:
        return Tensor.zeros(*batch, family.shape[0], *shape, dtype=kind)
    # one channel in, a channel out for each direction; conv2d takes any number of axes
    padded = tensor.unsqueeze(1).pad((None, None, *((0, k - 1),) * len(shape)))
    sums = padded.cast(kind).conv2d(family.unsqueeze(1).cast(kind)).cast(kind)
    return sums.reshape(*batch, family.shape[0], *shape)


def winner_by_convolution(
    boards: ArrayLike | Tensor, k: int = K, ndim: int | None = None
) -> Tensor:
    """Return who has a line, word for word: pad, convolve, compare with k, sum.

    Parameters
    ----------
    boards, k, ndim
        As in `line_sums`.

    Returns
    -------
    Tensor of int8, shape (*batch,)
        1: X has a line; -1: O has one; 0: neither or both.

    Raises
    ------
    TypeError, ValueError
        As `line_sums`.
    """
    sums = line_sums(boards, k, ndim)
    axes = tuple(range(-1 - (ndim or sums.ndim - 1), 0))
    x_lines, o_lines = (sums == k).sum(axes), (sums == -k).sum(axes)
    return (x_lines > 0).cast("int8") - (o_lines > 0).cast("int8")


def winner(
    boards: ArrayLike | Tensor,
    k: int = K,
    ndim: int | None = None,
    *,
    allow_both: bool = False,
) -> Tensor:
    """Return who has a line, reading the marks where the lines are and nothing else.

    Parameters
    ----------
    boards, k, ndim
        As in `line_sums`.
    allow_both : bool
        Whether a board may have lines of both players, which no game reaches.

    Returns
    -------
    Tensor of int8, shape (*batch,)
        1: X has a line; -1: O has one; 0: neither, or both where that is allowed.

    Raises
    ------
    TypeError
        If the boards do not hold whole numbers.
    ValueError
        If they are no boards, `k` or `ndim` no such number, the list of lines would take more
        than 256 MiB, or both players have a line and `allow_both` is false.
    """
    tensor, batch, shape = _as_batch(boards, k, ndim)
    if not (tensor.numel() and count_lines(shape, k)):
        return Tensor.zeros(*batch, dtype="int8")
    # (boards, lines)
    sums = _sums(tensor, k)
    return _won(sums.max(1), sums.min(1), k, allow_both).reshape(batch)


def winner_by_shifts(
    boards: ArrayLike | Tensor,
    k: int = K,
    ndim: int | None = None,
    *,
    allow_both: bool = False,
) -> Tensor:
    """Return who has a line, adding to each board the board shifted along every direction.

    For each direction tinygrad writes a piece of program. There is no list of lines, and with
    few directions the program is faster than that of `winner`; with many it takes long to write.

    Parameters
    ----------
    boards, k, ndim, allow_both
        As in `winner`.

    Returns
    -------
    Tensor of int8, shape (*batch,)
        As `winner`.

    Raises
    ------
    TypeError, ValueError
        As `winner`, but for the list of lines.
    """
    tensor, batch, shape = _as_batch(boards, k, ndim)
    if not (tensor.numel() and count_lines(shape, k)):
        return Tensor.zeros(*batch, dtype="int8")
    # for each direction (boards, lines)
    sums = [
        shifted_sums(tensor, k, step).flatten(1)
        for step in line_steps(len(shape), k)
        if all(first.stop > first.start for first in first_squares(shape, k, step))
    ]
    most = reduce(Tensor.maximum, [lines.max(1) for lines in sums])
    least = reduce(Tensor.minimum, [lines.min(1) for lines in sums])
    return _won(most, least, k, allow_both).reshape(batch)


def shifted_sums(boards: Tensor, k: int, step: tuple[int, ...]) -> Tensor:
    """Return the sum of the marks on every line of one direction.

    Parameters
    ----------
    boards : Tensor of int8, shape (*batch, *shape)
    k : int
        Squares in a line.
    step : tuple of int
        The direction: for each axis 1, -1 or 0.

    Returns
    -------
    Tensor of int8 or int32, shape (*batch, *firsts)
        For each square where a line of the direction begins (`lines.first_squares`) the sum over
        its k squares.
    """
    first = first_squares(boards.shape[-len(step) :], k, step)
    sums = boards[..., *first].cast(_kind(k))
    for n in range(1, k):
        there = [
            slice(f.start + n * s, f.stop + n * s)
            for f, s in zip(first, step, strict=True)
        ]
        sums = sums + boards[..., *there]
    return sums


def count_wins(
    boards: ArrayLike | Tensor, k: int = K, ndim: int | None = None
) -> Tensor:
    """Return in how many places each player has a line.

    Parameters
    ----------
    boards, k, ndim
        As in `line_sums`.

    Returns
    -------
    Tensor of int32, shape (*batch, 2)
        The lines that X has, and those that O has.

    Raises
    ------
    TypeError, ValueError
        As `winner`; boards on which both have a line are welcome.
    """
    tensor, batch, shape = _as_batch(boards, k, ndim)
    if not (tensor.numel() and count_lines(shape, k)):
        return Tensor.zeros(*batch, 2, dtype="int32")
    sums = _sums(tensor, k)
    wins = Tensor.stack((sums == k).sum(1), (sums == -k).sum(1), dim=-1)
    return wins.reshape((*batch, 2))


def winning_lines(board: ArrayLike | Tensor, k: int = K) -> NDArray[np.intp]:
    """Return the lines that are won, to draw them.

    Parameters
    ----------
    board : array_like or Tensor of int, shape (*shape)
        One board.
    k : int
        Squares in a line.

    Returns
    -------
    ndarray of int, shape (lines, k)
        The squares of each line, numbered from 0 row by row, in the order of `lines.line_cells`.

    Raises
    ------
    TypeError, ValueError
        As `count_wins`.
    """
    tensor, _, shape = _as_batch(board, k, None)
    if not count_lines(shape, k):
        return np.empty((0, k), np.intp)
    return line_cells(shape, k)[_sums(tensor, k)[0].abs().numpy() == k]


def _sums(boards: Tensor, k: int) -> Tensor:
    """Return the sum of the marks on every line, (boards, lines), for boards (boards, *shape)."""
    cells = Tensor(line_cells(boards.shape[1:], k).astype(np.int32))
    return boards.flatten(1)[:, cells].sum(-1, dtype=_kind(k))


def _won(most: Tensor, least: Tensor, k: int, allow_both: bool) -> Tensor:
    """Return who has a line, given the greatest and the least sum over the lines of each board."""
    x_won, o_won = (most == k).cast("int8"), (least == -k).cast("int8")
    if not allow_both and (both := (x_won * o_won).numpy()).any():
        raise ValueError(
            f"board {both.argmax()} of {len(both)}: both players have a line, which no game "
            "reaches; allow_both=True lets it pass"
        )
    return x_won - o_won


def _kind(k: int) -> str:
    """Return the type that holds a sum of k marks."""
    return "int8" if k <= np.iinfo(np.int8).max else "int32"


def _as_batch(
    boards: ArrayLike | Tensor, k: int, ndim: int | None
) -> tuple[Tensor, tuple[int, ...], tuple[int, ...]]:
    """Return boards as int8 with one batch axis, the batch axes they had, and their shape."""
    check_whole("k", k, "a line has a whole number of squares, at least 1")
    array = boards if isinstance(boards, Tensor) else np.asarray(boards)
    ndim = array.ndim if ndim is None else ndim
    check_whole("ndim", ndim, "a board has a whole number of axes, at least 1")
    if ndim > array.ndim:
        raise ValueError(
            f"boards have {array.ndim} axes; boards of {ndim} axes have at least so many"
        )
    cut = array.ndim - ndim
    batch, shape = tuple(array.shape[:cut]), tuple(array.shape[cut:])
    count_cells(shape)
    if isinstance(array, Tensor):
        array = _as_marks(array)
    else:
        flat = as_boards(array.reshape(*batch, prod(shape)), shape)
        array = Tensor(np.ascontiguousarray(flat))
    return array.reshape(prod(batch), *shape), batch, shape


def _as_marks(boards: Tensor) -> Tensor:
    """Return a tensor of boards as int8, refusing other marks than 0, 1 and -1."""
    if not dtypes.is_int(boards.dtype):
        raise TypeError(
            f"board is {boards.dtype}; a board holds whole numbers, 1 (X), -1 (O) and 0"
        )
    bad = boards > 1
    if not dtypes.is_unsigned(boards.dtype):
        bad = bad | (boards < -1)
    if boards.numel() and bad.any().item():
        worst = boards.flatten()[bad.flatten().argmax()].item()
        raise ValueError(f"board holds {worst}; a square is 1 (X), -1 (O) or 0 (empty)")
    return boards.cast("int8")
