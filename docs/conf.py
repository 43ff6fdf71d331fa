"""The documentation site: Sphinx with MyST. `make docs` builds it into build/docs; a warning is an error."""

import importlib.metadata
import re

project = "LoH"
author = "the LoH authors"
copyright = "the LoH authors, Apache License 2.0"
version = release = importlib.metadata.version("loh")

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
html_theme = "furo"
html_title = "LoH"
html_static_path = ["_static"]
html_css_files = ["loh.css"]
html_copy_source = False
html_show_sphinx = False
pygments_style = "friendly"

# Pages. Anchors are those of code hosts, so that links work in both places.
myst_heading_anchors = 4
myst_enable_extensions = []  # $ is a dollar sign
suppress_warnings = ["misc.highlighting_failure"]  # the grammar on the language page
highlight_language = "text"

# Notebooks are committed without outputs and run here.
nb_execution_mode = "force"
nb_execution_timeout = 120
nb_execution_in_temp = True
nb_execution_show_tb = True  # an error in a cell is a warning with its traceback
nb_merge_streams = True

# The reference, from docstrings in NumPy's format.
autodoc_member_order = "bysource"
autodoc_typehints = "none"
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True
default_role = "code"  # `name` in docstrings


def escape_bars(app, what, name, obj, options, lines):
    """Texts of the table of options are plain: ``mdl|quantiles`` has no substitution in it."""
    if name in ("loh.learn", "loh.LohClassifier"):
        lines[:] = [line.replace("|", r"\|") if line.startswith((":param", ":type")) else line for line in lines]


def unlink_words(app, what, name, obj, options, lines):
    """Types such as ``path`` and ``table`` are words; as names they would link to the attributes Model.path and TuneResult.table."""
    lines[:] = [re.sub(r"\b(path|table)\b", r"*\1*", line) if line.startswith(":type") else line for line in lines]


def setup(app):
    for change in (escape_bars, unlink_words):
        app.connect("autodoc-process-docstring", change, priority=600)  # after napoleon
