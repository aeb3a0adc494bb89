"""Kernels: the delta and its family, and who has a line on boards of any number of axes."""

from itertools import product
from math import comb, prod

import numpy as np
import pytest
from rules import O, X, all_lines
from tinygrad.helpers import Context

from tttlib import count_lines, directions, line_cells, outcome
from tttlib.device import Tensor
from tttlib.kernels import (
    count_wins,
    kernels,
    kronecker_delta,
    line_sums,
    winner,
    winner_by_convolution,
    winner_by_shifts,
    winning_lines,
)

EXAMPLE = np.zeros((5, 5), np.int8)
EXAMPLE[:3] = [[1, 1, -1, 0, 0], [1, 0, 0, 0, 0], [1, 1, 0, 0, 0]]
BOTH = [[1, 1], [-1, -1]]


@pytest.fixture(autouse=True, scope="module")
def programs_made_quickly():
    """Have tinygrad write plain programs: each runs once here."""
    with Context(NOOPT=1):
        yield


def wins(boards, shape, k):
    """Return how many lines X and O have on each board, from lines found by a search."""
    lines = np.array([sorted(line) for line in all_lines(shape, k)], int).reshape(-1, k)
    marks = boards.reshape(-1, prod(shape))[:, lines]  # (boards, lines, k)
    return np.stack([(marks == player).all(-1).sum(-1) for player in (X, O)], -1)


def has_won(counts):
    return np.sign(counts[:, 0]) - np.sign(counts[:, 1])


def case(number):
    """Return a shape, a k, and boards: random ones, and one with a win in every direction."""
    rng = np.random.default_rng(number)
    ndim = number % 5 + 1
    largest = (12, 7, 5, 4, 3)[ndim - 1]
    shape = tuple(map(int, rng.integers(1, largest + 1, ndim)))
    # up to one more than the longest side, and now and then 1
    k = int(rng.integers(1, max(shape) + 2))
    density = rng.choice([0.2, 0.4, 0.7])
    boards = rng.choice(
        [0, X, O], (12, *shape), p=[1 - density, density / 2, density / 2]
    )
    planted = []
    for step in directions(ndim):
        room = [n - (k - 1) * (s != 0) for n, s in zip(shape, step, strict=True)]
        if min(room) < 1:
            continue
        # the line of this direction that ends with the last square of every axis, and another
        for start in ([r - 1 for r in room], [int(rng.integers(r)) for r in room]):
            board = np.zeros(shape, np.int8)
            # a direction that moves down an axis starts k - 1 further up
            first = [a + (k - 1) * (s < 0) for a, s in zip(start, step, strict=True)]
            for n in range(k):
                board[tuple(a + n * s for a, s in zip(first, step, strict=True))] = 1
            planted += [board * X, board * O]
    return shape, k, np.concatenate([boards, *[[board] for board in planted]])


@pytest.mark.parametrize("number", range(210))
def test_winner_is_that_of_a_search_through_all_lines(number):
    shape, k, boards = case(number)
    counts = wins(boards, shape, k)
    assert (
        winner(boards, k, len(shape), allow_both=True).tolist()
        == has_won(counts).tolist()
    )
    assert (has_won(counts)[12:] != 0).all()  # every planted line is one


@pytest.mark.parametrize("number", range(1000, 1020))
def test_all_ways_agree(number):
    shape, k, boards = case(number)
    boards, ndim = boards[:40], len(shape)
    counts = wins(boards, shape, k)
    assert winner_by_convolution(boards, k, ndim).tolist() == has_won(counts).tolist()
    shifted = winner_by_shifts(boards, k, ndim, allow_both=True)
    assert shifted.tolist() == has_won(counts).tolist()
    assert count_wins(boards, k, ndim).tolist() == counts.tolist()
    sums = line_sums(boards, k, ndim).numpy()
    for player, count in zip((X, O), counts.T, strict=True):
        assert (sums == player * k).sum(
            tuple(range(1, ndim + 2))
        ).tolist() == count.tolist()


