"""The exam: players whose holes are known."""

from functools import partial

import numpy as np
import pytest

from tttlib import (
    Model,
    choose,
    choose_at_random,
    empty_board,
    empty_squares,
    outcome,
    place,
    replay,
    train,
)
from tttlib.exam import exam
from tttlib.solve import best_squares, choose_perfectly, solve, true_value

SOLUTION = solve()
perfect = partial(choose_perfectly, SOLUTION)


def first_square(boards):
    return empty_squares(boards)[..., 0]


def lines_by_recursion(policy, side, board=None):
    """Count lines won, lost and drawn, one board at a time."""
    board = empty_board() if board is None else board
    result = outcome(board)
    if result:
        return np.array([result == side, result == -side, result == 2], int)
    mover = 1 if board.sum() == 0 else -1
    squares = [int(policy(board))] if mover == side else empty_squares(board)
    return sum(
        lines_by_recursion(policy, side, place(board, square)) for square in squares
    )


def test_perfect_policy_loses_nothing_and_lets_nothing_slip():
    report = exam(perfect)
    assert report.lines[:, 1].tolist() == [0, 0]
    assert len(report.slips) == 0
    assert report.lost_line is None
    assert report.passed


def test_first_square():
    report = exam(first_square)
    assert report.lines.tolist() == [[83, 58, 16], [200, 429, 36]]
    assert not report.passed
    for side in (1, -1):
        assert (
            lines_by_recursion(first_square, side).tolist()
            == report.lines[int(side < 0)].tolist()
        )


def test_every_way_of_playing_is_a_line():
    rng = np.random.default_rng(0)
    report = exam(partial(choose_at_random, rng=rng))
    assert report.lines[:, 1].min() > 20
    assert len(report.slips) > 20
    again = exam(partial(choose_at_random, rng=np.random.default_rng(0)))
    assert np.array_equal(report.lines, again.lines)


def test_lost_line_is_a_real_game_that_the_policy_plays():
    report = exam(first_square)
    boards = replay(report.lost_line)
    side = -outcome(boards[-1])
    assert side in (1, -1)
    moves = range(0 if side == 1 else 1, len(report.lost_line), 2)
    assert all(first_square(boards[move]) == report.lost_line[move] for move in moves)
    # a player who loses has lost a game no shorter than this one
    assert len(report.lost_line) == (6 if side == 1 else 5)


@pytest.mark.parametrize("mistake", [([0], 1), ([0, 4, 1, 2], 8)])
def test_planted_mistake_is_caught(mistake):
    opening, square = mistake
    bad = replay(opening)[-1]

    def flawed(boards):
        squares = np.asarray(perfect(boards)).copy()
        squares[(boards == bad).all(-1)] = square
        return squares

    report = exam(flawed)
    assert not report.passed
    assert report.lost_line[: len(opening) + 1].tolist() == [*opening, square]
    boards = replay(report.lost_line)
    assert outcome(boards[-1]) == (1 if len(opening) % 2 else -1)
    assert true_value(SOLUTION, boards[len(opening)]) == 0  # it was not lost before


def test_planted_slip_is_caught():
    start = replay([0, 1])[-1]
    best = best_squares(SOLUTION, start)
    assert true_value(SOLUTION, start) == 1
    square = int(np.flatnonzero((start == 0) & ~best)[0])

    def careless(boards):
        squares = np.asarray(perfect(boards)).copy()
        squares[(boards == start).all(-1)] = square
        return squares

    report = exam(careless)
    assert report.slips.tolist() == [start.tolist()]


def test_slips_are_distinct_won_positions():
    report = exam(first_square)
    assert len(np.unique(report.slips, axis=0)) == len(report.slips)
    mover = np.where(report.slips.sum(-1) == 0, 1, -1)
    assert (mover * true_value(SOLUTION, report.slips) == 1).all()
    squares = (report.slips == 0).argmax(-1)  # boards after different numbers of moves
    assert not np.take_along_axis(
        best_squares(SOLUTION, report.slips), squares[:, None], -1
    ).any()


def test_same_numbers_as_recursion_for_a_learned_policy():
    policy = partial(
        choose, train(Model(), 300, report=False, rng=np.random.default_rng(0))
    )
    report = exam(policy)
    for side in (1, -1):
        assert (
            lines_by_recursion(policy, side).tolist()
            == report.lines[int(side < 0)].tolist()
        )


def test_refusals():
    with pytest.raises(ValueError, match="is taken"):
        exam(lambda boards: np.zeros(len(boards), int))
    with pytest.raises(TypeError, match="a square for each board"):
        exam(lambda boards: 0)
    with pytest.raises(ValueError, match="read-only"):
        exam(perfect).lines[0] = 0


def test_repr():
    assert repr(exam(perfect)).startswith("<as X ")
