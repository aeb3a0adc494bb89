"""Pictures: what is drawn is read back from the drawing."""

import re
from html import unescape
from itertools import pairwise
from xml.etree import ElementTree

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot

from tttlib import draw, replay

X, O = 1, -1  # noqa: E741
BLUE, VERMILION, GREEN, PURPLE = "#2878c8", "#cf5b00", "#6f7f3f", "#a0529c"
YELLOW = "#e0a800"
GAME = [0, 3, 1, 4, 2]  # X wins with 0 1 2
LOST = [8, 0, 7, 1, 5, 2]  # O wins with 0 1 2
DRAW = [0, 1, 2, 4, 3, 5, 7, 6, 8]
BOARD = [1, -1, 0, 0, 1, 0, 0, 0, -1]
CURVES = {"known": [100, 300, 420], "won": [0, 250, 400]}
PICTURES = {
    "boards": lambda **k: draw.boards(
        [BOARD, [0] * 9], ["one", "two"], lit=[[2], []], **k
    ),
    "game": lambda **k: draw.game(GAME, **k),
    "lines": lambda **k: draw.lines(**k),
    "values": lambda **k: draw.values(np.arange(9) / 8, **k),
    "curves": lambda **k: draw.curves(
        [1, 2, 3], CURVES, {"won": [9, 9, 9]}, xlabel="games", ylabel="positions", **k
    ),
    "backup": lambda **k: draw.backup(
        GAME, [0.5] * 5, [0.3, 0.44, 0.6, 0.4, 0.62], **k
    ),
}


def name(element):
    return element.tag.rpartition("}")[2]


def style(element):
    pairs = [
        pair.split(": ", 1) for pair in element.get("style", "").split("; ") if pair
    ]
    return dict(pairs)


def points(element):
    """Return the points of a path, those that steer a curve left out."""
    steps = re.findall(r"[MLCQ]([^MLCQz]+)", element.get("d"))
    return np.array([step.split()[-2:] for step in steps], float)


class Axes:
    """What stands in one pair of axes: paths, texts and markers."""

    def __init__(self, group):
        inside = {
            id(e) for defs in group.iter() if name(defs) == "defs" for e in defs.iter()
        }
        elements = [e for e in group.iter() if id(e) not in inside]
        self.paths = [e for e in elements if name(e) == "path"]
        self.texts = [e for e in elements if name(e) == "text" and e.get("x")]
        self.markers = [e for e in elements if name(e) == "use"]
        self.frame = points(self.paths[0])

    def strokes(self, color):
        """Return the points of all lines of a color."""
        return [
            points(p)
            for p in self.paths
            if style(p).get("stroke") == color and "stroke-dasharray" not in style(p)
        ]

    def words(self):
        return [text.text for text in self.texts]

    def marked(self, color):
        """Return where the markers of a color are."""
        return np.array(
            [
                (float(m.get("x")), float(m.get("y")))
                for m in self.markers
                if style(m).get("stroke") == color
            ]
        )


