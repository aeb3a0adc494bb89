"""Symmetries: the turned and mirrored images of a board, and their common number."""

from itertools import product
from math import factorial, prod

import numpy as np
import pytest

from tttlib import code, count_symmetries, decode, line_cells, symmetries

ROWS = ["012345678", "630741852", "876543210", "258147036",
        "210543876", "678345012", "036147258", "852741630"]  # fmt: skip
SHAPES = [(3, 3), (4, 4), (2, 2), (2, 3), (3, 2), (1, 4), (4, 1), (5,), (1, 1), (1,)]


def images(board, shape):
    """Return the turned and mirrored images of a board that have its shape, each once."""
    grid = np.reshape(board, (1, *shape)[-2:])
    turned = [np.rot90(image, n) for image in (grid, np.fliplr(grid)) for n in range(4)]
    return {
        tuple(image.ravel().tolist()) for image in turned if image.shape == grid.shape
    }


def literal_code(board, shape=(3, 3)):
    return min(
        int("".join(str(mark + 1) for mark in image), 3)
        for image in images(board, shape)
    )


def every_board(cells):
    return np.array(list(product((-1, 0, 1), repeat=cells)), np.int8)


def test_the_eight_symmetries_in_order():
    assert ["".join(map(str, row)) for row in symmetries().tolist()] == ROWS
    assert symmetries().dtype == np.intp


def test_turns_come_first_clockwise_and_then_the_mirror_images():
    grid = np.arange(16).reshape(4, 4)
    expected = [grid, np.rot90(grid, -1), np.rot90(grid, -2), np.rot90(grid, -3),
                np.fliplr(grid), np.flipud(grid), grid.T, np.rot90(grid, 2).T]  # fmt: skip
    assert symmetries((4, 4)).tolist() == [image.ravel().tolist() for image in expected]


@pytest.mark.parametrize("shape", SHAPES)
def test_symmetries_of_other_boards(shape):
    rows = [tuple(row) for row in symmetries(shape).tolist()]
    assert len(set(rows)) == len(rows)
    assert set(rows) == images(np.arange(prod(shape)), shape)
    assert rows[0] == tuple(range(prod(shape)))


def test_how_many_symmetries():
    counts = {shape: len(symmetries(shape)) for shape in SHAPES}
    assert counts == {(3, 3): 8, (4, 4): 8, (2, 2): 8, (2, 3): 4, (3, 2): 4, (1, 4): 2,
                      (4, 1): 2, (5,): 2, (1, 1): 1, (1,): 1}  # fmt: skip


@pytest.mark.parametrize(
    "shape",
    [(2, 2, 2), (3, 3, 3), (2, 3, 3), (1, 3, 3), (2, 1, 3, 2), (2,) * 4, (4, 2, 3)],
)
def test_symmetries_in_space_are_all_that_keep_neighbors_neighbors(shape):
    rows = [tuple(row) for row in symmetries(shape).tolist()]
    assert rows[0] == tuple(range(prod(shape)))
    assert len(set(rows)) == len(rows) == count_symmetries(shape)
    places = np.stack(np.unravel_index(np.arange(prod(shape)), shape), -1)
    apart = np.abs(places[:, None] - places).sum(-1)  # steps from square to square
    for row in rows:
        # what keeps all distances is a symmetry
        assert (apart[np.ix_(row, row)] == apart).all()
    composed = {tuple(np.array(a)[list(b)]) for a in rows[:9] for b in rows}
    assert composed <= set(rows)


@pytest.mark.parametrize("ndim", [1, 2, 3, 4])
def test_how_many_symmetries_a_cube_has(ndim):
    assert count_symmetries((3,) * ndim) == 2**ndim * factorial(ndim)


@pytest.mark.parametrize("shape", [*SHAPES, (2, 2), (1, 3, 1), (3, 3, 3), (2, 3, 2, 3)])
def test_symmetries_are_as_many_as_counted(shape):
    assert len(symmetries(shape)) == count_symmetries(shape)


def test_symmetries_in_space_keep_the_lines():
    cells = {frozenset(line) for line in line_cells((3, 3, 3)).tolist()}
    for row in symmetries((3, 3, 3)):
        assert {frozenset(row[list(line)].tolist()) for line in cells} == cells


def test_code_of_a_board_in_space():
    corner, edge, middle = (np.eye(27, dtype=int)[s] for s in (26, 1, 13))
    cube = (3, 3, 3)
    assert code(corner, cube) == code(np.eye(27, dtype=int)[0], cube)
    assert len({code(b, cube) for b in (corner, edge, middle)}) == 3
    assert (decode(code(corner, cube), cube) == np.eye(27, dtype=int)[26]).all()


def test_all_images_of_a_board_at_once():
    board = np.array([1, -1, 0, 0, 0, 0, 0, 0, 0])
    assert board[symmetries()].shape == (8, 9)
    assert board[symmetries()][2].tolist() == [0, 0, 0, 0, 0, 0, 0, -1, 1]


def test_the_table_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        symmetries()[0, 0] = 5


@pytest.mark.parametrize(
    ("squares", "expected"), [([], 9841), ([0], 9842), ([1], 9844), ([4], 9922)]
)
def test_code_of_the_openings(squares, expected):
    board = np.zeros(9, int)
    board[squares] = 1
    assert code(board) == expected
    assert type(code(board)) is int


def test_code_is_the_least_number_of_all_images():
    boards = every_board(9)[::7]
    assert code(boards).tolist() == [literal_code(board) for board in boards]


