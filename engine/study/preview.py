"""A small version of a study, to be drawn while a control moves."""

from typing import Any

import orjson

from engine.inputs.scenario import Scenario
from engine.study.budget import budget
from engine.study.registry import read_scenario

JOBS = 400
REPLICATIONS = 3
SECONDS = 0.15
"""Estimated work of a whole preview on one core; a sweep is thinned until it fits."""


def preview_of(scenario: Scenario) -> Scenario:
    """*scenario* with few jobs, three replications and no precision, and every second value left out until it is cheap.

    The first and the last value of a sweep stay, and a second swept field goes first.
    """
    tree = orjson.loads(scenario.canonical())
    tree["title"] = tree["notes"] = ""
    if "jobs" in tree.get("workload", {}):  # other families have no stream of jobs that could be shorter
        _shorten(tree, scenario)
    study = tree["study"]
    study["precision"] = None
    study["replications"] = min(study["replications"], REPLICATIONS)
    while not _is_cheap(small := read_scenario(tree)):
        longest = max(("and_vary", "vary"), key=lambda name: len((study[name] or {"values": []})["values"]))
        values = (study[longest] or {"values": []})["values"]
        if len(values) <= 2:
            break
        study[longest]["values"] = [*values[:-1:2], values[-1]]
    return small


def _shorten(tree: dict[str, Any], scenario: Scenario) -> None:
    """Few jobs; where the warm-up is varied, its largest value has to leave something."""
    left_out = [vary.values[-1] for vary in scenario.study.sweep if vary.field == "measurement.warm_up.jobs"]
    tree["workload"]["jobs"] = min(tree["workload"]["jobs"], max([JOBS, *(2 * int(jobs) for jobs in left_out)]))
    warm_up = tree["measurement"]["warm_up"]
    if warm_up["method"] == "fixed":
        warm_up["jobs"] = min(warm_up["jobs"], tree["workload"]["jobs"] // 4)


def _is_cheap(scenario: Scenario) -> bool:
    return budget(scenario).seconds <= SECONDS
