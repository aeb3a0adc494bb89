"""A green run means something: faults are planted in a copy of the book, and each is found."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from faults.planted import FAULTS

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("book", "tests", "tttlib", "benchmarks", "make.py", "pyproject.toml")


@pytest.fixture
def copy(tmp_path):
    """Return a copy of the book in files of its own where they are written, else in links."""
    for name in COPIED:
        source, target = ROOT / name, tmp_path / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "faults", "browser")
            shutil.copytree(source, target, ignore=ignored, copy_function=os.link)
        else:
            os.link(source, target)
    return tmp_path


def replace(file, old, new):
    """Put one text in place of another, in a new file: the old one may have other names."""
    text = file.read_text("utf-8")
    assert old in text, f"{old!r} is not in {file.name} any more; plant another fault"
    file.unlink()
    file.write_text(text.replace(old, new, 1), "utf-8")


def check(folder, finder):
    """Run the tests of one file, or of one chapter; return the exit status and the text."""
    chapter, dot, _ = finder.partition(".md")
    targets = (
        ["tests/test_recorded.py", f"tests/recorded/{chapter}.ipynb"]
        if dot
        else ["-x", f"tests/{finder}"]
    )
    variables = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    variables["PYTHONPATH"] = str(folder)  # the copy's tttlib, not the installed one
    variables["PYTHONDONTWRITEBYTECODE"] = "1"
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--color=no"]
    done = subprocess.run(
        [*command, *targets], cwd=folder, env=variables, capture_output=True, text=True
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_found_and_its_place_named(copy, fault):
    name, old, new, finder = FAULTS[fault]
    replace(copy / name, old, new)
    status, output = check(copy, finder)
    assert status == 1, output
    chapter, dot, _ = finder.partition(".md")
    place = (
        rf"{chapter}\.ipynb::Cell \d+|{chapter}, cell \d+|\[{chapter}\]"
        if dot
        else rf"FAILED tests/{re.escape(finder)}::\w+"
    )
    assert re.search(place, output), output


def test_swapped_outputs_are_found(copy):
    file = copy / "tests" / "recorded" / "boards.ipynb"
    notebook = nbformat.read(file, 4)
    first, second = [cell for cell in notebook.cells if len(cell.outputs) == 1][:2]
    first.outputs, second.outputs = second.outputs, first.outputs
    file.unlink()
    nbformat.write(notebook, file)
    status, output = check(copy, "boards.md")
    assert status == 1, output
    assert re.search(r"boards\.ipynb::Cell \d+", output), output


def test_without_a_fault_all_is_well(copy):
    for finder in sorted({finder for *_, finder in FAULTS.values()}):
        status, output = check(copy, finder)
        assert status == 0, output
