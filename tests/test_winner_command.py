"""The command line: who has won on a board of any number of axes."""

import numpy as np
import pytest

import tttlib.__main__ as command
from tttlib import count_lines, show
from tttlib.kernels import count_wins


def decide(capsys, *arguments):
    """Run the command in this process and return exit status, output and errors."""
    status = command.main(["winner", *map(str, arguments)])
    return status, *capsys.readouterr()


@pytest.fixture
def file(tmp_path):
    """Return a function that saves an array and returns the file's name."""

    def save(array, name="board.npy"):
        np.save(tmp_path / name, array)
        return tmp_path / name

    return save


def test_a_random_board_its_lines_and_who_has_won(capsys):
    shape = (3, 3, 3, 3)
    status, out, errors = decide(capsys, "--shape", "3,3,3,3", "--k", 3, "--seed", 5)
    board = np.random.default_rng(5).integers(-1, 2, shape, np.int8)
    x_wins, o_wins = count_wins(board, 3).tolist()
    assert (status, errors) == (0, "")
    assert out.startswith(show(board.ravel(), shape) + "\n")
    assert out.splitlines()[-3:] == [
        f"(3, 3, 3, 3) board, k = 3: {count_lines(shape, 3)} lines",
        f"X has a line in {x_wins} places, O in {o_wins} places.",
        "Both have a line, which no game reaches.",
    ]
    assert min(x_wins, o_wins) > 0
    assert decide(capsys, "--shape", "3,3,3,3", "--seed", 5)[1] == out
    assert decide(capsys, "--shape", "3,3,3,3", "--seed", 6)[1] != out


@pytest.mark.parametrize(
    ("board", "k", "said"),
    [
        ([[1, 1, 1], [-1, -1, 0]], 3, ("1 place", "0 places", "X has won.")),
        ([[1, 0, 1], [-1, -1, -1]], 3, ("0 places", "1 place", "O has won.")),
        ([[1, 0, 1], [-1, -1, 0]], 3, ("0 places", "0 places", "Nobody has a line.")),
        ([1, 1, 1, 1], 2, ("3 places", "0 places", "X has won.")),
    ],
)
def test_a_board_from_a_file(board, k, said, file, capsys):
    board = np.array(board)
    status, out, errors = decide(capsys, "--board", file(board), "--k", k)
    assert (status, errors) == (0, "")
    assert out.splitlines() == [
        *show(board.ravel(), board.shape).splitlines(),
        f"{board.shape} board, k = {k}: {count_lines(board.shape, k)} lines",
        f"X has a line in {said[0]}, O in {said[1]}.",
        said[2],
    ]


def test_a_board_that_nobody_would_read_is_not_shown(capsys):
    status, out, _ = decide(capsys, "--shape", "32,32", "--k", 3)
    assert status == 0
    assert out.startswith("(32, 32) board, k = 3: ")


@pytest.mark.parametrize(
    ("array", "said"),
    [
        (np.full((3, 3), 0.5), "board is float64; a board holds whole numbers"),
        (np.full((3, 3), 2), "board holds 2; a square is"),
        (np.zeros((0, 3), int), "shape is (0, 3)"),
        (np.array(1), "shape is ()"),
    ],
)
def test_an_array_that_is_no_board(array, said, file, capsys):
    path = file(array)
    status, out, errors = decide(capsys, "--board", path)
    assert (status, out) == (1, "")
    assert errors.startswith("tttlib: ")
    assert said in errors


@pytest.mark.parametrize("kind", ["text", "empty", "cut", "archive", "objects"])
def test_a_file_that_holds_no_array(kind, tmp_path, file, capsys):
    path = file(np.eye(4, dtype=int))
    if kind == "text":
        path.write_text("X O X")
    elif kind == "empty":
        path.write_bytes(b"")
    elif kind == "cut":
        path.write_bytes(path.read_bytes()[:-1])
    elif kind == "archive":
        np.savez(tmp_path / "board.npz", board=np.eye(3))
        path = tmp_path / "board.npz"
    else:
        np.save(path, np.array([None, "X"], object), allow_pickle=True)
    status, out, errors = decide(capsys, "--board", path)
    assert (status, out) == (1, "")
    assert f"{path} holds no board; a board is an array saved by numpy.save" in errors


def test_no_file(tmp_path, capsys):
    status, _, errors = decide(capsys, "--board", tmp_path / "none.npy")
    assert status == 1
    assert "none.npy" in errors


def test_too_large(capsys):
    status, _, errors = decide(capsys, "--shape", "99999,99999")
    assert status == 1
    assert "would take 9,999,800,001 bytes" in errors


def test_k_of_0(capsys):
    assert decide(capsys, "--k", 0)[0] == 1


@pytest.mark.parametrize("shape", ["", "3,", "3,0", "3x3", "-3,3", "3.0,3", "(3, 3)"])
def test_what_is_no_shape(shape, capsys):
    with pytest.raises(SystemExit):
        command.main(["winner", f"--shape={shape}"])
    assert "is no shape; it is written like 3,3,3" in capsys.readouterr().err


def test_a_file_has_its_own_shape(file, capsys):
    with pytest.raises(SystemExit):
        command.main(["winner", "--shape", "3,3", "--board", str(file(np.eye(3)))])
    assert "not allowed with" in capsys.readouterr().err
