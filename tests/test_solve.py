"""Perfect play: counts of positions and values of small games."""

import time

import numpy as np
import pytest

from tttlib import afterstates, code, empty_board, outcome, place, player_to_move
from tttlib.solve import (
    best_squares,
    choose_perfectly,
    most_positions,
    solve,
    true_value,
)


@pytest.fixture(scope="module")
def solution():
    return solve()


@pytest.fixture(scope="module")
def positions(solution):
    return solution.positions()


def classes(boards):
    return len(np.unique(code(boards)))


def test_positions_by_result(solution, positions):
    results = outcome(positions)
    assert (len(solution), classes(positions)) == (5478, 765)
    assert [(results == r).sum() for r in (1, -1, 2)] == [626, 316, 16]
    assert [classes(positions[results == r]) for r in (1, -1, 2)] == [91, 44, 3]


def test_positions_by_number_of_moves(positions):
    moves = np.count_nonzero(positions, -1)
    assert np.bincount(moves).tolist() == [
        1,
        9,
        72,
        252,
        756,
        1260,
        1520,
        1140,
        390,
        78,
    ]
    assert [classes(positions[moves == m]) for m in range(10)] == [
        1, 3, 12, 38, 108, 174, 204, 153, 57, 15,
    ]  # fmt: skip


def test_values_for_x(solution, positions):
    values = true_value(solution, positions)
    assert [(values == v).sum() for v in (1, 0, -1)] == [2936, 1068, 1474]
    assert [classes(positions[values == v]) for v in (1, 0, -1)] == [412, 151, 202]
    assert true_value(solution, empty_board()) == 0


def test_values_for_the_mover(solution, positions):
    boards = positions[outcome(positions) == 0]
    mover = player_to_move(boards)
    values = mover * true_value(solution, boards)
    assert (len(boards), (mover == 1).sum(), (mover == -1).sum()) == (4520, 2423, 2097)
    assert [(values == v).sum() for v in (1, 0, -1)] == [2836, 1052, 632]
    assert [classes(boards[values == v]) for v in (1, 0, -1)] == [390, 148, 89]


def test_best_squares(solution, positions):
    boards = positions[outcome(positions) == 0]
    best = best_squares(solution, boards)
    only, mistake = best.sum(-1) == 1, best.sum(-1) < (boards == 0).sum(-1)
    afters = {
        number: set(code([place(board, s) for s in np.flatnonzero(squares)]).tolist())
        for number, board, squares in zip(
            code(boards).tolist(), boards, best, strict=True
        )
    }
    assert only.sum() == 2406
    assert (
        sum(len(after) == 1 for after in afters.values()) == 346
    )  # equal moves are one
    assert (mistake.sum(), classes(boards[mistake])) == (3191, 431)
    assert best_squares(solution, empty_board()).all()
    assert best_squares(solution, [1, 0, 0, 0, 0, 0, 0, 0, 0]).nonzero()[
        0
    ].tolist() == [4]


def test_values_against_plain_recursion(solution, positions):
    known = {}

    def value(board):
        key = board.tobytes()
        if key not in known:
            result = outcome(board)
            mark = player_to_move(board)
            known[key] = (
                result % 2 * result
                if result
                else mark * max(mark * value(after) for after in afterstates(board))
            )
        return known[key]

    assert value(empty_board()) == 0
    assert [known[board.tobytes()] for board in positions] == true_value(
        solution, positions
    ).tolist()


def test_perfect_policy_wins_at_once_and_keeps_the_value(solution, positions):
    boards = positions[outcome(positions) == 0]
    squares = choose_perfectly(solution, boards)
    assert np.take_along_axis(
        best_squares(solution, boards), squares[:, None], -1
    ).all()
    assert choose_perfectly(solution, [1, 1, 0, -1, -1, 0, 0, 0, 0]) == 2
    assert choose_perfectly(solution, [1, 1, 0, -1, -1, 0, 1, 0, 0]) == 5
    assert isinstance(choose_perfectly(solution, empty_board()), int)


@pytest.mark.parametrize(
    ("shape", "k", "value", "x_moves"),
    [
        ((3, 3), 3, 0, None),
        ((3, 4), 3, 1, 4),
        ((4, 3), 3, 1, 4),
        ((3, 4), 4, 0, None),
        ((2, 2), 2, 1, 2),
        ((2, 2, 2), 2, 1, 2),
        ((1, 9), 3, 0, None),
        ((9,), 3, 0, None),
        ((2, 3, 2), 3, 0, None),
        ((4, 4), 3, 1, 3),
        ((1,), 1, 1, 1),
        ((2,), 2, 0, None),
        ((1, 1), 2, 0, None),
    ],
)
def test_small_games(shape, k, value, x_moves):
    solution = solve(shape, k)
    score = int(solution.look_up(empty_board(shape)))
    assert true_value(solution, empty_board(shape)) == np.sign(score) == value
    if x_moves is not None:
        length = empty_board(shape).size + 1 - score  # of the game, in moves of both
        assert (length + 1) // 2 == x_moves


def test_other_board_in_any_position():
    solution = solve((2, 3), 2)
    positions = solution.positions()
    assert len(positions) == len(solution)
    going = positions[outcome(positions, (2, 3), 2) == 0]
    mover = player_to_move(going, (2, 3))
    after = solution.after(going).max(-1)
    assert np.array_equal(mover * after, solution.look_up(going))


def test_bound_is_told_before_anything_is_allocated():
    assert most_positions((3, 3)) == 6046
    assert most_positions((4, 4)) == 10_165_779
    with pytest.raises(ValueError, match="up to 1,405,155,255,055 positions"):
        solve((3, 3, 3), 3)


def test_refusals(solution):
    with pytest.raises(ValueError, match="no game leads to the board"):
        solution.look_up([1, 1, 1, -1, -1, -1, 0, 0, 0])
    with pytest.raises(ValueError, match="board has 4 squares"):
        true_value(solution, [0, 0, 0, 0])
    with pytest.raises(ValueError, match="read-only"):
        solution.scores[0] = 1
    with pytest.raises(ValueError, match="k is 0"):
        solve((3, 3), 0)


def test_fast():
    solve()
    times = []
    for _ in range(3):
        start = time.perf_counter()
        solve()
        times.append(time.perf_counter() - start)
    assert min(times) < 0.1
