"""The model: what has been learned, a value for every position met so far.

A saved model is a text file: a heading, a line for each position, and a last line. Every line
ends in a check of itself and of all lines before it, so that a file cut short or changed by hand
is noticed, and the line named.
"""

from __future__ import annotations

import os
import secrets
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .boards import plain, show
from .symmetries import code, decode

UNKNOWN = 0.5
FORMAT = "tttlib model 1"
CHECK = "  #"  # between a line and its check
END = "end"
LARGEST_FILE = 1 << 20  # bytes; all 765 positions of a 3x3 board take 30 thousand


@dataclass(frozen=True, eq=False, repr=False)
class Model:
    """What has been learned of 3x3 boards: codes of positions, and a value for each.

    A value is that of the board just after a move, for the player who made it: 1 is won, 0 lost,
    0.5 a draw or not known. ``Model()`` knows nothing. Models are equal if their codes and values
    are, to the last bit.

    Parameters
    ----------
    codes : array_like of int, shape (positions,)
        Codes of the positions, ascending; kept as a read-only int64 array.
    values : array_like of float, shape (positions,)
        Their values, each from 0 to 1; kept as a read-only float64 array.

    Raises
    ------
    TypeError
        If the codes are not whole numbers.
    ValueError
        If the shapes differ, the codes do not ascend, or a value is not from 0 to 1.
    """

    codes: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    values: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))

    def __post_init__(self) -> None:
        given = np.asarray(self.codes)
        if given.dtype.kind not in "iu" and given.size:
            raise TypeError(f"codes are {given.dtype}; a code is a whole number")
        if given.size and given.max() > np.iinfo(np.int64).max:
            raise ValueError(
                f"a code is {given.max()}, which does not fit into 64 bits"
            )
        codes, values = np.array(given, np.int64), np.array(self.values, np.float64)
        if codes.ndim != 1 or codes.shape != values.shape:
            raise ValueError(
                f"codes have shape {codes.shape} and values {values.shape}; "
                "a model has a row of codes and as many values"
            )
        if (codes[1:] <= codes[:-1]).any():
            raise ValueError("codes are not in ascending order, each once")
        if not ((values >= 0) & (values <= 1)).all():
            bad = values[~((values >= 0) & (values <= 1))][0]
            raise ValueError(f"a value is {bad}; values are from 0 to 1")
        for name, array in (("codes", codes), ("values", values)):
            array.flags.writeable = False
            object.__setattr__(self, name, array)

    def __len__(self) -> int:
        return len(self.codes)

    def __repr__(self) -> str:
        return f"<Model of {len(self)} positions>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Model):
            return NotImplemented
        return np.array_equal(self.codes, other.codes) and np.array_equal(
            self.values, other.values
        )

    def look_up(self, codes: ArrayLike) -> NDArray[np.float64]:
        """Return the value of every code, and 0.5 for one that is not known.

        Parameters
        ----------
        codes : int or array_like of int, shape (*batch,)

        Returns
        -------
        ndarray of float64, shape (*batch,)
        """
        codes = np.asarray(codes)
        if not len(self):
            return np.full(codes.shape, UNKNOWN)
        at = self.codes.searchsorted(codes)
        known = self.codes.take(at, mode="clip") == codes
        return np.where(known, self.values.take(at, mode="clip"), UNKNOWN)

    def updated(self, codes: ArrayLike, values: ArrayLike) -> Model:
        """Return a model that holds these values in place of its own, or besides them.

        Parameters
        ----------
        codes : array_like of int, shape (positions,)
            Codes, each once, in any order.
        values : array_like of float, shape (positions,)

        Returns
        -------
        Model

        Raises
        ------
        ValueError
            As `Model`.
        """
        # np.unique keeps the first of equal codes, which is the new one
        all_codes, first = np.unique(
            np.concatenate([codes, self.codes]), return_index=True
        )
        return Model(all_codes, np.concatenate([values, self.values])[first])


def value(model: Model, boards: ArrayLike) -> Any:
    """Return the value of boards, each just after a move, for the player who made it.

    Parameters
    ----------
    model : Model
    boards : array_like of int, shape (*batch, 9)

    Returns
    -------
    float, or ndarray of float64 of shape (*batch,)
        From 0 (lost) to 1 (won); 0.5 for a position that the model has not met.
    """
    return plain(model.look_up(code(boards)))


def save(model: Model, path: str | os.PathLike[str]) -> None:
    """Write a model as text that a person can read and `load` gives back exactly.

    The file is written under another name first and then put in place in one step: whatever
    stops the writing, an older file of that name is left whole.

    Parameters
    ----------
    model : Model
    path : path-like

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    path = Path(path)
    text = "".join(f"{line}\n" for line in _checked(_content(model)))
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with open(draft, "x", encoding="ascii", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def load(path: str | os.PathLike[str]) -> Model:
    """Read a model that `save` has written.

    Parameters
    ----------
    path : path-like

    Returns
    -------
    Model
        Equal to the one saved, to the last bit of every value.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If it is no saved model, is cut short, or was changed since: with the line and the reason.
    """
    with open(path, "rb") as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise ValueError(
            f"{path}: more than {LARGEST_FILE} bytes, which no saved model has"
        )
    lines = data.decode("ascii", errors="replace").replace("\r\n", "\n").split("\n")

    def refuse(number: int, reason: str) -> ValueError:
        return ValueError(f"{path}, line {number}: {reason}")

    if not lines[0].startswith(FORMAT):
        raise refuse(1, f"not a saved model, which begins with {FORMAT!r}")
    content, check = [], 0
    for number, line in enumerate(lines, 1):
        text, _, given = line.rpartition(CHECK)
        check = zlib.crc32(text.encode("ascii", errors="replace"), check)
        if given != f"{check:08x}":
            last = number == len(lines)
            raise refuse(
                number,
                "the file is cut short" if last else "changed since it was saved",
            )
        content.append(text)
        if text == END:
            break
    else:
        raise refuse(
            len(lines), f"the file is cut short; the last line of a model is {END!r}"
        )
    if not lines[number:]:
        raise refuse(number, "the file is cut short; the line does not end")
    if lines[number:] != [""]:
        raise refuse(number + 1, f"there is something after {END!r}")
    try:
        rows = [line.split() for line in content[1:-1]]
        model = Model(
            np.array([int(row[0]) for row in rows], np.int64),
            np.array([float(row[-1]) for row in rows]),
        )
        expected = list(_content(model))
    except (ValueError, OverflowError, IndexError) as error:
        raise ValueError(f"{path}: {error}") from error
    if (
        content != expected
    ):  # every check is right, so a program other than `save` wrote it
        number = next(n for n, (a, b) in enumerate(zip(content, expected)) if a != b)  # noqa: B905
        raise refuse(number + 1, f"{content[number]!r} is written {expected[number]!r}")
    return model


def _content(model: Model) -> Iterator[str]:
    """Yield the lines of a saved model, without their checks."""
    yield f"{FORMAT} (3x3, 3 in a row), {len(model)} positions"
    for number, board, worth in zip(
        model.codes.tolist(), decode(model.codes), model.values.tolist(), strict=True
    ):
        yield f"{number:5}  {show(board).replace(' ', '').replace(chr(10), ' ')}  {worth!r}"
    yield END


def _checked(content: Iterable[str]) -> Iterator[str]:
    """Yield lines with a CRC-32 of each and all before it."""
    check = 0
    for text in content:
        check = zlib.crc32(text.encode("ascii"), check)
        yield f"{text}{CHECK}{check:08x}"
