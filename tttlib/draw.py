"""Pictures: boards, games, values and curves, as drawings that a page carries in its text.

Every function returns a `Picture`, which a notebook shows. It is made without pyplot, so nothing
outside of it changes, and the same call makes the same picture bit by bit. Lines and text take the
color of the page's own text, so that a picture can be read on a light page and on a dark one.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from html import escape
from itertools import chain
from typing import Any, ParamSpec

import matplotlib as mpl
import matplotlib.style
import numpy as np
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyArrowPatch, Rectangle
from numpy.typing import ArrayLike, NDArray

from .boards import SHAPE, O, X, as_boards, empty_squares, show
from .lines import DRAW, K, line_cells, line_matrix, outcome
from .play import replay

# Blue and vermilion: apart for every kind of color vision, and each at least 3:1 against both a
# white and a black page. A sequence of curves takes them in this order.
COLORS = ("#2878c8", "#cf5b00", "#6f7f3f", "#a0529c")
X_COLOR, O_COLOR = COLORS[:2]
LIT = "#e0a800"  # behind a square to look at
INK = "#010203"  # stands for the color of the page's text
STYLE = {
    "svg.fonttype": "none",  # text stays text: it can be found, copied and read aloud
    "svg.hashsalt": "tttlib",  # names inside the file are the same each time
    "path.simplify": False,
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.prop_cycle": cycler(color=COLORS, marker=["o", "s", "^", "D"]),
    "lines.markersize": 4,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
}
WIDTH = 4.8  # inches: on a telephone the text is still large enough to read

P = ParamSpec("P")


@dataclass(frozen=True)
class Picture:
    """A drawing with its caption and the words that stand for it where it cannot be seen.

    Parameters
    ----------
    svg : str
        The drawing.
    alt : str
        What is there, for a reader who does not see it.
    caption : str
        What to see in it; may be empty.
    script : str
        An element that makes the drawing move; may be empty.
    """

    svg: str
    alt: str
    caption: str = ""
    script: str = ""

    def __repr__(self) -> str:
        return self.alt

    def _repr_html_(self) -> str:
        caption = (
            f"<figcaption>{escape(self.caption)}</figcaption>" if self.caption else ""
        )
        return f'<figure class="ttt-figure">{self.svg}{caption}{self.script}</figure>'


def _picture(draw: Callable[P, tuple[Figure, str, str]]) -> Callable[P, Picture]:
    """Make a picture of what a function draws, whatever style the reader's matplotlib has."""

    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> Picture:
        with matplotlib.style.context(["default", STYLE]):
            figure, alt, caption = draw(*args, **kwargs)
            file = io.StringIO()
            figure.savefig(
                file,
                format="svg",
                bbox_inches="tight",
                pad_inches=0.03,
                metadata={"Date": None},
            )
        svg = re.sub(
            r"\s*<metadata>.*?</metadata>", "", file.getvalue(), flags=re.DOTALL
        )
        svg = svg[svg.index("<svg") :].replace(INK, "currentColor").strip()
        label = (
            f'role="img" aria-label="{escape(alt)}" style="max-width:100%;height:auto"'
        )
        return Picture(svg.replace("<svg", f"<svg {label}", 1), alt, caption)

    return drawn


