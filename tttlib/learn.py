"""Learning: temporal differences over afterstates, from whole games, last move to first."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from tqdm import tqdm

from .boards import O, X
from .lines import DRAW, outcome
from .model import Model
from .play import replay
from .symmetries import code
from .tables import CELLS, EMPTY, POWERS, tables

REPORT_EVERY = 250  # games
NO_MOVE = -1.0  # where one cannot play: less than every value, so that it is never best
NEVER = np.iinfo(np.int64).max  # the same for counts, of which the least is wanted
TARGETS = ("td", "q", "minimax")
EXPLORERS = ("epsilon", "counts")


def learn(
    model: Model, game: ArrayLike, alpha: float = 0.2, gamma: float = 0.9
) -> Model:
    """Return what the model has become after learning from one game.

    The value of the board after every move goes a part of the way to its target: ``V += alpha *
    (target - V)``. For the last two moves the target is the result for the player who made the
    move: 1 won, 0 lost, 0.5 drawn. For an earlier one it is `gamma` times the new value of that
    player's next board, two moves on. This is TD(0) over afterstates (Sutton and Barto 2018,
    sections 1.5 and 6.1), run backwards so that a result reaches the first move at once.

    Parameters
    ----------
    model : Model
        Left as it is.
    game : array_like of int, shape (moves,)
        A whole game: squares in the order in which they were played on.
    alpha : float
        Step size, from 0 (nothing learned) to 1 (all that was known before is forgotten).
    gamma : float
        Discount, from 0 to 1: what a result is worth one move of a player earlier.

    Returns
    -------
    Model

    Raises
    ------
    ValueError
        If the game is not a legal, finished one, or `alpha` or `gamma` is not from 0 to 1.
    """
    _check_shares(alpha=alpha, gamma=gamma)
    boards = replay(game)
    result = outcome(boards[-1])
    if result == 0:
        raise ValueError(
            f"the game goes on after {len(boards) - 1} moves; learn from whole games"
        )
    codes = code(boards[1:])
    return model.updated(
        codes, back_up(model.look_up(codes).tolist(), result, alpha, gamma)
    )


def back_up(
    values: list[float], result: int, alpha: float, gamma: float
) -> list[float]:
    """Return the new values of the boards of a game, from those before and the result.

    Parameters
    ----------
    values : list of float
        What the board after each move was worth to the player who made it.
    result : int
        How the game ended: 1 (X won), -1 (O won) or 2 (a draw).
    alpha, gamma : float
        Step size and discount.

    Returns
    -------
    list of float
    """
    values = values.copy()
    last = len(values) - 1
    for move in range(last, -1, -1):
        if move >= last - 1:
            target = reward(result, O if move % 2 else X)
        else:
            target = gamma * values[move + 2]
        values[move] += alpha * (target - values[move])
    return values


def reward(result: int, player: int) -> float:
    """Return what a result is worth to a player.

    Parameters
    ----------
    result : int
        How the game ended: 1 (X won), -1 (O won) or 2 (a draw).
    player : int
        1 for X, -1 for O.

    Returns
    -------
    float
        1 won, 0 lost, 0.5 drawn.
    """
    return 0.5 if result == DRAW else float(result == player)


def train(
    model: Model,
    games: int,
    alpha: float = 0.2,
    gamma: float = 0.9,
    epsilon: float = 0.1,
    *,
    target: str = "td",
    explore: str = "epsilon",
    report: bool = True,
    rng: np.random.Generator,
) -> Model:
    """Return the model after games against itself, each played with what was learned before.

    Every 250 games a line says how many games are to go and how many positions are known; at a
    terminal there is a progress bar too. By default the result is exactly that of ``model =
    learn(model, play_game(model, rng=rng))`` for each game, made with tables, many times as fast.

    Parameters
    ----------
    model : Model
        What is known before the first game; left as it is.
    games : int
    alpha, gamma : float
        As in `learn`.
    epsilon : float
        As in `play_game`.
    target : str
        What the value of a board moves toward. "td": as in `learn`. "q": as in Q-learning
        (Watkins 1989), `gamma` times the best value that the same player could reach with the
        next move, whatever that move was. "minimax": as in minimax-Q (Littman 1994), `gamma`
        times one minus the best value that the opponent can reach with the answer, whatever
        that was.
    explore : str
        How moves are chosen. "epsilon": the best, or at random, as in `play_game`. "counts": of
        the boards that one can reach, the one come to least often in these games, and of several
        any (counter-based exploration, Thrun 1992); `epsilon` is not used then.
    report : bool
        Whether to say how far it is.
    rng : numpy.random.Generator

    Returns
    -------
    Model

    Raises
    ------
    ValueError
        If `games` is less than 0, `target` or `explore` is none of those above, or as `learn`
        and `play_game`.
    """
    if games < 0:
        raise ValueError(f"games is {games}; one can play 0 games or more")
    _check_shares(alpha=alpha, gamma=gamma, epsilon=epsilon)
    _check_choice("target", target, TARGETS)
    _check_choice("explore", explore, EXPLORERS)
    codes, class_of, _, _ = tables()
    known = np.isin(codes, model.codes)
    if known.sum() < len(model):
        raise ValueError(
            f"{len(model) - known.sum()} codes of the model are of no 3x3 position"
        )
    values = np.append(model.look_up(codes), NO_MOVE)
    counts = (
        np.append(np.zeros(len(codes), np.int64), NEVER)
        if explore == "counts"
        else None
    )
    # disable=None: no bar where standard error is not a terminal
    with tqdm(
        total=games, unit=" games", leave=False, disable=None if report else True
    ) as bar:
        for played in range(1, games + 1):
            numbers, result = _play_game(values, epsilon, counts, rng)
            classes = [class_of[number] for number in numbers]
            if target == "td":
                values[classes] = back_up(
                    values[classes].tolist(), result, alpha, gamma
                )
            else:
                _back_up_best(values, numbers, result, alpha, gamma, target)
            known[classes] = True
            bar.update()
            if report and played % REPORT_EVERY == 0:
                bar.write(
                    f"{games - played:5} games to go, {known.sum():3} positions known"
                )
    return Model(codes[known], values[:-1][known])


def _back_up_best(
    values: NDArray[np.float64],
    numbers: list[int],
    result: int,
    alpha: float,
    gamma: float,
    target: str,
) -> None:
    """Write new values of a game's boards, toward the best that could have followed each."""
    _, class_of, _, after = tables()
    last = len(numbers) - 1
    for move in range(last, -1, -1):
        if move == last or (move == last - 1 and target == "q"):
            goal = reward(result, O if move % 2 else X)
        elif target == "q":
            goal = gamma * values[after[numbers[move + 1]]].max()
        else:
            goal = gamma * (1 - values[after[numbers[move]]].max())
        values[class_of[numbers[move]]] += alpha * (
            goal - values[class_of[numbers[move]]]
        )


