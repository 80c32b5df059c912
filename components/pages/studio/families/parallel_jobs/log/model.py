"""The part of the tab on a log that sets a model beside it: how like it is, in a sentence, pictures and tables."""

from functools import partial
from typing import Any

from dash import html

from components.controls.data_table import DataTable
from components.controls.picture import create_picture
from components.figures.parallel_jobs.logs.log_pictures import Recorded
from components.figures.parallel_jobs.logs.model_pictures import (
    draw_longer,
    draw_missing,
    draw_model_hours,
    draw_model_sizes,
    draw_quantiles,
)
from components.pages.studio.details import create_details
from components.pages.studio.families.parallel_jobs.ids import Id
from components.pages.studio.panel import create_text, side_by_side
from components.sketches.link import to_link
from components.words.units import instant
from components.words.wording import capital, number
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


HEIGHT = "34vh"
WHAT = {
    "size": "Size (processors)",
    "run": "Run time (s)",
    "gap": "Gap between arrivals (s)",
    "load": "Offered load (1)",
    "correlation": "Correlation of size and ln run time",
}
"""Measures in words, as they stand in the table."""

IN_A_SENTENCE = {"size": "sizes", "run": "run times", "gap": "gaps"}


def create_model_of_log() -> list[Any]:
    """A heading, the sentence, four pictures and two tables."""
    return [
        html.H2("A model beside the log", className="data-head"),
        create_text(Id.MODEL_TEXT),
        side_by_side(
            create_picture(Id.MODEL_LONGER, "Longer run times and gaps; the table has the numbers.", height=HEIGHT),
            create_picture(Id.MODEL_QUANTILES, "Quantiles of model and log; the table has the numbers.", height=HEIGHT),
        ),
        side_by_side(
            create_picture(Id.MODEL_SIZES, "Sizes of model and log; the table has the numbers.", height=HEIGHT),
            create_picture(Id.MODEL_HOURS, "Hours of model and log; the table has the numbers.", height=HEIGHT),
        ),
        create_details("log-model", of="the model"),
        create_details("log-constants", of="the constants"),
    ]


def describe_model(_result: Result, recorded: Recorded) -> str:
    """How like the log the model is: distances in words, the load, and what the model does not have."""
    beside = recorded["beside"]
    if "missing" in beside:
        return f"The model lublin99 cannot be fitted to this log: {beside['missing']}."
    found = {one["what"]: one for one in beside["measures"]}
    far = [
        f"{IN_A_SENTENCE[what]} {found[what]['words']} (D = {found[what]['distance']:.2f})" for what in IN_A_SENTENCE
    ]
    load = found["load"]
    off = load["model"] / load["log"] - 1 if load["log"] else 0.0
    less = "less" if off < 0 else "more"
    return " ".join(
        [
            f"lublin99 (Lublin & Feitelson 2003) fitted to {beside['jobs']:,} jobs. Distance of {far[0]}, of {far[1]}, "
            f"of {far[2]}; below 0.05 it is called small, below 0.1 visible.",
            f"Its jobs ask for {number(abs(100 * off), 2)} % {less} than the log's: a model has no users, no weeks and "
            "no locality.",
            *(capital(note) for note in beside["notes"]),
        ]
    )


def tell_model(result: Result, recorded: Recorded) -> list[Any]:
    """The same, and the way to compare both: one place of the page, since each costs time when it is opened."""
    return [f"{describe_model(result, recorded)} ", *create_twin_link(result, recorded)]


def model_table(_result: Result, recorded: Recorded) -> DataTable:
    """Means and distances."""
    rows = [
        [
            WHAT[one["what"]],
            number(one["log"], 4),
            number(one["model"], 4),
            "" if one["distance"] is None else f"{one['distance']:.3f}",
            one["words"],
        ]
        for one in recorded["beside"].get("measures", [])
    ]
    quantiles = [
        [
            f"{name}, {100 * share:.0f} % are at most",
            instant(recorded["beside"][what][0][n]),
            instant(recorded["beside"][what][1][n]),
            "",
            "",
        ]
        for what, name in (("run", "Run time"), ("gap", "Gap"))
        for n, share in enumerate(recorded["beside"].get("quantiles", []))
        if share in (0.25, 0.5, 0.75, 0.9, 0.99)
    ]
    head = ["", "Log (mean)", "Model (mean)", "D (1)", "In words"]
    return DataTable("The log and the model that was fitted to it", head, rows + quantiles)


def constants_table(_result: Result, recorded: Recorded) -> DataTable:
    """What was fitted."""
    rows = [list(one) for one in recorded["beside"].get("constants", [])]
    return DataTable("Constants of lublin99, fitted to the log", ["What", "Value"], rows)


def _drawn(draw: Any, _result: Result, recorded: Recorded, scheme: str) -> Any:
    beside = recorded["beside"]
    return draw_missing(scheme) if "missing" in beside else draw(beside, scheme)


FIGURES: dict[str, Any] = {
    Id.MODEL_LONGER: partial(_drawn, draw_longer),
    Id.MODEL_QUANTILES: partial(_drawn, draw_quantiles),
    Id.MODEL_SIZES: partial(_drawn, draw_model_sizes),
    Id.MODEL_HOURS: partial(_drawn, draw_model_hours),
}
SENTENCES: dict[str, Any] = {Id.MODEL_TEXT: tell_model}
TABLES: dict[str, Any] = {"log-model": model_table, "log-constants": constants_table}
