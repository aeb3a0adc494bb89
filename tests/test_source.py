"""A function's own source, without its docstring."""

import ast
import inspect
from functools import cache, wraps

import pytest

import tttlib
from tttlib import source
from tttlib.source import Source


def with_docstring(x):
    """Return x.

    Nothing more.
    """
    # a comment stays
    return x


def with_one_line(x):
    """Return x."""
    return x


def without_docstring(x):
    return "no", x


def with_another_string(x):
    return x + "\n"


@cache
def decorated(x):
    """Return x."""

    def inner(y):
        """Stay."""
        return y

    return inner(x)


def twice(function):
    @wraps(function)
    def wrapper(*arguments):
        return function(*arguments) * 2

    return wrapper


@twice
def wrapped(x):
    """Return x."""
    return x


class Holder:
    def method(self):
        """Return 1."""
        if self:
            return 1


SOURCES = [
    (with_docstring, "def with_docstring(x):\n    # a comment stays\n    return x"),
    (with_one_line, "def with_one_line(x):\n    return x"),
    (without_docstring, 'def without_docstring(x):\n    return "no", x'),
    (with_another_string, 'def with_another_string(x):\n    return x + "\\n"'),
    (
        decorated,
        '@cache\ndef decorated(x):\n\n    def inner(y):\n        """Stay."""\n'
        "        return y\n\n    return inner(x)",
    ),
    (wrapped, "@twice\ndef wrapped(x):\n    return x"),
    (Holder.method, "def method(self):\n    if self:\n        return 1"),
]


@pytest.mark.parametrize(("function", "text"), SOURCES)
def test_source_is_the_text_without_the_docstring(function, text):
    assert source(function).text == text


def test_a_notebook_shows_it_as_highlighted_code_and_a_terminal_as_text():
    shown = source(with_one_line)
    assert repr(shown) == "def with_one_line(x):\n    return x"
    assert shown._repr_markdown_() == f"```python\n{shown!r}\n```"


def test_sources_are_equal_if_their_texts_are_and_cannot_be_changed():
    assert source(with_one_line) == Source("def with_one_line(x):\n    return x")
    assert source(with_one_line) != source(with_docstring)
    with pytest.raises(AttributeError):
        source(with_one_line).text = ""


EXPORTED = [inspect.unwrap(getattr(tttlib, name)) for name in tttlib.__all__]
FUNCTIONS = [function for function in EXPORTED if inspect.isfunction(function)]


def code_of(text):
    """Return the meaning of a function's text, without its docstring."""
    function = ast.parse(text).body[0]
    if ast.get_docstring(function) is not None:
        del function.body[0]
    return ast.dump(function)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_the_source_of_the_library_is_its_code(function):
    text = source(function).text
    assert code_of(text) == code_of(inspect.getsource(function))
    assert '"""' not in text


def test_what_has_no_source_in_python_is_refused():
    with pytest.raises(TypeError):
        source(len)
