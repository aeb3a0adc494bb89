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
NO_MOVE = (
    -1.0
)  # in place of a value where one cannot play, so that it is never the best


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
    report: bool = True,
    rng: np.random.Generator,
) -> Model:
    """Return the model after games against itself, each played with what was learned before.

    Every 250 games a line says how many games are to go and how many positions are known; at a
    terminal there is a progress bar too. The result is exactly that of ``model = learn(model,
    play_game(model, rng=rng))`` for each game, made with tables, many times as fast.

    Parameters
    ----------
    model : Model
        What is known before the first game; left as it is.
    games : int
    alpha, gamma : float
        As in `learn`.
    epsilon : float
        As in `play_game`.
    report : bool
        Whether to say how far it is.
    rng : numpy.random.Generator

    Returns
    -------
    Model

    Raises
    ------
    ValueError
        If `games` is less than 0, or as `learn` and `play_game`.
    """
    if games < 0:
        raise ValueError(f"games is {games}; one can play 0 games or more")
    _check_shares(alpha=alpha, gamma=gamma, epsilon=epsilon)
    codes = tables().codes
    known = np.isin(codes, model.codes)
    if known.sum() < len(model):
        raise ValueError(
            f"{len(model) - known.sum()} codes of the model are of no 3x3 position"
        )
    values = np.append(model.look_up(codes), NO_MOVE)
    # disable=None: no bar where standard error is not a terminal
    with tqdm(
        total=games, unit=" games", leave=False, disable=None if report else True
    ) as bar:
        for played in range(1, games + 1):
            classes, result = _play_game(values, epsilon, rng)
            values[classes] = back_up(values[classes].tolist(), result, alpha, gamma)
            known[classes] = True
            bar.update()
            if report and played % REPORT_EVERY == 0:
                bar.write(
                    f"{games - played:5} games to go, {known.sum():3} positions known"
                )
    return Model(codes[known], values[:-1][known])


def _play_game(
    values: NDArray[np.float64], epsilon: float, rng: np.random.Generator
) -> tuple[list[int], int]:
    """Play as `play_game`, with the same dice: the class after each move, and the result."""
    _, classes, results, after = tables()
    number, mark, squares, visited = EMPTY, X, list(range(CELLS)), []
    while results[number] == 0:
        if rng.random() < epsilon:
            square = squares[rng.integers(len(squares))]
        else:
            square = int(values[after[number]].argmax())
        squares.remove(square)
        number += mark * POWERS[square]
        visited.append(classes[number])
        mark = -mark
    return visited, results[number]


def _check_shares(**shares: float) -> None:
    for name, share in shares.items():
        if not 0 <= share <= 1:
            raise ValueError(f"{name} is {share}; it is a number from 0 to 1")
