"""Play: choosing a move, playing games, and counting how they end.

A *policy* is a function from boards, one or a batch, to the squares to play on. A *game* is the
array of the squares played, in order; X has played the first, third, fifth of them, O the others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .boards import (
    O,
    X,
    afterstates,
    empty_board,
    empty_squares,
    place,
    plain,
    player_to_move,
)
from .lines import DRAW, K, line_matrix, outcome
from .model import Model, value

Policy = Callable[[NDArray[np.int8]], Any]


def choose(model: Model, boards: ArrayLike) -> Any:
    """Return the move whose afterstate is worth most; of several, the first in square order.

    Parameters
    ----------
    model : Model
    boards : array_like of int, shape (*batch, 9)
        Boards on which the game goes on.

    Returns
    -------
    int, or ndarray of int of shape (*batch,)
        The square to play on.

    Raises
    ------
    ValueError
        If a board has no empty square.
    """
    squares = _squares_to_choose_from(boards)
    if not squares.size:
        return squares.reshape(squares.shape[:-1])
    best = value(model, afterstates(boards)).argmax(-1)
    return plain(np.take_along_axis(squares, best[..., None], -1)[..., 0])


def choose_at_random(boards: ArrayLike, *, rng: np.random.Generator) -> Any:
    """Return an empty square, each as likely as another.

    Parameters
    ----------
    boards : array_like of int, shape (*batch, 9)
    rng : numpy.random.Generator

    Returns
    -------
    int, or ndarray of int of shape (*batch,)

    Raises
    ------
    ValueError
        If a board has no empty square.
    """
    squares = _squares_to_choose_from(boards)
    if not squares.size:
        return squares.reshape(squares.shape[:-1])
    chosen = rng.integers(squares.shape[-1], size=(*squares.shape[:-1], 1))
    return plain(np.take_along_axis(squares, chosen, -1)[..., 0])


def _squares_to_choose_from(boards: ArrayLike) -> NDArray[np.intp]:
    """Return the empty squares of boards, refusing full boards; of no boards, none."""
    squares = empty_squares(boards)
    if not squares.shape[-1] and 0 not in squares.shape[:-1]:
        raise ValueError("the board is full; there is no move to choose")
    return squares


def match(x: Policy, o: Policy, opening: ArrayLike = ()) -> NDArray[np.intp]:
    """Return the game that two policies play.

    Parameters
    ----------
    x, o : callable
        Policies: from a board to the square to play on.
    opening : array_like of int, shape (moves,)
        Squares already played on.

    Returns
    -------
    ndarray of int, shape (moves,)
        The whole game, the opening included.

    Raises
    ------
    ValueError
        If a square of the opening or of a policy is not empty, or the opening is a whole game.
    """
    board = replay(opening)[-1]
    game = np.asarray(opening).tolist()
    while outcome(board) == 0:
        square = (o if len(game) % 2 else x)(board)
        board = place(board, square)
        game.append(square)
    return np.array(game)


def replay(game: ArrayLike) -> NDArray[np.int8]:
    """Return every board of a game, the empty one first.

    Parameters
    ----------
    game : array_like of int, shape (moves,)
        Squares in the order in which they were played on.

    Returns
    -------
    ndarray of int8, shape (moves + 1, 9)

    Raises
    ------
    ValueError
        If a square is not on the board, is taken, or is played on after the game was over.
    """
    game = np.asarray(game)
    if game.size and game.dtype.kind not in "iu":
        raise TypeError(f"squares are {game.dtype}; a square is a whole number")
    game = game.astype(np.intp).reshape(-1) if game.ndim < 2 else game
    if game.ndim != 1:
        raise ValueError(f"game has shape {game.shape}; a game is a row of squares")
    cells = len(empty_board())
    for move, square in enumerate(game.tolist()):
        if not 0 <= square < cells:
            raise ValueError(
                f"move {move + 1} is on {square}; squares are 0 to {cells - 1}"
            )
        if square in game[:move]:
            raise ValueError(f"move {move + 1} is on {square}, which is taken")
    marks = np.where(np.arange(len(game)) % 2, O, X).astype(np.int8)
    boards = np.zeros((len(game) + 1, cells), np.int8)
    # a mark, once made, stays
    boards[:, game] = np.tri(len(game) + 1, len(game), -1, np.int8) * marks
    # not by `outcome`, which refuses a board where play has gone on until both have a line
    over = np.flatnonzero((np.abs(boards[:-1] @ line_matrix().T) == K).any(-1))
    if over.size:
        raise ValueError(
            f"the game was over after {over[0]} moves; {len(game)} are given"
        )
    return boards


def play_game(
    model: Model, epsilon: float = 0.1, *, rng: np.random.Generator
) -> NDArray[np.intp]:
    """Return a game of the model against itself, in which a few moves are tried at random.

    Parameters
    ----------
    model : Model
    epsilon : float
        How often a move is random, from 0 (never) to 1 (always). The others are the best ones.
    rng : numpy.random.Generator

    Returns
    -------
    ndarray of int, shape (moves,)

    Raises
    ------
    ValueError
        If `epsilon` is not from 0 to 1.
    """
    if not 0 <= epsilon <= 1:
        raise ValueError(
            f"epsilon is {epsilon}; it is a share of the moves, from 0 to 1"
        )

    def policy(board: NDArray[np.int8]) -> Any:
        if rng.random() < epsilon:
            return choose_at_random(board, rng=rng)
        return choose(model, board)

    return match(policy, policy)


def best_game(model: Model, opening: ArrayLike = ()) -> NDArray[np.intp]:
    """Return the game of best moves on both sides.

    Parameters
    ----------
    model : Model
    opening : array_like of int, shape (moves,)
        Squares already played on.

    Returns
    -------
    ndarray of int, shape (moves,)

    Raises
    ------
    ValueError
        As `match`.
    """
    policy = partial(choose, model)
    return match(policy, policy, opening)


def trial(
    model: Model, games: int = 50, *, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Count how the model's best moves fare against random ones.

    Parameters
    ----------
    model : Model
    games : int
        Games to play as X, and again as O.
    rng : numpy.random.Generator

    Returns
    -------
    ndarray of int, shape (2, 3)
        A row as X and a row as O: games won, lost and drawn.

    Raises
    ------
    ValueError
        If `games` is less than 0.
    """
    best, chance = partial(choose, model), partial(choose_at_random, rng=rng)
    boards = _empty_boards(games)
    as_x, as_o = (
        count_results(best, chance, boards),
        count_results(chance, best, boards),
    )
    return np.array([as_x, as_o[[1, 0, 2]]])


