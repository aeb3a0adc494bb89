"""A function's own source, to be shown in the text that explains it."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Source:
    """Python text that a notebook shows as highlighted code."""

    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return f"```python\n{self.text}\n```"


def source(function: Callable[..., Any]) -> Source:
    """Return the source of a function without its docstring.

    Parameters
    ----------
    function : callable
        A function written in Python.

    Returns
    -------
    Source
        A notebook shows it as highlighted code.
    """
    text = textwrap.dedent(inspect.getsource(inspect.unwrap(function)))
    lines = text.splitlines()
    body = ast.parse(text).body[0].body  # type: ignore[attr-defined]
    if ast.get_docstring(ast.parse(text).body[0]) is not None:  # type: ignore[arg-type]
        lines[body[0].lineno - 1 : body[0].end_lineno] = []
    return Source("\n".join(lines))
