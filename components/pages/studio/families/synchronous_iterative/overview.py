"""A run of a synchronous iterative application at a glance: how long each iteration takes."""

from components.pages.studio.replay.overview import Overview
from engine.synchronous_iterative.replay.tree import Trace


def overview_of(trace: Trace) -> Overview | None:
    """Along the iterations; None where the trace has none of them."""
    line = trace["timeline"]
    if line is None:
        return None
    first = line["first_iteration"]
    return Overview.of_iterations(line["lengths"], line["iterations_in_all"], first, first + len(line["number"]))
