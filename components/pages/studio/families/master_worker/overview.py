"""A run of a master-worker application at a glance: how long each iteration takes."""

from components.pages.studio.replay.overview import Overview
from engine.master_worker.replay.tree import Trace


def overview_of(trace: Trace) -> Overview | None:
    """Along the iterations, of which one is shown; None where the trace has none of them."""
    gantt = trace.get("gantt")
    if gantt is None:
        return None
    shown = gantt["iteration"]
    return Overview.of_iterations(gantt["lengths"], trace["iterations"], shown - 1, shown)
