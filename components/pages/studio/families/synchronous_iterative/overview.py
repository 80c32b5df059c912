"""A run of a synchronous iterative application at a glance: how long each iteration takes."""

from components.pages.studio.replay.overview import Overview
from components.words.wording import number
from engine.synchronous_iterative.replay.tree import Trace


def overview_of(trace: Trace) -> Overview | None:
    """Along the iterations; None where the trace has none of them."""
    line = trace["timeline"]
    if line is None:
        return None
    count, first = line["iterations_in_all"], line["first_iteration"]
    return Overview(
        f"Length of each of {number(count, 6)} iterations: up to {number(max(line['lengths']), 3)} s",
        "length (s)",
        "iteration",
        line["lengths"],
        count,
        first,
        first + len(line["number"]),
    )