def self_trial(
    model: Model, games: int = 50, *, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Count how games of best moves end that begin with a random one.

    Parameters
    ----------
    model : Model
    games : int
    rng : numpy.random.Generator

    Returns
    -------
    ndarray of int, shape (3,)
        Games that X won, that O won, and drawn ones.

    Raises
    ------
    ValueError
        If `games` is less than 0.
    """
    boards = _empty_boards(games)
    best = partial(choose, model)
    return count_results(best, best, place(boards, choose_at_random(boards, rng=rng)))


def _empty_boards(games: int) -> NDArray[np.int8]:
    """Return an empty board for each of so many games."""
    if games < 0:
        raise ValueError(f"games is {games}; one can play 0 games or more")
    return np.tile(empty_board(), (games, 1))


def count_results(x: Policy, o: Policy, boards: NDArray[np.int8]) -> NDArray[np.int64]:
    """Play games in lock-step, a move in each of them at a time, and count how they end.

    Parameters
    ----------
    x, o : callable
        Policies: from a batch of boards to a square for each.
    boards : ndarray of int8, shape (games, 9)
        Where each game begins, all after the same number of moves.

    Returns
    -------
    ndarray of int, shape (3,)
        Games that X won, that O won, and drawn ones.
    """
    boards, results = boards.copy(), np.zeros(len(boards), np.int8)
    while (going := np.flatnonzero(results == 0)).size:
        to_move = boards[going]
        policy = x if player_to_move(to_move)[0] == X else o
        boards[going] = place(to_move, policy(to_move))
        results[going] = outcome(boards[going])
    return np.array([(results == result).sum() for result in (X, O, DRAW)])
