"""Chapters and their records: read the code cells of a chapter, run them, keep the outputs.

``python tests/chapters.py [CHAPTER ...]`` records all chapters, or those named.
"""

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[1]
RECORDED = ROOT / "tests" / "recorded"
# what nbval or conftest.py compares; of an image, say, nothing would notice a change
COMPARED = {"text/plain", "text/html", "text/markdown", "text/latex"}


def chapters():
    """Return the pages with code, by name."""
    pages = sorted((ROOT / "book").glob("*.md"))
    return {p.stem: p for p in pages if "\n```{code-cell}" in p.read_text("utf-8")}


def code_cells(page):
    """Return the code cells of a page as a notebook without outputs."""
    notebook = jupytext.read(page)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for cell in cells:
        del cell["id"]  # random, and so different each time
    return nbformat.v4.new_notebook(
        cells=cells,
        metadata={"kernelspec": notebook.metadata.kernelspec},
        nbformat_minor=4,
    )


def why_not(cell):
    """Return why a cell's outputs could not be relied on, or an empty string."""
    tags = cell.metadata.get("tags", [])
    if cell.source.rstrip().endswith(";"):
        return "ends in ';', which does not hide an output when the cell is tested"
    if cell.execution_count is None:
        return "was not run"
    for out in cell.outputs:
        if out.output_type == "error" and "raises-exception" not in tags:
            return f"raises {out.ename}: {out.evalue}"
        if out.get("name") == "stderr":
            return f"warns: {out.text}"
        if others := set(out.get("data", {})) - COMPARED:
            return f"shows {', '.join(sorted(others))}, which no test compares"
    if "raises-exception" in tags and not any(
        o.output_type == "error" for o in cell.outputs
    ):
        return "is tagged raises-exception and raises none"
    return ""


def record(name):
    """Run a chapter and write its record, if every cell's outputs can be relied on."""
    notebook = code_cells(chapters()[name])
    client = NotebookClient(
        notebook,
        timeout=300,
        record_timing=False,
        coalesce_streams=True,
        allow_errors=True,
        resources={"metadata": {"path": str(RECORDED)}},
    )
    client.execute()
    for number, cell in enumerate(notebook.cells):
        if reason := why_not(cell):
            raise SystemExit(f"{name}, cell {number} {reason}\nIt is:\n{cell.source}")
        for out in cell.outputs:
            if out.output_type == "error":
                out.traceback = []  # it has paths of this machine, and nothing compares it
    notebook.metadata.pop("language_info", None)  # it has the version of Python
    draft = RECORDED / f".{name}.{os.getpid()}"
    try:
        nbformat.write(notebook, draft)
        os.replace(draft, RECORDED / f"{name}.ipynb")
    finally:
        draft.unlink(missing_ok=True)
    return name


def main(names):
    """Record chapters side by side; remove the records of chapters that are no more."""
    pages = chapters()
    if unknown := set(names) - set(pages):
        sys.exit(
            f"no such chapter: {', '.join(unknown)}; there are: {', '.join(pages)}"
        )
    RECORDED.mkdir(exist_ok=True)
    for old in RECORDED.glob("*.ipynb"):
        if old.stem not in pages:
            old.unlink()
    with ProcessPoolExecutor() as pool:
        for done in pool.map(record, names or pages):
            print(f"recorded {done}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
