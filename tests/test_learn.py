"""Learning: what one game teaches, and what many games do."""

import os
import re
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

import tttlib
from tttlib import Model, code, learn, outcome, play_game, replay, train, value
from tttlib.learn import back_up, reward
from tttlib.tables import tables

X, O = 1, -1  # noqa: E741
GREEDY = [0, 1, 2, 3, 4, 5, 6]
VALUES = [0.4884592, 0.48496, 0.49144, 0.47200000000000003, 0.508, 0.4, 0.6]


def rng(seed=0):
    return np.random.default_rng(seed)


def random_game(dice):
    game = []
    while not game or outcome(replay(game)[-1]) == 0:
        game.append(dice.choice([square for square in range(9) if square not in game]))
    return [int(square) for square in game]


def random_model(seed):
    codes = tables().codes[rng(seed).random(len(tables().codes)) < 0.5]
    return Model(codes, rng(seed).random(len(codes)))


def as_dict(model):
    return dict(zip(model.codes.tolist(), model.values.tolist(), strict=True))


def learned(known, game, alpha, gamma):
    """Return a dictionary of values after a game, by the rule as it is written down."""
    boards = [tuple(board) for board in replay(game).tolist()[1:]]
    known = dict(known)
    for board in boards:
        known.setdefault(code(board), 0.5)
    result = outcome(boards[-1])
    for move in reversed(range(len(game))):
        mover = X if move % 2 == 0 else O
        if move in (len(game) - 1, len(game) - 2):
            target = {mover: 1.0, -mover: 0.0, 2: 0.5}[result]
        else:
            target = gamma * known[code(boards[move + 2])]
        worth = known[code(boards[move])]
        known[code(boards[move])] = worth + alpha * (target - worth)
    return known


def train_plainly(model, games, alpha=0.2, gamma=0.9, epsilon=0.1, *, rng):
    for _ in range(games):
        model = learn(model, play_game(model, epsilon, rng=rng), alpha, gamma)
    return model


def test_learning_from_the_greedy_game():
    model = learn(Model(), GREEDY)
    codes = code(replay(GREEDY)[1:])
    assert codes.tolist() == [9842, 8383, 9848, 8357, 8438, 8435, 8444]
    assert value(model, replay(GREEDY)[1:]).tolist() == VALUES
    assert as_dict(model) == dict(zip(codes.tolist(), VALUES, strict=True))


def test_learning_from_a_game_that_opens_on_an_edge():
    game = [1, 0, 2, 3, 4, 5, 6]
    codes = code(replay(game)[1:])
    assert codes.tolist() == [9844, 3523, 3532, 1345, 1426, 1423, 2152]
    assert learn(Model(), game).look_up(codes).tolist() == VALUES


def test_values_of_the_greedy_game_by_hand():
    last = 0.5 + 0.2 * (1 - 0.5)
    before = 0.5 + 0.2 * (0 - 0.5)
    fifth = 0.5 + 0.2 * (0.9 * last - 0.5)
    assert (last, before, fifth) == (0.6, 0.4, 0.508)
    assert back_up([0.5] * 7, X, 0.2, 0.9) == VALUES


@pytest.mark.parametrize("seed", range(20))
def test_learn_follows_the_rule(seed):
    dice = rng(seed)
    model, game = random_model(seed), random_game(dice)
    alpha, gamma = dice.random(2).tolist()
    before = Model(model.codes, model.values)
    after = learn(model, np.array(game), alpha, gamma)
    assert as_dict(after) == learned(as_dict(model), game, alpha, gamma)
    assert model == before
    assert learn(model, game) == learn(model, game, 0.2, 0.9)
    assert as_dict(learn(model, game)) == learned(as_dict(model), game, 0.2, 0.9)


