"""Lines: which squares win together, and how a game stands."""

import tracemalloc
from itertools import permutations, product
from math import comb, prod

import numpy as np
import pytest
from rules import O, X, all_lines, walk

from tttlib import count_lines, directions, line_cells, line_matrix, outcome

DRAW = 2
# shape, squares in a line, lines; counted by two other programs
COUNTS = [
    ((3, 3), 3, 8), ((4, 4), 4, 10), ((4, 4), 3, 24),
    ((5, 5), 4, 28), ((5, 5), 5, 12), ((7, 6), 4, 69),
    ((15, 15), 5, 572), ((19, 19), 5, 1020), ((3, 3, 3), 3, 49),
    ((4, 4, 4), 4, 76), ((3, 3, 3, 3), 3, 272), ((4, 4, 4, 4), 4, 520),
    ((3,) * 5, 3, 1441), ((1, 5), 3, 3), ((2, 3), 3, 2),
    ((3, 4, 5), 3, 190), ((5, 5, 5), 4, 302), ((2, 2, 2), 2, 28),
    ((1, 1, 1), 1, 1), ((3, 3), 1, 9), ((3, 3), 2, 20),
    ((8,), 3, 6), ((2,) * 6, 2, 2016), ((1, 3, 1, 3), 3, 8),
    ((6, 5, 4, 3), 3, 2900),
]  # fmt: skip
SMALL = [(shape, k) for shape, k, _ in COUNTS if prod(shape) < 200] + [
    ((2, 2), 3), ((1,), 2), ((5, 1), 4), ((2, 5), 2), ((3, 3), 4),
    ((3,), 5), ((3, 4), 6), ((2, 2, 3), 4),
]  # fmt: skip
BOTH_WON = [1, 1, 1, -1, -1, -1, 0, 0, 0]


def stands(board, lines):
    """Return how a game stands, square by square, or None if both players have a line."""
    won = {
        mark
        for mark in (X, O)
        if any(all(board[s] == mark for s in line) for line in lines)
    }
    if len(won) == 2:
        return None
    return won.pop() if won else 0 if 0 in board else DRAW


def test_directions_of_a_grid():
    assert directions(1) == [(1,)]
    assert directions(2) == [(0, 1), (1, 0), (1, 1), (1, -1)]


@pytest.mark.parametrize("ndim", range(1, 7))
def test_directions_are_one_of_each_pair_of_opposite_steps(ndim):
    steps = directions(ndim)
    assert (
        len(steps)
        == (3**ndim - 1) // 2
        == {1: 1, 2: 4, 3: 13, 4: 40, 5: 121, 6: 364}[ndim]
    )
    opposite = [tuple(-s for s in step) for step in steps]
    assert {*steps, *opposite} == {*product((-1, 0, 1), repeat=ndim)} - {(0,) * ndim}
    assert all(next(s for s in step if s) == 1 for step in steps)
    assert all(type(s) is int for step in steps for s in step)


@pytest.mark.parametrize("ndim", range(1, 7))
def test_straight_directions_come_before_slanted_ones(ndim):
    ranks = [sum(map(abs, step)) for step in directions(ndim)]
    assert ranks == sorted(ranks)
    counts = [ranks.count(r) for r in range(1, ndim + 1)]
    assert counts == [comb(ndim, r) * 2 ** (r - 1) for r in range(1, ndim + 1)]


def test_directions_by_rank():
    ranks = [np.count_nonzero(directions(ndim), axis=1) for ndim in range(1, 7)]
    assert [np.bincount(rank)[1:].tolist() for rank in ranks] == [
        [1],
        [2, 2],
        [3, 6, 4],
        [4, 12, 16, 8],
        [5, 20, 40, 40, 16],
        [6, 30, 80, 120, 96, 32],
    ]


@pytest.mark.parametrize(("shape", "k", "count"), COUNTS)
def test_number_of_lines(shape, k, count):
    assert line_cells(shape, k).shape == (count, k)
    assert line_matrix(shape, k).shape == (count, prod(shape))


@pytest.mark.parametrize(
    ("shape", "k", "count"),
    [*COUNTS, ((50,) * 5, 3, 33012895488), ((50,) * 5, 5, 28711419616)],
)
def test_lines_are_counted_without_listing_them(shape, k, count):
    assert count_lines(shape, k) == count
    if k > 1:  # direction by direction
        total = 0
        for step in directions(len(shape)):
            room = [
                max(n - k + 1, 0) if s else n for n, s in zip(shape, step, strict=True)
            ]
            total += prod(room)
        assert total == count
    if set(shape) == {k} and k > 1:
        assert count == ((k + 2) ** len(shape) - k ** len(shape)) // 2


def test_lines_are_counted_exactly_where_there_are_more_than_fit_any_word():
    assert count_lines((10**9,) * 40, 7) == ((3 * 10**9 - 12) ** 40 - 10**360) // 2


