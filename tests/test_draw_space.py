"""Pictures in space show every mark where it stands, and say in words what they show."""

import json
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from figures import difference

from tttlib import draw_space, show
from tttlib.draw import LIT, O_COLOR, X_COLOR
from tttlib.draw_scene import VIEW, project
from tttlib.kernels import kernels

SVG = "{http://www.w3.org/2000/svg}"


def board(*shape):
    return np.random.default_rng(shape).integers(-1, 2, shape, np.int8)


def elements(picture):
    """Return tag and attributes of all that is drawn."""
    root = ElementTree.fromstring(picture._repr_html_())
    return [(e.tag.removeprefix(SVG), dict(e.attrib)) for e in root.iter()]


def count(picture):
    """Return how many crosses, rings, dots and empty squares there are."""
    found = elements(picture)
    return (
        sum(a.get("stroke") == X_COLOR for _, a in found),
        sum(a.get("stroke") == O_COLOR for _, a in found),
        sum(t == "circle" and a.get("fill") == X_COLOR for t, a in found),
        sum(t == "circle" and a.get("fill") == "currentColor" for t, a in found),
    )


@pytest.mark.parametrize(
    "shape", [(3, 3, 3), (1, 2, 5), (4, 4, 4), (2, 3, 4, 2), (3,) * 5, (1, 1, 1)]
)
def test_every_square_is_drawn(shape):
    marks = board(*shape)
    want = [(marks == 1).sum(), (marks == -1).sum(), 0, (marks == 0).sum()]
    assert [*count(draw_space.boards(marks))] == want
    assert [*count(draw_space.boards(marks, turn=True))] == want
    # as many lattices as cubes
    cubes = [a for _, a in elements(draw_space.boards(marks)) if "transform" in a]
    assert len(cubes) == np.prod(shape[:-3])


def test_cubes_of_four_axes_stand_in_a_row_and_of_five_in_a_grid():
    def places(shape):
        found = elements(draw_space.boards(np.zeros(shape, int)))
        texts = [a["transform"] for _, a in found if "transform" in a]
        points = [tuple(map(float, re.findall(r"[\d.]+", text))) for text in texts]
        return len({x for x, _ in points}), len({y for _, y in points})

    assert places((3, 2, 2, 2)) == (3, 1)
    assert places((2, 3, 2, 2, 2)) == (3, 2)


def test_the_axes_run_right_down_and_away():
    at = project(np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]) * 1.0, VIEW, 2)
    middle, right, down, away = at
    assert (middle == [0, 0, 0, 1]).all()
    assert right[0] > 0.8
    assert down[1] > 0.8
    assert away[2] > 0.8
    assert away[3] < 1 < project(np.array([[0, 0, -1.0]]), VIEW, 2)[0, 3]
    # what is farther away is seen above and to the right of what is near
    assert away[0] > 0 > away[1]


def test_nothing_is_drawn_outside_of_the_picture():
    for turn in (False, True):
        picture = draw_space.boards(board(2, 4, 3, 5), turn=turn)
        width, height = map(
            float, re.search(r'viewBox="0 0 (\S+) (\S+)"', picture.svg).groups()
        )
        for tag, a in elements(picture):
            if tag == "circle":
                # within its cube, whose middle the group's transform gives
                assert abs(float(a["cx"])) < width / 2
                assert abs(float(a["cy"])) < height / 2


def test_lines_that_are_lit():
    def lit(picture):
        found = elements(picture)
        return (
            sum(a.get("fill") == LIT for _, a in found),
            sum(
                a.get("stroke") == LIT and "stroke-dasharray" not in a for _, a in found
            ),
            sum(a.get("stroke") == LIT and "stroke-dasharray" in a for _, a in found),
        )

    empty = np.zeros((3, 3, 3, 3), int)
    assert lit(draw_space.boards(empty)) == (0, 0, 0)
    assert lit(draw_space.boards(empty, lines=[[0, 1, 2]])) == (3, 1, 0)
    assert lit(draw_space.boards(empty, lines=[[0, 40, 80]])) == (3, 0, 1)
    assert lit(draw_space.boards(empty, lines=[[0, 1, 2], [0, 40, 80]])) == (6, 1, 1)
    pair = [np.zeros((3, 3, 3), int)] * 2
    assert lit(draw_space.boards(pair, lines=[[[0, 1, 2]], []])) == (3, 1, 0)


