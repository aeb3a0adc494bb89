"""Pictures for the exam: the map of perfect play, fans of curves, values in strips."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter
from numpy.typing import ArrayLike, NDArray

from .boards import X, empty_board, empty_squares, place, player_to_move
from .draw import (
    COLORS,
    LIT,
    O_COLOR,
    WIDTH,
    X_COLOR,
    Picture,
    _name_ends,
    _picture,
)
from .lines import K, line_cells, line_matrix, outcome
from .play import Policy

# units across a map: whole numbers are fine enough for its smallest boards
MAP_SIZE = 9000
INSET = 0.05  # of a square, between its edge and the board inside it


def policy_map(policy: Policy, side: int, *, caption: str = "") -> Picture:
    """Draw all of a policy's answers as one board whose squares hold boards.

    The large board shows the policy's move, on a lit square. On every other empty square the
    opponent can play, and the board drawn inside that square is what follows: that move, the
    policy's answer, lit, and inside each square still empty the next board. Where a game is over,
    no board follows, and a line that won is struck through.

    Parameters
    ----------
    policy : callable
        From a batch of boards to the square to play on for each.
    side : int
        1 to map the policy as X, -1 as O.
    caption : str

    Returns
    -------
    Picture
    """
    paths: dict[tuple[int, str], list[str]] = {}
    count = 0
    for level, x, y, size, board, answer in _nested(policy, side):
        count += 1
        for kind, d in _strokes(x, y, size, board, answer):
            paths.setdefault((level, kind), []).append(d)
    styles = {
        "lit": f'fill="{LIT}" fill-opacity="0.45"',
        "grid": 'fill="none" stroke="currentColor" stroke-opacity="0.6"',
        "X": f'fill="none" stroke="{X_COLOR}" stroke-linecap="round"',
        "O": f'fill="none" stroke="{O_COLOR}"',
        "line": 'fill="none" stroke="currentColor" stroke-linecap="round"',
    }
    drawn = [
        f'<path {styles[kind]} stroke-width="{_weight(level, kind):.3g}" d="{"".join(ds)}"/>'
        for (level, kind), ds in sorted(
            paths.items(), key=lambda item: list(styles).index(item[0][1])
        )
    ]
    alt = f"Map of a policy's moves as {'X' if side == X else 'O'}: {count} boards within boards"
    head = (
        f'<svg role="img" aria-label="{escape(alt)}" style="max-width:100%;height:auto" '
        f'width="640" viewBox="-30 -30 {MAP_SIZE + 60} {MAP_SIZE + 60}" '
        'xmlns="http://www.w3.org/2000/svg">'
    )
    return Picture(f"{head}{''.join(drawn)}</svg>", alt, caption)


def _nested(
    policy: Policy, side: int
) -> Iterator[tuple[int, float, float, float, NDArray[np.int8], int | None]]:
    """Yield for every board of a map its level, corner, size of a square, marks and the answer."""
    todo = [(1, 0.0, 0.0, MAP_SIZE / 3, empty_board())]
    while todo:
        level, x, y, size, board = todo.pop()
        answer = None
        if outcome(board) == 0 and player_to_move(board) == side:
            answer = int(np.asarray(policy(board[None]))[0])
            board = place(board, answer)
        yield level, x, y, size, board, answer
        for square in empty_squares(board).tolist() if outcome(board) == 0 else []:
            row, column = divmod(square, 3)
            corner = x + (column + INSET) * size, y + (row + INSET) * size
            todo.append(
                (level + 1, *corner, size * (1 - 2 * INSET) / 3, place(board, square))
            )


def _strokes(
    x: float, y: float, size: float, board: NDArray[np.int8], answer: int | None
) -> Iterator[tuple[str, str]]:
    """Yield the parts of one board of a map: of what kind each is, and its SVG path."""

    def at(square: int) -> tuple[int, int]:
        row, column = divmod(int(square), 3)
        return round(x + (column + 0.5) * size), round(y + (row + 0.5) * size)

    long, half, r = round(3 * size), round(0.46 * size), round(0.28 * size)
    for n in (1, 2):
        yield (
            "grid",
            f"M{x + n * size:.0f} {y:.0f}v{long}M{x:.0f} {y + n * size:.0f}h{long}",
        )
    if answer is not None:
        cx, cy = at(answer)
        yield "lit", f"M{cx - half} {cy - half}h{2 * half}v{2 * half}h-{2 * half}z"
    for square in np.flatnonzero(board).tolist():
        cx, cy = at(square)
        if board[square] == X:
            yield "X", f"M{cx - r} {cy - r}l{2 * r} {2 * r}m0-{2 * r}l-{2 * r} {2 * r}"
        else:
            arc = f"a{r} {r} 0 1 0"
            yield "O", f"M{cx - r} {cy}{arc} {2 * r} 0{arc}-{2 * r} 0"
    won = np.abs(line_matrix() @ board) == K
    for first, _, last in line_cells()[won].tolist():
        (x0, y0), (x1, y1) = at(first), at(last)
        yield "line", f"M{x0} {y0}L{x1} {y1}"


def _weight(level: int, kind: str) -> float:
    """Return how wide the strokes of a map are on boards of a level."""
    size = MAP_SIZE / 3 * ((1 - 2 * INSET) / 3) ** (level - 1)
    return size * {"lit": 0, "grid": 0.025, "line": 0.06}.get(kind, 0.09)


@_picture
def fan(
    x: ArrayLike,
    runs: ArrayLike,
    *,
    xlabel: str,
    ylabel: str,
    log: str = "",
    caption: str = "",
) -> tuple[Figure, str, str]:
    """Draw a thin curve for every run, a band for the middle eight tenths, and the median.

    Parameters
    ----------
    x : array_like of float, shape (points,)
    runs : array_like of float, shape (runs, points)
    xlabel, ylabel : str
        What the axes measure, with its unit.
    log : str
        The axes with a logarithmic scale, zero being shown on a logarithmic y axis: "", "x", "y"
        or "xy".
    caption : str

    Returns
    -------
    Picture
    """
    x, runs = np.asarray(x, float), np.asarray(runs, float)
    low, median, high = np.quantile(runs, (0.1, 0.5, 0.9), axis=0)
    figure = Figure(figsize=(WIDTH, 2.9))
    ax = figure.add_subplot()
    ax.set(xlabel=xlabel, ylabel=ylabel)
    if "x" in log:
        ax.set_xscale("log")
    if "y" in log:
        ax.set_yscale("symlog", linthresh=1)
        ax.set_ylim(0, runs.max() * 1.5)
    curves = [np.column_stack([x, run]) for run in runs]
    ax.add_collection(
        mpl.collections.LineCollection(
            curves, colors=COLORS[0], linewidths=0.5, alpha=0.25
        )
    )
    ax.fill_between(x, low, high, color=COLORS[0], alpha=0.2, lw=0)
    ax.plot(x, median, color=COLORS[1], lw=2.2, marker="")
    ax.set_xlim(x[0], x[-1])
    for axis, letter in ((ax.xaxis, "x"), (ax.yaxis, "y")):
        if letter in log:
            axis.set_major_formatter(FuncFormatter(lambda number, _: f"{number:,.0f}"))
    _name_ends(ax, x[-1], [(median[-1], "median", COLORS[1])])
    words = "; ".join(f"{m:g} at {n:g}" for n, m in zip(x, median, strict=True))
    return (
        figure,
        f"{ylabel} against {xlabel} in {len(runs)} runs; median {words}",
        caption,
    )


@_picture
def strips(
    groups: Mapping[str, Sequence[ArrayLike]],
    names: Sequence[str],
    *,
    ylabel: str,
    caption: str = "",
) -> tuple[Figure, str, str]:
    """Draw numbers as points, in strips: one picture for each group, a strip for each name.

    Parameters
    ----------
    groups : mapping of str to sequence of array_like of float, each of shape (numbers,)
        For each group as many rows of numbers as there are names.
    names : sequence of str
    ylabel : str
    caption : str

    Returns
    -------
    Picture
    """
    figure = Figure(figsize=(WIDTH * 1.3, 2.9))
    axes = figure.subplots(1, len(groups), sharey=True, squeeze=False)[0]
    words = []
    for ax, (title, rows) in zip(axes, groups.items(), strict=True):
        for place_, (name, row) in enumerate(zip(names, rows, strict=True)):
            row = np.sort(np.asarray(row, float))
            # neighbors side by side: multiples of the golden ratio fill a strip evenly
            across = place_ + 0.56 * (np.arange(len(row)) * 0.6180339887 % 1 - 0.5)
            color = COLORS[place_ % len(COLORS)]
            ax.plot(across, row, ".", color=color, alpha=0.5, ms=4, mec="none")
            words.append(
                f"{title}, {name}: {len(row)} from {row.min():.2f} to {row.max():.2f}, "
                f"median {np.median(row):.2f}"
            )
        ax.set_xticks(range(len(names)), names)
        ax.set_title(title, fontsize=10)
    axes[0].set_ylabel(ylabel)
    return figure, f"{ylabel}; {'; '.join(words)}", caption
