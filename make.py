"""The book's commands. Each first sets up what it needs, in the folder .venv and nowhere else.

This file needs Python 3.11 or newer, with its venv module, and nothing besides.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
BUILD = ROOT / "_build"
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")


def book():
    """build the book, where something changed, and say where to open it"""
    set_up()
    build()
    print(f"\nThe book is at {(BUILD / 'html' / 'index.html').as_uri()}")


def test(*options):
    """run every check: style, the book built anew, all tests (or pytest alone, with options)"""
    set_up()
    if not options:
        run("ruff", "check", ".")
        run("ruff", "format", "--check", ".")
        build(anew=True)
    run("pytest", "-n", "auto", *options)


def test_faults(*options):
    """plant faults in copies of the book, one by one, and see that the tests find each"""
    set_up()
    run("pytest", "-n", "auto", "--dist=load", "tests/faults", *options)


def record(*chapters):
    """record the outputs of all chapters, or of those named, in tests/recorded"""
    set_up()
    run("python", "tests/chapters.py", *chapters)


def lab(*options):
    """open JupyterLab, where a double click on a chapter in book/ opens it as a notebook"""
    set_up("requirements-lab.txt")
    run("jupytext-config", "set-default-viewer", "markdown")
    run("jupyter", "lab", "--notebook-dir", "book", *options)


def lock():
    """renew constraints.txt: the newest versions that requirements*.txt allow"""
    venv.create(VENV, with_pip=True, clear=True)
    wanted = [
        word for name in sorted(ROOT.glob("requirements*.txt")) for word in ("-r", name)
    ]
    run("python", "-m", "pip", "install", *wanted)
    freeze = [
        shutil.which("python", path=BIN),
        "-m",
        "pip",
        "freeze",
        "--exclude-editable",
    ]
    pins = subprocess.run(freeze, check=True, capture_output=True).stdout
    draft = ROOT / "constraints.txt.new"
    draft.write_bytes(
        b"# All that requirements*.txt bring along. Made by: make.py lock\n" + pins
    )
    draft.replace(ROOT / "constraints.txt")


def clean():
    """remove all that these commands have made, .venv included"""
    caches = (".hypothesis", ".pytest_cache", ".ruff_cache", "tttlib.egg-info")
    for folder in (BUILD, VENV, *(ROOT / name for name in caches)):
        shutil.rmtree(folder, ignore_errors=True)


def set_up(*more):
    """Make .venv, or make it anew if it is not what the pinned versions ask for."""
    names = ("requirements.txt", *more)
    pins = [
        (ROOT / name).read_bytes()
        for name in (*names, "constraints.txt", "pyproject.toml")
    ]
    # its scripts name its folder, so that it can't be moved or copied along with the book
    where = f"{sys.version}\n{ROOT}".encode()
    want = hashlib.sha256(b"\0".join([where, *pins])).hexdigest()
    # written last, so that a set-up that was stopped is begun again
    done = VENV / f"set-up-{names[-1]}"
    if done.exists() and done.read_text() == want:
        return
    print("Setting up .venv; this takes a minute or two, once.", flush=True)
    if not more:
        for old in VENV.glob("set-up-*"):
            old.unlink()
        venv.create(VENV, with_pip=True, clear=True)
    else:
        set_up()
    wanted = [word for name in names for word in ("-r", name)]
    run("python", "-m", "pip", "install", "-c", "constraints.txt", *wanted)
    # lists the fonts, once and with a warning that must not end up in a chapter
    run("python", "-c", "import matplotlib.font_manager")
    done.write_text(want)


def build(anew=False):
    """Build the HTML pages with warnings as errors."""
    # Sphinx takes a page for good that is newer than its source, also half a page or one that
    # gave a warning. After a build that did not end well nothing is kept but executed chapters.
    unfinished = BUILD / "unfinished"
    if anew or unfinished.exists():
        for folder in ("html", ".doctrees"):
            shutil.rmtree(BUILD / folder, ignore_errors=True)
    BUILD.mkdir(exist_ok=True)
    unfinished.touch()
    run("jupyter-book", "build", "-W", "-n", "--keep-going", ".")
    unfinished.unlink()


def run(program, *arguments):
    """Run a program of .venv in the book's folder, or leave with its exit status."""
    cache = VENV / "cache"
    clang = shutil.which("clang-23", path=BIN)
    variables = os.environ | {
        "PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        # What the tools keep goes to .venv, and what a person has set up for them stays out
        # of it: a start-up file of IPython, say, could change what a chapter prints.
        "XDG_CACHE_HOME": str(cache),
        "MPLCONFIGDIR": str(cache / "matplotlib"),
        "IPYTHONDIR": str(cache / "ipython"),
        "JUPYTER_CONFIG_DIR": str(cache / "jupyter" / "config"),
        "JUPYTER_DATA_DIR": str(cache / "jupyter" / "data"),
        "JUPYTER_RUNTIME_DIR": str(cache / "jupyter" / "runtime"),
        "PYTHONPATH": "",
    }
    if clang and "clang" not in os.environ.get("CC", ""):
        variables["CC"] = clang
    found = shutil.which(program, path=BIN)
    if not found:
        sys.exit(f"{program} is not in {BIN}; python3 make.py clean, and try again")
    status = subprocess.run([found, *arguments], cwd=ROOT, env=variables).returncode
    if status:
        sys.exit(status)


if __name__ == "__main__":
    if sys.version_info < (3, 11):
        sys.exit(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}")
    every = (book, test, test_faults, record, lab, lock, clean)
    commands = {command.__name__.replace("_", "-"): command for command in every}
    name, *rest = sys.argv[1:] or ["help"]
    if name not in commands or (rest and name in ("book", "lock", "clean")):
        print("usage: python3 make.py COMMAND\n")
        for name, command in commands.items():
            print(f"  {name:14}{command.__doc__}")
        sys.exit(0 if sys.argv[1:] in ([], ["help"], ["-h"], ["--help"]) else 2)
    try:
        commands[name](*rest)
    except KeyboardInterrupt:
        sys.exit(130)
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
