"""python -m tttlib exam."""

import numpy as np
import pytest

from tttlib import Model, save, train
from tttlib.__main__ import main


@pytest.fixture
def file(tmp_path):
    return tmp_path / "ttt.model"


def test_pass(file, capsys):
    rng = np.random.default_rng(0)
    save(
        train(Model(), 2000, target="minimax", explore="counts", report=False, rng=rng),
        file,
    )
    assert main(["exam", str(file)]) == 0
    assert capsys.readouterr().out == PASS.format(file)


def test_fail(file, capsys):
    save(Model(), file)  # plays on the first empty square
    assert main(["exam", str(file)]) == 1
    assert capsys.readouterr().out == FAIL.format(file)


def test_no_file(file, capsys):
    assert main(["exam", str(file)]) == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert "ttt.model" in output.err


PASS = """\
{}: 764 positions
lines      won  lost  drawn
as X        68     0      8
as O       378     0     79
wins let slip: 0
Passed: no line is lost.
"""

FAIL = """\
{}: 0 positions
lines      won  lost  drawn
as X        83    58     16
as O       200   429     36
wins let slip: 48
Failed. A shortest lost line, as O:
X . .   X O .   X O .   X O O   X O O
. . .   . . .   X . .   X . .   X . .
. . .   . . .   . . .   . . .   X . .
"""
