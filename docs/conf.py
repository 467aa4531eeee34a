"""The site: `docs/build FOLDER`, a folder of pages that need no network. Dead links and unknown names are errors."""

import os
import re
import sys
from importlib.util import find_spec
from pathlib import Path

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS))
from names import page  # noqa: E402

ROOT = DOCS.parent
# Files of the repository that are pages of the site too: copied before each build, their links corrected.
ADOPTED = {
    "ARCHITECTURE.md": "development/architecture.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "development/contributing.md",
    "DESIGN.md": "background/design.md",
    "SECURITY.md": "development/security.md",
    "examples/README.md": "programs.md",
    "bench/README.md": "development/benchmarks.md",
    "bindings/c/README.md": "reference/c.md",
    "fuzz/README.md": "development/fuzz-targets.md",
}
LINK = re.compile(r"(\]\()([^)#\s:]+)(#[^)]*)?(\))")


def relink(text: str, source: Path, page: Path) -> str:
    """Returns the text of a Markdown file at `source` with its relative links as they must be at `page`."""

    def relative(match: re.Match[str]) -> str:
        target = (source.parent / match[2]).resolve()
        if target.is_relative_to(ROOT):
            target = DOCS / ADOPTED.get(str(target.relative_to(ROOT)), target)
        return match[1] + os.path.relpath(target, page.parent) + (match[3] or "") + match[4]

    return LINK.sub(relative, text)


def adopt() -> None:
    for name, page in ADOPTED.items():
        source, copy = ROOT / name, DOCS / page
        if source.exists():
            text = relink(source.read_text(encoding="utf-8"), source, copy)
            if not copy.exists() or copy.read_text(encoding="utf-8") != text:
                copy.write_text(text, encoding="utf-8")


def setup(app) -> None:
    def read(app, name: str, source: list[str]) -> None:
        page = Path(app.env.doc2path(name))
        if page.suffix == ".md":
            source[0] = relink(source[0], page, page)

    app.connect("source-read", read)


def write_names() -> None:
    made, text = DOCS / "python" / "api.rst", page()
    if not made.exists() or made.read_text(encoding="utf-8") != text:
        made.write_text(text, encoding="utf-8")


adopt()
write_names()

project = "clearance"
author = "the clearance authors"
copyright = author
release = "0.1.0"
extensions = ["sphinx.ext.autodoc", "numpydoc", "myst_parser", "sphinx_copybutton"]
exclude_patterns = ["pages"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}

html_theme = "furo"
html_title = "clearance"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_search_scorer = str(DOCS / "scorer.js")
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
pygments_style = "friendly"
pygments_dark_style = "github-dark"

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "none"
# Libraries that some modules need, where they are not installed.
autodoc_mock_imports = [name for name in ("jax", "ompl", "torch") if find_spec(name) is None]
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False
