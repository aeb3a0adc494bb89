"""What this book adds to Sphinx: fresh outputs, local math, notebooks to take, short errors."""

import hashlib
import re
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from docutils import nodes

ROOT = Path(__file__).resolve().parents[2]
MATHJAX = (
    "static/mathjax/tex-svg-full.js"  # MathJax 3.2.2, one file with its glyphs inside
)
MATHJAX_SHA256 = "a4354ff94fd868aea0cc6eaaa79a57fda0588646fc46ee3700a349ee0a11cbe6"


def digest(*files):
    """Return a short name for the content of files, and for the version of Python."""
    parts = [sys.version.encode(), *(file.read_bytes() for file in files)]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def configure(app, config):
    """Keep executed chapters by what they depend on, and take MathJax from a package."""
    # The cache's own key is a chapter's code, so it would keep outputs that tttlib has changed.
    package = sorted(
        p for p in (ROOT / "tttlib").rglob("*") if p.is_file() and p.suffix != ".pyc"
    )
    environment = [*package, ROOT / "requirements.txt", ROOT / "constraints.txt"]
    cache = Path(app.outdir).parent / ".jupyter_cache" / digest(*environment)
    config.nb_execution_cache_path = str(cache)
    # Of this file and the table of contents, which every page shows, Sphinx sees no change.
    config.tttbook_digest = digest(*environment, Path(__file__), ROOT / "_toc.yml")
    mathjax = Path(find_spec("sphinx-mathjax-offline").origin).parent / MATHJAX
    if hashlib.sha256(mathjax.read_bytes()).hexdigest() != MATHJAX_SHA256:
        raise RuntimeError(f"{mathjax} is not MathJax 3.2.2")
    config.html_static_path.append(str(mathjax))
    config.mathjax_path = mathjax.name


def offer_notebook(app, pagename, templatename, context, doctree):
    """Put the executed notebook beside the page's source, where the theme's button finds it."""
    executed = Path(app.outdir).parent / "jupyter_execute" / f"{pagename}.ipynb"
    if executed.exists():
        target = Path(app.outdir) / "_sources" / f"{pagename}.ipynb"
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(executed, target)
        context["ipynb_source"] = f"{pagename}.ipynb"


def shorten_tracebacks(app, doctree):
    """Leave of an error what it says; the lines above it name files of whoever built the page."""
    for block in list(doctree.findall(nodes.literal_block)):
        if "traceback" in block["classes"]:
            text = re.search(r"^\w+: .*", block.astext(), re.MULTILINE | re.DOTALL)[0]
            short = nodes.literal_block(
                text, text, language="text", classes=block["classes"]
            )
            block.replace_self(short)


def setup(app):
    """Register the above; Sphinx calls this."""
    # "env": when its value changes, Sphinx reads every page again
    app.add_config_value("tttbook_digest", "", "env")
    app.connect("config-inited", configure, priority=100)
    app.connect("doctree-read", shorten_tracebacks)
    app.connect("html-page-context", offer_notebook)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