def test_words():
    marks = board(2, 2, 3)
    text = show(marks.ravel(), (2, 2, 3)).replace("   ", "  ").replace("\n", " / ")
    assert draw_space.boards(marks).alt == text
    picture = draw_space.boards(
        [marks, marks], ["a < b", "c"], lines=[[[0, 1, 2]], []], caption="x & y"
    )
    assert picture.alt == f"a < b: {text}, lit: 0 1 2. c: {text}"
    html = picture._repr_html_()
    assert 'aria-label="a &lt; b: ' in html
    assert ">a &lt; b</text>" in html
    assert "<figcaption>x &amp; y</figcaption>" in html
    delta = draw_space.blocks(np.eye(2, dtype=int)[None])
    assert delta.alt == "ones at (0, 0, 0), (0, 1, 1)"


def test_kernels_in_space():
    family = list(kernels(3, 3).numpy())
    picture = draw_space.blocks(family, list(map(str, range(13))))
    assert count(picture) == (0, 0, 13 * 3, 13 * 24)


def test_a_picture_that_turns_carries_what_its_script_needs():
    marks = board(2, 3, 3, 3)
    picture = draw_space.boards(marks, lines=[[0, 1, 2]], turn=True, k=3)
    scene = json.loads(
        next(a["data-scene"] for _, a in elements(picture) if "data-scene" in a)
    )
    assert scene["shape"] == [2, 3, 3, 3]
    assert scene["marks"] == ["".join(".XO"[m] for m in marks.ravel())]
    assert scene["lines"] == [[[0, 1, 2]]]
    assert scene["k"] == 3
    assert picture._repr_html_().count("<script>") == 1
    assert "<script" not in draw_space.boards(marks)._repr_html_()
    # no other host, and nothing kept
    assert not re.search(
        r"https?:(?!//www.w3.org/2000/svg)|localStorage|fetch", picture._repr_html_()
    )


def test_the_same_call_makes_the_same_picture_and_another_another():
    marks = board(3, 3, 3)
    again = [draw_space.boards(marks.copy(), turn=True)._repr_html_() for _ in "ab"]
    assert again[0] == again[1]
    other = marks.copy()
    other[1, 1, 1] = 1 if marks[1, 1, 1] != 1 else -1
    assert difference(again[0], draw_space.boards(other, turn=True)._repr_html_())


CUBE = np.zeros((2, 2, 2), int)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (
            lambda: draw_space.boards(np.zeros((3, 3), int)),
            ValueError,
            "board has 2 axes",
        ),
        (lambda: draw_space.boards([]), ValueError, "there are 0 shapes of board"),
        (lambda: draw_space.boards([CUBE, CUBE[:1]]), ValueError, "there are 2 shapes"),
        (lambda: draw_space.boards(CUBE * 1.0), TypeError, "board is float64"),
        (lambda: draw_space.boards(CUBE + 2), ValueError, "board holds 2"),
        (lambda: draw_space.boards(CUBE[:0]), ValueError, "shape is (0, 2, 2)"),
        (
            lambda: draw_space.boards(CUBE, ["a", "b"]),
            ValueError,
            "2 titles and 1 boards",
        ),
        (lambda: draw_space.boards([CUBE], lines=[]), ValueError, "0 lists of lines"),
        (
            lambda: draw_space.boards(CUBE, lines=[[0, 8]]),
            ValueError,
            "square 8 is lit",
        ),
        (lambda: draw_space.boards(CUBE, columns=0), ValueError, "columns is 0"),
        (lambda: draw_space.boards(CUBE, k=0), ValueError, "k is 0"),
        (lambda: draw_space.blocks(CUBE + 2), ValueError, "an entry is 2"),
        (lambda: draw_space.blocks(np.eye(2)), ValueError, "array has 2 axes"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_the_reason(call, error, words):
    with pytest.raises(error) as caught:
        call()
    assert words in str(caught.value)
