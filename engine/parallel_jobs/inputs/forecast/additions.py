"""Machines that come later are waited for by jobs that need them."""

from __future__ import annotations  # a scenario asks for this while it is validated

from typing import TYPE_CHECKING

from engine.parallel_jobs.inputs.forecast.once import once_per_scenario
from engine.parallel_jobs.inputs.forecast.typical import machines_at
from engine.parallel_jobs.inputs.machine_changes import Addition

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario


@once_per_scenario
def first_enough(scenario: ParallelJobsScenario, size: float) -> float:
    """When so many machines are there first, since some are added later, s; 0 where none of these is waited for."""
    added = sorted({one.at for one in scenario.machine_events if isinstance(one, Addition)})
    enough = (instant for instant in (0.0, *added) if machines_at(scenario, instant) >= size)
    return next(enough, 0.0)