@pytest.mark.parametrize(
    "shape", [(2, 3), (3, 2), (5,), (1, 5), (4, 4), (3, 4), (2, 2)]
)
def test_code_on_boards_of_other_shapes(shape):
    rng = np.random.default_rng(0)
    boards = rng.integers(-1, 2, (60, prod(shape)))
    assert code(boards, shape).tolist() == [
        literal_code(board, shape) for board in boards
    ]


@pytest.mark.parametrize("shape", [(3, 3), (4, 4), (2, 5), (6,)])
def test_all_images_have_one_code(shape):
    boards = np.random.default_rng(1).integers(-1, 2, (40, prod(shape)))
    codes = code(boards[:, symmetries(shape)], shape)  # (boards, symmetries)
    assert (codes == codes[:, :1]).all()


def test_boards_that_are_no_images_of_each_other_have_different_codes():
    boards = every_board(4)
    classes = {frozenset(images(board, (2, 2))) for board in boards}
    assert len(np.unique(code(boards, (2, 2)))) == len(classes)


def test_codes_of_the_largest_boards_fit():
    assert code(np.ones(39, int), (39,)) == 3**39 - 1
    assert code(np.ones(39, int), (3, 13)) == 3**39 - 1
    assert code([-1] * 38 + [1], (39,)) == 2
    board = np.random.default_rng(2).integers(-1, 2, 36)
    assert code(board, (6, 6)) == literal_code(board, (6, 6))
    assert code(decode(code(board, (6, 6)), (6, 6)), (6, 6)) == code(board, (6, 6))


def test_code_of_a_batch_is_that_of_each_board():
    batch = np.random.default_rng(3).integers(-1, 2, (2, 3, 9)).astype(np.int8)
    codes = code(batch)
    assert codes.shape == (2, 3)
    assert codes.dtype == np.int64
    assert codes.tolist() == [[literal_code(board) for board in row] for row in batch]
    assert code(batch.tolist()).tolist() == codes.tolist()
    assert code(np.asfortranarray(batch)).tolist() == codes.tolist()
    assert code(np.zeros((0, 9), int)).shape == (0,)
    assert code(np.zeros((2, 0, 9), int)).shape == (2, 0)


@pytest.mark.parametrize("shape", [(3, 3), (2, 4), (7,)])
def test_decode_gives_the_least_image(shape):
    boards = every_board(prod(shape))[::11]
    least = [
        min(images(board, shape)) for board in boards
    ]  # as -1 < 0 < 1, so the digits
    back = decode(code(boards, shape), shape)
    assert back.tolist() == [list(image) for image in least]
    assert back.dtype == np.int8


def test_decode_of_one_code_and_of_batches():
    assert decode(9841).tolist() == [0] * 9
    assert decode(9842).tolist() == [0] * 8 + [1]
    assert decode([[9841, 9842], [9844, 9922]]).shape == (2, 2, 9)
    assert decode(np.zeros((0,), int)).shape == (0, 9)
    for dtype in (np.uint64, np.int16):
        assert decode(np.array([9922], dtype))[0].tolist() == [
            0,
            0,
            0,
            0,
            1,
            0,
            0,
            0,
            0,
        ]


def test_numbers_that_are_no_codes_are_refused():
    codes = {literal_code(board, (2, 2)) for board in every_board(4)}
    for number in range(-5, 3**4 + 5):
        if number in codes:
            assert code(decode(number, (2, 2)), (2, 2)) == number
        else:
            with pytest.raises(ValueError, match=f"^{number} is not the code of a"):
                decode(number, (2, 2))


def test_inputs_are_left_as_they_are():
    board, codes = (
        np.array([1, -1, 0, 0, 0, 0, 0, 0, 0], np.int8),
        np.array([9841, 9842]),
    )
    board.flags.writeable = codes.flags.writeable = False
    assert code(board) == literal_code(board)
    assert decode(codes).shape == (2, 9)


REFUSED = [
    (
        lambda: symmetries((9,) * 6),
        ValueError,
        "the symmetries of a (9, 9, 9, 9, 9, 9) board would take",
    ),
    (lambda: symmetries((3, 0, 3)), ValueError, "shape is (3, 0, 3)"),
    (lambda: count_symmetries((3, 0)), ValueError, "shape is (3, 0)"),
    (lambda: symmetries((0, 3)), ValueError, "shape is (0, 3)"),
    (lambda: code([0] * 8), ValueError, "board has 8 squares; a (3, 3) board has 9"),
    (lambda: code([0.0] * 9), TypeError, "board is float64"),
    (lambda: code([5] * 9), ValueError, "board holds 5"),
    (
        lambda: code([0] * 40, (40,)),
        ValueError,
        "has 40 squares; a code of 64 bits takes at most",
    ),
    (lambda: decode(0, (5, 8)), ValueError, "has 40 squares"),
    (lambda: decode(9841.0), TypeError, "code is float64; a code is a whole number"),
    (lambda: decode([True]), TypeError, "code is bool"),
    (lambda: decode(-1), ValueError, "-1 is not the code of a (3, 3) position"),
    (lambda: decode(3**9), ValueError, "19683 is not the code"),
    (lambda: decode([9841, 9843]), ValueError, "9843 is not the code"),
    (
        lambda: decode([[0, 19682], [9841, 3**38]]),
        ValueError,
        f"{3**38} is not the code",
    ),
]


@pytest.mark.parametrize(("call", "error", "words"), REFUSED)
def test_what_has_no_symmetries_or_code_is_refused_with_the_reason(call, error, words):
    with pytest.raises(error) as refusal:
        call()
    assert words in str(refusal.value)
