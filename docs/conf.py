"""How Sphinx builds the documentation: `make docs`."""

import re
import sys
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.ext.autodoc import mock
from sphinx.util import logging

import inarow

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS))

import cli_page  # noqa: E402  they are beside this file
import public_names  # noqa: E402

project = "inarow"
author = "the inarow authors"
project_copyright = "the inarow authors, MIT licence"
version = release = inarow.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
exclude_patterns = ["_build"]
highlight_language = "none"

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

# Names in docstrings are links where there is something to link to, and else just code.
default_role = "py:obj"
add_module_names = False
toc_object_entries_show_parents = "hide"
python_maximum_signature_line_length = 90
python_use_unqualified_type_names = True
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": True}
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_mock_imports = ["torch"]  # large, and only one module wants it
nitpicky = True
# What is ours has to lead somewhere; other libraries, type variables and private bases need not.
nitpick_ignore_regex = [
    ("py:obj", ".*"),
    ("py:class", r"(?!inarow\.).*"),
    ("py:class", r"inarow\.(.*\.)?(_\w+|[A-Z])"),
    ("py:class", r"inarow\._core\..*"),
]

html_theme = "furo"
pygments_dark_style = "github-dark"
# The colours of the site (src/inarow/web/static/site/tokens.css) and its system fonts.
FONTS = {"font-stack": "system-ui, sans-serif", "font-stack--monospace": "ui-monospace, monospace"}
html_theme_options = {
    "light_css_variables": FONTS
    | {
        "color-brand-primary": "#0f5f91",
        "color-brand-content": "#0f5f91",
        "color-brand-visited": "#0f5f91",
        "color-background-primary": "#ffffff",
        "color-background-secondary": "#f7f8fb",
        "color-foreground-primary": "#1b2436",
        "color-foreground-secondary": "#4c5870",
        "color-foreground-muted": "#5b6780",
        "color-code-background": "#f1f4f9",
        "color-api-background": "#f1f4f9",
        "color-api-name": "#b34700",
        "color-api-pre-name": "#4c5870",
    },
    "dark_css_variables": {
        "color-brand-primary": "#7cc4ef",
        "color-brand-content": "#7cc4ef",
        "color-brand-visited": "#7cc4ef",
        "color-background-primary": "#0f1624",
        "color-background-secondary": "#162033",
        "color-background-hover": "#22304a",
        "color-background-border": "#33466a",
        "color-foreground-primary": "#e4e9f2",
        "color-foreground-secondary": "#b3bfd3",
        "color-foreground-muted": "#94a3bd",
        "color-code-background": "#162033",
        "color-api-background": "#162033",
        "color-api-name": "#ff9a57",
        "color-api-pre-name": "#b3bfd3",
    },
}
html_title = f"inarow {release}"
html_favicon = "../src/inarow/web/static/site/icon.svg"
html_logo = html_favicon
html_static_path = ["static"]
html_css_files = ["inarow.css"]
html_copy_source = False

DOCTEST_END = re.compile(r"^(```python\n(?:(?!```).*\n)*?)\n```$", re.MULTILINE)
"""The empty line that a doctest needs before the end of its block, and a reader does not."""


def write_from_the_program(app: Sphinx, page: str, source: list[str]) -> None:
    """Add to a page what the program itself knows best."""
    source[0] = DOCTEST_END.sub(r"\1```", source[0])
    if page == "reference/cli":
        source[0] += cli_page.text()
    elif page == "reference/api":
        source[0] += public_names.package_table()


def check_public_names(app: Sphinx, environment: BuildEnvironment) -> None:
    """Warn, which ends the build, of a public name that no page shows."""
    domain = environment.domains.python_domain
    shown = {*domain.objects, *domain.modules}
    with mock(autodoc_mock_imports):
        names = public_names.names()
    for name, home in names.items():
        if home not in shown:
            logging.getLogger(__name__).warning("%s is on no page, as %s", name, home)


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("source-read", write_from_the_program)
    app.connect("env-check-consistency", check_public_names)
