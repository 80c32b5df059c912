"""Studies over HTTP: what they cost, a preview, started, followed, cancelled, and what they have found."""

from typing import Any

from flask import Response

from components.server.rest import told
from components.server.rest.blueprint import RETRY, RefusalError, api, json_of
from components.server.rest.described import CSV, JSON, PARQUET, SCENARIO, asked, described
from components.server.rest.requested import choice, known_scenario, sent_scenario
from components.visits.answers import (
    client,
    compiling,
    empty_result,
    known_result,
    preview_of_sketch,
    preview_scenario,
    priced,
)
from components.visits.visitors import visitor
from components.words.log_caveats import caveat_lines
from components.words.wording import first_metric
from engine.inputs.breaking import SMALLEST
from engine.inputs.scenario import Scenario
from engine.results.formats import FORMATS
from engine.results.means import means_of
from engine.results.result import Result
from engine.study.preview import too_long
from workers.client import BudgetError, StrangerError

ALL = "all"
"""What is asked of a result by whoever wants it to the last bit: scenario, every cell, fingerprint; always JSON."""

NO_STUDY = (
    "study.breaking: this asks for the smallest example, a list of jobs and no study of cells; "
    "POST the same scenario to /api/v1/break"
)


def tell_study(study: str) -> Any:
    """How far a study is; 404 if nobody has run it."""
    status = client().status(study)
    if status is None:
        raise RefusalError(404, "nobody has run a study of this name here, or it was forgotten")
    found = status._asdict() | {"id": study}
    if status.state == "running" or not (scenario := known_scenario(study)).replayed:
        return found
    result = known_result(scenario)
    return found | (_caveats(result) if result else {})


@api.post("/budget")
@described({200: {JSON: told.Cost}}, (400, 415), {JSON: SCENARIO})
def tell_budget() -> Response:
    """Cells, seconds on one core, estimated or measured on a first cell, and why it would be refused."""
    cost = priced(sent_scenario())
    return json_of({**cost._asdict(), "objection": cost.objection})


@api.post("/preview")
@described({200: {JSON: told.Preview}}, (400, 415, 422), {JSON: SCENARIO}, told.MetricQuery)
def preview() -> Response:
    """What a page shows while somebody types: few jobs, three replications; the whole study is asked for elsewhere."""
    scenario = sent_scenario()
    if objection := priced(scenario, None).objection:
        raise RefusalError(422, objection)
    if seconds := too_long(preview_scenario(scenario)):
        raise RefusalError(422, f"a preview would take about {seconds:.0f} s of computing; ask for the study instead")
    result = preview_of_sketch(scenario)
    if result is None:
        sentence = compiling(preview_scenario(scenario)) or "the workers have not answered yet; ask again"
        raise RefusalError(503, sentence, headers={"Retry-After": "1"})
    usual = first_metric(result.scenario)
    metric = choice("metric", [usual, *(name for name in result.names if name != usual)])
    found = {"id": scenario.content_hash(), "previewed": _size(result.scenario), **means_of(result, metric)}
    return json_of(found | _caveats(result))


def _caveats(result: Result) -> dict[str, list[str]]:
    """What is said beside results of a log; nothing of others."""
    return {"caveats": said} if (said := caveat_lines(result)) else {}


def _size(small: Scenario) -> dict[str, int]:
    """How much smaller a preview is than its study."""
    jobs = getattr(getattr(small, "workload", None), "jobs", None)
    return {"replications": small.study.replications} | ({} if jobs is None else {"jobs": jobs})


@api.post("/studies")
@described({200: {JSON: told.Study}, 202: {JSON: told.Study}}, (400, 415, 422, 429), {JSON: SCENARIO})
def start() -> Response:
    """Start a study; 202 while it runs, 200 if nothing is left to do."""
    scenario = sent_scenario()
    if (question := scenario.study.breaking) is not None and question.search == SMALLEST:
        raise RefusalError(422, NO_STUDY)
    return started(scenario)


def started(scenario: Scenario) -> Response:
    """The study of *scenario*, which whoever asks has started or joined."""
    try:
        study = client().submit(scenario, visitor())
    except BudgetError as error:
        raise RefusalError(429 if error.later else 422, str(error), headers=RETRY if error.later else None) from None
    found = tell_study(study)
    return json_of(found, 202 if found["state"] == "running" else 200)


@api.get("/studies/<study>")
@described({200: {JSON: told.Study}}, (404,))
def follow(study: str) -> Response:
    """How far a study is, why cells of it failed, and which models it waits for."""
    found = tell_study(study)
    if found["failed"]:
        found["failures"] = client().failures(study)
    if found["state"] == "running" and not found["done"] and (scenario := client().scenario(study)):
        found |= {"waits_for": words} if (words := compiling(scenario)) else {}
    return json_of(found)


@api.delete("/studies/<study>")
@described({200: {JSON: told.Study}}, (404,))
def cancel(study: str) -> Response:
    """Cancel a study for whoever asks: it goes on while others wait for it, which its state then says."""
    tell_study(study)
    try:
        client().cancel(study, visitor())
    except StrangerError as error:
        raise RefusalError(403, str(error)) from None
    return json_of(tell_study(study))


@api.get("/studies/<study>/scenario")
@described({200: {JSON: SCENARIO}}, (404,))
def scenario_of(study: str) -> Response:
    """Its scenario, canonical."""
    return Response(known_scenario(study).canonical(), content_type="application/json")


@api.get("/studies/<study>/result")
@described({200: {JSON: ([told.Row], told.Whole), CSV: None, PARQUET: None}}, (400, 404), query=told.ResultQuery)
def result_of(study: str) -> Response:
    """What it has found so far."""
    # Imported when somebody exports: it takes as long as a third of the first page.
    from engine.results.export import cells, summaries

    tables = {"summaries": summaries, "cells": cells}
    query = asked(told.ResultQuery)
    of, form = query.of, query.format
    scenario = known_scenario(study)
    result = known_result(scenario) or empty_result(scenario)
    if of == ALL:
        answer = Response(result.to_bytes(), content_type="application/json")
    else:
        answer = Response(FORMATS[form].write(tables[of](result)), content_type=FORMATS[form].content_type)
    ending = "json" if of == ALL else form
    answer.headers["Content-Disposition"] = f'inline; filename="corral-{of}-{study}.{ending}"'
    answer.headers["Corral-Fingerprint"] = result.fingerprint()
    if said := " ".join(caveat_lines(result)):
        answer.headers["Corral-Caveats"] = said
    return answer
