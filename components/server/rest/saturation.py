"""The load at which policies saturate: a search for it is started, and what it has found."""

from flask import Response

from components.server.rest import told
from components.server.rest.blueprint import RefusalError, api, json_of
from components.server.rest.described import JSON, WITH_A_RATE, described
from components.server.rest.requested import known_scenario, sent_scenario
from components.server.rest.studies import started
from components.visits.answers import (
    empty_result,
    known_result,
)
from engine.study.saturation import saturation_study, saturations


@api.post("/saturation")
@described({200: {JSON: told.Study}, 202: {JSON: told.Study}}, (400, 415, 422, 429), {JSON: WITH_A_RATE})
def start_saturation() -> Response:
    """Start the search for the load at which each policy of a scenario saturates; it is a study."""
    try:
        scenario = saturation_study(sent_scenario())
    except ValueError as error:
        raise RefusalError(422, str(error)) from None
    return started(scenario)


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
    return json_of({"field": vary.field, "policies": [one.tree() for one in found]})
