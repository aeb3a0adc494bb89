"""Tic-tac-toe as tensors: the functions that the chapters of the book import."""

from .boards import afterstates, empty_board, empty_squares, place, player_to_move, show
from .exam import exam
from .learn import learn, train
from .lines import count_lines, directions, line_cells, line_matrix, outcome
from .model import Model, load, save, value
from .play import (
    best_game,
    choose,
    choose_at_random,
    match,
    play_game,
    replay,
    self_trial,
    trial,
)
from .solve import solve
from .source import source
from .symmetries import code, count_symmetries, decode, symmetries

__all__ = [
    "Model",
    "afterstates",
    "best_game",
    "choose",
    "choose_at_random",
    "code",
    "count_lines",
    "count_symmetries",
    "decode",
    "directions",
    "empty_board",
    "empty_squares",
    "exam",
    "learn",
    "line_cells",
    "line_matrix",
    "load",
    "match",
    "outcome",
    "place",
    "play_game",
    "player_to_move",
    "replay",
    "save",
    "self_trial",
    "show",
    "solve",
    "source",
    "symmetries",
    "train",
    "trial",
    "value",
]
