"""The comparison of figures: what it lets pass, and what it names."""

import pytest
from figures import difference

FIGURE = (
    '<figure class="ttt-figure"><svg xmlns="http://www.w3.org/2000/svg" aria-label="two lines">'
    '<defs><path id="m1" d="M 0 0 L 3 -3"/></defs>'
    '<g id="line_1"><path d="M 10 20 L 30.5 40" style="stroke: #2878c8; opacity: 0.5"/></g>'
    '<use href="#m1" x="5" y="6"/><text>value</text></svg><figcaption>Two.</figcaption></figure>'
)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("30.5", "30.51"),
        ('"5"', '"5.04"'),
        ("m1", "another"),
        ("line_1", "line_2"),
    ],
)
def test_passes(old, new):
    assert difference(FIGURE, FIGURE.replace(old, new)) == ""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("30.5", "30.6", "a number of d moved by 0.1"),
        (
            "#2878c8",
            "#2878c9",
            "'stroke: #2878c8; opacity: 0.5' became 'stroke: #2878c9",
        ),
        ("0.5", "0.52", "opacity: 0.52"),
        ("M 10 20 L", "M 10 20 M", "became"),
        ("<text>value</text>", "", "text"),
        ("</g>", '</g><path d="M 0 0"/>', "is path now"),
        (">value<", ">values<", "'value ' became 'values '"),
        (">Two.<", ">Three.<", "'Two. ' became 'Three. '"),
        ("two lines", "two curves", "aria-label"),
        ('"#m1"', '"#m2"', "href"),
        (' y="6"', "", "attributes"),
        ("</svg>", "<text>more</text></svg>", "figure"),
    ],
)
def test_names_what_differs(old, new, words):
    changed = FIGURE.replace(old, new)
    assert changed != FIGURE
    assert words in difference(FIGURE, changed)


def test_other_html_is_compared_exactly():
    assert difference("<b>1.00</b>", "<b>1.01</b>") == "the HTML differs"
    assert difference(FIGURE, "") == "the HTML differs"
