"""Where policies saturate, as far as somebody has had it found: what stands on the rail of curves over the load."""

from functools import lru_cache

from components.visits.answers import known_result
from engine.inputs.scenario import Scenario
from engine.results.result import Result
from engine.results.saturation import Saturation
from engine.study.ahead import result_ahead
from engine.study.saturation import saturation_study, saturations, varies_load
from workers.celery_app import UNREACHABLE


def search_of(scenario: Scenario) -> Scenario | None:
    """The search that belongs to the curves of *scenario*; None where they are not over a load, or it is too long."""
    return saturation_study(scenario) if varies_load(scenario) and not refusal_of(scenario) else None


@lru_cache(maxsize=64)
def refusal_of(scenario: Scenario) -> str:
    """Why the curves of *scenario* have no search though they are over a load; else ""."""
    try:
        if varies_load(scenario):
            saturation_study(scenario)
    except ValueError as error:
        return str(error)
    return ""


def saturations_known(whole: Result) -> list[Saturation]:
    """Of every policy of a *whole* result; none as long as nobody has looked for it. Starts nothing."""
    search = search_of(whole.scenario) if whole.complete else None
    try:
        found = known_result(search) if search else None
    except UNREACHABLE:  # curves that are known without the broker are drawn without it
        return []
    return saturations(found) if found is not None and found.complete else []


def saturations_ahead(whole: Result) -> list[Saturation]:
    """The same of searches that were computed ahead, without asking the workers."""
    search = search_of(whole.scenario) if whole.complete else None
    found = result_ahead(search) if search else None
    return [] if found is None else saturations(found)
