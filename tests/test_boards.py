"""Boards: whose turn it is, where one may play, and what the board is afterwards."""

import numpy as np
import pytest

from tttlib import afterstates, empty_board, empty_squares, place, player_to_move, show
from tttlib.boards import as_boards, count_cells

X, O = 1, -1  # noqa: E741
BOARD = [1, -1, 0, 0, 1, 0, 0, 0, -1]
SHAPES = [(3, 3), (2, 5), (7,), (2, 3, 2)]


def boards_after(moves, count, cells=9, seed=0):
    """Return boards on which so many random moves were made, by turns."""
    rng = np.random.default_rng(seed)
    boards = np.zeros((count, cells), np.int8)
    for board in boards:
        board[rng.permutation(cells)[:moves]] = [
            (X, O)[move % 2] for move in range(moves)
        ]
    return boards


@pytest.mark.parametrize("shape", SHAPES)
def test_nobody_has_moved_on_the_empty_board(shape):
    board = empty_board(shape)
    assert board.tolist() == [0] * len(np.ravel(np.zeros(shape)))
    assert board.dtype == np.int8


def test_the_empty_board_is_3x3_by_default_and_a_new_one_each_time():
    empty_board()[0] = 1
    assert empty_board().tolist() == [0] * 9


@pytest.mark.parametrize("moves", range(10))
def test_players_take_turns(moves):
    for board in boards_after(moves, 5):
        turn = player_to_move(board)
        assert turn == (O if moves % 2 else X)
        assert type(turn) is int


def test_turns_of_a_batch():
    batch = np.stack(
        [boards_after(moves, 3, seed=moves) for moves in (4, 7)]
    )  # (2, 3, 9)
    turns = player_to_move(batch)
    assert turns.tolist() == [[X] * 3, [O] * 3]
    assert turns.dtype == np.int8


def test_turns_on_a_board_of_more_than_127_squares():
    board = np.zeros(400, np.int8)
    board[:200], board[200:] = X, O
    assert player_to_move(board, (20, 20)) == X
    board[399] = 0
    assert player_to_move(board, (20, 20)) == O


def test_empty_squares_are_the_zeros_in_order():
    assert empty_squares(BOARD).tolist() == [2, 3, 5, 6, 7]
    assert empty_squares([1, -1, 1, 1, -1, -1, -1, 1, 1]).tolist() == []


@pytest.mark.parametrize("moves", range(10))
def test_empty_squares_of_a_batch_are_those_of_each_board(moves):
    batch = boards_after(moves, 6, seed=moves).reshape(2, 3, 9)
    squares = empty_squares(batch)
    assert squares.shape == (2, 3, 9 - moves)
    assert squares.dtype == np.intp
    for index in np.ndindex(2, 3):
        assert squares[index].tolist() == [s for s in range(9) if batch[index][s] == 0]


def test_place_x_in_the_center():
    assert place(empty_board(), 4).tolist() == [0, 0, 0, 0, 1, 0, 0, 0, 0]


@pytest.mark.parametrize("moves", range(9))
def test_place_sets_the_mark_of_the_player_to_move_and_nothing_else(moves):
    (board,) = boards_after(moves, 1, seed=moves)
    for square in range(9):
        if board[square] == 0:
            expected = board.tolist()
            expected[square] = O if moves % 2 else X
            after = place(board, square)
            assert after.tolist() == expected
            assert after.dtype == np.int8


def test_place_on_a_batch_is_place_on_each_board():
    batch = boards_after(3, 6).reshape(2, 3, 9)
    squares = np.array([[np.flatnonzero(b == 0)[-1] for b in row] for row in batch])
    after = place(batch, squares)
    assert after.shape == (2, 3, 9)
    for index in np.ndindex(2, 3):
        assert after[index].tolist() == place(batch[index], squares[index]).tolist()


def test_place_takes_one_board_with_several_squares_and_one_square_with_several_boards():
    after = place(empty_board(), [[0, 4], [8, 2]])
    assert after.shape == (2, 2, 9)
    assert after.argmax(-1).tolist() == [[0, 4], [8, 2]]
    assert after.sum(-1).tolist() == [[1, 1], [1, 1]]
    turned = place([[1, 0, 0, 0, 0, 0, 0, 0, 0], [0] * 9], 4)
    assert turned.tolist() == [
        [1, 0, 0, 0, -1, 0, 0, 0, 0],
        [0, 0, 0, 0, 1, 0, 0, 0, 0],
    ]
    assert place(boards_after(2, 6).reshape(2, 3, 9) * 0, [0, 1, 2]).shape == (2, 3, 9)


