"""What stands in the place of curves of which there is none."""

from components.figures.result.tree import Tree
from components.looks.tokens import TYPE
from components.words.nothing_computed import nothing_computed
from engine.results.result import Result


def words_instead(result: Result) -> Tree:
    """Of a layout: words, and no pair of axes, which would say that all is 0."""
    words = "No policy settles at any of these points." if result.cells_done else nothing_computed(result)
    place = {"xref": "paper", "yref": "paper", "x": 0.5, "y": 0.5, "showarrow": False}
    return {
        "xaxis": {"visible": False},
        "yaxis": {"visible": False},
        "annotations": [{"text": words, "font": {"size": TYPE["md"]}, **place}],
    }
