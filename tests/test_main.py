"""The command line: training a machine and playing against it in a terminal."""

import contextlib
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tttlib
import tttlib.__main__ as command
from tttlib import Model, load, save, train

ROOT = str(Path(tttlib.__file__).parents[1])


def run(*arguments, given="", folder=None):
    """Run the command with something typed, and return exit status, output and errors."""
    done = subprocess.run(
        [sys.executable, "-m", "tttlib", *map(str, arguments)], input=given, cwd=folder,
        capture_output=True, text=True, env=os.environ | {"PYTHONPATH": ROOT}, timeout=60,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def play(monkeypatch, path, answers, you="X"):
    """Play with these answers; past the last one the input ends. Return the exit status."""
    typed = iter(answers)

    def answer(prompt):
        print(prompt, end="")
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    return command.main(["play", str(path), "--you", you])


@pytest.fixture
def empty(tmp_path):
    """Return the path of a model that knows nothing and takes the first empty square."""
    save(Model(), tmp_path / "empty.model")
    return tmp_path / "empty.model"


def test_train_writes_the_model_and_says_so(tmp_path):
    status, out, errors = run(
        "train", "--games", 300, "--seed", 7, "--out", "m", folder=tmp_path
    )
    model = train(Model(), 300, report=False, rng=np.random.default_rng(7))
    assert (status, errors) == (0, "")
    report, last = out.splitlines()
    assert report.startswith("   50 games to go, ")
    assert last == f"m: {len(model)} positions after 300 games"
    assert load(tmp_path / "m") == model
    assert os.listdir(tmp_path) == ["m"]


def test_train_plays_3000_games_with_seed_0_by_default(tmp_path, capsys):
    assert command.main(["train", "--out", str(tmp_path / "m")]) == 0
    assert capsys.readouterr().out.endswith("positions after 3000 games\n")
    model = train(Model(), 3000, report=False, rng=np.random.default_rng(0))
    assert load(tmp_path / "m") == model


def test_a_whole_game_as_x_with_bad_input_on_the_way(empty):
    answers = ["", "0", "10", "x", "-1", "5", "5", " 9 ", "1", "3", "7"]
    status, out, errors = run("play", empty, given="\n".join(answers) + "\n")
    assert (status, errors) == (0, "")
    assert out.count("Your move (X): ") == len(answers)
    assert [line.split()[-1] for line in out.splitlines() if "O plays" in line] == [
        "1.",
        "2.",
        "4.",
    ]
    for wrong in ("''", "'0'", "'10'", "'x'", "'-1'"):
        assert f"{wrong} is not an empty square; these are: 1 2 3 4 5 6 7 8 9\n" in out
    assert "'5' is not an empty square; these are: 2 3 4 6 7 8 9\n" in out
    assert "'1' is not an empty square; these are: 3 4 6 7 8\n" in out
    assert out.startswith("1 2 3\n4 5 6\n7 8 9\nYour move (X): ")
    assert "\nO 2 3\n4 X 6\n7 8 9\n" in out
    assert out.endswith("O O X\nO X 6\nX 8 X\nYou win.\n")


def test_a_whole_game_as_o(empty, monkeypatch, capsys):
    assert play(monkeypatch, empty, ["2", "4", "6"], you="O") == 0
    out = capsys.readouterr().out
    assert out.startswith("X plays on 1.\nX 2 3\n4 5 6\n7 8 9\nYour move (O): ")
    assert "X plays on 3.\n" in out
    assert "X plays on 5.\n" in out
    assert out.endswith("X plays on 7.\nX O X\nO X O\nX 8 9\nYou lose.\n")


def test_winning_as_o(empty, monkeypatch, capsys):
    assert play(monkeypatch, empty, ["3", "5", "7"], you="O") == 0
    assert capsys.readouterr().out.endswith("X X O\nX O 6\nO 8 9\nYou win.\n")


def test_losing_as_x(empty, monkeypatch, capsys):
    assert play(monkeypatch, empty, ["9", "8", "4"]) == 0
    assert capsys.readouterr().out.endswith(
        "O plays on 3.\nO O O\nX 5 6\n7 X X\nYou lose.\n"
    )


def test_a_draw(tmp_path, monkeypatch, capsys):
    # O takes 1, 2, 6, 7 of the squares that are left
    save(Model(), tmp_path / "m")
    assert play(monkeypatch, tmp_path / "m", ["5", "3", "4", "8", "9"]) == 0
    assert capsys.readouterr().out.endswith("O O X\nX X O\nO X X\nA draw.\n")


def test_you_are_x_by_default_and_the_trained_model_answers(
    tmp_path, monkeypatch, capsys
):
    model = train(Model(), 2000, report=False, rng=np.random.default_rng(2))
    save(model, tmp_path / "m")
    square = tttlib.choose(model, [1, 0, 0, 0, 0, 0, 0, 0, 0])
    asked = []

    def answer(prompt):
        asked.append(prompt)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return "1"

    monkeypatch.setattr("builtins.input", answer)
    assert command.main(["play", str(tmp_path / "m")]) == 0
    assert asked == ["Your move (X): "] * 2
    assert f"O plays on {square + 1}.\n" in capsys.readouterr().out


def test_the_end_of_input_ends_the_game_politely(empty):
    status, out, errors = run("play", empty, given="5\n")
    assert (status, errors) == (0, "")
    assert out.endswith("Your move (X): \nGood-bye.\n")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signal of this kind")
def test_control_c_ends_the_game_politely(empty):
    # who runs the tests in the background has told all that he starts to ignore the signal
    program = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from tttlib.__main__ import main; sys.exit(main(sys.argv[1:]))"
    )
    game = subprocess.Popen(
        [sys.executable, "-c", program, "play", str(empty)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        env=os.environ | {"PYTHONPATH": ROOT},
    )
    try:
        assert b"Your move (X): " in read_until(game.stdout, b"Your move (X): ", 60)
        for _ in range(30):  # one that comes before the game has begun to read is lost
            game.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                game.wait(timeout=1)
                break
        assert game.wait(timeout=1) == 0
        assert game.stdout.read() == b"\nGood-bye.\n"
        assert game.stderr.read() == b""
    finally:
        game.kill()
        game.communicate()


def read_until(stream, words, seconds):
    """Return what a stream shows, up to some words, its end, or so many seconds of silence."""
    shown = b""
    while not shown.endswith(words) and select.select([stream], [], [], seconds)[0]:
        if not (byte := stream.read(1)):
            break
        shown += byte
    return shown


@pytest.mark.parametrize("step", ["train", "save"])
def test_interrupted_training_leaves_the_file_as_it_was(
    empty, monkeypatch, capsys, step
):
    before = empty.read_bytes()

    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(command, step, interrupt)
    assert command.main(["train", "--games", "3", "--out", str(empty)]) == 130
    assert capsys.readouterr().out == f"\nInterrupted; {empty} is as it was.\n"
    assert empty.read_bytes() == before


def test_a_file_that_is_not_there_or_no_model_is_one_line_of_error(tmp_path, capsys):
    (tmp_path / "foreign").write_text("hello\n")
    save(Model([9842], [0.5]), tmp_path / "damaged")
    text = (tmp_path / "damaged").read_text()
    (tmp_path / "damaged").write_text(text.replace("0.5", "0.6"))
    for name, words in (
        ("nowhere", "No such file or directory"),
        ("foreign", "line 1: not a saved model"),
        ("damaged", "line 2: changed since it was saved"),
    ):
        assert command.main(["play", str(tmp_path / name)]) == 1
        out, errors = capsys.readouterr()
        assert out == ""
        assert errors.startswith("tttlib: ")
        assert errors.count("\n") == 1
        assert name in errors
        assert words in errors


def test_a_missing_model_ends_the_program_with_status_1(tmp_path):
    status, out, errors = run("play", tmp_path / "nowhere")
    assert (status, out) == (1, "")
    assert errors.startswith("tttlib: ")
    assert errors.count("\n") == 1


def test_a_file_that_cannot_be_written_is_one_line_of_error(
    tmp_path, capsys, monkeypatch
):
    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert command.main(["train", "--games", "1", "--out", str(tmp_path / "m")]) == 1
    assert capsys.readouterr().err == "tttlib: [Errno 28] No space left on device\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "COMMAND"),
        (["dance"], "invalid choice: 'dance'"),
        (["train"], "--out"),
        (["train", "--out"], "expected one argument"),
        (["train", "--out", "nowhere/m"], "there is no folder nowhere"),
        (["train", "--out", ""], "'' is not the name of a file"),
        (["train", "--out", "."], "'.' is not the name of a file"),
        (
            ["train", "--out", "m", "--games", "-1"],
            "is not a whole number of at least 0",
        ),
        (
            ["train", "--out", "m", "--games", "1.5"],
            "'1.5' is not a whole number of at least 0",
        ),
        (
            ["train", "--out", "m", "--seed", "x"],
            "'x' is not a whole number of at least 0",
        ),
        (
            ["train", "--out", "m", "--seed", ""],
            "'' is not a whole number of at least 0",
        ),
        (
            ["train", "--out", "m", "--game", "1", "--speed", "3"],
            "unrecognized arguments",
        ),
        (["play"], "FILE"),
        (["play", "m", "--you", "Z"], "invalid choice: 'Z'"),
        (["play", "m", "--you", "x"], "invalid choice: 'x'"),
    ],
)
def test_wrong_options_are_refused_with_the_reason_and_status_2(
    arguments, words, capsys, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stop:
        command.main(arguments)
    assert stop.value.code == 2
    assert words in capsys.readouterr().err
    assert os.listdir() == []


@pytest.mark.parametrize(
    "arguments", [["--help"], ["train", "--help"], ["play", "--help"]]
)
def test_help(arguments, capsys):
    with pytest.raises(SystemExit) as stop:
        command.main(arguments)
    assert stop.value.code == 0
    out, errors = capsys.readouterr()
    assert out.startswith("usage: python -m tttlib ")
    assert errors == ""
