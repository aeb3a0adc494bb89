"""How many games a second training plays, beside two plainer ways to the same model.

python -m benchmarks.train
"""

import platform
from statistics import median
from time import perf_counter

import numpy as np

from tttlib import Model, learn, line_cells, play_game, symmetries, train

IMAGES = symmetries().tolist()
LINES = line_cells().tolist()


def quick(games, rng):
    """Train with tables of all boards."""
    return train(Model(), games, report=False, rng=rng)


def loop(games, rng):
    """Play and learn game by game, with boards as arrays."""
    model = Model()
    for _ in range(games):
        model = learn(model, play_game(model, rng=rng))
    return model


def plain(games, rng):
    """Play and learn with lists, computing the code of every board that is looked at."""
    values = {}
    for _ in range(games):
        board, mark, codes = [0] * 9, 1, []
        while (result := outcome(board)) == 0:
            empty = [square for square in range(9) if board[square] == 0]
            after = {s: [*board[:s], mark, *board[s + 1 :]] for s in empty}
            if rng.random() < 0.1:
                square = empty[rng.integers(len(empty))]
            else:
                square = max(empty, key=lambda s: values.get(code(after[s]), 0.5))
            board, mark = after[square], -mark
            codes.append(code(board))
        for move, number in reversed([*enumerate(codes)]):
            if move + 2 < len(codes):
                target = 0.9 * values[codes[move + 2]]
            else:
                target = 0.5 if result == 2 else float(result == (-1) ** move)
            old = values.get(number, 0.5)
            values[number] = old + 0.2 * (target - old)
    return Model(sorted(values), [values[number] for number in sorted(values)])


def outcome(board):
    """Return 1 or -1 if X or O has won, 2 for a draw, 0 if the game goes on."""
    for a, b, c in LINES:
        if board[a] and board[a] == board[b] == board[c]:
            return board[a]
    return 0 if 0 in board else 2


def code(board):
    """Return the least number of all turned and mirrored images."""
    return min(int("".join("012"[board[s] + 1] for s in im), 3) for im in IMAGES)


def main(rounds=5):
    """Measure the ways by turns, for several rounds, and print a table."""
    ways = {"train": (quick, 3000), "learn(play_game)": (loop, 300)}
    ways["plain"] = (plain, 300)
    model, *others = (way(300, np.random.default_rng(0)) for way, _ in ways.values())
    assert others == [model, model]
    rates = {name: [] for name in ways}
    for seed in range(rounds):
        for name, (way, games) in ways.items():
            start = perf_counter()
            way(games, np.random.default_rng(seed))
            rates[name].append(games / (perf_counter() - start))
    python, machine = platform.python_version(), platform.platform()
    print(f"{machine}, Python {python}, numpy {np.__version__}\n")
    print(f"games per second, median of {rounds}    times plain")
    for name, speeds in rates.items():
        ratio = median(speeds) / median(rates["plain"])
        print(f"{name:18}{median(speeds):12,.0f}{ratio:15.1f}")


if __name__ == "__main__":
    main()
