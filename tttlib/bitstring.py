"""One board of any size as strings of bits: in how many places each player has a line.

A square takes one bit for each player, and a word of 64 bits is 64 squares that a single
operation looks at. Shifted along a direction and combined by *and*, a string of bits has a 1 left
wherever a line begins. No list of lines is made, so a board may have billions of them.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import prod

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .boards import O, X, as_boards, count_cells
from .lines import K, check_whole, count_lines, line_steps

WORD = 64
CHUNK = 1 << 15  # words looked at together: so much stays in the cache of a core


def pack(board: ArrayLike, player: int) -> NDArray[np.uint64]:
    """Return the squares that a player holds, as a string of bits.

    The squares follow each other row by row, lowest bit first. Behind the last square of every
    axis but the first stands a 0: a step that leaves the board ends on one of these, on whichever
    side it leaves, or before or behind all bits.

    Parameters
    ----------
    board : array_like of int, shape (*shape)
    player : int
        1 for X, -1 for O.

    Returns
    -------
    ndarray of uint64, shape (words,)

    Raises
    ------
    TypeError
        If the board does not hold whole numbers.
    ValueError
        If it is no board.
    """
    array = np.asarray(board)
    shape = array.shape
    marks = as_boards(array.reshape(count_cells(shape)), shape).reshape(shape)
    padded = np.zeros((shape[0], *(n + 1 for n in shape[1:])), np.bool_)
    inside = padded[tuple(slice(n) for n in shape)]
    np.equal(marks, player, out=inside)
    packed = np.packbits(padded, bitorder="little")
    words = np.zeros(-(-packed.size // 8) * 8, np.uint8)
    words[: packed.size] = packed
    return words.view("<u8").astype(np.uint64, copy=False)


def count_line(
    bits: NDArray[np.uint64], shape: tuple[int, ...], k: int, step: tuple[int, ...]
) -> int:
    """Return how many lines of one direction a player has.

    Parameters
    ----------
    bits : ndarray of uint64, shape (words,)
        What the player holds, from `pack`.
    shape : tuple of int
        Sides of the board.
    k : int
        Squares in a line.
    step : tuple of int
        The direction, one of `lines.directions`, or zeros with k = 1.

    Returns
    -------
    int
    """
    # how far apart the bits of neighbors are; directions point forward, so that it is positive
    stride = sum(
        s * prod(n + 1 for n in shape[axis + 1 :]) for axis, s in enumerate(step)
    )
    count = 0
    line, low, high = (np.empty(CHUNK, np.uint64) for _ in range(3))
    for start in range(0, len(bits), CHUNK):
        here = bits[start : start + CHUNK]
        line[: len(here)] = here
        for n in range(1, k):
            words, shift = divmod(n * stride, WORD)
            there = bits[start + words : start + words + CHUNK + 1]
            # what is beyond the last word is 0: no line begins that would need it
            size = min(len(here), len(there))
            np.right_shift(there[:size], shift, out=low[:size])
            if shift:
                rest = there[1 : size + 1]
                np.left_shift(rest, WORD - shift, out=high[: len(rest)])
                low[: len(rest)] |= high[: len(rest)]
            line[:size] &= low[:size]
            line[size : len(here)] = 0
        count += int(np.bitwise_count(line[: len(here)]).sum(dtype=np.int64))
    return count


def count_wins(board: ArrayLike, k: int = K, threads: int = 2) -> tuple[int, int]:
    """Return in how many places each player has a line, on one board of any size.

    The answer is that of `kernels.count_wins`, which lists the lines.

    Parameters
    ----------
    board : array_like of int, shape (*shape)
    k : int
        Squares in a line.
    threads : int
        How many directions are looked at side by side.

    Returns
    -------
    tuple of int
        The lines that X has, and those that O has.

    Raises
    ------
    TypeError
        If the board does not hold whole numbers.
    ValueError
        If it is no board, or `k` or `threads` not a whole number of at least 1.
    """
    check_whole("k", k, "a line has a whole number of squares, at least 1")
    check_whole("threads", threads, "there is a whole number of threads, at least 1")
    shape = np.shape(board)
    planes = [pack(board, player) for player in (X, O)]
    if not count_lines(shape, k):
        return 0, 0
    steps = line_steps(len(shape), k)
    with ThreadPoolExecutor(threads) as pool:
        x_wins, o_wins = (
            sum(pool.map(partial(count_line, bits, shape, k), steps)) for bits in planes
        )
    return x_wins, o_wins
