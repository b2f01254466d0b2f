"""How Sphinx builds the documentation: `make docs`."""

import inarow

project = "inarow"
author = "the inarow authors"
version = release = inarow.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": True}
html_theme = "furo"
html_title = f"inarow {release}"
exclude_patterns = ["_build"]
suppress_warnings = ["toc.empty_glob"]  # until there are tutorials
nitpicky = False