@pytest.mark.parametrize(("shape", "k"), SMALL)
def test_lines_are_those_of_a_search_from_every_square_in_every_direction(shape, k):
    lines = line_cells(shape, k)
    assert {frozenset(line) for line in lines.tolist()} == all_lines(shape, k)
    assert len(lines) == len(all_lines(shape, k)) == count_lines(shape, k)


@pytest.mark.parametrize(("shape", "k"), [(shape, k) for shape, k in SMALL if k > 1])
def test_lines_go_direction_by_direction_in_the_order_of_the_first_square(shape, k):
    walks = [
        walk(shape, start, step, k)
        for step in directions(len(shape))
        for start in product(*map(range, shape))
    ]
    assert line_cells(shape, k).tolist() == [squares for squares in walks if squares]


@pytest.mark.parametrize(("shape", "k"), SMALL)
def test_a_row_of_the_matrix_marks_the_squares_of_a_line(shape, k):
    matrix, lines = line_matrix(shape, k), line_cells(shape, k)
    assert [np.flatnonzero(row).tolist() for row in matrix] == [
        sorted(s) for s in lines.tolist()
    ]
    assert set(np.unique(matrix)) <= {0, 1}
    assert matrix.dtype == np.int8
    assert lines.dtype == np.intp


def test_the_eight_lines_are_rows_columns_and_diagonals():
    assert line_cells().tolist() == [
        [0, 1, 2], [3, 4, 5], [6, 7, 8],
        [0, 3, 6], [1, 4, 7], [2, 5, 8],
        [0, 4, 8], [2, 4, 6],
    ]  # fmt: skip


def test_the_matrix_sums_the_marks_on_each_line():
    assert (line_matrix() @ [1, 1, 1, -1, -1, 0, 0, 0, 0]).tolist() == [
        3,
        -2,
        0,
        0,
        0,
        1,
        0,
        0,
    ]


def test_sums_along_vertical_lines_of_a_larger_board():
    board = np.zeros((5, 5), int)
    board[:3, :3] = [[1, 1, -1], [1, 0, 0], [1, 1, 0]]
    vertical = line_matrix((5, 5), 3)[15:30]  # after the 15 horizontal ones
    sums = (vertical @ board.ravel()).reshape(3, 5)
    assert sums[:, :3].tolist() == [[3, 2, -1], [2, 1, 0], [1, 1, 0]]
    assert (sums == 3).sum() == 1
    assert not sums[:, 3:].any()


@pytest.mark.parametrize("table", [line_cells, line_matrix])
def test_tables_cannot_be_changed(table):
    with pytest.raises(ValueError, match="read-only"):
        table()[0, 0] = 5


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ([1, 1, 1, -1, -1, 0, 0, 0, 0], X),
        ([-1, -1, -1, 1, 1, 0, 1, 0, 0], O),
        ([1, -1, 1, 1, -1, -1, -1, 1, 1], DRAW),
        ([1, -1, 0, 0, 0, 0, 0, 0, 0], 0),
        ([1, 1, 1, -1, -1, 1, -1, 1, -1], X),  # full: a draw but for the line
        ([0] * 9, 0),
    ],
)
def test_outcome(board, expected):
    assert outcome(board) == expected
    assert type(outcome(board)) is int


@pytest.mark.parametrize("line", [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7],
                                  [2, 5, 8], [0, 4, 8], [2, 4, 6]])  # fmt: skip
def test_each_line_wins_for_either_player(line):
    board = np.zeros(9, np.int8)
    board[line] = X
    assert outcome(board) == X
    assert outcome(-board) == O
    board[line[1]] = O
    assert outcome(board) == 0


def test_outcome_of_every_board():
    boards = np.array(list(product((0, 1, -1), repeat=9)), np.int8)
    lines = all_lines((3, 3), 3)
    expected = [stands(board, lines) for board in boards.tolist()]
    fair = np.array([result is not None for result in expected])
    results = outcome(boards[fair])
    assert results.tolist() == [result for result in expected if result is not None]
    assert results.dtype == np.int8
    for board in boards[~fair][::50]:
        with pytest.raises(ValueError, match="both players have a line"):
            outcome(board)


@pytest.mark.parametrize(
    ("shape", "k"), [((2, 2), 2), ((3, 4), 3), ((4, 4), 4), ((3, 3, 3), 3), ((6,), 3), ((2, 2), 1),
                     ((2, 2), 3), ((1, 3, 1, 3), 3)]
)  # fmt: skip
def test_outcome_on_boards_of_other_shapes(shape, k):
    rng, lines = np.random.default_rng(0), all_lines(shape, k)
    boards = rng.choice([0, 1, -1], (300, prod(shape)), p=[0.2, 0.4, 0.4])
    seen = set()
    for board in boards.tolist():
        expected = stands(board, lines)
        seen.add(expected)
        if expected is not None:
            assert outcome(board, shape, k) == expected
    assert len(seen) > 1


