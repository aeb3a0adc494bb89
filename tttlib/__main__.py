"""Tic-tac-toe in a terminal: train a machine, play against it, examine it; decide a board.

python -m tttlib train --games 3000 --seed 0 --out ttt.model
python -m tttlib play ttt.model --you O
python -m tttlib exam ttt.model
python -m tttlib winner --shape 3,3,3,3 --k 3 --seed 0
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .bitstring import count_wins
from .boards import (
    SHAPE,
    O,
    X,
    count_cells,
    empty_board,
    empty_squares,
    place,
    player_to_move,
    show,
)
from .exam import exam
from .learn import train
from .lines import K, count_lines, fit, outcome
from .model import Model, load, save
from .play import choose, replay

SIDES = {"X": X, "O": O}
NAMES = {X: "X", O: "O"}
MOST_SHOWN = 1000  # squares; more than that nobody reads
LARGEST_BOARD = 2**30  # bytes, one for each square


def main(arguments: list[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : list of str, optional
        What stands after the program's name; by default what the terminal gave.

    Returns
    -------
    int
        Exit status: 0 if all went well, 1 if a file could not be read or written, the model
        examined has lost a line, or a board cannot be decided; 130 if training was interrupted.
    """
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        return status
    except (OSError, ValueError) as error:
        print(f"tttlib: {error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tttlib", description=__doc__.partition("\n")[0]
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    training = commands.add_parser(
        "train", help="let the machine play itself and learn"
    )
    training.add_argument(
        "--games", type=_count, default=3000, help="how many (default 3000)"
    )
    training.add_argument(
        "--seed", type=_count, default=0, help="of the dice (default 0)"
    )
    training.add_argument(
        "--out",
        type=_new_file,
        required=True,
        metavar="FILE",
        help="where to save the model",
    )
    training.set_defaults(run=_train)
    playing = commands.add_parser("play", help="play against a trained machine")
    playing.add_argument("model", metavar="FILE", help="a model that train has saved")
    playing.add_argument(
        "--you", choices=SIDES, default="X", help="your side (default X)"
    )
    playing.set_defaults(run=_play)
    examining = commands.add_parser(
        "exam",
        help="play every line that an opponent can try against a trained machine",
        description="Plays every line that an opponent can try. Exit status: 0 if none is lost, "
        "1 if one is or the file cannot be read.",
    )
    examining.add_argument("model", metavar="FILE", help="a model that train has saved")
    examining.set_defaults(run=_exam)
    deciding = commands.add_parser(
        "winner",
        help="say who has won on a board of any number of axes",
        description="Prints a board, in how many places each player has a line, and who has won. "
        "On a random board each square is X, O or empty, alike likely.",
    )
    board = deciding.add_mutually_exclusive_group()
    board.add_argument(
        "--shape",
        type=_shape,
        default=SHAPE,
        help="sides of a random board (default 3,3)",
    )
    board.add_argument(
        "--board",
        metavar="FILE",
        help="a board saved by numpy: 1 (X), -1 (O), 0 (empty)",
    )
    deciding.add_argument(
        "--k", type=_count, default=K, help=f"squares in a line (default {K})"
    )
    deciding.add_argument(
        "--seed", type=_count, default=0, help="of the random board (default 0)"
    )
    deciding.set_defaults(run=_winner)
    return parser


def _count(text: str) -> int:
    """Return a whole number of at least 0, for argparse."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a whole number of at least 0"
        )
    return int(text)


def _shape(text: str) -> tuple[int, ...]:
    """Return the sides of a board written with commas between them, for argparse."""
    sides = text.split(",")
    if not all(side.isdecimal() and int(side) for side in sides):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no shape; it is written like 3,3,3: whole numbers of at least 1"
        )
    return tuple(map(int, sides))


def _new_file(text: str) -> str:
    """Return the name of a file that can be written, for argparse: known before training."""
    path = Path(text)
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {path.parent}")
    if not path.name or path.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is not the name of a file")
    return text


def _train(options: argparse.Namespace) -> int:
    try:
        model = train(Model(), options.games, rng=np.random.default_rng(options.seed))
        save(model, options.out)
    except KeyboardInterrupt:
        print(f"\nInterrupted; {options.out} is as it was.")
        return 130
    print(f"{options.out}: {len(model)} positions after {options.games} games")
    return 0


def _play(options: argparse.Namespace) -> int:
    model, you, board = load(options.model), SIDES[options.you], empty_board()
    try:
        while (result := outcome(board)) == 0:
            if player_to_move(board) == you:
                print(_numbered(board))
                square = _ask(board, f"Your move ({options.you}): ")
            else:
                square = choose(model, board)
                print(f"{NAMES[-you]} plays on {square + 1}.")
            board = place(board, square)
    except (EOFError, KeyboardInterrupt):
        print("\nGood-bye.")
        return 0
    print(_numbered(board))
    print({you: "You win.", -you: "You lose."}.get(result, "A draw."))
    return 0


def _exam(options: argparse.Namespace) -> int:
    model = load(options.model)
    report = exam(partial(choose, model))
    print(f"{options.model}: {len(model)} positions")
    print("lines      won  lost  drawn")
    for name, (won, lost, drawn) in zip(SIDES, report.lines.tolist(), strict=True):
        print(f"as {name}    {won:6}{lost:6}{drawn:7}")
    print(f"wins let slip: {len(report.slips)}")
    if report.lost_line is None:
        print("Passed: no line is lost.")
        return 0
    boards = replay(report.lost_line)[1:]
    print(
        f"Failed. A shortest lost line, as {NAMES[-outcome(boards[-1])]}:\n{show(boards)}"
    )
    return 1


def _winner(options: argparse.Namespace) -> int:
    if options.board is None:
        fit(f"a {options.shape} board", count_cells(options.shape), LARGEST_BOARD)
        rng = np.random.default_rng(options.seed)
        board = rng.integers(-1, 2, options.shape, np.int8)
    else:
        board = _board(options.board)
    lines = count_lines(board.shape, options.k)
    try:
        x_wins, o_wins = count_wins(board, options.k)
    except TypeError as error:
        # of a random board the type is right
        raise ValueError(f"{options.board}: {error}") from None
    if board.size <= MOST_SHOWN:
        print(show(board.ravel(), board.shape))
    print(f"{board.shape} board, k = {options.k}: {lines} lines")
    print(f"X has a line in {_places(x_wins)}, O in {_places(o_wins)}.")
    if x_wins and o_wins:
        print("Both have a line, which no game reaches.")
    elif x_wins or o_wins:
        print(f"{'X' if x_wins else 'O'} has won.")
    else:
        print("Nobody has a line.")
    return 0


def _board(path: str) -> NDArray[Any]:
    """Return the board in a file, which must be one whole array."""
    try:
        # mapped, so that a header that promises more than the file holds takes no memory
        return np.lib.format.open_memmap(path, mode="r")
    except ValueError as error:
        raise ValueError(
            f"{path} holds no board; a board is an array saved by numpy.save ({error})"
        ) from None


def _places(count: int) -> str:
    return f"{count} place{'s' * (count != 1)}"


def _ask(board: NDArray[np.int8], prompt: str) -> int:
    """Return the empty square that a person types, asking until it is one."""
    squares: dict[str, int] = {
        str(square + 1): square for square in empty_squares(board).tolist()
    }
    while (answer := input(prompt).strip()) not in squares:
        print(f"{answer!r} is not an empty square; these are: {' '.join(squares)}")
    return squares[answer]


def _numbered(board: NDArray[np.int8]) -> str:
    """Return a 3x3 board as text in which an empty square shows the number to type."""
    squares = [
        NAMES.get(mark, str(number)) for number, mark in enumerate(board.tolist(), 1)
    ]
    return "\n".join(" ".join(squares[row : row + 3]) for row in (0, 3, 6))


if __name__ == "__main__":
    sys.exit(main())
