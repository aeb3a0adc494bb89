"""Perfect play: what every position is worth if both players always find the best move.

Positions are solved backward, from the full boards to the empty one, all positions with the same
number of marks at once. A position is known by its number, ``board + 1`` read in base 3, so that
the table of all scores is one array.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .boards import SHAPE, O, X, as_boards, count_cells, plain, player_to_move
from .lines import K, line_cells

MOST_POSITIONS = 100_000_000  # boards of 18 squares
NEVER = -128  # the score of a number that is no position a game can reach
CHUNK = 1 << 18  # positions worked on at a time, which fit into a processor's cache


@dataclass(frozen=True, eq=False, repr=False)
class Solution:
    """What perfect play comes to from every position of a board, made by `solve`.

    The score of a position is 0 if best play ends in a draw. Otherwise it is ``cells + 1`` less
    the number of marks on the board when the game is over, positive if X wins and negative if O
    does. So X wants a high score and O a low one, and a quick win beats a slow one.

    Attributes
    ----------
    shape : tuple of int
        Sides of the board.
    k : int
        Marks in a line that win.
    scores : ndarray of int8, shape (3**cells,), read-only
        By the position's number; -128 where no game leads to it.
    """

    shape: tuple[int, ...]
    k: int
    scores: NDArray[np.int8]

    def __repr__(self) -> str:
        return f"<Solution of {self.shape}, {self.k} in a row: {len(self)} positions>"

    def __len__(self) -> int:
        return int(np.count_nonzero(self.scores != NEVER))

    def positions(self) -> NDArray[np.int8]:
        """Return all positions that a game can reach, the empty board included.

        Returns
        -------
        ndarray of int8, shape (positions, cells)
            In the order of their numbers.
        """
        numbers = np.flatnonzero(self.scores != NEVER)
        return (numbers[:, None] // _powers(self.shape) % 3 - 1).astype(np.int8)

    def look_up(self, boards: ArrayLike) -> NDArray[np.int8]:
        """Return the score of every board.

        Parameters
        ----------
        boards : array_like of int, shape (*batch, cells)

        Returns
        -------
        ndarray of int8, shape (*batch,)

        Raises
        ------
        ValueError
            If no game leads to a board.
        """
        boards = as_boards(boards, self.shape)
        powers = _powers(self.shape)
        scores: NDArray[np.int8] = self.scores[boards @ powers + powers.sum()]
        if (scores == NEVER).any():
            board = boards.reshape(-1, boards.shape[-1])[
                np.flatnonzero(scores == NEVER)[0]
            ]
            raise ValueError(f"no game leads to the board {board.tolist()}")
        return scores

    def after(self, boards: ArrayLike) -> NDArray[np.int8]:
        """Return the score that playing on each square leads to, as the mover sees it.

        Parameters
        ----------
        boards : array_like of int, shape (*batch, cells)
            Boards on which the game goes on.

        Returns
        -------
        ndarray of int8, shape (*batch, cells)
            The higher the better for the player to move, X or O; -128 where one cannot play.
        """
        boards = as_boards(boards, self.shape)
        powers = _powers(self.shape)
        self.look_up(boards)  # refuses what is no position
        mark = np.asarray(player_to_move(boards, self.shape))[..., None]
        numbers = boards @ powers + powers.sum()
        empty = boards == 0
        scores = self.scores[numbers[..., None] + np.where(empty, mark * powers, 0)]
        return np.where(empty & (scores != NEVER), mark * scores, NEVER).astype(np.int8)


def solve(shape: tuple[int, ...] = SHAPE, k: int = K) -> Solution:
    """Return what every position that a game can reach is worth with perfect play.

    Backward induction: a position's score is the best, for the player to move, of the scores of
    the positions one move on. It takes ``3**cells`` bytes for the scores, as many for a while,
    and 4 bytes a position: 3x3 takes less than 10 milliseconds, 4x4 about 3 seconds and 160 MB,
    and 2x3x3, a board of 18 squares and about the largest, half a minute and 1.1 GB.

    Parameters
    ----------
    shape : tuple of int
        Sides of the board, as many as one likes.
    k : int
        Marks in a line that win.

    Returns
    -------
    Solution

    Raises
    ------
    ValueError
        If the board has more than 100 million positions, or as `line_cells`.
    """
    most = most_positions(shape)
    if most > MOST_POSITIONS:
        raise ValueError(
            f"a {shape} board has up to {most:,} positions; solve takes up to {MOST_POSITIONS:,}"
        )
    cells, masks = count_cells(shape), _masks(count_cells(shape))
    lines, powers = _bits(line_cells(shape, k)), _powers(shape).tolist()
    scores = np.full(3**cells, NEVER, np.int8)
    levels, level = [], np.array([sum(powers)], np.int32)  # the empty board
    # forward: which positions there are, and where a game ends
    for moves in range(cells + 1):
        mark = O if moves % 2 else X
        won = _has_line(level, masks[-mark], lines)  # by the player who has just moved
        scores[level] = 0
        scores[level[won]] = -mark * (cells + 1 - moves)
        levels.append(level[~won])
        reached = np.zeros(len(scores), bool)
        for numbers, empty in _chunks(levels[-1], masks, cells):
            for square, power in enumerate(powers):
                reached[numbers[empty[square]] + mark * power] = True
        level = np.flatnonzero(reached).astype(np.int32)
    # backward: the best of the positions one move on
    for moves in range(cells - 1, -1, -1):
        mark = O if moves % 2 else X
        for numbers, empty in _chunks(levels[moves], masks, cells):
            best = np.full(len(numbers), NEVER, np.int8)
            for square, power in enumerate(powers):
                one_on = scores[numbers[empty[square]] + mark * power]
                best[empty[square]] = np.maximum(best[empty[square]], mark * one_on)
            scores[numbers] = mark * best
    scores.flags.writeable = False
    return Solution(shape, k, scores)


def most_positions(shape: tuple[int, ...]) -> int:
    """Return how many positions a board can have at most: those if no game ended before its time.

    With m marks on the board, half of them are X's, and one more if m is odd.

    Parameters
    ----------
    shape : tuple of int
        Sides of the board.

    Returns
    -------
    int
    """
    cells = count_cells(shape)
    return sum(
        comb(cells, moves) * comb(moves, moves // 2) for moves in range(cells + 1)
    )


def true_value(solution: Solution, boards: ArrayLike) -> Any:
    """Return how a game ends that both players play perfectly from here.

    Parameters
    ----------
    solution : Solution
    boards : array_like of int, shape (*batch, cells)

    Returns
    -------
    int, or ndarray of int8 of shape (*batch,)
        1: X wins; -1: O wins; 0: a draw.

    Raises
    ------
    ValueError
        If no game leads to a board.
    """
    return plain(np.sign(solution.look_up(boards)))


def best_squares(solution: Solution, boards: ArrayLike) -> NDArray[np.bool_]:
    """Return the best moves, all of them: those that give nothing away.

    Parameters
    ----------
    solution : Solution
    boards : array_like of int, shape (*batch, cells)
        Boards on which the game goes on.

    Returns
    -------
    ndarray of bool, shape (*batch, cells)
        Where a move leads to a position worth as much, by `true_value`, as the board itself.

    Raises
    ------
    ValueError
        If no game leads to a board.
    """
    after = solution.after(boards)
    best = np.sign(after.max(-1, keepdims=True))
    squares: NDArray[np.bool_] = (after != NEVER) & (np.sign(after) == best)
    return squares


def choose_perfectly(solution: Solution, boards: ArrayLike) -> Any:
    """Return a best move: the quickest win or the slowest loss; of several, the first square.

    Parameters
    ----------
    solution : Solution
    boards : array_like of int, shape (*batch, cells)
        Boards on which the game goes on.

    Returns
    -------
    int, or ndarray of int of shape (*batch,)
        The square to play on.

    Raises
    ------
    ValueError
        If no game leads to a board.
    """
    return plain(solution.after(boards).argmax(-1))


def _powers(shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Return what a mark on each square adds to a board's number."""
    return 3 ** np.arange(count_cells(shape) - 1, -1, -1)