def test_outcome_of_a_batch_is_that_of_each_board():
    rows = [[1, 1, 1, -1, -1, 0, 0, 0, 0], [0] * 9, [1, -1, 1, 1, -1, -1, -1, 1, 1]]
    batch = np.array([rows, [[-b for b in row] for row in rows]])  # (2, 3, 9)
    assert outcome(batch).tolist() == [[X, 0, DRAW], [O, 0, DRAW]]
    assert outcome(np.zeros((0, 9), int)).shape == (0,)
    assert outcome(np.zeros((2, 0, 9), int)).shape == (2, 0)


def test_outcome_takes_read_only_and_scattered_arrays_and_changes_none():
    board = np.array([1, 1, 1, -1, -1, 0, 0, 0, 0], np.int8)
    wide = np.zeros(18, np.int8)
    wide[::2] = board
    board.flags.writeable = False
    assert (
        outcome(board)
        == outcome(wide[::2])
        == outcome(np.asfortranarray([board] * 2))[1]
        == X
    )
    assert wide[::2].tolist() == board.tolist()


def test_outcome_is_the_same_when_axes_are_swapped_and_mirrored():
    rng = np.random.default_rng(1)
    boards = rng.choice([0, 1, -1], (200, 3, 3, 3), p=[0.4, 0.3, 0.3])
    for axes in permutations(range(3)):
        for board in boards:
            turned = board.transpose(axes)[::-1]
            assert stands_or_refuses(turned) == stands_or_refuses(board)


def stands_or_refuses(board):
    try:
        return outcome(board.ravel(), board.shape)
    except ValueError:
        return None


REFUSED = [
    (
        lambda: directions(0),
        ValueError,
        "ndim is 0; a board has a whole number of axes",
    ),
    (lambda: directions(-1), ValueError, "ndim is -1"),
    (lambda: directions(2.0), ValueError, "ndim is 2.0"),
    (lambda: directions("2"), ValueError, "ndim is '2'"),
    (
        lambda: line_cells((3, 3), 0),
        ValueError,
        "k is 0; a line has a whole number of squares",
    ),
    (lambda: line_cells((3, 3), -3), ValueError, "k is -3"),
    (lambda: line_cells((3, 3), 2.5), ValueError, "k is 2.5"),
    (lambda: line_cells((3, 0)), ValueError, "shape is (3, 0)"),
    (lambda: line_matrix((3, 3), 0), ValueError, "k is 0"),
    (lambda: line_matrix(()), ValueError, "shape is ()"),
    (lambda: directions(True), ValueError, "ndim is True"),
    (lambda: line_cells(k=True), ValueError, "k is True"),
    (lambda: count_lines((3, 3), 0), ValueError, "k is 0"),
    (lambda: count_lines((3, 3), 1.0), ValueError, "k is 1.0"),
    (lambda: count_lines((3, -1), 3), ValueError, "shape is (3, -1)"),
    (lambda: count_lines(()), ValueError, "shape is ()"),
    (lambda: outcome([0] * 8), ValueError, "board has 8 squares; a (3, 3) board has 9"),
    (lambda: outcome([0.5] * 9), TypeError, "board is float64"),
    (lambda: outcome([3] * 9), ValueError, "board holds 3"),
    (lambda: outcome([0] * 9, k=0), ValueError, "k is 0"),
    (
        lambda: outcome(BOTH_WON),
        ValueError,
        "both players have a line, which no game reaches:",
    ),
    (lambda: outcome(BOTH_WON), ValueError, "X X X\nO O O\n. . ."),
    (lambda: outcome([[0] * 9, BOTH_WON]), ValueError, "X X X\nO O O\n. . ."),
]


@pytest.mark.parametrize(("call", "error", "words"), REFUSED)
def test_what_is_no_line_or_no_board_is_refused_with_the_reason(call, error, words):
    with pytest.raises(error) as refusal:
        call()
    assert words in str(refusal.value)


@pytest.mark.parametrize(
    ("call", "size"),
    [
        (lambda: directions(15), (3**15 - 1) // 2 * 8 * 15),
        (
            lambda: line_cells((50,) * 5, 3),
            33012895488 * 3 * 8 + 8 * 50**5,
        ),
        (lambda: line_matrix((20,) * 3, 5), count_lines((20,) * 3, 5) * 20**3),
        (lambda: line_matrix((2,) * 40, 2), count_lines((2,) * 40, 2) * 2**40),
        (lambda: line_cells((10**9,), 2 * 10**9), 8 * 10**9),
    ],
)
def test_tables_too_large_for_memory_are_refused_before_any_is_taken(call, size):
    tracemalloc.start()
    with pytest.raises(
        ValueError, match=f"would take {size:,} bytes; at most 268,435,456"
    ):
        call()
    assert tracemalloc.get_traced_memory()[1] < 2**20
    tracemalloc.stop()


def test_long_lines_are_summed_without_overflow():
    shape, full = (130,), np.ones(130, np.int8)
    assert outcome(full, shape, 130) == 1
    assert outcome(-full, shape, 130) == -1
    assert outcome(full, shape, 128) == 1
