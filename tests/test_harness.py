"""The harness finds faults: planted in a copy of the book, each is found and its place named."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("book", "tests", "tttlib", "pyproject.toml")

# what is planted: file, what stands there, what is put there, chapter that notices
FAULTS = {
    "another step size": (
        "tttlib/learn.py",
        "alpha: float = 0.2",
        "alpha: float = 0.21",
        "learning",
    ),
    "another color": ("tttlib/draw.py", "#2878c8", "#2878c9", "boards"),
    "a warning": (
        "tttlib/boards.py",
        "    return plain((1 - 2 * lead)",
        "    import warnings; warnings.warn('odd')\n    return plain((1 - 2 * lead)",
        "boards",
    ),
    "a recorded digit": ("tests/recorded/lines.ipynb", "3 -2", "3 -1", "lines"),
    "a recorded error": (
        "tests/recorded/boards.ipynb",
        "4 is taken",
        "5 is taken",
        "boards",
    ),
    "an edited cell": (
        "book/lines.md",
        "line_matrix() @ board",
        "board @ line_matrix()",
        "lines",
    ),
}


@pytest.fixture
def copy(tmp_path):
    for name in COPIED:
        source, target = ROOT / name, tmp_path / name
        if source.is_dir():
            shutil.copytree(
                source, target, ignore=shutil.ignore_patterns("__pycache__", "test_*")
            )
        else:
            shutil.copy(source, target)
    shutil.copy(ROOT / "tests" / "test_recorded.py", tmp_path / "tests")
    return tmp_path


def check(folder, chapter):
    """Run the checks of one chapter in a copy of the book; return the exit status and the text."""
    variables = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    variables["PYTHONPATH"] = str(folder)  # the copy's tttlib, not the installed one
    targets = ["tests/test_recorded.py", f"tests/recorded/{chapter}.ipynb"]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "--color=no",
        *targets,
    ]
    done = subprocess.run(
        command, cwd=folder, env=variables, capture_output=True, text=True
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_found_and_its_place_named(copy, fault):
    name, old, new, chapter = FAULTS[fault]
    text = (copy / name).read_text("utf-8")
    assert old in text
    (copy / name).write_text(text.replace(old, new, 1), "utf-8")
    status, output = check(copy, chapter)
    assert status == 1, output
    assert re.search(rf"{chapter}\.ipynb::Cell \d+|{chapter}, cell \d+", output), output


def test_without_a_fault_all_is_well(copy):
    status, output = check(copy, "boards")
    assert status == 0, output