def _bits(cells: NDArray[np.intp]) -> list[int]:
    """Return each line as a whole number with a bit set for every square."""
    return [sum(1 << square for square in line) for line in cells.tolist()]


def _masks(cells: int) -> dict[int, tuple[NDArray[np.int32], ...]]:
    """Return, for X and for O, tables of the squares held, as bits.

    A number is looked up in two halves, so that a table has 3**(cells / 2) entries and not all.
    """
    halves = {}
    for mark in (X, O):
        tables = []
        for squares in (range(cells // 2), range(cells // 2, cells)):
            table = np.zeros(1, np.int32)
            for square in squares:  # one more digit: O, empty, X
                digit = (np.array([O, 0, X]) == mark) << square
                table = (table[:, None] | digit.astype(np.int32)).ravel()
            tables.append(table)
        halves[mark] = tuple(tables)
    return halves


def _held(
    numbers: NDArray[np.int32], halves: tuple[NDArray[np.int32], ...]
) -> NDArray[np.int32]:
    """Return the squares that a player holds on boards of these numbers, as bits."""
    high, low = np.divmod(numbers, np.int32(len(halves[1])))
    return halves[0][high] | halves[1][low]


def _has_line(
    numbers: NDArray[np.int32], halves: tuple[NDArray[np.int32], ...], lines: list[int]
) -> NDArray[np.bool_]:
    """Return on which boards a player holds a line."""
    won = np.zeros(len(numbers), bool)
    for start in range(0, len(numbers), CHUNK):
        held = _held(numbers[start : start + CHUNK], halves)
        for line in lines:
            won[start : start + CHUNK] |= held & line == line
    return won


def _chunks(
    numbers: NDArray[np.int32],
    masks: dict[int, tuple[NDArray[np.int32], ...]],
    cells: int,
) -> Iterator[tuple[NDArray[np.int32], list[NDArray[np.intp]]]]:
    """Yield the numbers a part at a time, with the boards of it on which each square is empty."""
    for start in range(0, len(numbers), CHUNK):
        part = numbers[start : start + CHUNK]
        taken = _held(part, masks[X]) | _held(part, masks[O])
        yield part, [np.flatnonzero(~taken >> square & 1) for square in range(cells)]
