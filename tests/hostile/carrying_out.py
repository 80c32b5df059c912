"""A scenario that was accepted, carried out: previewed, simulated, computed again, traced and exported."""

from pathlib import Path

import numpy as np

from engine.inputs.scenario import Scenario
from engine.parallel_jobs.inputs.large_clusters import ONE_BY_ONE
from engine.reports.report import write_files
from engine.study.budget import budget
from engine.study.cells import StudyPlan
from engine.study.preview import preview_of
from engine.study.registry import FAMILIES, read_scenario
from engine.study.run import run_study

SECONDS = 0.1
"""Estimated work of a preview up to which it is carried out here."""


def carry_out(scenario: Scenario, folder: Path) -> bool:
    """Whether that was cheap enough to be done; whatever goes wrong is raised."""
    small = preview_of(scenario)
    tree = small.at(small.points()[0]).model_dump(mode="json")
    tree["policies"], tree["study"]["replications"] = tree["policies"][:2], 1
    small = read_scenario(tree)
    found = budget(small)
    if found.objection or found.seconds > SECONDS:
        return False
    result = run_study(small)
    assert result.complete
    plan = StudyPlan(small)
    cell = plan.cell(0)
    again = plan.compute(cell)
    fresh = np.array([again.get(name, np.nan) for name in result.names])
    assert np.array_equal(result.table[cell.point, cell.policy, cell.replication], fresh, equal_nan=True)
    point = small.at(small.points()[0])
    if getattr(getattr(small, "cluster", None), "machines", 0) <= ONE_BY_ONE:  # more have no picture
        assert FAMILIES[small.family].runs.trace(point, small.policies[0], 0, {})
    assert all(path.stat().st_size for path in write_files(result, str(folder), "methods"))
    return True
