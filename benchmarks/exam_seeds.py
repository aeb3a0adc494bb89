"""How many learners of a thousand pass the exam, and after how many games.

python -m benchmarks.exam_seeds            all learners, about a quarter of an hour
python -m benchmarks.exam_seeds NAME ...   only these, keeping what the file says of the others

A thousand learners of a kind learn side by side: their values are the rows of one array, and each
game is played by all of them in lock-step. Every learner throws the dice of its own seed in the
very order in which `tttlib.train` does, so that those kinds which `train` can learn come to the
same values, to the last bit; tests/test_exam_seeds.py compares them. The result is written to
tttlib/data/exam_seeds.json.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tttlib.boards import O, X
from tttlib.lines import DRAW
from tttlib.solve import solve
from tttlib.tables import CELLS, EMPTY, POWERS, tables

FILE = Path(__file__).parents[1] / "tttlib" / "data" / "exam_seeds.json"
FIRST_SEED, SEEDS = 1000, 1000  # settings were chosen with seeds below 1000
CURVES = 100  # seeds of which the lost lines are kept
GAMES = [100, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000]
MORE_GAMES = [10000, 20000]

CODES = tables().codes
CLASSES, RESULTS, AFTER = (np.array(table, np.int64) for table in tables()[1:])
NO_CLASS = len(CODES)
PLACE = np.array(POWERS)
VALUES = np.sign(solve().scores)  # for X; of no position -1, which is never asked for

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Learner:
    """A way of learning: its name, the options of `train` if it has them, and how it works.

    `step` is the step size at a game, `target` one of "td", "td-greedy" (td, but nothing is
    learned from exploratory moves), "q" and "minimax"; `explore` one of "epsilon", "counts",
    "starts" (epsilon, after a random number of random moves) and "opponent" (one side, drawn for
    each game, plays at random, and the other one the best moves).
    """

    name: str
    options: dict[str, float | str] | None
    step: Callable[[int], float] = lambda game: 0.2
    target: str = "td"
    explore: str = "epsilon"
    gamma: float = 0.9
    epsilon: float = 0.1
    games: list[int] = field(default_factory=lambda: GAMES)


def falling(game: int) -> float:
    """Return a step size that begins at 0.2 and has halved after 2,000 games."""
    return 0.2 * 2000 / (2000 + game)


LEARNERS = [
    Learner("plain", {}, games=GAMES + MORE_GAMES),
    Learner("gamma 1", {"gamma": 1}, gamma=1),
    Learner("alpha falling", None, falling),
    Learner("exploring starts", None, explore="starts"),
    Learner("random opponent", None, explore="opponent"),
    Learner("td-greedy", None, target="td-greedy"),
    Learner(
        "td-greedy, alpha falling", None, falling, "td-greedy", games=GAMES + MORE_GAMES
    ),
    Learner("q", {"target": "q"}, target="q"),
    Learner("q, alpha falling", None, falling, "q"),
    Learner("td, counts", {"explore": "counts"}, explore="counts"),
    Learner(
        "q, counts", {"target": "q", "explore": "counts"}, target="q", explore="counts"
    ),
    Learner("minimax", {"target": "minimax"}, target="minimax"),
    Learner("minimax, random opponent", None, target="minimax", explore="opponent"),
    Learner(
        "minimax, epsilon 1",
        {"target": "minimax", "epsilon": 1},
        target="minimax",
        epsilon=1,
    ),
    Learner(
        "minimax, counts",
        {"target": "minimax", "explore": "counts"},
        target="minimax",
        explore="counts",
    ),
    Learner(
        "minimax, counts, alpha 1",
        {"target": "minimax", "explore": "counts", "alpha": 1},
        lambda game: 1.0,
        target="minimax",
        explore="counts",
    ),
]


class Dice:
    """The dice of many seeds: what ``numpy.random.default_rng(seed)`` of each throws next."""

    def __init__(self, seeds: list[int], block: int = 4096) -> None:
        self.bits = [np.random.PCG64(seed) for seed in seeds]
        self.raw = np.stack([bits.random_raw(block) for bits in self.bits])
        self.used = np.zeros(len(seeds), np.int64)
        self.half, self.has_half = (
            np.zeros(len(seeds), np.uint64),
            np.zeros(len(seeds), bool),
        )

    def refill(self) -> None:
        """Before a game, see to it that there are enough raw numbers for it."""
        if self.used.max() > self.raw.shape[1] - 64:
            for row, bits, used in zip(
                self.raw, self.bits, self.used.tolist(), strict=True
            ):
                row[:] = np.concatenate([row[used:], bits.random_raw(used)])
            self.used[:] = 0

    def random(self, who: Ints) -> Floats:
        """Return what ``rng.random()`` returns, for these seeds."""
        return (self._next(who) >> np.uint64(11)) * 2.0**-53

    def integers(self, who: Ints, high: Ints) -> Ints:
        """Return what ``rng.integers(high)`` returns: 32 bits at a time (Lemire 2019)."""
        thrown = np.zeros(len(who), np.int64)
        several = np.flatnonzero(high > 1)  # nothing is thrown for a single possibility
        who, high = who[several], high[several].astype(np.uint64)
        kept, bits = self.has_half[who], self.half[who].copy()
        fresh = self._next(who[~kept])
        bits[~kept], self.half[who[~kept]] = (
            fresh & np.uint64(0xFFFFFFFF),
            fresh >> np.uint64(32),
        )
        self.has_half[who] = ~kept
        product = bits * high
        # numpy would throw again, about once in a thousand million times
        assert (product & np.uint64(0xFFFFFFFF) >= high).all()
        thrown[several] = product >> np.uint64(32)
        return thrown

    def _next(self, who: Ints) -> NDArray[np.uint64]:
        raw: NDArray[np.uint64] = self.raw[who, self.used[who]]
        self.used[who] += 1
        return raw


def pick(table: NDArray[Any], who: Ints, columns: Ints) -> NDArray[Any]:
    """Return, for each of these rows, the entries in its columns; a table's own way is slower."""
    return table.ravel().take((who * table.shape[1])[:, None] + columns)


