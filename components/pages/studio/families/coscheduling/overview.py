"""A run of coscheduling at a glance: how many jobs are there, over time."""

import numpy as np

from components.pages.studio.families.coscheduling.words import span_words
from components.pages.studio.replay.overview import Overview
from components.words.wording import number
from engine.coscheduling.replay.tree import Trace

PARTS = 240
"""Equal parts of the run."""

NARROWEST = 1e-5
"""Shortest window, s, as in the engine."""


def overview_of(trace: Trace) -> Overview:
    """Jobs that wait or run, on average over each part of the run, and the window."""
    heights, window = _present(trace), trace["window"]
    part = span_words(trace["end"] / PARTS)
    return Overview(
        f"Jobs that wait or run, over {span_words(trace['end'])}, in means of {part}: up to {number(max(heights), 3)}",
        "mean number of jobs that wait or run",
        "s",
        heights,
        trace["end"],
        window["since"],
        window["until"],
        NARROWEST,
    )


def _present(trace: Trace) -> list[float]:
    edges = np.linspace(0.0, trace["end"], PARTS + 1)
    jobs = trace["jobs"]
    there = _since(np.array(jobs["arrival"]), edges) - _since(np.array(jobs["end"]), edges)
    means: np.ndarray = np.diff(there) / edges[1]
    return np.maximum(means, 0.0).tolist()


def _since(instants: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """The sum, at each edge, of the times that have passed since the *instants* before it."""
    ordered = np.sort(instants)
    sums = np.concatenate([[0.0], np.cumsum(ordered)])
    before = np.searchsorted(ordered, edges, side="right")
    passed: np.ndarray = before * edges - sums[before]
    return passed
