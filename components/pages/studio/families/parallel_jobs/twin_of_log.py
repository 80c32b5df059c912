"""The way from a log to Compare: its policies on it, and on the model that was fitted to it, side by side."""

from typing import Any

from dash import html

from components.figures.parallel_jobs.log_pictures import Recorded
from components.sketches.link import to_link
from components.words.wording import number
from engine.inputs.rejection import ScenarioError
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.twin import beside_its_twin, twin_of
from engine.results.result import Result

WORDS = "Compare the policies on the log and on this model"


def create_twin_link(result: Result, recorded: Recorded) -> list[Any]:
    """A link that opens both in Compare, and what the second is; or why there is none."""
    workload, scenario = recorded["twin"], result.scenario
    if workload is None or not isinstance(scenario, ParallelJobsScenario):
        return []
    try:
        log, twin = beside_its_twin(scenario), twin_of(scenario, workload)
    except ScenarioError as error:
        return [f"There is no study of the model to compare with: {error.rejections[0].sentence}."]
    arrivals: Any = twin.workload.arrivals
    said = (
        f": {twin.workload.jobs:,} jobs of it on the same cluster, at the load of the log "
        f"({number(100 * arrivals.load, 3)} %), with {ESTIMATES[arrivals.estimate.estimate]}, "
        f"{twin.study.replications} times. Nothing is run before you say so there."
    )
    return [html.A(WORDS, href=f"/compare?a={to_link(log)}&b={to_link(twin)}", className="twin-of-log"), said]


ESTIMATES = {
    "exact": "exact estimates",
    "multiple": "the estimates of the log's replay",
    "uniform-error": "the estimates of the log's replay",
    "tsafrir05": "estimates as users give them",
}
