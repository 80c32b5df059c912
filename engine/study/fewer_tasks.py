"""The option `--tasks` of the command line: another number of tasks than the scenario's own."""

from typing import Any

import orjson

from engine.inputs.rejection import Reason, ScenarioError
from engine.inputs.scenario import Scenario
from engine.study.registry import read_scenario


def with_tasks(scenario: Scenario, tasks: int) -> Scenario:
    """*scenario* with so many tasks; a population has the cases with so many only.

    `ScenarioError` says why there can be none.
    """
    tree: Any = orjson.loads(scenario.canonical())
    if tree.get("population") is not None:
        tree["population"]["tasks"] = [tasks]
    elif "tasks" in tree.get("application", {}):
        tree["application"]["tasks"] = tasks
    else:
        raise ScenarioError([Reason("", f"scenarios of the family {scenario.family} have no number of tasks")])
    return read_scenario(tree)
