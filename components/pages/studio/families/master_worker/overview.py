"""A run of a master-worker application at a glance: how long each iteration takes."""

from components.pages.studio.replay.overview import Overview
from components.words.wording import number
from engine.master_worker.replay.tree import Trace


def overview_of(trace: Trace) -> Overview | None:
    """Along the iterations, of which one is shown; None where the trace has none of them."""
    gantt = trace.get("gantt")
    if gantt is None:
        return None
    count, shown = trace["iterations"], gantt["iteration"]
    return Overview(
        f"Length of each of {number(count, 6)} iterations: up to {number(max(gantt['lengths']), 3)} s",
        "length (s)",
        "iteration",
        gantt["lengths"],
        count,
        shown - 1,
        shown,
    )
