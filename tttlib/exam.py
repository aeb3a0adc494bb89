"""The exam: every line of play that an opponent can try against a policy.

A trial against random moves can miss a hole, because a random opponent seldom finds it. But a
policy that always plays the same move on the same board has only so many games, one for each way
in which its opponent can play. There are hundreds of them, and the exam plays them all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from .boards import O, X, afterstates, empty_board, empty_squares, place, player_to_move
from .lines import DRAW, outcome
from .play import Policy
from .solve import Solution, solve, true_value


@dataclass(frozen=True, eq=False, repr=False)
class Report:
    """How a policy did in the exam.

    Attributes
    ----------
    lines : ndarray of int64, shape (2, 3), read-only
        A row as X and a row as O: lines won, lost and drawn.
    slips : ndarray of int8, shape (slips, 9), read-only
        The won positions that it let slip: of the boards that it met, each once, those on which
        it could have forced a win and played a move after which it could not.
    lost_line : ndarray of int, shape (moves,), or None
        A shortest line that it lost, as a game; None if there is none.
    """

    lines: NDArray[np.int64]
    slips: NDArray[np.int8]
    lost_line: NDArray[np.intp] | None

    @property
    def passed(self) -> bool:
        """Whether no line was lost."""
        return self.lost_line is None

    def __repr__(self) -> str:
        as_x, as_o = (
            f"{won} won, {lost} lost, {drawn} drawn" for won, lost, drawn in self.lines
        )
        return f"<as X {as_x}; as O {as_o}; {len(self.slips)} wins let slip>"


def exam(policy: Policy) -> Report:
    """Return how a policy fares on every line that an opponent can play, as X and as O.

    Parameters
    ----------
    policy : callable
        From a batch of boards, all after the same number of moves, to the square to play on for
        each. It is asked once about every position that it meets and held to the answer, so that
        one that rolls dice is examined as a player with a fixed move for each position.

    Returns
    -------
    Report

    Raises
    ------
    ValueError
        If the policy plays on a square that is not empty.
    TypeError
        If its answer is not a whole number for each board.
    """
    lines, slips, lost = [], [], []
    for side in (X, O):
        walked = _walk(policy, side)
        results = np.concatenate([results for _, results, _ in walked])
        lines.append([(results == end).sum() for end in (side, -side, DRAW)])
        slips += [slipped for _, _, slipped in walked]
        lost += [
            line for games, results, _ in walked for line in games[results == -side][:1]
        ]
    counts, boards = np.array(lines), np.concatenate(slips)
    counts.flags.writeable = boards.flags.writeable = False
    return Report(counts, boards, min(lost, key=len, default=None))


def _walk(
    policy: Policy, side: int
) -> list[tuple[NDArray[np.intp], NDArray[np.int8], NDArray[np.int8]]]:
    """Walk all lines at once, move by move, and return what each move brought.

    That is: the games that it ended, their results, and the won positions let slip.
    """
    games, boards = np.zeros((1, 0), np.intp), empty_board()[None]
    walked = []
    while len(boards):
        slipped = boards[:0]
        if player_to_move(boards)[0] == side:
            distinct, line = np.unique(boards, axis=0, return_inverse=True)
            squares = np.asarray(policy(distinct))
            if squares.shape != distinct.shape[:1]:
                raise TypeError(
                    f"the policy's answer to {len(distinct)} boards has shape {squares.shape}; "
                    "a policy answers with a square for each board"
                )
            after = place(distinct, squares)
            won, kept = (
                side * true_value(_solution(), each) == 1 for each in (distinct, after)
            )
            slipped = distinct[won & ~kept]
            boards, squares = after[line], squares[line]
        else:
            squares = empty_squares(boards)  # (games, empty)
            games = np.repeat(games, squares.shape[-1], axis=0)
            boards, squares = (
                afterstates(boards).reshape(-1, boards.shape[-1]),
                squares.ravel(),
            )
        games = np.column_stack([games, squares])
        results = outcome(boards)
        walked.append((games[results != 0], results[results != 0], slipped))
        games, boards = games[results == 0], boards[results == 0]
    return walked


@lru_cache
def _solution() -> Solution:
    return solve()
