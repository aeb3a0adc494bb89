"""The game's constants and its lines, made without the library that is under test."""

from functools import cache
from itertools import product

X, O = 1, -1  # noqa: E741
LINES = [
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
]


def walk(shape, start, step, k):
    """Return the k squares from start on, as flat numbers, or None if one is off the board."""
    squares = []
    for n in range(k):
        place = [a + n * s for a, s in zip(start, step, strict=True)]
        if any(not 0 <= p < side for p, side in zip(place, shape, strict=True)):
            return None
        number = 0
        for p, side in zip(place, shape, strict=True):
            number = number * side + p
        squares.append(number)
    return squares


@cache
def all_lines(shape, k):
    """Return the lines as a set of sets: from every square in every one of the 3**n - 1 steps."""
    steps = [step for step in product((-1, 0, 1), repeat=len(shape)) if any(step)]
    starts = product(*map(range, shape))
    walks = [walk(shape, start, step, k) for start in starts for step in steps]
    return {frozenset(squares) for squares in walks if squares}