@_picture
def boards(
    boards: ArrayLike,
    titles: Sequence[str] | None = None,
    *,
    labels: ArrayLike | None = None,
    lit: Iterable[Iterable[int]] | None = None,
    columns: int = 4,
    scale: float = 1.0,
    shape: tuple[int, ...] = SHAPE,
    caption: str = "",
) -> tuple[Figure, str, str]:
    """Draw boards in rows.

    Parameters
    ----------
    boards : array_like of int, shape (cells,) or (boards, cells)
    titles : sequence of str, optional
        What stands above each board.
    labels : array_like of str, shape (cells,) or (boards, cells), optional
        What stands on each empty square.
    lit : iterable of iterable of int, optional
        For each board the squares to mark.
    columns : int
        Boards in a row.
    scale : float
        How large a square is; one of size 1 has room for a label of three characters.
    shape : tuple of int
        Sides of the boards, two of them.
    caption : str

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there are no boards or several batch axes, titles or lists of squares to mark are
        not one for each board, a square to mark is not on the board, or `columns` is less
        than 1.
    """
    boards = _rows("boards", as_boards(boards, shape))
    labels = None if labels is None else np.broadcast_to(labels, boards.shape)
    lit = _one_each("lit", [()] * len(boards) if lit is None else lit, boards)
    lit = [[int(square) for square in squares] for squares in lit]
    titles = _one_each(
        "titles", [""] * len(boards) if titles is None else titles, boards
    )
    for square in chain.from_iterable(lit):
        if not 0 <= square < boards.shape[1]:
            raise ValueError(
                f"square {square} is lit; a {shape} board has 0 to {boards.shape[1] - 1}"
            )
    figure, axes = _grid(len(boards), columns, shape, any(titles), scale)
    for number, (ax, board) in enumerate(zip(axes, boards, strict=True)):
        for square in lit[number]:
            _fill(ax, square, shape, LIT, alpha=0.45)
        _marks(ax, board, shape)
        if labels is not None:
            for square in empty_squares(board, shape).tolist():
                _write(ax, square, shape, str(labels[number, square]))
        ax.set_title(titles[number], fontsize=10, pad=3)
    words = []
    for title, board, squares in zip(titles, boards, lit, strict=True):
        marked = f", marked: {' '.join(map(str, squares))}" if len(squares) else ""
        words.append(f"{title}: {_words(board, shape)}{marked}".removeprefix(": "))
    return figure, "; ".join(words), caption


def game(game: ArrayLike, *, columns: int = 4, caption: str = "") -> Picture:
    """Draw a game as a strip of its boards, the square just played on marked.

    Parameters
    ----------
    game : array_like of int, shape (moves,)
        Squares in the order in which they were played on.
    columns : int
        Boards in a row.
    caption : str

    Returns
    -------
    Picture
    """
    after = replay(game)[1:]
    titles = [
        f"{move}: {'O' if move % 2 == 0 else 'X'}" for move in range(1, len(after) + 1)
    ]
    titles[-1] += {X: " wins", O: " wins", DRAW: ", a draw", 0: ""}[outcome(after[-1])]
    lit: list[Any] = [[square] for square in np.asarray(game)]
    if abs(outcome(after[-1])) == 1:
        cells = line_cells()
        lit[-1] = np.unique(cells[np.abs(line_matrix() @ after[-1]) == K])
    return boards(after, titles, lit=lit, columns=columns, caption=caption)


