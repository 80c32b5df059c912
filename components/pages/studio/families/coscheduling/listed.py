"""Jobs by laws or as a list: what becomes of the other parts of a sketch when that changes."""

from typing import Any

from components.controls.values import ValuesError
from components.pages.studio.families.coscheduling.job_list import JOBS, read_jobs
from components.words.inputs.fields import value_at
from engine.coscheduling.inputs.listed import Listed
from engine.coscheduling.inputs.scenario import FOLLOWS, CoschedulingScenario, SizeClass
from engine.coscheduling.inputs.workload import SECOND, draw_jobs
from engine.inputs.rejection import ScenarioError

REPLICATIONS, JOBS_OF_A_LAW = 10, 50

FIRST_JOBS = 12
"""Of a law, that a list begins with."""

FINEST = 1000
"""Parts of a second to which their times are rounded."""


def is_listed(tree: dict[str, Any]) -> bool:
    """Whether the jobs of a scenario with this *tree* are listed."""
    return bool(tree.get("workload", {}).get("arrivals", {}).get("process") == "listed")


def jobs_in(tree: dict[str, Any]) -> list[dict[str, Any]]:
    """The jobs of a list, which may be text while somebody types it; none while that cannot be read."""
    jobs = value_at(tree, JOBS) if is_listed(tree) else []
    if isinstance(jobs, str):
        try:
            return read_jobs(jobs)
        except ValuesError:
            return []
    return list(jobs)


def largest_size(tree: dict[str, Any]) -> int:
    """Tasks of the largest job that there can be, as far as it can be read."""
    if is_listed(tree):
        return max((int(job["tasks"]) for job in jobs_in(tree)), default=2)
    return max(one["largest"] for one in tree["workload"]["size_classes"])


def follow_types(tree: dict[str, Any], draft: dict[str, Any]) -> None:
    """Let jobs stay with a type that is called otherwise than in the *draft*; in place."""
    if not is_listed(tree):
        return
    types = zip(draft["workload"]["job_types"], tree["workload"]["job_types"], strict=False)
    kept = {kind["name"] for kind in tree["workload"]["job_types"]}
    renamed = {old["name"]: new["name"] for old, new in types if old["name"] not in kept}
    jobs = jobs_in(tree)
    if any(job.get("job_type") in renamed for job in jobs):
        tree["workload"]["arrivals"]["jobs"] = [
            job | ({"job_type": renamed[job["job_type"]]} if job.get("job_type") in renamed else {}) for job in jobs
        ]


def follow_arrivals(tree: dict[str, Any], before: dict[str, Any]) -> None:
    """A list begins with the first jobs of what was there before, and a law with what these were like; in place."""
    if is_listed(tree) == is_listed(before):
        return
    if is_listed(tree):
        _begin_list(tree, before)
    else:
        _begin_law(tree, before)


def _begin_list(tree: dict[str, Any], before: dict[str, Any]) -> None:
    workload = tree["workload"]
    for name in FOLLOWS:
        workload.pop(name, None)
    tree["measurement"]["warm_up"] = {"method": "none"}
    workload["arrivals"]["jobs"] = _first_jobs(before) or _fitting(tree)


def _first_jobs(before: dict[str, Any]) -> list[dict[str, Any]]:
    """The first jobs that the laws draw, in whole milliseconds; none if they are not valid as they stand."""
    try:
        scenario = CoschedulingScenario.read(before | {"study": before["study"] | {"vary": None, "and_vary": None}})
        scenario = scenario.at({"workload.jobs": min(FIRST_JOBS, scenario.workload.jobs)})
        jobs = draw_jobs(scenario, 0)
    except (ScenarioError, ValueError):
        return []
    names = [kind.name for kind in scenario.workload.job_types]
    alone = jobs.nominal * jobs.iterations
    return [
        {
            "arrival": _seconds(int(arrival - jobs.arrival[0])),  # the first one arrives when the clock begins
            "tasks": int(size),
            "run": max(1 / FINEST, _seconds(int(time))),
            "job_type": names[kind],
        }
        for arrival, size, time, kind in zip(jobs.arrival, jobs.size, alone, jobs.job_type, strict=True)
    ]


def _seconds(nanoseconds: int) -> float:
    return round(nanoseconds * FINEST / SECOND) / FINEST


def _fitting(tree: dict[str, Any]) -> list[dict[str, Any]]:
    """The usual beginning, on the nodes that there are."""
    nodes = tree["cluster"]["nodes"]
    size = max(2, nodes) if isinstance(nodes, int) else 2
    return [job | {"tasks": min(job["tasks"], size)} for job in tree["workload"]["arrivals"]["jobs"]]


def _begin_law(tree: dict[str, Any], before: dict[str, Any]) -> None:
    """Sizes from the smallest to the largest, and the mean run time, of as many jobs in the same time."""
    workload, jobs = tree["workload"], jobs_in(before)
    sizes: dict[str, Any] = {}
    number, last = JOBS_OF_A_LAW, 1.0
    try:
        listed = Listed.model_validate({"process": "listed", "jobs": tuple(jobs)}, strict=False)
        tasks = [job.tasks for job in listed.jobs]
        mean = float(f"{listed.work / len(tasks):.3g}")
        sizes = {"smallest": min(tasks), "largest": max(tasks), "execution_time": mean}
        number, last = len(tasks), max(listed.last_arrival, mean)
    except ValueError:  # jobs that cannot be read
        pass
    workload["size_classes"] = [SizeClass(**sizes).model_dump(mode="json")]
    workload.setdefault("jobs", max(JOBS_OF_A_LAW, number))
    if "rate_per_1000_s" in workload["arrivals"]:
        workload["arrivals"]["rate_per_1000_s"] = float(f"{1000 * number / last:.3g}")
    if tree["study"]["replications"] == 1:  # enough for a list of which all is said
        tree["study"]["replications"] = REPLICATIONS
