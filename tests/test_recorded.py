"""Every chapter has a record of itself, with outputs that can be relied on."""

import jupytext
import nbformat
import pytest
from chapters import RECORDED, chapters, code_cells, why_not

PAGES = chapters()


def test_chapters_and_records_are_the_same():
    records = {path.stem for path in RECORDED.glob("*.ipynb")}
    assert records == set(PAGES), "python3 make.py record makes them so"


@pytest.mark.parametrize("name", PAGES)
def test_record_has_the_cells_of_its_chapter(name):
    want = [
        (c.source, c.metadata.get("tags", [])) for c in code_cells(PAGES[name]).cells
    ]
    record = nbformat.read(RECORDED / f"{name}.ipynb", 4)
    have = [(c.source, c.metadata.get("tags", [])) for c in record.cells]
    for number, (chapter, recorded) in enumerate(zip(want, have, strict=False)):
        assert chapter == recorded, (
            f"{name}, cell {number}: python3 make.py record {name}"
        )
    assert len(want) == len(have), (
        f"{name}, cell {number + 1}: python3 make.py record {name}"
    )


@pytest.mark.parametrize("name", PAGES)
def test_outputs_can_be_relied_on(name):
    for number, cell in enumerate(nbformat.read(RECORDED / f"{name}.ipynb", 4).cells):
        assert not why_not(cell), f"{name}, cell {number} {why_not(cell)}"


@pytest.mark.parametrize("name", PAGES)
def test_chapter_is_written_as_jupytext_writes_it(name):
    text = PAGES[name].read_text("utf-8")
    again = jupytext.writes(jupytext.read(PAGES[name]), "md:myst")
    assert again == text, f"jupytext --to md:myst {PAGES[name].name} makes it so"
