"""The documentation: `sphinx-build -W docs site`, one folder of pages that need no network."""

project = "clearance"
author = "the clearance authors"
release = "0.1.0"
extensions = ["sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc", "myst_parser"]
exclude_patterns = ["*.ipynb"]
html_theme = "alabaster"
html_theme_options = {"description": "proven distances between bodies", "page_width": "1100px", "fixed_sidebar": True}
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "none"
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False
# Pages of the repository are shown as they are; their links lead to files that are not part of this site.
suppress_warnings = ["myst.xref_missing", "myst.header"]
