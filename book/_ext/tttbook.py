"""What this book adds to Sphinx: fresh outputs, math without a network, notebooks to download."""

import hashlib
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MATHJAX = (
    "static/mathjax/tex-svg-full.js"  # MathJax 3.2.2, one file with its glyphs inside
)
MATHJAX_SHA256 = "a4354ff94fd868aea0cc6eaaa79a57fda0588646fc46ee3700a349ee0a11cbe6"


def environment_hash():
    """Return a name for all that a chapter's outputs depend on besides its own code."""
    package = [
        p
        for p in sorted((ROOT / "tttlib").rglob("*"))
        if p.is_file() and p.suffix != ".pyc"
    ]
    files = [*package, ROOT / "requirements.txt", ROOT / "constraints.txt"]
    return hashlib.sha256(
        b"\0".join([sys.version.encode(), *(f.read_bytes() for f in files)])
    ).hexdigest()[:16]


def configure(app, config):
    """Keep executed chapters by what they depend on, and take MathJax from a package."""
    # The cache's own key is a chapter's code, so it would keep outputs that tttlib has changed.
    config.tttlib_hash = environment_hash()
    config.nb_execution_cache_path = str(
        Path(app.outdir).parent / ".jupyter_cache" / config.tttlib_hash
    )
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


def setup(app):
    """Register the above; Sphinx calls this."""
    app.add_config_value(
        "tttlib_hash", "", "env"
    )  # a change makes Sphinx read every page again
    app.connect("config-inited", configure, priority=100)
    app.connect("html-page-context", offer_notebook)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