def nth(where: NDArray[np.bool_], n: Ints) -> Ints:
    """Return, for each row, the place of the n-th True."""
    return ((where.cumsum(-1) == n[:, None] + 1) & where).argmax(-1)


def play(
    learner: Learner, values: Floats, counts: Ints, dice: Dice
) -> tuple[Ints, NDArray[np.bool_], Ints]:
    """Play a game for every seed; return board numbers, which moves were random, and lengths."""
    everyone = np.arange(len(values))
    numbers = np.full((len(values), CELLS + 1), EMPTY)
    random, lengths = np.zeros((len(values), CELLS), bool), np.full(len(values), CELLS)
    chance = np.full((len(values), CELLS), learner.epsilon)
    if learner.explore == "opponent":
        chance[:] = (
            np.arange(CELLS) % 2
            == dice.integers(everyone, np.full(len(values), 2))[:, None]
        )
    if learner.explore == "starts":
        start = dice.integers(everyone, np.full(len(values), CELLS))
        chance[np.arange(CELLS) < start[:, None]] = 1
    live = everyone
    for move in range(CELLS):
        number = numbers[live, move]
        after = AFTER.take(number, 0)  # (seeds, squares)
        if learner.explore == "counts":
            here = np.where(
                after == NO_CLASS, np.iinfo(np.int64).max, pick(counts, live, after)
            )
            least = here == here.min(-1, keepdims=True)
            squares = nth(least, dice.integers(live, least.sum(-1)))
        else:
            squares = pick(values, live, after).argmax(-1)
            lucky = np.flatnonzero(dice.random(live) < chance[live, move])
            which = dice.integers(live[lucky], np.full(len(lucky), CELLS - move))
            squares[lucky] = nth(after[lucky] != NO_CLASS, which)
            random[live[lucky], move] = True
        number = number + (O if move % 2 else X) * PLACE[squares]
        numbers[live, move + 1] = number
        counts[live, CLASSES[number]] += 1
        over = RESULTS[number] != 0
        lengths[live[over]] = move + 1
        live = live[~over]
    return numbers, random, lengths