@pytest.mark.parametrize(
    ("game", "result"),
    [([0, 3, 1, 4, 2], X), ([0, 3, 1, 4, 8, 5], O), ([0, 1, 2, 4, 3, 6, 5, 8, 7], 2)],
)
def test_learning_the_whole_way_gives_the_last_moves_the_result(game, result):
    assert outcome(replay(game)[-1]) == result
    worth = learn(random_model(1), game, alpha=1, gamma=0.5).look_up(
        code(replay(game)[1:])
    )
    last, before = (0.5, 0.5) if result == 2 else (1.0, 0.0)
    expected = [last, before]  # the winner, if any, has made the last move
    while len(expected) < len(game):
        expected.append(0.5 * expected[-2])
    assert worth.tolist() == expected[::-1]


def test_learning_nothing_still_adds_the_positions_met():
    assert as_dict(learn(Model(), GREEDY, alpha=0)) == dict.fromkeys(
        as_dict(learn(Model(), GREEDY)), 0.5
    )
    model = random_model(2)
    after = as_dict(learn(model, GREEDY, alpha=0))
    assert {number: after[number] for number in as_dict(model)} == as_dict(model)


def test_games_of_all_kinds_are_learned_from():
    for game in list(permutations(range(9)))[:: 5 * 7 * 11 * 13]:
        whole = next(n for n in range(5, 10) if n == 9 or outcome(replay(game[:n])[-1]))
        known = learned({}, game[:whole], 0.2, 0.9)
        assert as_dict(learn(Model(), game[:whole])) == known


def test_back_up_leaves_the_given_values_as_they_are():
    values = [0.5] * 5
    assert back_up(values, X, 0.2, 0.9) != values
    assert values == [0.5] * 5


def test_reward():
    assert [reward(result, X) for result in (X, O, 2)] == [1.0, 0.0, 0.5]
    assert [reward(result, O) for result in (X, O, 2)] == [0.0, 1.0, 0.5]


@pytest.mark.parametrize(
    "options",
    [{}, {"epsilon": 0}, {"epsilon": 1}, {"alpha": 0.7, "gamma": 0.5, "epsilon": 0.3},
     {"alpha": 1, "gamma": 1}, {"alpha": 0}, {"gamma": 0}]
)  # fmt: skip
@pytest.mark.parametrize("seed", [0, 1])
def test_training_is_playing_and_learning_game_by_game(seed, options):
    dice = rng(seed), rng(seed)
    plainly = train_plainly(Model(), 60, **options, rng=dice[0])
    quickly = train(Model(), 60, **options, report=False, rng=dice[1])
    assert quickly == plainly
    assert quickly.values.tobytes() == plainly.values.tobytes()
    assert dice[0].bit_generator.state == dice[1].bit_generator.state


@pytest.mark.parametrize("seed", [3, 4])
def test_training_goes_on_from_what_is_known(seed):
    model = random_model(seed)
    before = Model(model.codes, model.values)
    assert train(model, 80, report=False, rng=rng(seed)) == train_plainly(
        model, 80, rng=rng(seed)
    )
    assert model == before
    dice = rng(seed)
    half = train(Model(), 100, report=False, rng=dice)
    assert train(half, 100, report=False, rng=dice) == train(
        Model(), 200, report=False, rng=rng(seed)
    )


def test_no_games_teach_nothing():
    for model in (Model(), random_model(5)):
        assert train(model, 0, rng=rng()) == model


def test_twenty_trainings_of_2000_games():
    models = [train(Model(), 2000, report=False, rng=rng(seed)) for seed in range(20)]
    sizes = [len(model) for model in models]
    assert (min(sizes), max(sizes)) == (679, 710)
    for model in models:
        assert set(model.codes.tolist()) <= set(tables().codes.tolist())
        corner, edge, center = model.look_up([9842, 9844, 9922])
        assert 0.25 < min(corner, edge, center) < max(corner, edge, center) < 0.5


def test_training_says_every_250_games_how_far_it_is(capsys):
    train(Model(), 1100, rng=rng(0))
    sizes = [
        len(train(Model(), n, report=False, rng=rng(0))) for n in (250, 500, 750, 1000)
    ]
    lines = zip((850, 600, 350, 100), sizes, strict=True)
    expected = [
        f"{left:5} games to go, {size:3} positions known\n" for left, size in lines
    ]
    assert capsys.readouterr() == ("".join(expected), "")
    assert re.fullmatch(r"  850 games to go, \d{3} positions known\n", expected[0])


