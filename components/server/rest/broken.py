"""Where one policy is worst against another: a few jobs, or what a study has found that searched for it."""

from flask import Response

from components.server.rest import told
from components.server.rest.blueprint import RefusalError, api, json_of
from components.server.rest.described import JSON, SCENARIO, described
from components.server.rest.requested import choice, known_scenario, not_there, sent_scenario
from components.sketches.link import to_link
from components.visits.answers import (
    UnavailableError,
    answer_of,
    empty_result,
    known_result,
)
from components.words.searches.broken import LOWER_BOUND, broken_headline, broken_lines, matrix_headline
from components.words.searches.worst import worst_headline, worst_lines
from engine.contract.breaking import MOST_POLICIES, SmallExamples
from engine.inputs.scenario import Scenario
from engine.results.worst import tree as tree_of_worst
from engine.study.registry import FAMILIES, read_scenario


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
        found = answer_of("broken", scenario, policy, against, metric)
    except UnavailableError as error:
        raise not_there(error) from None
    example = read_scenario(found["scenario"])
    return json_of({"sentences": broken_lines(found), "link": to_link(example), **found})


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
        found = answer_of("broken_all", scenario, metric)
    except UnavailableError as error:
        raise not_there(error) from None
    pairs = [
        {"sentence": broken_headline(one), "link": to_link(read_scenario(one["scenario"])), **one}
        for one in found["pairs"]
    ]
    return json_of({**found, "sentences": [matrix_headline(found), LOWER_BOUND], "pairs": pairs})


def _small_of(scenario: Scenario) -> SmallExamples:
    small = FAMILIES[scenario.family].small_examples
    if small is None:
        raise RefusalError(422, "policies of this family have no small examples: its scenarios have no list of jobs")
    return small


@api.get("/studies/<study>/worst")
@described({200: {JSON: told.Worst}}, (400, 404))
def worst(study: str) -> Response:
    """Of a study that searches where a policy is worst, what it has found so far; ratios are those on fresh seeds."""
    scenario = known_scenario(study)
    result = known_result(scenario) or empty_result(scenario)
    if result.worst is None:
        raise RefusalError(400, "this study does not search where a policy is worst")
    return json_of({"sentences": [worst_headline(result, 200), *worst_lines(result)], **tree_of_worst(result)})