@pytest.mark.parametrize("moves", range(10))
def test_afterstates_are_the_boards_after_each_move(moves):
    for board in boards_after(moves, 3, seed=moves):
        after = afterstates(board)
        expected = []
        for square in range(9):
            if board[square] == 0:
                expected.append(
                    [*board[:square], O if moves % 2 else X, *board[square + 1 :]]
                )
        assert after.tolist() == expected
        assert after.shape == (9 - moves, 9)
        assert after.dtype == np.int8


def test_afterstates_of_a_batch_are_those_of_each_board():
    batch = boards_after(4, 6).reshape(2, 3, 9)
    after = afterstates(batch)
    assert after.shape == (2, 3, 5, 9)
    for index in np.ndindex(2, 3):
        assert after[index].tolist() == afterstates(batch[index]).tolist()


def test_boards_of_any_shape():
    board = [1, 0, -1, 0, 0, 0, 0, 0]
    for shape in ((8,), (2, 4), (2, 2, 2)):
        assert player_to_move(board, shape) == X
        assert empty_squares(board, shape).tolist() == [1, 3, 4, 5, 6, 7]
        assert place(board, 7, shape).tolist() == [1, 0, -1, 0, 0, 0, 0, 1]
        assert afterstates(board, shape)[0].tolist() == [1, 1, -1, 0, 0, 0, 0, 0]


def test_show():
    assert show(BOARD) == "X O .\n. X .\n. . O"


def test_show_boards_side_by_side():
    text = show([BOARD, [0] * 9, [-1] * 9])
    assert text.split("\n") == [
        "X O .   . . .   O O O",
        ". X .   . . .   O O O",
        ". . O   . . .   O O O",
    ]
    assert show(np.reshape([BOARD] * 6, (2, 3, 9))) == show([BOARD] * 6)


def test_show_boards_of_other_shapes():
    assert show([1, 0, -1, 0, 0, 1], (2, 3)) == "X . O\n. . X"
    assert show([1, 0, -1, 0, 0, 1], (3, 2)) == "X .\nO .\n. X"
    assert show([1, 0, -1], (3,)) == "X . O"
    assert show([[1, 0], [-1, 0]], (2,)) == "X .   O ."


def test_show_boards_of_more_axes():
    cube = [1, 0, 0, -1, 1, 1, 0, 0]
    assert show(cube, (2, 2, 2)) == "X .   X X\n. O   . ."
    tesseract = show(cube + [-1] * 8, (2, 2, 2, 2))
    assert tesseract == "X .   X X\n. O   . .\n\nO O   O O\nO O   O O"
    assert show([cube, [-1] * 8], (2, 2, 2)) == tesseract
    # the third axis from the end runs across, whatever the sides
    assert show([1, 0, 0, -1, 0, 1], (3, 1, 2)) == "X .   . O   . X"


def test_show_no_boards():
    assert show(np.empty((0, 9), np.int8)).split() == []
    assert show(np.empty((0, 8), np.int8), (2, 2, 2)) == ""


@pytest.mark.parametrize("shape", [(0, 9), (2, 0, 9)])
def test_an_empty_batch_gives_an_empty_batch(shape):
    batch = np.zeros(shape, np.int8)
    assert player_to_move(batch).shape == shape[:-1]
    assert empty_squares(batch).shape[:-1] == shape[:-1]
    assert place(batch, np.zeros(shape[:-1], int)).shape == shape
    assert afterstates(batch).shape[:-2] == shape[:-1]
    assert afterstates(batch).shape[-1] == 9


FUNCTIONS = [
    player_to_move,
    empty_squares,
    afterstates,
    show,
    lambda b: place(b, empty_squares(b)[..., 0]),
]


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(
    "batch", [boards_after(3, 1)[0], boards_after(4, 6).reshape(2, 3, 9)]
)
def test_lists_read_only_and_scattered_arrays_give_the_same_and_none_is_changed(
    function, batch
):
    expected = np.asarray(function(batch.copy())).tolist()
    read_only = batch.copy()
    read_only.flags.writeable = False
    wide = np.zeros((*batch.shape[:-1], 18), np.int8)
    wide[..., ::2] = batch
    columns = np.asfortranarray(batch)
    reversed_twice = batch[..., ::-1].copy()[..., ::-1]
    given = [read_only, wide[..., ::2], columns, reversed_twice, batch.astype(np.int64)]
    for array in [*given, batch.tolist()]:
        assert np.asarray(function(array)).tolist() == expected
    for array in given:
        assert array.tolist() == batch.tolist()


@pytest.mark.parametrize("function", [place, lambda b, _: afterstates(b)])
def test_results_share_no_memory_with_the_board(function):
    board = empty_board()
    function(board, 4)[...] = 1
    assert board.tolist() == [0] * 9


def test_as_boards_gives_an_int8_array_itself():
    board = boards_after(3, 1)[0]
    assert as_boards(board) is board
    assert as_boards(board.astype(np.int64)).dtype == np.int8


