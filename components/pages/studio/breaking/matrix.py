"""Everyone against everyone: the matrix of the worst ratios found, each cell a link that opens its example."""

from typing import Any

import dash_mantine_components as dmc
from dash import html

from components.controls.aria import aria
from components.sketches.link import to_link
from components.words.searches.broken import LOWER_BOUND, broken_headline, matrix_caption, matrix_cells, matrix_headline
from engine.study.registry import read_scenario

Tree = dict[str, Any]


def create_matrix(tree: Tree) -> list[Any]:
    """A sentence, and a table with policies in rows and columns; the schedules of an example open behind its cell."""
    caption = matrix_caption(tree["metric"])
    return [
        html.P(dmc.Text(matrix_headline(tree), fw=600)),
        html.P(f"{LOWER_BOUND} A cell opens its jobs, with both schedules.", className="picture-text"),
        html.Div(
            html.Table(
                [
                    html.Caption(caption),
                    html.Thead(
                        html.Tr([html.Th("broken / by"), *(html.Th(name, scope="col") for name in tree["policies"])])
                    ),
                    html.Tbody(_rows(tree)),
                ],
                className="data-table broken-matrix",
            ),
            className="scroller",
            tabIndex=0,
            role="region",
            **aria(label=caption),
        ),
    ]


def _rows(tree: Tree) -> list[html.Tr]:
    pairs = {(one["policy"], one["against"]): one for one in tree["pairs"]}
    return [
        html.Tr(
            [
                html.Th(row, scope="row"),
                *(
                    _cell(pairs.get((row, column)), words)
                    for column, words in zip(tree["policies"], cells, strict=True)
                ),
            ]
        )
        for row, cells in zip(tree["policies"], matrix_cells(tree), strict=True)
    ]


def _cell(found: Tree | None, words: str) -> html.Td:
    """A ratio; where none was worse there is nothing to open."""
    if found is None or not found["is_worse"]:
        return html.Td(words or "–")
    said, link = broken_headline(found), to_link(read_scenario(found["scenario"]))
    return html.Td(
        html.A(words, href=f"/?s={link}", target="_blank", rel="noopener", title=said, **aria(label=f"{words}: {said}"))
    )
