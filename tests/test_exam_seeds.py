"""The long measurement: that its learners are those of `train`, and that its exam is `exam`."""

import json
from functools import partial

import numpy as np
import pytest

import tttlib
from benchmarks import exam_seeds
from tttlib import Model, choose
from tttlib.exam import exam

SEEDS = [0, 1, 1007]
TRAINABLE = [each for each in exam_seeds.LEARNERS if each.options is not None]


@pytest.mark.parametrize("learner", TRAINABLE, ids=lambda learner: learner.name)
def test_learns_as_train_does(learner):
    (values,) = exam_seeds.train(learner, SEEDS, [300])
    lost, slips = exam_seeds.examine(values)
    for seed, row, lines, slipped in zip(SEEDS, values, lost, slips, strict=True):
        rng = np.random.default_rng(seed)
        model = tttlib.train(Model(), 300, **learner.options, report=False, rng=rng)
        known = np.isin(exam_seeds.CODES, model.codes)
        assert np.array_equal(row[:-1][known], model.values)
        report = exam(partial(choose, model))
        assert (report.lines[:, 1].sum(), len(report.slips)) == (lines, slipped)


def test_dice_are_those_of_numpy():
    dice, who = exam_seeds.Dice([5, 6], block=80), np.arange(2)
    rngs = [np.random.default_rng(seed) for seed in (5, 6)]
    for high in range(1, 200):
        dice.refill()
        assert dice.random(who).tolist() == [rng.random() for rng in rngs]
        assert dice.integers(who, np.array([high, 9])).tolist() == [
            rngs[0].integers(high), rngs[1].integers(9),
        ]  # fmt: skip


def test_file():
    data = json.loads(exam_seeds.FILE.read_text("ascii"))
    assert exam_seeds.FILE.stat().st_size < 100 * 1024
    assert list(data["learners"]) == [each.name for each in exam_seeds.LEARNERS]
    for learner in exam_seeds.LEARNERS:
        row = data["learners"][learner.name]
        assert row["options"] == learner.options
        assert row["games"] == learner.games
        assert np.shape(row["lost lines"]) == (len(learner.games), exam_seeds.CURVES)


def test_improved_learner_passes_with_every_seed():
    rows = json.loads(exam_seeds.FILE.read_text("ascii"))["learners"]
    best = rows["minimax, counts"]
    at = best["games"].index(2000)
    assert best["passed"][at] == 1000
    assert best["no slips"][at] >= 990