def learn(
    learner: Learner,
    values: Floats,
    numbers: Ints,
    random: NDArray[np.bool_],
    lengths: Ints,
    alpha: float,
) -> None:
    """Write the new values of all boards of a game, for every seed, last move to first."""
    results = RESULTS[numbers[np.arange(len(values)), lengths]]
    for move in range(CELLS - 1, -1, -1):
        who = np.flatnonzero(move < lengths)
        ends = move >= lengths[who] - (1 if learner.target == "minimax" else 2)
        mark = O if move % 2 else X
        goal = np.where(results[who] == DRAW, 0.5, results[who] == mark)
        going, more = who[~ends], np.flatnonzero(~ends)
        if learner.target == "minimax":
            replies = pick(values, going, AFTER.take(numbers[going, move + 1], 0))
            goal[more] = learner.gamma * (1 - replies.max(-1))
        elif learner.target == "q":
            own = pick(
                values, going, AFTER.take(numbers[going, min(move + 2, CELLS)], 0)
            )
            goal[more] = learner.gamma * own.max(-1)
        elif len(going):
            goal[more] = (
                learner.gamma * values[going, CLASSES[numbers[going, move + 3]]]
            )
        if learner.target == "td-greedy" and move + 2 < CELLS:
            keep = ~random[who, move + 2]  # the player's next move was meant
            who, goal = who[keep], goal[keep]
        classes = CLASSES[numbers[who, move + 1]]
        values[who, classes] += alpha * (goal - values[who, classes])


def examine(values: Floats) -> tuple[Ints, Ints]:
    """Return, for every seed, the number of lines lost by its best moves, and of wins let slip."""
    lost, slips = np.zeros((2, len(values)), np.int64)
    for side in (X, O):
        seeds, numbers = np.arange(len(values)), np.full(len(values), EMPTY)
        for move in range(CELLS):
            mark = O if move % 2 else X
            if mark == side:
                after = (
                    numbers
                    + mark
                    * PLACE[pick(values, seeds, AFTER.take(numbers, 0)).argmax(-1)]
                )
                slip = (VALUES[numbers] == side) & (VALUES[after] != side)
                each = np.unique(np.column_stack([seeds[slip], numbers[slip]]), axis=0)
                slips += np.bincount(each[:, 0], minlength=len(values))
                numbers = after
            else:
                line, squares = np.nonzero(AFTER[numbers] != NO_CLASS)
                seeds, numbers = seeds[line], numbers[line] + mark * PLACE[squares]
            results = RESULTS[numbers]
            lost += np.bincount(seeds[results == -side], minlength=len(values))
            seeds, numbers = seeds[results == 0], numbers[results == 0]
    return lost, slips


def train(learner: Learner, seeds: list[int], games: list[int]) -> list[Floats]:
    """Return the values of all learners, a row for each seed, after each number of games."""
    values = np.full((len(seeds), NO_CLASS + 1), 0.5)
    values[:, NO_CLASS] = -1  # where one cannot play
    counts, dice, stages = np.zeros(values.shape, np.int64), Dice(seeds), []
    for game in range(1, games[-1] + 1):
        dice.refill()
        learn(learner, values, *play(learner, values, counts, dice), learner.step(game))
        if game in games:
            stages.append(values.copy())
    return stages


def measure(learner: Learner, seeds: list[int]) -> dict[str, object]:
    """Return what the file says of a learner."""
    exams = [examine(values) for values in train(learner, seeds, learner.games)]
    return {
        "options": learner.options,
        "games": learner.games,
        "passed": [int((lost == 0).sum()) for lost, _ in exams],
        "no slips": [int((slips == 0).sum()) for _, slips in exams],
        "lost lines": [lost[:CURVES].tolist() for lost, _ in exams],
    }


def write(data: dict[str, object]) -> None:
    """Write the file in one step, so that it is never half a file."""
    draft = FILE.with_suffix(".new")
    draft.write_text(json.dumps(data, separators=(",", ":")) + "\n", "ascii")
    os.replace(draft, FILE)


def main(names: list[str]) -> None:
    """Measure the learners named, or all, writing the file after each."""
    old = json.loads(FILE.read_text("ascii"))["learners"] if FILE.exists() else {}
    for learner in LEARNERS:
        if names and learner.name not in names:
            continue
        start = time.perf_counter()
        row = measure(learner, list(range(FIRST_SEED, FIRST_SEED + SEEDS)))
        old[learner.name] = row
        kept = {each.name: old[each.name] for each in LEARNERS if each.name in old}
        write({"first seed": FIRST_SEED, "seeds": SEEDS, "learners": kept})
        pairs = zip(row["games"], row["passed"], row["no slips"], strict=True)  # type: ignore[call-overload]
        print(f"{learner.name} ({time.perf_counter() - start:.0f} s)", flush=True)
        print("   ", "  ".join(f"{g}: {p}/{s}" for g, p, s in pairs), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
