"""The options of `train`: targets and ways of exploring."""

from functools import partial

import numpy as np
import pytest

from tttlib import Model, choose, code, learn, play_game, train, value
from tttlib.exam import exam
from tttlib.solve import solve, true_value


def trained(games, seed=0, **options):
    return train(
        Model(), games, **options, report=False, rng=np.random.default_rng(seed)
    )


def test_default_is_the_plain_loop():
    rng, model = np.random.default_rng(5), Model()
    for _ in range(100):
        model = learn(model, play_game(model, rng=rng))
    assert trained(100, 5) == model
    assert trained(100, 5, target="td", explore="epsilon") == model


@pytest.mark.parametrize("seed", range(4))
def test_improved_learner_passes(seed):
    report = exam(
        partial(choose, trained(2000, seed, target="minimax", explore="counts"))
    )
    assert report.passed
    assert len(report.slips) == 0


def test_first_game_toward_the_best_reply():
    # the empty model's greedy game 0 1 2 3 4 5 6; only its last two boards have a known reply
    model = trained(1, epsilon=0, alpha=0.5, target="minimax")
    won = [1, -1, 1, -1, 1, -1, 1, 0, 0]
    lost = [1, -1, 1, -1, 1, -1, 0, 0, 0]
    other = [1, -1, 1, -1, 1, 0, 0, 0, 0]
    assert value(model, won) == 0.75  # half of the way from 0.5 to 1
    assert value(model, lost) == 0.5 + 0.5 * (0.9 * 0.25 - 0.5)
    assert value(model, other) == 0.5 + 0.5 * (
        0.9 * 0.5 - 0.5
    )  # the best reply is unknown


def test_first_game_toward_the_own_best_move():
    model = trained(1, epsilon=0, alpha=0.5, target="q")
    assert value(model, [1, -1, 1, -1, 1, -1, 1, 0, 0]) == 0.75
    assert value(model, [1, -1, 1, -1, 1, -1, 0, 0, 0]) == 0.25
    assert value(model, [1, -1, 1, -1, 1, 0, 0, 0, 0]) == 0.5 + 0.5 * (0.9 * 0.75 - 0.5)


def test_values_become_the_true_ones():
    model = trained(3000, alpha=1, gamma=1, target="minimax", explore="counts")
    solution = solve()
    positions = solution.positions()
    positions = positions[positions.any(-1)]
    made = np.where(positions.sum(-1) == 0, -1, 1)  # who made the last move
    codes, first = np.unique(code(positions), return_index=True)
    true = (1 + (made * true_value(solution, positions))[first]) / 2
    assert np.array_equal(model.codes, codes)
    assert (model.values == true).mean() > 0.99


def test_counts_spread_over_the_openings():
    model = trained(9, explore="counts")
    # nine games open once on each class of squares before any for a second time
    assert set(code(np.eye(9, dtype=np.int8)).tolist()) <= set(model.codes.tolist())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target": "sarsa"}, "target is 'sarsa'; it is one of 'td', 'q', 'minimax'"),
        (
            {"explore": "random"},
            "explore is 'random'; it is one of 'epsilon', 'counts'",
        ),
    ],
)
def test_refusals(options, message):
    with pytest.raises(ValueError, match=message):
        trained(1, **options)
