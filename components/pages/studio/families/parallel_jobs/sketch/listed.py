"""Jobs by a law, a list or a workload model: what becomes of the other parts of a sketch when that changes."""

from copy import deepcopy
from math import ceil
from typing import Any

from components.pages.studio.families.parallel_jobs.sketch.given import (
    is_law,
    is_listed,
    is_logged,
    is_modelled,
    process_of,
)
from engine.inputs.rejection import ScenarioError
from engine.parallel_jobs.inputs.forecast.typical import arrivals_end
from engine.parallel_jobs.inputs.job_stream import FOLLOWS
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sources.listed import Listed
from engine.parallel_jobs.inputs.workload import draw_jobs

REPLICATIONS, JOBS_OF_A_MODEL = 10, 5_000

FIRST_JOBS = 12
"""Of a law, that a list begins with."""


def is_random(tree: dict[str, Any]) -> bool:
    """Whether replications differ."""
    return not is_listed(tree) or bool(tree.get("machine_events"))


def follow_arrivals(tree: dict[str, Any], before: dict[str, Any]) -> None:
    """A list begins with the first jobs of what was there before, and a law with what these were like; in place."""
    if process_of(tree) == process_of(before):
        return
    if is_listed(tree):
        _begin_list(tree, before)
    elif is_logged(tree):
        _begin_log(tree)
    elif is_modelled(tree):
        _begin_model(tree, before)
    elif not is_law(before):
        _begin_law(tree, before)


def _begin_log(tree: dict[str, Any]) -> None:
    """A short one, until a file is opened; of a log replications are blocks, and one that short is one block."""
    for name in FOLLOWS:
        tree["workload"].pop(name, None)
    tree["workload"]["same_variate"] = False
    tree["measurement"]["warm_up"] = {"method": "none"}
    tree["machine_events"] = []
    tree["study"] |= {"replications": 1, "precision": None}


def _begin_model(tree: dict[str, Any], before: dict[str, Any]) -> None:
    workload = tree["workload"]
    workload.pop("job_classes", None)
    workload["same_variate"] = False
    workload.setdefault("jobs", JOBS_OF_A_MODEL)
    if is_logged(before) or (is_listed(before) and not before.get("machine_events")):
        tree["study"]["replications"] = REPLICATIONS


def _begin_list(tree: dict[str, Any], before: dict[str, Any]) -> None:
    workload = tree["workload"]
    for name in FOLLOWS:
        workload.pop(name, None)
    workload["same_variate"] = False
    tree["measurement"]["warm_up"] = {"method": "none"}
    workload["arrivals"]["jobs"] = _first_jobs(before) or _fitting(tree)


def _first_jobs(before: dict[str, Any]) -> list[dict[str, Any]]:
    """The first jobs that the law draws, in whole seconds; none if it is not valid as it stands."""
    study = before["study"] | {"vary": None, "and_vary": None}
    try:
        scenario = ParallelJobsScenario.read(before | {"study": study})
        if scenario.workload.modelled is None and not scenario.is_logged:
            scenario = scenario.at({"workload.jobs": min(FIRST_JOBS, scenario.workload.jobs)})
        jobs = draw_jobs(scenario, 0)
    except (ScenarioError, ValueError):
        return []
    found, now = [], 0.0
    for n in range(min(FIRST_JOBS, len(jobs.gap))):
        now += float(jobs.gap[n]) if n else 0.0  # the first one arrives when the clock begins
        size = int(jobs.requested[n])
        run = float(jobs.demand[n] / jobs.speedup[jobs.curve[n], size])
        found.append(_job(arrival=float(round(now)), machines=size, run=float(max(1, ceil(run)))))
    return found


def _fitting(tree: dict[str, Any]) -> list[dict[str, Any]]:
    """The usual beginning, on the machines that there are."""
    counts = [group["count"] for group in tree["cluster"]["groups"]]
    machines = sum(count for count in counts if isinstance(count, int)) or 1
    return [
        job | {"machines": min(job["machines"], machines)} for job in map(_whole, tree["workload"]["arrivals"]["jobs"])
    ]


def _whole(job: dict[str, Any]) -> dict[str, Any]:
    return _job(**job)


def _job(**given: Any) -> dict[str, Any]:
    """A job with all its fields."""
    listed = Listed.model_validate({"process": "listed", "jobs": (given,)}, strict=False)
    return listed.model_dump(mode="json")["jobs"][0]


def _begin_law(tree: dict[str, Any], before: dict[str, Any]) -> None:
    try:
        scenario = ParallelJobsScenario.read(before | {"study": before["study"] | {"vary": None, "and_vary": None}})
        classes = [kind.model_dump(mode="json") for kind in scenario.workload.job_classes]
        last, number = max(1.0, arrivals_end(scenario)), scenario.workload.jobs
    except ScenarioError:
        classes, last, number = [deepcopy(_A_CLASS)], 1000.0, 1
    tree["workload"]["job_classes"] = classes
    tree["workload"].setdefault("jobs", 1_000)
    if "rate_per_1000_s" in tree["workload"]["arrivals"]:
        tree["workload"]["arrivals"]["rate_per_1000_s"] = float(f"{1000 * number / last:.3g}")
    if is_listed(before) and not before.get("machine_events"):
        tree["study"]["replications"] = REPLICATIONS


_A_CLASS = next(
    kind.model_dump(mode="json")
    for kind in ParallelJobsScenario.read(
        {
            "cluster": {"groups": [{"name": "machine", "count": 1, "speed_factor": 1}]},
            "workload": {
                "arrivals": {"process": "batch"},
                "job_classes": [{"demand": {"distribution": "constant", "mean": 10}, "min_size": 1, "max_size": 1}],
            },
            "policies": ["FCFS"],
        }
    ).workload.job_classes
)