@pytest.mark.parametrize("number", [2, -2, 3, 127, -128])
@pytest.mark.parametrize("square", [0, 5, 8])
def test_int8_numbers_that_are_no_mark_are_refused(number, square):
    board = np.zeros(9, np.int8)
    board[square] = number
    with pytest.raises(ValueError, match=f"board holds {number};"):
        as_boards(board)


def test_count_cells():
    assert [count_cells(shape) for shape in SHAPES] == [9, 10, 7, 12]


REFUSED = [
    (
        lambda: empty_board((3, 0)),
        ValueError,
        "shape is (3, 0); a shape is a tuple of whole",
    ),
    (lambda: empty_board((3, -1)), ValueError, "shape is (3, -1)"),
    (lambda: empty_board((3, 3.0)), ValueError, "shape is (3, 3.0)"),
    (lambda: empty_board(()), ValueError, "shape is ()"),
    (lambda: empty_board(9), ValueError, "shape is 9; a shape is a tuple"),
    (lambda: empty_board([3, 3]), ValueError, "shape is [3, 3]; a shape is a tuple"),
    (
        lambda: as_boards([0.0] * 9),
        TypeError,
        "board is float64; a board holds whole numbers",
    ),
    (lambda: as_boards([True] * 9), TypeError, "board is bool"),
    (
        lambda: as_boards(["X"] * 9),
        TypeError,
        "a board holds whole numbers, 1 (X), -1 (O) and 0",
    ),
    (lambda: as_boards(0), ValueError, "board has no squares; a (3, 3) board has 9"),
    (
        lambda: as_boards([0] * 8),
        ValueError,
        "board has 8 squares; a (3, 3) board has 9",
    ),
    (
        lambda: as_boards([0] * 9, (2, 4)),
        ValueError,
        "board has 9 squares; a (2, 4) board has 8",
    ),
    (lambda: as_boards(np.zeros((9, 3), int)), ValueError, "board has 3 squares"),
    (
        lambda: as_boards([2] + [0] * 8),
        ValueError,
        "board holds 2; a square is 1 (X), -1 (O)",
    ),
    (lambda: as_boards([0, -7] + [0] * 7), ValueError, "board holds -7"),
    (lambda: as_boards([-1, 5] + [0] * 7), ValueError, "board holds 5"),
    (lambda: as_boards([256] + [0] * 8), ValueError, "board holds 256"),
    (lambda: as_boards([257] + [0] * 8), ValueError, "board holds 257"),
    (lambda: as_boards(np.full(9, 255, np.uint8)), ValueError, "board holds 255"),
    (
        lambda: player_to_move([1, 1] + [0] * 7),
        ValueError,
        "a board has 2 X and 0 O; X moves",
    ),
    (lambda: player_to_move([-1] + [0] * 8), ValueError, "a board has 0 X and 1 O"),
    (
        lambda: player_to_move([1] * 256, (16, 16)),
        ValueError,
        "a board has 256 X and 0 O",
    ),
    (
        lambda: player_to_move([[0] * 9, [-1] * 9]),
        ValueError,
        "a board has 0 X and 9 O",
    ),
    (
        lambda: empty_squares([[0] * 9, BOARD]),
        ValueError,
        "the boards have 5 to 9 empty squares",
    ),
    (
        lambda: afterstates([[0] * 9, BOARD]),
        ValueError,
        "boards of a batch have equally many",
    ),
    (lambda: afterstates([1, 1] + [0] * 7), ValueError, "a board has 2 X and 0 O"),
    (
        lambda: place(BOARD, 9),
        ValueError,
        "square 9 is not on the board; its squares are 0 to 8",
    ),
    (lambda: place(BOARD, -1), ValueError, "square -1 is not on the board"),
    (lambda: place([BOARD] * 2, [2, 12]), ValueError, "square 12 is not on the board"),
    (lambda: place([0] * 8, 8, (2, 4)), ValueError, "its squares are 0 to 7"),
    (lambda: place(BOARD, 4), ValueError, "square 4 is taken"),
    (lambda: place(BOARD, [2, 8]), ValueError, "square 8 is taken"),
    (
        lambda: place(BOARD, 2.0),
        TypeError,
        "square is float64; a square is a whole number",
    ),
    (lambda: place(BOARD, True), TypeError, "square is bool"),
    (lambda: place(BOARD, None), TypeError, "square is object"),
    (lambda: place([1, 1] + [0] * 7, 4), ValueError, "a board has 2 X and 0 O"),
    (lambda: place([BOARD] * 2, [2, 3, 5]), ValueError, "shape mismatch"),
    (lambda: show([0] * 8), ValueError, "board has 8 squares"),
]


@pytest.mark.parametrize(("call", "error", "words"), REFUSED)
def test_what_is_no_board_or_no_move_is_refused_with_the_reason(call, error, words):
    with pytest.raises(error) as refusal:
        call()
    assert words in str(refusal.value)
