"""Tables of all boards, checked against a walk through every position of the game."""

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from rules import LINES, O, X

from tttlib import afterstates, code, empty_board, outcome, player_to_move
from tttlib.tables import EMPTY, POWERS, tables


@pytest.fixture(scope="module")
def levels():
    """Return the positions that games reach after 0 to 9 moves, and how many games each."""
    boards, games = empty_board()[None], np.array([1])
    reached = []
    for _ in range(10):
        reached.append((boards, games))
        going = outcome(boards) == 0
        after = afterstates(boards[going])  # (boards, moves, 9)
        ways = np.repeat(games[going], after.shape[1])
        boards, at = np.unique(after.reshape(-1, 9), axis=0, return_inverse=True)
        games = np.bincount(at.ravel(), ways, len(boards)).astype(int)
    return reached


@pytest.fixture(scope="module")
def positions(levels):
    return np.concatenate([boards for boards, _ in levels])


def count_classes(boards):
    return len(np.unique(code(boards)))


def test_positions_after_each_number_of_moves(levels):
    counts = [len(boards) for boards, _ in levels]
    assert counts == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    classes = [count_classes(boards) for boards, _ in levels]
    assert classes == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]


def test_5478_positions_are_765_up_to_symmetry(positions):
    assert len(positions) == 5478
    assert count_classes(positions) == 765


def test_positions_in_which_the_game_is_over(positions):
    results = outcome(positions)
    assert [(results == result).sum() for result in (X, O, 2)] == [626, 316, 16]
    assert [count_classes(positions[results == result]) for result in (X, O, 2)] == [
        91,
        44,
        3,
    ]


def test_positions_in_which_a_player_has_to_move(positions):
    going = positions[outcome(positions) == 0]
    x_moves, o_moves = (going[player_to_move(going) == player] for player in (X, O))
    assert (len(going), len(x_moves), len(o_moves)) == (4520, 2423, 2097)
    assert list(map(count_classes, (going, x_moves, o_moves))) == [627, 338, 289]
    assert (
        count_classes(x_moves[(x_moves == 0).sum(1) > 1]) == 304
    )  # MENACE's matchboxes


def test_games(levels):
    lengths, winners = Counter(), Counter()
    for moves, (boards, games) in enumerate(levels):
        for result in (X, O, 2):
            count = int(games[outcome(boards) == result].sum())
            lengths[moves] += count
            winners[result] += count
    assert [lengths[moves] for moves in range(5, 10)] == [
        1440,
        5328,
        47952,
        72576,
        127872,
    ]
    assert (winners[X], winners[O], winners[2]) == (131184, 77904, 46080)
    assert lengths.total() == 255168


def test_random_play(levels):
    chances, length = Counter(), Fraction(0)
    for moves, (boards, games) in enumerate(levels):
        ways = np.prod(
            range(9, 9 - moves, -1), dtype=int
        ).item()  # sequences of so many moves
        results = outcome(boards)
        for result in (X, O, 2):
            chances[result] += Fraction(int(games[results == result].sum()), ways)
        length += moves * Fraction(int(games[results != 0].sum()), ways)
    assert chances == {
        X: Fraction(737, 1260),
        O: Fraction(121, 420),
        2: Fraction(8, 63),
    }
    assert length == Fraction(3203, 420)


def numbers_of(boards):
    """Return the number of each board: board + 1 read in base 3."""
    return [
        int("".join(str(mark + 1) for mark in board), 3) for board in boards.tolist()
    ]


def test_a_mark_adds_its_power_to_the_number_of_a_board(positions):
    assert EMPTY == numbers_of(empty_board()[None])[0] == 9841
    for board, number in zip(positions[::37], numbers_of(positions[::37]), strict=True):
        assert EMPTY + int(board @ POWERS) == number


def test_tables_hold_the_class_and_the_result_of_every_position(positions):
    codes, classes, results, _ = tables()
    numbers = numbers_of(positions)
    assert [codes[classes[number]] for number in numbers] == code(positions).tolist()
    assert [results[number] for number in numbers] == outcome(positions).tolist()
    assert (np.diff(codes) > 0).all()
    assert set(code(positions).tolist()) <= set(codes.tolist())


def test_tables_hold_the_class_after_every_move(positions):
    codes, _, _, after = tables()
    none = len(codes)
    for board, number in zip(positions, numbers_of(positions), strict=True):
        if outcome(board) == 0:
            row = after[number]
            free = board == 0
            assert codes[row[free]].tolist() == code(afterstates(board)).tolist()
            assert (row[~free] == none).all()


def test_tables_hold_no_board_on_which_both_have_won_or_players_did_not_take_turns():
    codes, classes, results, after = tables()
    possible = set()
    for number, board in enumerate(product((-1, 0, 1), repeat=9)):
        won = {board[a] for a, b, c in LINES if board[a] == board[b] == board[c] != 0}
        if sum(board) in (0, 1) and len(won) < 2:
            possible.add(code(board))
            assert codes[classes[number]] == code(board)
        else:
            assert (classes[number], results[number]) == (len(codes), 0)
            assert (after[number] == len(codes)).all()
    assert sorted(possible) == codes.tolist()


def test_tables_are_made_once():
    assert tables() is tables()
    assert len(tables().classes) == len(tables().results) == len(tables().after) == 3**9
