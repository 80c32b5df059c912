"""The same studies without a page: REST on the same server, under /api/v1. Bodies are JSON, and hostile until read.

POST   /api/v1/budget              a scenario -> what its study costs; starts nothing
POST   /api/v1/preview             a scenario -> means and intervals of a small version of its study; ?metric=
POST   /api/v1/break               a scenario -> a few jobs on which ?policy= is worst against ?against=; ?metric=
POST   /api/v1/break-all           the same of every two of its policies, each way; ?metric=
POST   /api/v1/saturation          a scenario -> the search for the load at which its policies saturate is started
POST   /api/v1/studies             a scenario -> its study is started, or joined if somebody has started it
GET    /api/v1/studies/ID          how far it is
DELETE /api/v1/studies/ID          cancels it for whoever started or joined it; what is computed stays
GET    /api/v1/studies/ID/result   what it has found; ?of=summaries, cells or all, ?format=json, csv or parquet
GET    /api/v1/studies/ID/scenario its scenario
GET    /api/v1/studies/ID/why      why two of its policies differ; ?first=, ?second=, ?metric= and ?point= (a number)
                                   with ?against=ID, why a policy does otherwise in another study
GET    /api/v1/studies/ID/worst    of a search for where a policy is worst, what was found; ratios on fresh seeds
GET    /api/v1/examples            names and titles of the examples; /NAME is a scenario
GET    /api/v1/schema              the JSON Schema of a scenario

Beside it are the rest of a study (`of_study`), logs, rules, and the document that tells of all of them (`openapi`).
"""

from functools import cache
from typing import Any

import orjson
from flask import Blueprint, Flask, Response, request
from werkzeug.exceptions import HTTPException

from components.server import told
from components.server.described import CSV, JSON, PARQUET, SCENARIO, WITH_A_RATE, QueryError, asked, described
from components.server.refusals import refused
from components.sketches.link import to_link
from components.visits.answers import (
    UnavailableError,
    broken_all_of,
    broken_of,
    client,
    empty_result,
    known_result,
    preparation,
    preview_of_sketch,
    preview_scenario,
    why_of,
    why_sides_of,
)
from components.visits.visitors import visitor
from components.words.differences.why import SIDES_HAVE_NONE, no_episodes_words, why_words
from components.words.searches.broken import LOWER_BOUND, broken_headline, broken_lines, matrix_headline
from components.words.searches.worst import worst_headline, worst_lines
from components.words.wording import first_metric
from engine.contract.breaking import MOST_POLICIES, SmallExamples
from engine.inputs.breaking import SMALLEST
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import MAXIMUM_BYTES, Scenario
from engine.results.formats import FORMATS
from engine.results.matching import matches
from engine.results.means import means_of
from engine.results.pairing import pairing
from engine.results.worst import tree as tree_of_worst
from engine.study.budget import budget
from engine.study.preview import too_long
from engine.study.registry import EXAMPLES, FAMILIES, json_schema, parse_scenario, read_scenario
from engine.study.saturation import saturation_study, saturations
from workers.client import UNREACHABLE, BudgetError, StrangerError

RETRY = {"Retry-After": "5"}

ALL = "all"
"""What is asked of a result by whoever wants it to the last bit: scenario, every cell, fingerprint; always JSON."""

NO_STUDY = (
    "study.breaking: this asks for the smallest example, a list of jobs and no study of cells; "
    "POST the same scenario to /api/v1/break"
)

api = Blueprint("api", __name__, url_prefix="/api/v1")


