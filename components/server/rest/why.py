"""Why two policies of a study differ, or one policy in two studies."""

from flask import Response, request

from components.server.rest import told
from components.server.rest.blueprint import RETRY, RefusalError, api, json_of
from components.server.rest.described import JSON, described
from components.server.rest.requested import choice, known_scenario
from components.visits.answers import (
    UnavailableError,
    answer_of,
    empty_result,
    why_of,
)
from components.words.differences.why import SIDES_HAVE_NONE, no_episodes_words, why_words
from components.words.wording import first_metric
from engine.inputs.scenario import Scenario
from engine.results.matching import matches
from engine.results.pairing import pairing


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
    return json_of({"point": scenario.points()[point], "sentences": why_words(found), "left_out": left_out, **found})


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
        told_of_sides = answer_of("why_sides", *sides, policy, metric)
    except UnavailableError as error:
        raise RefusalError(503, str(error), headers=RETRY) from None
    told_of_point = {"point": a.points()[int(point)], "policy": policy, "left_out": SIDES_HAVE_NONE}
    return json_of({"sentences": why_words(told_of_sides), **told_of_point, **told_of_sides})
