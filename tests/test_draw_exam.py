"""Pictures of the exam."""

from functools import partial
from xml.etree import ElementTree

import numpy as np
import pytest

from tttlib import draw_exam, exam, solve
from tttlib.solve import choose_perfectly

perfect = partial(choose_perfectly, solve())


@pytest.mark.parametrize("side", [1, -1])
def test_policy_map(side):
    picture = draw_exam.policy_map(perfect, side, caption="all")
    svg = ElementTree.fromstring(picture.svg)
    assert svg.get("aria-label") == picture.alt
    assert f"as {'X' if side == 1 else 'O'}" in picture.alt
    lines = exam(perfect).lines[int(side == -1)].sum()
    boards = draw_exam._nested(perfect, side)
    over = sum(
        answer is None or not (board == 0).any() or _won(board)
        for *_, board, answer in boards
    )
    # every line ends on a board of its own; as O there is the board before the first move too
    assert over == lines + (side == -1)
    assert picture == draw_exam.policy_map(perfect, side, caption="all")


def _won(board):
    sums = board.reshape(3, 3)
    lines = [*sums, *sums.T, np.diag(sums), np.diag(sums[:, ::-1])]
    return any(abs(line.sum()) == 3 for line in lines)


def test_fan():
    runs = np.array([[40, 4, 0], [60, 10, 2], [50, 6, 0]])
    picture = draw_exam.fan(
        [10, 100, 1000], runs, log="xy", xlabel="games", ylabel="lines lost"
    )
    assert picture.alt == (
        "lines lost against games in 3 runs; median 50 at 10; 6 at 100; 0 at 1000"
    )
    assert "median" in picture.svg
    assert ">1,000<" in picture.svg


def test_strips():
    groups = {"one": [[0.1, 0.2], [0.9]], "two": [[0.3], [0.4, 0.6, 0.8]]}
    picture = draw_exam.strips(groups, ["low", "high"], ylabel="value")
    assert "two, high: 3 from 0.40 to 0.80, median 0.60" in picture.alt
    assert picture.svg.startswith("<svg")