def test_every_3x3_board_is_decided_as_by_the_rules():
    boards = np.array(list(product((0, X, O), repeat=9)), np.int8)
    x_and_o = wins(boards, (3, 3), 3)
    possible = boards[~(x_and_o > 0).all(-1)]
    decided = winner(possible.reshape(-1, 3, 3), 3, 2).numpy()
    stands = outcome(possible)
    assert (decided == np.where(abs(stands) == 1, stands, 0)).all()
    assert len(boards) - len(possible) == (x_and_o > 0).all(-1).sum() > 0


@pytest.mark.parametrize("ndim", range(1, 7))
@pytest.mark.parametrize("k", [2, 3])
def test_kernels_are_distinct_and_each_is_the_line_of_its_direction(ndim, k):
    family = kernels(k, ndim).numpy()
    assert family.shape == ((3**ndim - 1) // 2, *(k,) * ndim)
    assert family.dtype == np.int8
    assert len({kernel.tobytes() for kernel in family}) == len(family)
    for kernel, step in zip(family, directions(ndim), strict=True):
        line = {
            tuple(n if s > 0 else k - 1 - n if s < 0 else 0 for s in step)
            for n in range(k)
        }
        assert set(zip(*map(np.ndarray.tolist, kernel.nonzero()), strict=True)) == line
        assert kernel.sum() == k


def test_kernels_by_rank():
    family = kernels(3, 4).numpy()
    # how many of the faces at index 0 hold the whole line: the axes that it does not move along
    idle = np.array(
        [[kernel.take(0, axis).sum() == 3 for axis in range(4)] for kernel in family]
    )
    ranks = np.bincount(4 - idle.sum(1))[1:]
    assert ranks.tolist() == [comb(4, r) * 2 ** (r - 1) for r in range(1, 5)]


def test_the_kernels_of_the_plane():
    assert kernels(3, 2).tolist() == [
        [[1, 1, 1], [0, 0, 0], [0, 0, 0]],
        [[1, 0, 0], [1, 0, 0], [1, 0, 0]],
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        [[0, 0, 1], [0, 1, 0], [1, 0, 0]],
    ]


def test_a_line_of_one_square_has_one_kernel():
    assert kernels(1, 3).tolist() == [[[[1]]]]


@pytest.mark.parametrize(
    ("n", "rank"), [(1, 1), (1, 3), (3, 1), (2, 2), (4, 3), (2, 6)]
)
def test_delta_is_1_where_all_indices_are_equal(n, rank):
    delta = kronecker_delta(n, rank)
    assert delta.shape == (n,) * rank
    assert delta.numpy().dtype == np.int8
    for index in product(range(n), repeat=rank):
        assert delta.numpy()[index] == (len(set(index)) == 1)
    if rank == 2:
        assert (delta.numpy() == np.eye(n)).all()


def test_the_worked_example():
    # along columns, the second direction
    sums = line_sums(EXAMPLE, 3)[1].numpy()
    assert sums[:3, :3].tolist() == [[3, 2, -1], [2, 1, 0], [1, 1, 0]]
    assert (sums == 3).sum() == 1
    assert (sums[3:] == 0).all()
    assert winner(EXAMPLE, 3).item() == 1
    assert count_wins(EXAMPLE, 3).tolist() == [1, 0]
    assert winning_lines(EXAMPLE, 3).tolist() == [[0, 5, 10]]


def test_lines_that_are_won_are_found_for_either_player():
    board = np.zeros((3, 3, 3), np.int8)
    board[0, 0, :], board[[2, 2, 2], [0, 1, 2], [2, 1, 0]] = X, O
    lines = winning_lines(board, 3)
    assert lines.tolist() == [[0, 1, 2], [20, 22, 24]]
    assert {frozenset(line) for line in lines.tolist()} <= all_lines((3, 3, 3), 3)
    assert winning_lines(np.zeros((2, 2), int), 3).shape == (0, 3)
    assert winning_lines(np.zeros((2, 2), int), 2).shape == (0, 2)


@pytest.mark.parametrize("decide", [winner, winner_by_shifts, winner_by_convolution])
def test_batch_axes_are_kept(decide):
    boards = np.zeros((2, 3, 4, 4), np.int8)
    boards[1, 2, 3, :3], boards[0, 1, 1:, 0] = X, O
    assert decide(boards, 3, 2).tolist() == [[0, -1, 0], [0, 0, 1]]
    assert decide(boards[1, 2], 3).shape == ()
    assert decide(boards[1:, 2:], 3, 2).shape == (1, 1)
    assert decide(boards[:, :0], 3, 2).tolist() == [[], []]


def test_batch_axes_are_kept_by_sums_and_counts():
    boards = np.zeros((2, 3, 4, 4), np.int8)
    assert line_sums(boards, 3, 2).shape == (2, 3, 4, 4, 4)
    assert line_sums(boards[:0], 3, 2).shape == (0, 3, 4, 4, 4)
    assert count_wins(boards, 3, 2).shape == (2, 3, 2)
    assert count_wins(boards[:0], 3, 2).shape == (0, 3, 2)
    assert count_wins(boards, 5, 2).numpy().sum() == 0


@pytest.mark.parametrize(
    "boards",
    [
        EXAMPLE.tolist(),
        EXAMPLE.astype(np.int64),
        EXAMPLE.T.copy().T,
        np.repeat(EXAMPLE, 2, 1)[:, ::2],
        np.maximum(EXAMPLE, 0).astype(np.uint8),
        Tensor(EXAMPLE.tolist(), dtype="int32"),
        Tensor(np.maximum(EXAMPLE, 0).astype(np.uint8)),
    ],
    ids=[
        "list",
        "int64",
        "fortran",
        "strided",
        "unsigned",
        "tensor",
        "unsigned-tensor",
    ],
)
def test_whole_numbers_of_any_kind_are_boards(boards):
    assert winner(boards, 3).item() == 1


def test_boards_are_left_as_they_are():
    board = EXAMPLE.copy()
    board.flags.writeable = False
    assert winner(board, 3).item() == 1
    given = Tensor(EXAMPLE)
    winner(given, 3).realize()
    assert given.tolist() == EXAMPLE.tolist()


def test_long_lines_are_summed_without_overflow():
    line = np.ones(130, np.int8)
    for k in (127, 128, 130):
        assert winner(line, k).item() == 1
        assert winner(-line, k).item() == -1
    assert winner(line, 131).item() == 0
    assert winner_by_convolution(-line, 128).item() == -1
    assert winner_by_shifts(-line, 128).item() == -1


def test_a_board_with_lines_of_both_is_refused_unless_allowed():
    boards = [[[1, 1], [0, 0]], BOTH]
    for decide in (winner, winner_by_shifts):
        with pytest.raises(ValueError, match="board 1 of 2: both players have a line"):
            decide(boards, 2, 2)
        assert decide(boards, 2, 2, allow_both=True).tolist() == [1, 0]
    assert winner_by_convolution(boards, 2, 2).tolist() == [1, 0]


HALF = np.full((3, 3), 0.5)
TWO = np.array([[0, 2], [0, 0]])
CASES = [
    (
        lambda: winner(HALF, 3),
        TypeError,
        "board is float64; a board holds whole numbers",
    ),
    (lambda: winner(Tensor(HALF.tolist()), 3), TypeError, "board is dtypes.float"),
    (lambda: winner(np.zeros((3, 3)), 3), TypeError, "board is float64"),
    (lambda: winner([[True, False]], 2), TypeError, "board is bool"),
    (lambda: winner(Tensor([[True, False]]), 2), TypeError, "board is dtypes.bool"),
    (lambda: winner([["X", "O"]], 2), TypeError, "board is <U1"),
    (lambda: winner([None], 2), TypeError, "board is object"),
    (lambda: winner([[0, 1], [0]], 2), ValueError, "inhomogeneous"),
    (lambda: winner(TWO, 2), ValueError, "board holds 2; a square is 1 (X), -1 (O)"),
    (lambda: winner(-TWO, 2), ValueError, "board holds -2"),
    (lambda: winner(Tensor(TWO), 2), ValueError, "board holds 2"),
    (lambda: winner(Tensor(-TWO), 2), ValueError, "board holds -2"),
    (lambda: winner(TWO * 128, 2), ValueError, "board holds 256"),
    (
        lambda: winner(Tensor(TWO.astype(np.uint8) * 127), 2),
        ValueError,
        "board holds 254",
    ),
    (lambda: winner(EXAMPLE, 0), ValueError, "k is 0; a line has a whole number"),
    (lambda: winner(EXAMPLE, -3), ValueError, "k is -3"),
    (lambda: winner(EXAMPLE, 2.5), ValueError, "k is 2.5"),
    (lambda: winner(EXAMPLE, "3"), ValueError, "k is '3'"),
    (lambda: winner(EXAMPLE, True), ValueError, "k is True"),
    (
        lambda: winner(np.int8(1), 1),
        ValueError,
        "ndim is 0; a board has a whole number",
    ),
    (lambda: winner(Tensor(1), 1), ValueError, "ndim is 0"),
    (lambda: winner(EXAMPLE, 3, 0), ValueError, "ndim is 0"),
    (lambda: winner(EXAMPLE, 3, 1.5), ValueError, "ndim is 1.5"),
    (lambda: winner(EXAMPLE, 3, 3), ValueError, "boards have 2 axes"),
    (lambda: winner(np.zeros((3, 0), int), 3), ValueError, "shape is (3, 0)"),
    (lambda: winner(BOTH, 2), ValueError, "board 0 of 1: both players have a line"),
    (lambda: winner_by_shifts(BOTH, 2), ValueError, "both players have a line"),
    (lambda: winner_by_shifts(HALF, 3), TypeError, "board is float64"),
    (lambda: winner_by_convolution(TWO, 2), ValueError, "board holds 2"),
    (lambda: count_wins(EXAMPLE, 0), ValueError, "k is 0"),
    (lambda: winning_lines(TWO, 2), ValueError, "board holds 2"),
    (lambda: line_sums(EXAMPLE, 3, 5), ValueError, "boards have 2 axes"),
    (lambda: kernels(0, 2), ValueError, "k is 0"),
    (lambda: kernels(3, 0), ValueError, "ndim is 0"),
    (lambda: kernels(3, 2.0), ValueError, "ndim is 2.0"),
    (lambda: kronecker_delta(0, 2), ValueError, "n is 0"),
    (lambda: kronecker_delta(3, 0), ValueError, "rank is 0"),
    (lambda: kronecker_delta(3, 1.5), ValueError, "rank is 1.5"),
    (lambda: kronecker_delta(2, 29), ValueError, "would take 536,870,912 bytes"),
    (lambda: kernels(3, 12), ValueError, f"would take {265720 * 3**12:,} bytes"),
    (lambda: kernels(50, 5), ValueError, f"would take {121 * 50**5:,} bytes"),
    (
        lambda: line_sums(np.zeros((100,) * 4, np.int8), 3),
        ValueError,
        "would take 4,000,000,000 bytes; at most 268,435,456 are allowed",
    ),
    (
        lambda: winner(np.zeros((50,) * 4, np.int8), 3),
        ValueError,
        f"would take {24 * count_lines((50,) * 4, 3) + 8 * 50**4:,} bytes",
    ),
]


@pytest.mark.parametrize(("call", "error", "words"), CASES)
def test_what_is_no_board_or_no_line_is_refused_with_the_reason(call, error, words):
    with pytest.raises(error) as refusal:
        call()
    assert words in str(refusal.value)


@pytest.mark.parametrize("batch", [(0,), (0, 4), (4, 0)])
@pytest.mark.parametrize("tensor", [False, True])
def test_no_boards_have_no_winners(batch, tensor):
    boards = np.zeros((*batch, 3, 3), np.int8)
    assert winner(Tensor(boards) if tensor else boards, 3, 2).shape == batch


def test_a_board_too_small_for_a_line_has_none():
    assert winner([[1, 1], [1, 1]], 3).item() == 0
    assert winner_by_shifts([[1, 1], [1, 1]], 3).item() == 0
    assert winner_by_convolution([[1, 1], [1, 1]], 3).item() == 0
    # a side too short for a line closes the directions along it, not the others
    assert winner([[1, 1, 1], [0, 0, 0]], 3).item() == 1
    assert len(line_cells((2, 3), 3)) == 2
