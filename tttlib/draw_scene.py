"""Boards in space as a drawing: where a square is seen, and what stands there.

The last axis of a board runs to the right, the one before it down, the one before that into the
depth; these three make a cube. The axes before say which cube: a board of four axes is a row of
cubes, one of five a grid of them. A picture that can be turned has the same rules in a script,
`data/turn.js`, which draws it anew for every turn.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from html import escape
from itertools import pairwise
from math import cos, hypot, prod, radians, sin
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from .draw import LIT, O_COLOR, X_COLOR

UNIT = 40.0  # from one square to the next, in units of the drawing
MARGIN = 18.0  # around a cube
TITLE = 24.0  # height of the line above a board
VIEW = (28.0, 20.0)  # degrees to the side and from above
EYE = 5.0  # how far away the eye is, in radii of a cube
EMPTY, BLOCK = ".", "#"
STYLE = (
    ".ttt-space *{stroke-linecap:round;stroke-linejoin:round}"
    ".ttt-space text{font:13px sans-serif;text-anchor:middle;fill:currentColor}"
)


@dataclass(frozen=True)
class Scene:
    """What there is to draw: boards of one shape.

    Attributes
    ----------
    shape : tuple of int
        Sides of a board, three or more.
    marks : list of str
        For every board a letter for each square: ".", "X", "O", or "#" for a dot.
    lines : list of list of list of int
        For every board the lines to light, each as squares.
    titles : list of str
        What stands above each board.
    columns : int
        Boards in a row.
    k : int or None
        Squares in a line, to light those through a square that a reader points at.
    """

    shape: tuple[int, ...]
    marks: list[str]
    lines: list[list[list[int]]]
    titles: list[str]
    columns: int
    k: int | None = None


def project(
    points: NDArray[np.float64], view: tuple[float, float], radius: float
) -> NDArray[np.float64]:
    """Return where points in space are seen.

    Parameters
    ----------
    points : ndarray of float, shape (points, 3)
        To the right, down and away, from the middle of what is looked at.
    view : tuple of float
        Degrees by which it is turned to the side, and then seen from above.
    radius : float
        Distance of the farthest point from the middle.

    Returns
    -------
    ndarray of float, shape (points, 4)
        To the right, down, the depth, and how large things are there: 1 in the middle.
    """
    side, above = map(radians, view)
    x, y, z = points.T
    x, z = x * cos(side) + z * sin(side), z * cos(side) - x * sin(side)
    y, z = y * cos(above) - z * sin(above), y * sin(above) + z * cos(above)
    scale = EYE * radius / (EYE * radius + z)
    return np.stack([x * scale, y * scale, z, scale], -1)


def draw(scene: Scene, alt: str, *, turn: bool) -> str:
    """Return a scene as SVG.

    Parameters
    ----------
    scene : Scene
    alt : str
        What is there, for a reader who does not see it.
    turn : bool
        Whether to leave room for turning, and carry what the script needs.

    Returns
    -------
    str
    """
    cube = scene.shape[-3:]
    points = np.indices(cube)[::-1].reshape(3, -1).T - (np.array(cube[::-1]) - 1) / 2
    radius = max(hypot(*points[0]), 0.5)
    seen = project(points, VIEW, radius) * [UNIT, UNIT, 1, 1]
    # turned any way, a cube stays within its sphere, seen a little larger where it is near
    half = (
        np.full(2, radius * UNIT * 1.03) if turn else np.abs(seen[:, :2]).max(0)
    ) + MARGIN
    rows, columns = (
        (prod(scene.shape[:-4]), scene.shape[-4]) if len(scene.shape) > 3 else (1, 1)
    )
    title = TITLE if any(scene.titles) else 0.0
    width, height = columns * 2 * half[0], rows * 2 * half[1] + title
    middles, heads, drawn = [], [], []
    for number, (marks, lines) in enumerate(zip(scene.marks, scene.lines, strict=True)):
        down, right = divmod(number, scene.columns)
        left, top = right * width, down * height
        if title:
            heads.append(
                f'<text x="{left + width / 2:.1f}" y="{top + 15:.1f}">'
                f"{escape(scene.titles[number])}</text>"
            )
        middles.append(
            [
                [
                    round(left + half[0] * (2 * (n % columns) + 1), 1),
                    round(top + title + half[1] * (2 * (n // columns) + 1), 1),
                ]
                for n in range(rows * columns)
            ]
        )
        drawn.append(_board(seen, cube, marks, lines, middles[-1]))
    across = min(len(scene.marks), scene.columns) * width
    down = -(-len(scene.marks) // scene.columns) * height
    data = ""
    if turn:
        facts = asdict(scene) | {
            "middles": middles,
            "half": half.tolist(),
            "view": VIEW,
            "unit": UNIT,
            "eye": EYE,
            "colors": [X_COLOR, O_COLOR, LIT],
        }
        data = f' data-scene="{escape(json.dumps(facts, separators=(",", ":")))}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ttt-space" role="img" '
        f'aria-label="{escape(alt)}" width="{across:.1f}" height="{down:.1f}" '
        f'viewBox="0 0 {across:.1f} {down:.1f}" style="max-width:100%;height:auto"{data}>'
        f"<style>{STYLE}</style>{''.join(heads)}<g>{''.join(drawn)}</g></svg>"
    )


def _board(
    seen: NDArray[np.float64],
    cube: tuple[int, ...],
    marks: str,
    lines: list[list[int]],
    middles: list[list[float]],
) -> str:
    """Return the cubes of one board, from the farthest square to the nearest."""
    size = prod(cube)
    lit = "".join(_line(seen, line, middles) for line in lines)
    order = sorted(range(size), key=lambda square: -seen[square, 2])
    cubes = []
    for number, (x, y) in enumerate(middles):
        here = marks[number * size : (number + 1) * size]
        squares = "".join(_mark(*seen[square], here[square]) for square in order)
        cubes.append(
            f'<g transform="translate({x:.1f} {y:.1f})">{_lattice(seen, cube)}{squares}</g>'
        )
    return lit + "".join(cubes)


def _lattice(seen: NDArray[np.float64], cube: tuple[int, ...]) -> str:
    """Return thin lines along which the squares stand."""
    grid = np.arange(prod(cube)).reshape(cube)
    path = "".join(
        f"M{seen[a, 0]:.1f} {seen[a, 1]:.1f}L{seen[b, 0]:.1f} {seen[b, 1]:.1f}"
        for axis in range(3)
        if cube[axis] > 1
        for a, b in zip(
            grid.take(0, axis).ravel().tolist(),
            grid.take(-1, axis).ravel().tolist(),
            strict=True,
        )
    )
    return f'<path d="{path}" fill="none" stroke="currentColor" stroke-opacity=".28"/>'


def _line(
    seen: NDArray[np.float64], line: list[int], middles: list[list[float]]
) -> str:
    """Return a line that is lit: through a cube in one piece, from cube to cube dashed."""
    size = len(seen)
    places = [
        np.array(middles[square // size]) + seen[square % size, :2] for square in line
    ]
    spots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="12" fill="{LIT}" fill-opacity=".55"/>'
        for x, y in places
    )
    within = "".join(
        f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}"
        for (s, a), (t, b) in pairwise(zip(line, places, strict=True))
        if s // size == t // size
    )
    between = "".join(
        f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}"
        for (s, a), (t, b) in pairwise(zip(line, places, strict=True))
        if s // size != t // size
    )
    solid = f'<path d="{within}" stroke="{LIT}" stroke-width="7"/>' if within else ""
    dashed = (
        f'<path d="{between}" stroke="{LIT}" stroke-width="3" stroke-dasharray="1 7"/>'
        if between
        else ""
    )
    return f"{dashed}{solid}{spots}"


def _mark(x: float, y: float, _: float, scale: float, mark: str) -> str:
    """Return what stands on a square."""
    if mark == "X":
        a = 8 * scale
        return (
            f'<path d="M{x - a:.1f} {y - a:.1f}L{x + a:.1f} {y + a:.1f}'
            f'M{x - a:.1f} {y + a:.1f}L{x + a:.1f} {y - a:.1f}" '
            f'stroke="{X_COLOR}" stroke-width="{3.4 * scale:.1f}"/>'
        )
    if mark == "O":
        return (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{8 * scale:.1f}" fill="none" '
            f'stroke="{O_COLOR}" stroke-width="{3.4 * scale:.1f}"/>'
        )
    if mark == BLOCK:
        return (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{9 * scale:.1f}" fill="{X_COLOR}"/>'
        )
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="1.6" fill="currentColor"/>'


@cache
def script() -> str:
    """Return the script that turns scenes, as an element for the page."""
    text = (Path(__file__).parent / "data" / "turn.js").read_text("utf-8")
    return f"<script>//<![CDATA[\n{text}//]]></script>"
