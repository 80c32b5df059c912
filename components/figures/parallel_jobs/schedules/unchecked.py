"""A picture whose traces are as they were given: plotly takes a millisecond to check each of hundreds."""

from typing import Any

import plotly.graph_objects as go

Tree = dict[str, Any]


class Unchecked:
    """Takes traces as `plotly.graph_objects.Figure` does, and leaves the layout to one; the tests hand the whole to
    plotly to have it checked."""

    def __init__(self) -> None:
        self.data: list[Tree] = []
        self.laid_out = go.Figure()

    def add_scatter(self, **drawn: Any) -> None:
        """Add a trace."""
        self.data.append({"type": "scatter", **drawn})

    def update_layout(self, **parts: Any) -> None:
        """Change the layout."""
        self.laid_out.update_layout(**parts)

    def as_tree(self) -> Tree:
        """The picture as plotly.js takes it."""
        return {"data": self.data, "layout": self.laid_out.to_plotly_json()["layout"]}
