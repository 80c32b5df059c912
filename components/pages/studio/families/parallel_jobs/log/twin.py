"""The way from a log to Compare: its policies on it, and on the model that was fitted to it, side by side."""

from typing import Any

from dash import html

from components.figures.parallel_jobs.logs.log_pictures import Recorded
from components.sketches.link import to_link
from components.words.wording import number
from engine.parallel_jobs.analyses.twin import beside_its_twin, twin_of
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.results.result import Result

WORDS = "Compare the policies on the log and on this model"


def create_twin_link(result: Result, recorded: Recorded) -> list[Any]:
    """A link that opens both in Compare, and what the second is; or why there is none."""
    workload, scenario = recorded["twin"], result.scenario
    if not isinstance(scenario, ParallelJobsScenario):
        return []
    if "missing" in workload:
        missing = workload["missing"]
        return [f"There is no study of the model to compare with: {missing}."] if missing else []
    log, twin = beside_its_twin(scenario), twin_of(scenario, workload)
    arrivals: Any = twin.workload.arrivals
    said = (
        f": {twin.workload.jobs:,} jobs of it on the same cluster, at the load of the log "
        f"({number(100 * arrivals.load, 3)} %), with {_estimates(arrivals.estimate)}, "
        f"{twin.study.replications} times. Nothing is run before you say so there."
    )
    return [html.A(WORDS, href=f"/compare?a={to_link(log)}&b={to_link(twin)}", className="twin-of-log"), said]


def _estimates(given: Any) -> str:
    told = {"exact": "exact estimates", "tsafrir05": "estimates as users give them"}
    if given.estimate == "multiple":
        return f"estimates of {number(given.multiple_of, 3)} times the run time"
    return told.get(given.estimate, "the estimates of the log's replay")