class Board(Axes):
    """What stands in axes that show a board, by its squares."""

    def __init__(self, group, shape=(3, 3)):
        super().__init__(group)
        self.shape = shape
        straight = [s for s in self.strokes("currentColor") if len(s) == 2]
        across = [s for s in straight if s[0, 1] == s[1, 1]]
        down = [s for s in straight if s[0, 0] == s[1, 0]]
        assert (len(across), len(down)) == (shape[0] - 1, shape[1] - 1)
        self.left, self.right = across[0][:, 0]
        self.top, self.bottom = down[0][:, 1]
        sides = np.array([self.right - self.left, self.bottom - self.top]) / shape[::-1]
        self.side = sides[0]
        assert np.allclose(sides, self.side)
        assert np.allclose(
            sorted(s[0, 1] for s in across), self.borders(self.top, shape[0])
        )
        assert np.allclose(
            sorted(s[0, 0] for s in down), self.borders(self.left, shape[1])
        )

    def borders(self, start, count):
        return [start + n * self.side for n in range(1, count)]

    def square(self, x, y):
        row, column = (
            int((y - self.top) // self.side),
            int((x - self.left) // self.side),
        )
        assert 0 <= row < self.shape[0]
        assert 0 <= column < self.shape[1]
        return row * self.shape[1] + column

    def marks(self):
        """Return the board: a cross of two strokes is X, a ring is O, both centered."""
        board = [0] * (self.shape[0] * self.shape[1])
        strokes = {}
        for stroke in self.strokes(BLUE):
            assert np.allclose(np.abs(stroke[1] - stroke[0]), 0.52 * self.side)
            slope = np.sign(np.prod(stroke[1] - stroke[0]))
            strokes.setdefault(self.centered(stroke), []).append(slope)
        for square, slopes in strokes.items():
            assert sorted(slopes) == [-1, 1]
            board[square] = X
        for ring in self.strokes(VERMILION):
            assert np.allclose(np.ptp(ring, axis=0), 0.56 * self.side)
            square = self.centered(ring)
            assert board[square] == 0
            board[square] = O
        return board

    def centered(self, shape):
        """Return the square in the middle of which something stands."""
        x, y = (shape.min(0) + shape.max(0)) / 2
        square = self.square(x, y)
        row, column = divmod(square, self.shape[1])
        assert np.isclose(x, self.left + (column + 0.5) * self.side)
        assert np.isclose(y, self.top + (row + 0.5) * self.side)
        return square

    def filled(self):
        """Return the color behind each square that has one, and how opaque it is."""
        return {
            self.centered(points(p)): (
                style(p)["fill"],
                float(style(p).get("opacity", 1)),
            )
            for p in self.paths
            if style(p)["fill"] != "none"
        }

    def written(self):
        """Return what stands on each square, and in which color."""
        return {
            self.square(float(t.get("x")), float(t.get("y"))): (
                t.text,
                style(t).get("fill", "#000000"),
            )
            for t in self.texts
            if float(t.get("y")) > self.top
        }

    def title(self):
        return [t.text for t in self.texts if float(t.get("y")) < self.top]


def axes_of(picture):
    root = ElementTree.fromstring(picture.svg)
    return [e for e in root.iter() if re.fullmatch(r"axes_\d+", e.get("id", ""))]


def boards_of(picture, shape=(3, 3)):
    return [Board(group, shape) for group in axes_of(picture)]


@pytest.mark.parametrize("make", PICTURES.values(), ids=PICTURES)
def test_the_same_call_makes_the_same_picture_whatever_the_style_and_changes_nothing(
    make, capfd
):
    first = make()
    with mpl.rc_context({"font.size": 30, "lines.linewidth": 9, "axes.grid": True}):
        before = dict(mpl.rcParams)
        second = make()
        assert dict(mpl.rcParams) == before
    assert first == second
    assert pyplot.get_fignums() == []
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("make", PICTURES.values(), ids=PICTURES)
def test_a_picture_is_part_of_a_page(make):
    picture = make(caption='Less < "more" & <b>more</b>')
    root = ElementTree.fromstring(picture._repr_html_())
    drawing, caption = root
    assert (root.tag, root.get("class")) == ("figure", "ttt-figure")
    assert (name(drawing), caption.tag) == ("svg", "figcaption")
    assert caption.text == 'Less < "more" & <b>more</b>' == picture.caption
    assert drawing.get("role") == "img"
    assert drawing.get("aria-label") == picture.alt == repr(picture) != ""
    assert "max-width:100%" in drawing.get("style")
    assert picture.svg.startswith("<svg ")
    assert picture.svg.endswith("</svg>")
    assert "<metadata" not in picture.svg
    assert "currentColor" in picture.svg
    assert "#010203" not in picture.svg
    assert [
        len(make()._repr_html_().split(tag)) for tag in ("<figure", "<figcaption")
    ] == [2, 1]


def test_a_title_and_the_alternative_text_may_hold_any_character():
    words = "a < b & \"c\" > 'd'"
    picture = draw.boards([0] * 9, [words])
    assert boards_of(picture)[0].title() == [words]
    assert picture.alt == f"{words}: .../.../..."
    assert unescape(re.search('aria-label="([^"]*)"', picture.svg)[1]) == picture.alt


@pytest.mark.parametrize("shape", [(3, 3), (2, 3), (4, 2), (5, 6)])
def test_marks_stand_on_their_squares(shape):
    cells = shape[0] * shape[1]
    boards = np.random.default_rng(0).integers(-1, 2, (5, cells))
    picture = draw.boards(boards, shape=shape)
    assert [board.marks() for board in boards_of(picture, shape)] == boards.tolist()
    assert all(
        board.filled() == board.written() == {} for board in boards_of(picture, shape)
    )
    text = {X: "X", O: "O", 0: "."}
    rows = boards.reshape(5, *shape).tolist()
    lines = ["/".join("".join(map(text.get, row)) for row in board) for board in rows]
    assert picture.alt == "; ".join(lines)


def test_one_board_is_drawn_larger_than_several():
    (one,), (first, _) = (boards_of(draw.boards(b)) for b in (BOARD, [BOARD, BOARD]))
    assert one.marks() == first.marks() == BOARD
    assert one.side > first.side


def test_labels_stand_on_the_empty_squares():
    labels = np.arange(9)
    for given in (labels, [labels, labels + 10]):
        picture = draw.boards([BOARD, [0] * 9], labels=given)
        first, second = boards_of(picture)
        rows = np.broadcast_to(given, (2, 9)).tolist()
        empty = [s for s in range(9) if BOARD[s] == 0]
        assert first.written() == {s: (str(rows[0][s]), "currentColor") for s in empty}
        assert second.written() == {
            s: (str(rows[1][s]), "currentColor") for s in range(9)
        }


def test_lit_squares_and_titles():
    picture = draw.boards(
        [BOARD, BOARD, [0] * 9], ["a", "b", ""], lit=[[2, 4], [], {8}]
    )
    boards = boards_of(picture)
    assert [board.filled() for board in boards] == [
        {2: (YELLOW, 0.45), 4: (YELLOW, 0.45)},
        {},
        {8: (YELLOW, 0.45)},
    ]
    assert [board.title() for board in boards] == [["a"], ["b"], []]
    assert picture.alt == (
        "a: XO./.X./..O, marked: 2 4; b: XO./.X./..O; .../.../..., marked: 8"
    )


@pytest.mark.parametrize(("count", "columns"), [(5, 2), (4, 4), (3, 5), (6, 3), (1, 4)])
@pytest.mark.parametrize("kind", ["boards", "values"])
def test_boards_stand_in_rows(kind, count, columns):
    if kind == "boards":
        picture = draw.boards(
            [BOARD] * count, list("abcdefghi")[:count], columns=columns
        )
    else:
        picture = draw.values([[0.5] * 9] * count, columns=columns)
    boards = boards_of(picture)
    rows = [boards[n : n + columns] for n in range(0, count, columns)]
    for row in rows:
        assert len({round(board.top, 3) for board in row}) == 1
        assert all(a.right < b.left for a, b in pairwise(row))
    assert all(
        a[0].bottom < b[0].top and a[0].left == b[0].left for a, b in pairwise(rows)
    )
    width = float(re.search(r'width="([\d.]+)pt"', picture.svg)[1])
    assert width - max(board.right for board in boards) < boards[0].side


@pytest.mark.parametrize(
    ("game", "end", "line"),
    [
        (GAME, "5: X wins", [0, 1, 2]),
        (LOST, "6: O wins", [0, 1, 2]),
        (DRAW, "9: X, a draw", [8]),
        (GAME[:4], "4: O", [4]),
    ],
)
def test_a_game_is_a_strip_of_boards(game, end, line):
    picture = draw.game(game, columns=3, caption="A game.")
    boards = boards_of(picture)
    assert [board.marks() for board in boards] == replay(game)[1:].tolist()
    titles = [f"{n}: {'XO'[(n + 1) % 2]}" for n in range(1, len(game))] + [end]
    assert [board.title() for board in boards] == [[title] for title in titles]
    lit = [[square] for square in game[:-1]] + [line]
    assert [sorted(board.filled()) for board in boards] == lit
    words = [f"marked: {' '.join(map(str, squares))}" for squares in lit]
    assert re.findall(r"marked: [\d ]+", picture.alt) == words
    assert re.findall(r"\d: [XO][^:]*(?=: )", picture.alt) == titles
    assert boards[0].top < boards[3].top
    assert picture.caption == "A game."


def test_the_eight_lines_cross_the_board_and_are_numbered():
    picture = draw.lines()
    (board,) = boards_of(picture)
    lines = ["012", "345", "678", "036", "147", "258", "048", "246"]
    strokes = [*board.strokes(BLUE), *board.strokes(VERMILION), *board.strokes(PURPLE)]
    assert [len(board.strokes(color)) for color in (BLUE, VERMILION, PURPLE)] == [
        3,
        3,
        2,
    ]
    assert board.words() == list("01234567")
    for squares, stroke, text in zip(lines, strokes, board.texts, strict=True):
        centers = [
            (
                board.left + (s % 3 + 0.5) * board.side,
                board.top + (s // 3 + 0.5) * board.side,
            )
            for s in map(int, squares)
        ]
        start, along = stroke[0], stroke[1] - stroke[0]
        for center in centers:
            away = center - start
            share = away @ along / (along @ along)
            assert 0 < share < 1
            assert np.allclose(away, share * along, atol=1e-3)
        place = np.array([float(text.get("x")), float(text.get("y"))])
        near, far = (np.hypot(*(place - end)) for end in (stroke[0], stroke[1]))
        assert near < board.side / 2 < far
        assert f"squares [{', '.join(squares)}]" in picture.alt
    assert re.findall(r"line (\d)", picture.alt) == list("01234567")


def luminance(color):
    channels = np.array([int(color[n : n + 2], 16) / 255 for n in (1, 3, 5)])
    linear = np.where(
        channels < 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4
    )
    return linear @ [0.2126, 0.7152, 0.0722]


def contrast(one, other):
    dark, light = sorted([luminance(one), luminance(other)])
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(
    ("low", "high", "digits"), [(0, 1, 2), (0.2, 0.6, 3), (-1, 3, 1)]
)
def test_values_are_shades_with_readable_numbers_on_the_empty_squares(
    low, high, digits
):
    rows = np.random.default_rng(1).random((2, 9))
    rows[1, 5] = np.nan
    picture = draw.values(
        rows, [[0] * 9, BOARD], ["a", "b"], low=low, high=high, digits=digits, columns=2
    )
    colors = mpl.colormaps["cividis"]
    for board, marks, row in zip(
        boards_of(picture), ([0] * 9, BOARD), rows, strict=True
    ):
        assert board.marks() == marks
        shown = [s for s in range(9) if marks[s] == 0 and not np.isnan(row[s])]
        shares = {s: np.clip((row[s] - low) / (high - low), 0.0, 1.0) for s in shown}
        fills = {
            s: (mpl.colors.to_hex(colors(share)), 1.0) for s, share in shares.items()
        }
        assert board.filled() == fills
        numbers = {s: text for s, (text, _) in board.written().items()}
        assert numbers == {s: f"{row[s]:.{digits}f}" for s in shown}
    words = [
        " ".join("none" if np.isnan(v) else f"{v:.{digits}f}" for v in row)
        for row in rows
    ]
    assert picture.alt == (
        f"a: .../.../..., values {words[0]}; b: XO./.X./..O, values {words[1]}"
    )
    assert [board.title() for board in boards_of(picture)] == [["a"], ["b"]]


def test_numbers_on_shades_can_be_read():
    for board in boards_of(draw.values(np.linspace(0, 1, 54).reshape(6, 9))):
        for square, (_, ink) in board.written().items():
            assert contrast(ink, board.filled()[square][0]) > 4.5


def test_values_have_two_digits_and_go_from_0_to_1_on_the_empty_board_by_default():
    values = np.arange(9) / 8
    plainly = draw.values(values)
    assert plainly == draw.values(
        [values], [[0] * 9], [""], low=0, high=1, digits=2, columns=3
    )
    assert boards_of(plainly)[0].written()[8][0] == "1.00"
    assert plainly.alt.startswith(".../.../..., values 0.00 0.12 ")


def scaled(values, low, high, scale=np.asarray):
    return (scale(values) - scale(low)) / (scale(high) - scale(low))


@pytest.mark.parametrize("log", ["", "x", "y", "xy"])
def test_curves_go_through_their_points(log):
    x, ylim = np.array([10, 100, 2000]), (1.0, 500.0)
    curves = {"known": [100, 300, 420], "won": [2, 250, 400], "lost": [300, 30, 3]}
    errors = {"won": [1, 20, 30], "lost": [[10, 5, 1], [30, 20, 10]]}
    picture = draw.curves(
        x, curves, errors, xlabel="games", ylabel="number", ylim=ylim, log=log
    )
    (group,) = axes_of(picture)
    axes = Axes(group)
    (left, bottom), (right, top) = axes.frame.min(0), axes.frame.max(0)
    bottom, top = top, bottom
    x_scale, y_scale = (np.log if axis in log else np.asarray for axis in "xy")

    def height(y):
        return bottom + scaled(y, *ylim, y_scale) * (top - bottom)

    for color, (title, ys) in zip(
        (BLUE, VERMILION, GREEN), curves.items(), strict=True
    ):
        curve = next(s for s in axes.strokes(color) if len(s) == 3)
        across = (curve[:, 0] - curve[0, 0]) / (curve[2, 0] - curve[0, 0])
        assert np.allclose(across, scaled(x, x[0], x[2], x_scale), atol=1e-5)
        assert left < curve[0, 0] < curve[2, 0] < right
        assert np.allclose(curve[:, 1], height(ys), atol=1e-3)
        bars = [s for s in axes.strokes(color) if len(s) == 2]
        assert len(bars) == (3 if title in errors else 0)
        if title in errors:
            below, above = np.broadcast_to(errors[title], (2, 3))
            ends = [np.subtract(ys, below), np.add(ys, above)]
            expected = np.transpose([height(end) for end in ends])
            assert np.allclose([bar[:, 1] for bar in bars], expected, atol=1e-3)
            assert np.allclose([bar[:, 0] for bar in bars], curve[:, :1], atol=1e-3)
        label = next(text for text in axes.texts if text.text == title)
        assert style(label)["fill"] == color
        assert float(label.get("x")) > curve[2, 0]
        assert abs(float(label.get("y")) - curve[2, 1]) < 20
        assert len(axes.marked(color)) == (9 if title in errors else 3)
    assert picture.alt == (
        "number against games; known: 100 at 10, 420 at 2000; won: 2 at 10, 400 at 2000; "
        "lost: 300 at 10, 3 at 2000"
    )


def test_axes_are_named():
    (group,) = axes_of(PICTURES["curves"]())
    rotated = {t.text: t.get("transform").split()[0] for t in Axes(group).texts}
    assert rotated["games"] == "rotate(-0"
    assert rotated["positions"] == "rotate(-90"


def test_names_of_curves_that_end_together_do_not_overlap():
    names = ["one", "two", "three", "four"]
    picture = draw.curves([1, 2], {n: [0, 1] for n in names}, xlabel="x", ylabel="y")
    (group,) = axes_of(picture)
    heights = sorted(float(t.get("y")) for t in Axes(group).texts if t.text in names)
    assert np.diff(heights).min() > 11
    colors = {t.text: style(t)["fill"] for t in Axes(group).texts if t.text in names}
    assert colors == dict(zip(names, (BLUE, VERMILION, GREEN, PURPLE), strict=True))


def test_curves_differ_in_their_markers_too():
    names = ["one", "two", "three", "four"]
    picture = draw.curves([1, 2], {n: [0, 1] for n in names}, xlabel="x", ylabel="y")
    root = ElementTree.fromstring(picture.svg)
    shapes = {
        style(p)["stroke"]: p.get("d")
        for defs in root.iter()
        if name(defs) == "defs"
        for p in defs
        if style(p).get("stroke", "").startswith("#")
    }
    assert len(shapes) == len(set(shapes.values())) == 4


def test_no_point_of_a_curve_is_left_out():
    ys = np.arange(400) / 7
    picture = draw.curves(np.arange(400), {"y": ys}, xlabel="x", ylabel="y")
    (group,) = axes_of(picture)
    (curve,) = Axes(group).strokes(BLUE)
    assert len(curve) == 400


def test_backup_shows_values_before_and_after_each_move():
    before, after = [0.5, 0.45, 0.5, 0.55, 0.5], [0.3, 0.44, 0.6, 0.4, 0.62]
    picture = draw.backup(GAME, before, after)
    *boards, group = axes_of(picture)
    assert [Board(board).marks() for board in boards] == replay(GAME)[1:].tolist()
    axes = Axes(group)
    ticks = {
        float(text.text): float(m.get("y"))
        for text, m in zip(
            [t for t in axes.texts if re.fullmatch(r"0\.\d", t.text)],
            [m for m in axes.markers if float(m.get("x")) == axes.frame[:, 0].min()],
            strict=False,
        )
    }
    markers = {color: axes.marked(color) for color in (BLUE, VERMILION)}
    for color, moves in ((BLUE, [0, 2, 4]), (VERMILION, [1, 3])):
        stems = [s for s in axes.strokes(color) if len(s) == 2]
        assert len(stems) == len(moves)
        assert len(markers[color]) == 2 * len(moves)
        for stem, move in zip(stems, moves, strict=True):
            half, middle = axes.frame[:, 0].max(), axes.frame[:, 0].min()
            assert np.allclose(
                stem[:, 0], middle + (half - middle) * (move + 0.5) / 5, atol=1e-3
            )
            assert np.allclose(
                stem[:, 1], height_at(ticks, [before[move], after[move]]), atol=1e-3
            )
            assert {*map(tuple, stem.round(3))} <= {
                *map(tuple, markers[color].round(3))
            }
    numbers = [word for word in axes.words() if re.fullmatch(r"\d\.\d{3}", word)]
    assert numbers == ["0.300", "0.440", "0.600", "0.400", "0.620"]
    assert picture.alt == (
        "Value after each move, before and after learning; move 1: 0.500 to 0.300, "
        "move 2: 0.450 to 0.440, move 3: 0.500 to 0.600, move 4: 0.550 to 0.400, "
        "move 5: 0.500 to 0.620"
    )


def height_at(ticks, values):
    (low, bottom), *_, (high, top) = sorted(ticks.items())
    return bottom + (np.array(values) - low) / (high - low) * (top - bottom)


def test_arrows_lead_back_from_each_move_to_the_one_two_before():
    after = [0.3, 0.44, 0.6, 0.4, 0.62, 0.5, 0.55]
    picture = draw.backup([0, 1, 2, 3, 4, 5, 6], [0.5] * 7, after)
    axes = Axes(axes_of(picture)[-1])
    shafts = [
        p for p in axes.paths if "Q" in p.get("d") and "stroke-dasharray" in style(p)
    ]
    assert [style(p)["stroke"] for p in shafts] == [BLUE, VERMILION] * 2 + [BLUE]
    step = (axes.frame[:, 0].max() - axes.frame[:, 0].min()) / 7
    for move, shaft in enumerate(shafts, 3):
        start, *_, end = points(shaft)
        left = axes.frame[:, 0].min()
        assert 0 < left + (move - 0.5) * step - start[0] < step / 2
        assert 0 < end[0] - (left + (move - 2.5) * step) < step / 2


def test_marks_after_learning_are_crosses_for_x_and_rings_for_o():
    picture = PICTURES["backup"]()
    group = axes_of(picture)[-1]
    shapes = {
        p.get("id"): p.get("d")
        for p in group.iter()
        if name(p) == "path" and p.get("id")
    }
    link = "{http://www.w3.org/1999/xlink}href"
    for color, crosses in ((BLUE, 3), (VERMILION, 0)):
        marks = [
            shapes[m.get(link)[1:]]
            for m in Axes(group).markers
            if style(m)["stroke"] == color
        ]
        assert sum("C" not in shape for shape in marks) == crosses


@pytest.mark.parametrize("color", [BLUE, VERMILION, PURPLE, GREEN])
@pytest.mark.parametrize("paper", ["#ffffff", "#000000"])
def test_colors_can_be_seen_on_a_light_page_and_on_a_dark_one(color, paper):
    assert color in draw.COLORS
    assert contrast(color, paper) >= 3


AXES = {"xlabel": "x", "ylabel": "y"}
REFUSED = [
    (
        lambda: draw.boards([0] * 8),
        ValueError,
        "board has 8 squares; a (3, 3) board has 9",
    ),
    (lambda: draw.boards([3] * 9), ValueError, "board holds 3"),
    (lambda: draw.boards([0.5] * 9), TypeError, "board is float64"),
    (lambda: draw.boards([0] * 9, shape=(2, 3)), ValueError, "a (2, 3) board has 6"),
    (lambda: draw.boards([0] * 9, ["a", "b"]), ValueError, "there are 2 titles, and 1"),
    (
        lambda: draw.boards([[0] * 9] * 2, ["a"]),
        ValueError,
        "there are 1 titles, and 2",
    ),
    (lambda: draw.boards([[[0] * 9] * 2]), ValueError, "boards have shape (1, 2, 9)"),
    (lambda: draw.boards(np.zeros((0, 9), int)), ValueError, "shape (0, 9)"),
    (lambda: draw.boards([0] * 9, lit=[[9]]), ValueError, "square 9 is lit"),
    (lambda: draw.boards([0] * 9, columns=0), ValueError, "columns is 0"),
    (lambda: draw.boards([0] * 9, labels=["a"] * 8), ValueError, "broadcast"),
    (lambda: draw.boards([0] * 9, lit=[[1], [2]]), ValueError, "there are 2 lit"),
    (lambda: draw.game([0, 0]), ValueError, "move 2 is on 0, which is taken"),
    (lambda: draw.game([0, 9]), ValueError, "move 2 is on 9; squares are 0 to 8"),
    (lambda: draw.values([0.5] * 8), ValueError, "has 8 squares"),
    (lambda: draw.values([0.5] * 9, low=1), ValueError, "low is 1 and high is 1.0"),
    (lambda: draw.values([0.5] * 9, [2] * 9), ValueError, "board holds 2"),
    (lambda: draw.values([[0.5] * 9] * 2, [0] * 9), ValueError, "there are 1 boards"),
    (
        lambda: draw.values([0.5] * 9, titles=["a", "b"]),
        ValueError,
        "there are 2 titles",
    ),
    (
        lambda: draw.curves([1, 2], {"a": [1, 2, 3]}, **AXES),
        ValueError,
        "3 points of 'a'",
    ),
    (lambda: draw.curves([], {"a": []}, **AXES), ValueError, "1 curves of 0 points"),
    (lambda: draw.curves([1, 2], {}, **AXES), ValueError, "0 curves of 2 points"),
    (lambda: draw.curves([1, 2], {"a": [1, 2]}), TypeError, "label"),
    (lambda: draw.backup([0, 0], [0.5] * 2, [0.5] * 2), ValueError, "move 2 is on 0"),
]


@pytest.mark.parametrize(("call", "error", "words"), REFUSED)
def test_what_cannot_be_drawn_is_refused(call, error, words):
    with pytest.raises(error) as refusal:
        call()
    assert words in str(refusal.value)


def test_labels_stand_on_boards_of_other_shapes():
    picture = draw.boards([1] + [0] * 5, shape=(2, 3), labels=list("abcdef"))
    assert re.findall(r"<text[^>]*>(\w)<", picture.svg) == list("bcdef")


def test_values_that_do_not_move_are_drawn_too():
    draw.backup(GAME, [0.5] * 5, [0.5] * 5)
