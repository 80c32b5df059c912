"""A small version of a study, to be drawn while a control moves."""

from typing import Any

import orjson

from engine.inputs.scenario import Scenario
from engine.study.budget import budget
from engine.study.registry import read_scenario

JOBS = 400
REPLICATIONS = 3
SECONDS = 0.15
"""Estimated work of a whole preview on one core; a sweep is thinned until it fits, if it can."""

VALUES = 12
"""About so many values of the range of a goal are previewed."""

LEAST_REPLICATIONS = 2
"""Fewer have no interval."""

LONGEST = 4.0
"""Estimated seconds of a preview for which somebody who types would wait. A longer one is of no use: it would keep a
worker from the study that is to be run, at each key."""


def preview_of(scenario: Scenario) -> Scenario:
    """*scenario* with few jobs, three replications, no precision, no goal, and fewer values until it is cheap.

    Every second value goes. The first and the last value of a sweep stay, and a second swept field goes first; then the
    third replication.
    """
    tree = orjson.loads(scenario.canonical())
    tree["title"] = tree["notes"] = ""
    if "jobs" in tree.get("workload", {}):  # other families have no stream of jobs that could be shorter
        _shorten(tree, scenario)
    study = tree["study"]
    study["precision"] = study["selection"] = study["breaking"] = None
    if (searched := scenario.study.searched) is not None:  # the curve over its first field, without a search
        one = searched.ranges[0]
        every = max(1, one.count // VALUES)
        study["vary"] = {"field": one.field, "values": [*one.values[:-1:every], one.values[-1]]}
    if (goal := scenario.study.goal) is not None:  # its curve, without a search
        every = max(1, len(goal.values) // VALUES)
        study |= {"goal": None, "vary": {"field": goal.field, "values": [*goal.values[:-1:every], goal.values[-1]]}}
    if not scenario.blocks:  # which are of one replay, however many
        study["replications"] = min(study["replications"], REPLICATIONS)
    elif scenario.fewest_together:  # each is a replay
        study["replications"] = scenario.fewest_together
    while not _is_cheap(small := read_scenario(tree)):
        longest = max(("and_vary", "vary"), key=lambda name: len((study[name] or {"values": []})["values"]))
        values = (study[longest] or {"values": []})["values"]
        if len(values) > 2:
            study[longest]["values"] = [*values[:-1:2], values[-1]]
        elif study["replications"] > LEAST_REPLICATIONS and not scenario.blocks:
            study["replications"] = LEAST_REPLICATIONS
        else:
            break
    return small


def too_long(small: Scenario) -> float:
    """The estimated seconds of a preview that nobody would wait for; 0 for any other."""
    seconds = budget(small).seconds
    return seconds if seconds > LONGEST else 0.0


def _shorten(tree: dict[str, Any], scenario: Scenario) -> None:
    """Few jobs, but a whole day where rates follow the hours; a warm-up that is varied has to leave something."""
    left_out = [vary.values[-1] for vary in scenario.study.sweep if vary.field == "measurement.warm_up.jobs"]
    fewest = max(scenario.at(point).fewest_jobs for point in scenario.points()) if scenario.fewest_jobs else 0
    least = max([JOBS, fewest, *(2 * int(jobs) for jobs in left_out)])
    tree["workload"]["jobs"] = min(tree["workload"]["jobs"], least)
    warm_up = tree["measurement"]["warm_up"]
    if warm_up["method"] == "fixed":
        warm_up["jobs"] = min(warm_up["jobs"], tree["workload"]["jobs"] // 4)


def _is_cheap(scenario: Scenario) -> bool:
    return budget(scenario).seconds <= SECONDS