class RefusalError(Exception):
    """An answer that is no result: its status, and sentences that say what is wrong."""

    def __init__(self, status: int, *sentences: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(*sentences)
        self.answer = refused(status, *sentences, headers=headers)


def register(server: Flask) -> None:
    """Add all addresses."""
    server.register_blueprint(api)


def _json(tree: Any, status: int = 200) -> Response:
    return Response(orjson.dumps(tree), status, content_type="application/json")


@api.errorhandler(RefusalError)
def _refuse(refusal: RefusalError) -> Response:
    return refusal.answer


@api.errorhandler(QueryError)
def _refuse_query(error: QueryError) -> Response:
    return refused(400, *error.sentences)


@api.errorhandler(HTTPException)
def _say(problem: HTTPException) -> Response:
    return refused(problem.code or 500, f"{problem.name}: {problem.description}")


for _away in UNREACHABLE:

    @api.errorhandler(_away)
    def _wait(_problem: Exception) -> Response:
        return refused(503, "the broker is away; try again in some seconds", headers=RETRY)


def sent_scenario() -> Scenario:
    """The scenario that the request brings."""
    if request.mimetype != "application/json":
        raise RefusalError(415, "send JSON, and say so: Content-Type: application/json")
    if (request.content_length or 0) > MAXIMUM_BYTES:
        raise RefusalError(413, f"{request.content_length:,} bytes are too long; at most {MAXIMUM_BYTES:,} are allowed")
    try:
        return parse_scenario(request.get_data())
    except ScenarioError as error:
        raise RefusalError(400, *(str(reason) for reason in error.rejections)) from None


def tell_study(study: str) -> Any:
    """How far a study is; 404 if nobody has run it."""
    status = client().status(study)
    if status is None:
        raise RefusalError(404, "nobody has run a study of this name here, or it was forgotten")
    return status._asdict() | {"id": study}


@api.post("/budget")
@described({200: {JSON: told.Cost}}, (400, 415), {JSON: SCENARIO})
def tell_budget() -> Response:
    """Cells, estimated seconds on one core, and why it would be refused."""
    cost = budget(sent_scenario())
    return _json({**cost._asdict(), "objection": cost.objection})


@api.post("/preview")
@described({200: {JSON: told.Preview}}, (400, 415, 422), {JSON: SCENARIO}, told.MetricQuery)
def preview() -> Response:
    """What a page shows while somebody types: few jobs, three replications; the whole study is asked for elsewhere."""
    scenario = sent_scenario()
    if objection := budget(scenario).objection:
        raise RefusalError(422, objection)
    if seconds := too_long(preview_scenario(scenario)):
        raise RefusalError(422, f"a preview would take about {seconds:.0f} s of computing; ask for the study instead")
    result = preview_of_sketch(scenario)
    if result is None:
        raise RefusalError(503, "the workers have not answered yet; ask again", headers={"Retry-After": "1"})
    usual = first_metric(result.scenario)
    metric = choice("metric", [usual, *(name for name in result.names if name != usual)])
    return _json({"id": scenario.content_hash(), "previewed": _size(result.scenario), **means_of(result, metric)})


def _size(small: Scenario) -> dict[str, int]:
    """How much smaller a preview is than its study."""
    jobs = getattr(getattr(small, "workload", None), "jobs", None)
    return {"replications": small.study.replications} | ({} if jobs is None else {"jobs": jobs})


@api.post("/break")
@described({200: {JSON: told.Broken}}, (400, 415, 422), {JSON: SCENARIO}, told.BreakQuery)
def break_policy() -> Response:
    """A small list of jobs on which one policy is worst against another, by annealing; 503 until it is found."""
    scenario = sent_scenario()
    family = FAMILIES[scenario.family].policies
    question = scenario.study.breaking
    wanted = (question.policy, question.against) if question else ()  # stand in for what the address does not say
    names = list(dict.fromkeys((*wanted, *scenario.policies, *family)))
    policy = choice("policy", names)
    against = choice("against", [name for name in names if name != policy])
    small = _small_of(scenario)
    usual = [question.metric] if question and question.metric in small.metrics else []
    metric = choice("metric", list(dict.fromkeys((*usual, *small.metrics))))
    try:
        small.asked(scenario, policy, against, metric)
    except ValueError as error:
        raise RefusalError(422, str(error)) from None
    try:
        found = broken_of(scenario, policy, against, metric)
    except UnavailableError as error:
        raise not_there(error) from None
    example = read_scenario(found["scenario"])
    return _json({"sentences": broken_lines(found), "link": to_link(example), **found})


@api.post("/break-all")
@described({200: {JSON: told.Everyone}}, (400, 415, 422), {JSON: SCENARIO}, told.MetricQuery)
def break_all() -> Response:
    """The same of every two policies of the scenario, each way; 503 until all are found, a second or so a pair."""
    scenario = sent_scenario()
    small = _small_of(scenario)
    metric = choice("metric", list(small.metrics))
    count = len(small.breakable(scenario, metric))
    if count not in range(2, MOST_POLICIES + 1):
        raise RefusalError(422, f"{count} policies can be held against each other; allowed are 2 to {MOST_POLICIES}")
    try:
        found = broken_all_of(scenario, metric)
    except UnavailableError as error:
        raise not_there(error) from None
    pairs = [
        {"sentence": broken_headline(one), "link": to_link(read_scenario(one["scenario"])), **one}
        for one in found["pairs"]
    ]
    return _json({**found, "sentences": [matrix_headline(found), LOWER_BOUND], "pairs": pairs})


def _small_of(scenario: Scenario) -> SmallExamples:
    small = FAMILIES[scenario.family].small_examples
    if small is None:
        raise RefusalError(422, "policies of this family have no small examples: its scenarios have no list of jobs")
    return small


@api.post("/studies")
@described({200: {JSON: told.Study}, 202: {JSON: told.Study}}, (400, 415, 422, 429), {JSON: SCENARIO})
def start() -> Response:
    """Start a study; 202 while it runs, 200 if nothing is left to do."""
    scenario = sent_scenario()
    if (question := scenario.study.breaking) is not None and question.search == SMALLEST:
        raise RefusalError(422, NO_STUDY)
    return _started(scenario)


@api.post("/saturation")
@described({200: {JSON: told.Study}, 202: {JSON: told.Study}}, (400, 415, 422, 429), {JSON: WITH_A_RATE})
def start_saturation() -> Response:
    """Start the search for the load at which each policy of a scenario saturates; it is a study."""
    try:
        scenario = saturation_study(sent_scenario())
    except ValueError as error:
        raise RefusalError(422, str(error)) from None
    return _started(scenario)


def _started(scenario: Scenario) -> Response:
    try:
        study = client().submit(scenario, visitor())
    except BudgetError as error:
        raise RefusalError(429 if error.later else 422, str(error), headers=RETRY if error.later else None) from None
    found = tell_study(study)
    return _json(found, 202 if found["state"] == "running" else 200)


@api.get("/studies/<study>")
@described({200: {JSON: told.Study}}, (404,))
def follow(study: str) -> Response:
    """How far a study is, why cells of it failed, and what it waits for as long as there are no workers."""
    found = tell_study(study)
    if found["failed"]:
        found["failures"] = client().failures(study)
    if found["state"] == "running" and not found["done"] and (waits_for := preparation()):
        found["waits_for"] = waits_for
    return _json(found)


@api.delete("/studies/<study>")
@described({200: {JSON: told.Study}}, (404,))
def cancel(study: str) -> Response:
    """Cancel a study for whoever asks: it goes on while others wait for it, which its state then says."""
    tell_study(study)
    try:
        client().cancel(study, visitor())
    except StrangerError as error:
        raise RefusalError(403, str(error)) from None
    return _json(tell_study(study))


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
    answer.headers["Corral-Fingerprint"] = result.fingerprint()
    return answer


@api.get("/studies/<study>/saturation")
@described({200: {JSON: told.Saturations}}, (404, 422))
def saturation_of(study: str) -> Response:
    """Of a search for it, the load at which each policy saturates as far as it is known, in the unit of the field."""
    scenario = known_scenario(study)
    result = known_result(scenario) or empty_result(scenario)
    try:
        found = saturations(result)
    except ValueError as error:
        raise RefusalError(422, str(error)) from None
    (vary,) = result.scenario.study.sweep
    return _json({"field": vary.field, "policies": [one.tree() for one in found]})


@api.get("/studies/<study>/why")
@described({200: {JSON: told.Why}}, (400, 404), query=told.WhyQuery)
def why(study: str) -> Response:
    """Why two policies of it differ at a point: sentences, and the account they are told from.

    Of a metric that is no mean or sum over jobs, the first one that is stands in for it; the answer names it.
    """
    scenario = known_scenario(study)
    policies, points = list(scenario.policies), len(scenario.points())
    if "against" in request.args:
        return _why_against(scenario, known_scenario(request.args["against"][:80]))
    if len(policies) < 2:
        raise RefusalError(400, "the study has one policy, which differs from nothing")
    first = choice("first", policies)
    second = choice("second", [name for name in policies if name != first])
    point = int(choice("point", [str(number) for number in range(points)]))
    usual = first_metric(scenario)
    metric = choice("metric", [usual, *(name for name in empty_result(scenario).names if name != usual)])
    try:
        found = why_of(scenario, point, (first, second), metric)
    except UnavailableError as error:
        raise RefusalError(503, str(error), headers=RETRY) from None
    left_out = no_episodes_words(scenario, found)
    return _json({"point": scenario.points()[point], "sentences": why_words(found), "left_out": left_out, **found})


def _why_against(a: Scenario, b: Scenario) -> Response:
    """Why a policy of both does otherwise in *b*, on the same jobs, at a point of *a* that *b* has, too."""
    together, common = pairing(a, b), [name for name in a.policies if name in b.policies]
    if not together.paired or not common:
        reason = "they have no policy in common" if together.paired else together.reason
        raise RefusalError(422, f"job by job the two studies cannot be held against each other: {reason}")
    found = {str(match.a): match.b for match in matches(a, b)}
    if not found:
        raise RefusalError(422, "the two studies have no point in common")
    policy, point = choice("first", common), choice("point", list(found))
    usual = first_metric(a)
    metric = choice("metric", [usual, *(name for name in empty_result(a).names if name != usual)])
    sides = a.at(a.points()[int(point)]), b.at(b.points()[found[point]])
    try:
        told_of_sides = why_sides_of(sides, policy, metric)
    except UnavailableError as error:
        raise RefusalError(503, str(error), headers=RETRY) from None
    told_of_point = {"point": a.points()[int(point)], "policy": policy, "left_out": SIDES_HAVE_NONE}
    return _json({"sentences": why_words(told_of_sides), **told_of_point, **told_of_sides})


@api.get("/studies/<study>/worst")
@described({200: {JSON: told.Worst}}, (400, 404))
def worst(study: str) -> Response:
    """Of a study that searches where a policy is worst, what it has found so far; ratios are those on fresh seeds."""
    scenario = known_scenario(study)
    result = known_result(scenario) or empty_result(scenario)
    if result.worst is None:
        raise RefusalError(400, "this study does not search where a policy is worst")
    return _json({"sentences": [worst_headline(result, 200), *worst_lines(result)], **tree_of_worst(result)})


def choice(name: str, allowed: list[str]) -> str:
    """The parameter of the address called *name*; the first of those allowed if there is none."""
    found = request.args.get(name, allowed[0])
    if found not in allowed:
        raise RefusalError(400, f"{name} is {found[:40]!r}; allowed is one of {', '.join(allowed)}")
    return found


def replication_of(asked: str, scenario: Scenario) -> int:
    """The replication that is *asked* for, which people count from 1, counted from 0."""
    last = scenario.study.replications
    if not asked.isdecimal() or not 1 <= int(asked[:9]) <= last:
        raise RefusalError(400, f"replication is {asked[:40]!r}; allowed is 1 to {last}")
    return int(asked) - 1


def not_there(error: UnavailableError) -> RefusalError:
    """The refusal of what workers have not computed yet, or cannot."""
    return RefusalError(503 if error.later else 422, str(error), headers=RETRY if error.later else None)


def known_scenario(study: str) -> Scenario:
    """The scenario of a study; 404 if nobody has run it."""
    scenario = client().scenario(study)
    if scenario is None:
        raise RefusalError(404, "nobody has run a study of this name here, or it was forgotten")
    return scenario


@api.get("/examples")
@described({200: {JSON: [told.Example]}})
def list_examples() -> Response:
    """The names and titles of the examples."""
    return _json([{"name": name, "family": one.family, "title": one.title} for name, one in EXAMPLES.items()])


@api.get("/examples/<name>")
@described({200: {JSON: SCENARIO}}, (404,))
def tell_example(name: str) -> Response:
    """An example, canonical."""
    if name not in EXAMPLES:
        raise RefusalError(404, "there is no example of this name; GET /api/v1/examples lists them")
    return Response(EXAMPLES[name].canonical(), content_type="application/json")


@cache
def _schema() -> bytes:
    return orjson.dumps(json_schema())


@api.get("/schema")
@described({200: {"application/schema+json": {"type": "object"}}})
def tell_schema() -> Response:
    """The JSON Schema."""
    return Response(_schema(), content_type="application/schema+json")


@api.route("/<path:_rest>", methods=["GET", "POST", "PUT", "PATCH", "DELETE"])
def refuse_anything_else(_rest: str) -> Response:
    """What is none of the above; else the pages would answer, as to any other address."""
    raise RefusalError(404, "there is nothing at this address; GET /api/v1/docs says what there is")
