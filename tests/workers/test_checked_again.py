"""Checks of cells that lack a metric: JSON says null, and numpy knows no order of None."""

import orjson

from engine.inputs.scenario import Scenario
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES, read_scenario
from workers.checks import Checked, differing


def rare_class() -> Scenario:
    """Two classes of jobs, one of which never comes: its metrics are NaN."""
    tree = orjson.loads(EXAMPLES["schnor-system-1"].canonical())
    tree["workload"]["jobs"] = 50
    kind = tree["workload"]["job_classes"][0]
    tree["workload"]["job_classes"] = [
        kind | {"name": "common", "weight": 1.0},
        kind | {"name": "rare", "weight": 1e-6},
    ]
    tree["study"] |= {"replications": 2, "vary": None, "and_vary": None, "precision": None}
    return read_scenario(tree)


def test_a_metric_that_is_nan_agrees_with_the_null_of_json_and_with_an_absent_one() -> None:
    scenario = rare_class()
    plan = StudyPlan(scenario)
    values = {cell.index: plan.compute(cell) for cell in plan.cells()}
    written = {index: orjson.loads(orjson.dumps(measured)) for index, measured in values.items()}
    lacking = [name for name, value in written[0].items() if value is None]
    assert lacking  # otherwise this shows nothing
    result = plan.combine(values)
    assert differing(result, Checked(len(written), written, 1.0, 0.0)) == []
    for name in lacking:
        del written[0][name]
    assert differing(result, Checked(len(written), written, 1.0, 0.0)) == []
    written[0][lacking[0]] = 1.0
    assert differing(result, Checked(len(written), written, 1.0, 0.0)) == [0]
