"""A figure as plotly.js takes it: a tree of `data` and `layout`.

Objects of plotly check each property that they are given, which takes forty milliseconds for the curves of a study.
Those are drawn at each key, so they are a tree from the beginning; the tests hand it to plotly to have it checked.
"""

from functools import cache
from typing import Any

import plotly.io as pio

from components.looks.theme import template

Tree = dict[str, Any]


@cache
def template_tree(scheme: str) -> Tree:
    """The template for "light" or "dark", which nobody changes."""
    found: Tree = pio.templates[template(scheme)].to_plotly_json()
    return found