def _play_game(
    values: NDArray[np.float64],
    epsilon: float,
    counts: NDArray[np.int64] | None,
    rng: np.random.Generator,
) -> tuple[list[int], int]:
    """Return the number of the board after each move of a game, and the result.

    With counts, the moves go where they are least, and every board come to is counted. Without,
    the game is that of `play_game`, with the same dice.
    """
    _, class_of, results, after = tables()
    number, mark, squares, numbers = EMPTY, X, list(range(CELLS)), []
    while results[number] == 0:
        if counts is not None:
            here = counts[after[number]]
            least = np.flatnonzero(here == here.min())
            square = int(least[rng.integers(len(least))])
        elif rng.random() < epsilon:
            square = squares[rng.integers(len(squares))]
        else:
            square = int(values[after[number]].argmax())
        squares.remove(square)
        number += mark * POWERS[square]
        numbers.append(number)
        if counts is not None:
            counts[class_of[number]] += 1
        mark = -mark
    return numbers, results[number]


def _check_choice(name: str, given: str, choices: tuple[str, ...]) -> None:
    if given not in choices:
        raise ValueError(
            f"{name} is {given!r}; it is one of {', '.join(map(repr, choices))}"
        )


def _check_shares(**shares: float) -> None:
    for name, share in shares.items():
        if not 0 <= share <= 1:
            raise ValueError(f"{name} is {share}; it is a number from 0 to 1")
