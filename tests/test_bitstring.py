"""Lines counted on packed bits are those that a search through all lines finds."""

import numpy as np
import pytest
from rules import all_lines

from tttlib import bitstring, count_lines
from tttlib.bitstring import count_wins, pack

SHAPES = [(1,), (9,), (70,), (200,), (3, 3), (1, 5), (5, 1), (2, 3), (8, 8), (15, 15)]
SHAPES += [(3, 4, 5), (4, 4, 4), (1, 3, 1, 3), (2, 3, 2, 4), (3, 3, 3, 3), (2,) * 6]
SHAPES += [(3, 1, 2, 1, 3), (65, 3), (3, 65), (2, 64), (31, 2, 2)]


def search(board, k):
    """Return how many lines X and O have, by a search through all lines."""
    marks = board.ravel().tolist()
    lines = [{marks[s] for s in line} for line in all_lines(board.shape, k)]
    return lines.count({1}), lines.count({-1})


@pytest.fixture(params=[1, 3, bitstring.CHUNK])
def chunk(request, monkeypatch):
    """Look at few words together, so that lines reach from one chunk into the next."""
    monkeypatch.setattr(bitstring, "CHUNK", request.param)


@pytest.mark.usefixtures("chunk")
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_lines_are_counted_as_by_a_search(shape, k):
    rng = np.random.default_rng([*shape, k])
    # X is on most squares, so that long lines are found too
    board = rng.choice([1, 1, 1, -1, 0], shape)
    assert count_wins(board, k) == search(board, k)
    assert count_wins(-board, k, threads=1) == search(board, k)[::-1]


@pytest.mark.usefixtures("chunk")
@pytest.mark.parametrize("shape", SHAPES)
def test_a_full_board_has_every_line_and_an_empty_one_none(shape):
    for k in (1, 2, 3, 5, 9):
        assert count_wins(np.ones(shape, int), k) == (count_lines(shape, k), 0)
        assert count_wins(np.zeros(shape, int), k) == (0, 0)


def test_long_lines():
    board = np.zeros(400, int)
    board[3:303] = -1
    assert count_wins(board, 300) == (0, 1)
    assert count_wins(board, 299) == (0, 2)
    assert count_wins(board, 301) == (0, 0)


def test_a_string_of_bits_has_a_zero_behind_each_row():
    bits = pack([[1, 1], [-1, 1], [1, -1]], 1)
    assert bits.dtype == np.uint64
    assert [int(bits[0]) >> n & 1 for n in range(9)] == [1, 1, 0, 0, 1, 0, 1, 0, 0]
    assert pack([[1, 1], [-1, 1], [1, -1]], -1)[0] == 1 << 3 | 1 << 7


def test_the_board_is_left_as_it_is():
    board = np.array([[1, 0], [-1, 1]])
    before = board.copy()
    count_wins(board, 2)
    assert (board == before).all()
    fortran = np.asfortranarray(np.random.default_rng(0).integers(-1, 2, (4, 5, 6)))
    assert count_wins(fortran) == search(fortran, 3)
    assert count_wins(fortran[::-1, 1:, ::2]) == search(fortran[::-1, 1:, ::2], 3)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: count_wins([[0.5]]), TypeError, "board is float64; a board holds"),
        (lambda: count_wins([[2, 0]]), ValueError, "board holds 2; a square is"),
        (lambda: count_wins([[0, 0]], 0), ValueError, "k is 0; a line has"),
        (lambda: count_wins([[0, 0]], 2.5), ValueError, "k is 2.5; a line has"),
        (lambda: count_wins([[0]], 1, 0), ValueError, "threads is 0; there is"),
        (lambda: count_wins(1), ValueError, "shape is ()"),
        (lambda: count_wins(np.zeros((0, 3), int)), ValueError, "shape is (0, 3)"),
    ],
)
def test_what_is_no_board_or_no_line_is_refused_with_the_reason(call, error, words):
    with pytest.raises(error) as caught:
        call()
    assert words in str(caught.value)
