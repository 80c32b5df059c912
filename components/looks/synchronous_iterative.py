"""The looks of the ways of choosing machines, of the three kinds of η, and of the reasons for η."""

from typing import Literal, NamedTuple

from components.looks.look import Look

SYNCHRONOUS_ITERATIVE_LOOKS = {
    "All Machines": Look("#7550B8", "#BBA3F5", "star", "dot", "★"),
    "Figure 5": Look("#B85C00", "#E69F00", "square", "dash", "■"),
    "Prefix Scan": Look("#0072B2", "#56B4E9", "circle", "solid", "●"),
    "Prefix and Exchange": Look("#A8447F", "#E79AC6", "triangle-up", "longdash", "▲"),
    "Exact": Look("#007A5A", "#2CC295", "diamond", "dashdot", "◆"),
}
"""Those of the policies, by name."""

ETA_LOOKS = {
    "formula": Look("#C8361A", "#FF7A52", "triangle-down", "dash", "▼"),
    "length-aware": Look("#007F9E", "#8ADCF0", "cross", "solid", "✚"),
    "simulated": Look("#1A1A1A", "#E8E8E8", "x", "dot", "✕"),
}
"""How η and run time are known: the same look in all pictures."""

ETA_WORDS = {"formula": "formula", "length-aware": "length-aware", "simulated": "simulated"}


class Reason(NamedTuple):
    """A part of η: its words, how its bar is drawn, and how its line is drawn where it is alone."""

    words: str
    look: Look
    pattern: str


Part = Literal["ideal", "heterogeneity", "background", "application"]
"""A part of η, as in `engine.synchronous_iterative.replay.tree.Stacked`."""

REASONS: dict[Part, Reason] = {
    "ideal": Reason("no imbalance", Look("#6B6B6B", "#A8A8A8", "cross", "dot", "✚"), ""),
    "heterogeneity": Reason("heterogeneity", Look("#7550B8", "#BBA3F5", "square", "longdash", "■"), "/"),
    "background": Reason("background", Look("#B85C00", "#E69F00", "circle", "solid", "●"), "x"),
    "application": Reason("application", Look("#007F9E", "#8ADCF0", "triangle-up", "dash", "▲"), "."),
}
"""Where η comes from, in the order in which the parts are stacked."""

OWNERS = {"light": "#B85C00", "dark": "#E69F00"}
"""The hue of background jobs in pictures of machines, that of their part of η."""