def test_training_says_nothing_when_asked_not_to(capfd):
    train(Model(), 600, report=False, rng=rng())
    assert capfd.readouterr() == ("", "")
    train(Model(), 249, rng=rng())
    assert capfd.readouterr() == ("", "")
    train(Model(), 250, rng=rng())
    assert capfd.readouterr().out.startswith("    0 games to go, ")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")
@pytest.mark.parametrize("report", [True, False])
def test_a_progress_bar_shows_at_a_terminal(report):
    import pty
    import termios

    terminal, stderr = pty.openpty()
    termios.tcsetwinsize(stderr, (24, 80))
    program = (
        "import numpy as np, tttlib;"
        f"tttlib.train(tttlib.Model(), 500, report={report}, rng=np.random.default_rng(0))"
    )
    root = str(Path(tttlib.__file__).parents[1])
    run = subprocess.run(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=stderr, check=True,
        env=os.environ | {"PYTHONPATH": root}, timeout=60,
    )  # fmt: skip
    os.write(stderr, b"<end>")
    os.close(stderr)
    shown = b""
    while not shown.endswith(b"<end>"):
        shown += os.read(terminal, 4096)
    os.close(terminal)
    lines = run.stdout.decode().splitlines()
    if report:
        assert b"/500 [" in shown
        assert b" games/s]" in shown
        assert shown.endswith(b"\r<end>")  # the bar is wiped out at the end
        assert [line[:17] for line in lines] == [
            "  250 games to go",
            "    0 games to go",
        ]
    else:
        assert (lines, shown) == ([], b"<end>")


REFUSED = [
    (lambda: learn(Model(), []), ValueError, "the game goes on after 0 moves"),
    (lambda: learn(Model(), [0, 1, 2]), ValueError, "the game goes on after 3 moves"),
    (lambda: learn(Model(), [0, 0]), ValueError, "move 2 is on 0, which is taken"),
    (lambda: learn(Model(), [0, 3, 1, 4, 2, 8]), ValueError, "the game was over after 5 moves"),
    (lambda: learn(Model(), [0, 9]), ValueError, "move 2 is on 9; squares are 0 to 8"),
    (lambda: learn(Model(), [0.5]), TypeError, "squares are float64"),
    (lambda: learn(Model(), GREEDY, alpha=1.5), ValueError, "alpha is 1.5; it is a number from 0"),
    (lambda: learn(Model(), GREEDY, alpha=-1), ValueError, "alpha is -1"),
    (lambda: learn(Model(), GREEDY, gamma=2), ValueError, "gamma is 2"),
    (lambda: learn(Model(), GREEDY, gamma=np.nan), ValueError, "gamma is nan"),
    (lambda: train(Model(), -1, rng=rng()), ValueError, "games is -1; one can play 0 games or"),
    (lambda: train(Model(), 2.5, rng=rng()), TypeError, "float"),
    (lambda: train(Model(), 1, alpha=1.1, rng=rng()), ValueError, "alpha is 1.1"),
    (lambda: train(Model(), 1, gamma=-0.1, rng=rng()), ValueError, "gamma is -0.1"),
    (lambda: train(Model(), 1, epsilon=1.1, rng=rng()), ValueError, "epsilon is 1.1"),
    (lambda: train(Model(), 1, epsilon=np.nan, rng=rng()), ValueError, "epsilon is nan"),
    (lambda: train(Model([0, 9842], [0.5, 0.5]), 1, rng=rng()), ValueError,
     "1 codes of the model are of no 3x3 position"),
    (lambda: train(Model(), 1), TypeError, "rng"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "error", "words"), REFUSED)
def test_what_cannot_be_learned_from_is_refused_with_the_reason(call, error, words):
    with pytest.raises(error) as refusal:
        call()
    assert words in str(refusal.value)
