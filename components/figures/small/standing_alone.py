"""A small picture by itself, outside a page: with its colors, and what the style sheet says of it elsewhere."""

import re

from components.looks.tokens import TYPE

PAPER = {"light": ("#ffffff", "#222222", "#bbbbbb"), "dark": ("#1f2023", "#dddddd", "#555555")}
"""Background, words and lines around."""

STYLE = (
    "text{{font:{size}px sans-serif;fill:{ink}}}.of-policy text{{fill:inherit}}polygon{{opacity:.15}}"
    "polyline{{fill:none;stroke:currentColor;stroke-width:2.5}}.grid,.axis{{fill:none;stroke:{grid}}}"
    ".interval{{fill:none;stroke:#888;stroke-width:1.5}}"
)

OF_POLICY = re.compile(r'style="--light:([^;"]+);--dark:([^;"]+)"')


def standing_alone(drawing: str, scheme: str) -> str:
    """A *drawing* of this package as a document of its own, in "light" or "dark".

    Not every viewer knows variables of a style sheet: the colors of policies stand where they are used.
    """
    paper, ink, grid = PAPER[scheme]
    number = 2 if scheme == "dark" else 1
    colored = OF_POLICY.sub(lambda found: f'style="color:{found[number]};fill:{found[number]}"', drawing)
    named = colored.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    style = STYLE.format(ink=ink, grid=grid, size=TYPE["xs"])
    inside = f'<style>{style}</style><rect width="100%" height="100%" fill="{paper}"/>'
    return named.replace(">", f">{inside}", 1)