@_picture
def lines(caption: str = "") -> tuple[Figure, str, str]:
    """Draw the eight lines of a 3x3 board as numbered strokes across it.

    Parameters
    ----------
    caption : str

    Returns
    -------
    Picture
    """
    figure, (ax,) = _grid(1, 1, SHAPE, False, scale=2.2)
    _marks(ax, np.zeros(9, np.int8), SHAPE)
    ax.set_xlim(-0.45, 3.45)
    ax.set_ylim(3.45, -0.45)
    for number, cells in enumerate(line_cells()):
        start, end = (
            np.array([c % 3 + 0.5, c // 3 + 0.5]) for c in (cells[0], cells[-1])
        )
        step = (end - start) / 2
        color = COLORS[0 if number < 3 else 1 if number < 6 else 3]
        (x0, y0), (x1, y1) = start - 0.55 * step, end + 0.4 * step
        ax.plot(
            [x0, x1], [y0, y1], color=color, lw=2.5, marker="", solid_capstyle="round"
        )
        x, y = start - 0.75 * step
        ax.text(x, y, str(number), ha="center", va="center", color=INK)
    alt = "; ".join(
        f"line {n}: squares {list(map(int, c))}" for n, c in enumerate(line_cells())
    )
    return figure, f"The lines of a 3x3 board: {alt}", caption


@_picture
def values(
    values: ArrayLike,
    boards: ArrayLike | None = None,
    titles: Sequence[str] | None = None,
    *,
    low: float = 0.0,
    high: float = 1.0,
    digits: int = 2,
    columns: int = 3,
    caption: str = "",
) -> tuple[Figure, str, str]:
    """Draw what playing on each empty square is worth, as shades with the numbers on them.

    Parameters
    ----------
    values : array_like of float, shape (9,) or (boards, 9)
        A value for each square; NaN where there is none.
    boards : array_like of int, shape (9,) or (boards, 9), optional
        The boards to move on; empty ones by default.
    titles : sequence of str, optional
        What stands above each board.
    low, high : float
        The values drawn darkest and lightest.
    digits : int
        Decimal places of the numbers.
    columns : int
        Boards in a row.
    caption : str

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If values, boards and titles are not equally many, `high` is not more than `low`, or
        `columns` is less than 1.
    """
    shades = _rows("values", np.asarray(values, float))
    if boards is None:
        boards = np.zeros(shades.shape, np.int8)
    drawn = _one_each("boards", _rows("boards", as_boards(boards)), shades)
    titles = _one_each(
        "titles", [""] * len(shades) if titles is None else titles, shades
    )
    if not high > low:
        raise ValueError(f"low is {low} and high is {high}; high must be more than low")
    figure, axes = _grid(len(shades), columns, SHAPE, any(titles), scale=1.45)
    colors = mpl.colormaps["cividis"]
    words = []
    for ax, board, row, title in zip(axes, drawn, shades, titles, strict=True):
        for square in np.flatnonzero((board == 0) & ~np.isnan(row)):
            share = float(np.clip((row[square] - low) / (high - low), 0, 1))
            _fill(ax, square, SHAPE, mpl.colors.to_hex(colors(share)))
            _write(
                ax,
                square,
                SHAPE,
                f"{row[square]:.{digits}f}",
                "#ffffff" if share < 0.47 else "#000000",
            )
        _marks(ax, board, SHAPE)
        ax.set_title(title, fontsize=10, pad=3)
        numbers = ["none" if np.isnan(v) else f"{v:.{digits}f}" for v in row]
        words.append(
            f"{title}: {_words(board, SHAPE)}, values {' '.join(numbers)}".removeprefix(
                ": "
            )
        )
    return figure, "; ".join(words), caption


@_picture
def curves(
    x: ArrayLike,
    ys: Mapping[str, ArrayLike],
    errors: Mapping[str, ArrayLike] | None = None,
    *,
    xlabel: str,
    ylabel: str,
    ylim: tuple[float, float] | None = None,
    log: str = "",
    caption: str = "",
) -> tuple[Figure, str, str]:
    """Draw curves, each named at its end.

    Parameters
    ----------
    x : array_like of float, shape (points,)
    ys : mapping of str to array_like of float, shape (points,)
        The curves by their names.
    errors : mapping of str to array_like of float, shape (points,) or (2, points), optional
        For some of the curves, how far a bar reaches on either side of each point, or below and
        above it.
    xlabel, ylabel : str
        What the axes measure, with its unit.
    ylim : tuple of float, optional
        Least and greatest y.
    log : str
        The axes with a logarithmic scale: "", "x", "y" or "xy".
    caption : str

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there are no points, or a curve has more or fewer than `x`.
    """
    x = np.asarray(x)
    if not x.size or not ys:
        raise ValueError(
            f"{len(ys)} curves of {x.size} points; there must be some of both"
        )
    figure = Figure(figsize=(WIDTH, 2.9))
    ax = figure.add_subplot()
    ax.set(xlabel=xlabel, ylabel=ylabel)
    if "x" in log:
        ax.set_xscale("log")
    if "y" in log:
        ax.set_yscale("log")
    words = []
    ends = []
    for name, y in ys.items():
        y = np.asarray(_one_each(f"points of {name!r}", y, x), float)
        bars = None if errors is None or name not in errors else errors[name]
        drawn = ax.errorbar(x, y, bars, lw=1.6, elinewidth=1, capsize=2)
        ends.append((y[-1], name, drawn.lines[0].get_color()))
        words.append(f"{name}: {y[0]:.4g} at {x[0]:g}, {y[-1]:.4g} at {x[-1]:g}")
    if ylim is not None:
        ax.set_ylim(*ylim)
    _name_ends(ax, x[-1], ends)
    return figure, f"{ylabel} against {xlabel}; {'; '.join(words)}", caption


@_picture
def backup(
    game: ArrayLike, before: ArrayLike, after: ArrayLike, *, caption: str = ""
) -> tuple[Figure, str, str]:
    """Draw how a game's result reaches back: the value of the board after each move, old and new.

    Parameters
    ----------
    game : array_like of int, shape (moves,)
        A whole game.
    before, after : array_like of float, shape (moves,)
        The value of the board after each move, before and after learning from the game.
    caption : str

    Returns
    -------
    Picture
    """
    before, after = np.asarray(before, float), np.asarray(after, float)
    boards = replay(game)[1:]
    moves = np.arange(1, len(boards) + 1)
    figure = Figure(figsize=(WIDTH, 3.6))
    rows = figure.add_gridspec(
        2, len(moves), height_ratios=[1, 4.2], hspace=0.05, wspace=0.25
    )
    for move, board in zip(moves, boards, strict=True):
        ax = figure.add_subplot(rows[0, move - 1])
        _marks(ax, board, SHAPE, weight=1.6)
    ax = figure.add_subplot(rows[1, :])
    for move in moves:
        color = X_COLOR if move % 2 else O_COLOR
        ax.plot(
            [move, move],
            [before[move - 1], after[move - 1]],
            color=color,
            marker="",
            lw=2,
        )
        ax.plot(move, before[move - 1], "o", color=color, markerfacecolor="none")
        ax.plot(
            move,
            after[move - 1],
            "o" if move % 2 == 0 else "x",
            color=color,
            ms=7,
            mew=2,
        )
        up = after[move - 1] >= before[move - 1]
        ax.annotate(
            f"{after[move - 1]:.3f}", (move, after[move - 1]), (0, 7 if up else -16),
            textcoords="offset points", ha="center", fontsize=8,
        )  # fmt: skip
    for move in moves[2:]:
        color = X_COLOR if move % 2 else O_COLOR
        ax.add_patch(
            FancyArrowPatch(
                (move, after[move - 1]), (move - 2, after[move - 3]),
                connectionstyle="arc3,rad=-0.25", arrowstyle="->", mutation_scale=9,
                shrinkA=7, shrinkB=7, color=color, alpha=0.7, ls=":",
            )
        )  # fmt: skip
    span = max(np.abs(after - 0.5).max(), np.abs(before - 0.5).max(), 0.01) * 1.35
    ax.set(xlabel="move", ylabel="value", xticks=moves, ylim=(0.5 - span, 0.5 + span))
    ax.set_xlim(0.5, len(moves) + 0.5)
    words = ", ".join(
        f"move {m}: {b:.3f} to {a:.3f}"
        for m, b, a in zip(moves, before, after, strict=True)
    )
    return figure, f"Value after each move, before and after learning; {words}", caption


def _rows(name: str, array: NDArray[Any]) -> NDArray[Any]:
    """Return an array with a row for each board, refusing none and more than one batch axis."""
    if array.ndim not in (1, 2) or not array.size:
        raise ValueError(
            f"{name} have shape {array.shape}; there is one row or several"
        )
    return np.atleast_2d(array)


def _one_each(name: str, given: Any, wanted: Any) -> Any:
    """Return the list or array given, refusing one that is not as long as another."""
    given = given if isinstance(given, np.ndarray) else list(given)
    if len(given) != len(wanted):
        raise ValueError(f"there are {len(given)} {name}, and {len(wanted)} are wanted")
    return given


def _grid(
    count: int, columns: int, shape: tuple[int, ...], titled: bool, scale: float = 1.0
) -> tuple[Figure, list[Axes]]:
    """Return a figure with bare axes for so many boards, in rows."""
    if columns < 1:
        raise ValueError(f"columns is {columns}; there must be 1 or more")
    columns = min(columns, count)
    rows = -(-count // columns)
    if count == 1:
        scale = max(scale, 1.3)
    height, width = (n * 0.32 * scale for n in shape)
    gap = 0.25 * max(1.0, scale * 0.8)
    title = 0.28 if titled else 0.0
    size = columns * (width + gap), rows * (height + gap / 2 + title)
    figure = Figure(figsize=size)
    axes = []
    for number in range(count):
        row, column = divmod(number, columns)
        left = (column * (width + gap) + gap / 2) / size[0]
        bottom = 1 - ((row + 1) * (height + gap / 2 + title) - gap / 4) / size[1]
        axes.append(figure.add_axes((left, bottom, width / size[0], height / size[1])))
    return figure, axes


def _marks(
    ax: Axes, board: NDArray[np.int8], shape: tuple[int, ...], weight: float = 2.6
) -> None:
    """Draw the grid of a board and the marks on it: X as a cross, O as a ring."""
    height, width = shape
    ax.set(xlim=(-0.05, width + 0.05), ylim=(height + 0.05, -0.05), aspect="equal")
    ax.axis("off")
    for n in range(1, width):
        ax.plot([n, n], [0, height], color=INK, lw=weight / 2.6, marker="")
    for n in range(1, height):
        ax.plot([0, width], [n, n], color=INK, lw=weight / 2.6, marker="")
    for square in np.flatnonzero(board):
        y, x = divmod(int(square), width)
        if board[square] == X:
            for a, b in ((0.24, 0.76), (0.76, 0.24)):
                ax.plot(
                    [x + 0.24, x + 0.76], [y + a, y + b],
                    color=X_COLOR, lw=weight, marker="", solid_capstyle="round",
                )  # fmt: skip
        else:
            ax.add_patch(
                Circle((x + 0.5, y + 0.5), 0.28, ec=O_COLOR, fc="none", lw=weight)
            )


def _fill(
    ax: Axes, square: int, shape: tuple[int, ...], color: str, alpha: float = 1.0
) -> None:
    y, x = divmod(int(square), shape[1])
    ax.add_patch(
        Rectangle((x + 0.03, y + 0.03), 0.94, 0.94, fc=color, ec="none", alpha=alpha)
    )


def _write(
    ax: Axes, square: int, shape: tuple[int, ...], text: str, color: str = INK
) -> None:
    y, x = divmod(int(square), shape[1])
    ax.text(x + 0.5, y + 0.52, text, ha="center", va="center", fontsize=9, color=color)


def _name_ends(ax: Axes, x: float, ends: list[tuple[float, str, str]]) -> None:
    """Write the name of each curve beside its last point, no name upon another."""
    ends = sorted(ends)
    # in points, the height of the text, as the axes will stand
    scale = ax.transData
    ys = [scale.transform((x, y))[1] * 72 / ax.figure.dpi for y, _, _ in ends]
    for n in range(1, len(ys)):
        ys[n] = max(ys[n], ys[n - 1] + 12)
    for (y, name, color), at in zip(ends, ys, strict=True):
        shift = at - scale.transform((x, y))[1] * 72 / ax.figure.dpi
        ax.annotate(
            name,
            (x, y),
            (8, shift),
            textcoords="offset points",
            va="center",
            color=color,
        )


def _words(board: NDArray[np.int8], shape: tuple[int, ...]) -> str:
    """Return a board as one line of text."""
    return show(board, shape).replace(" ", "").replace("\n", "/")
