"""The game's constants, written down by hand and not taken from the library under test."""

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
