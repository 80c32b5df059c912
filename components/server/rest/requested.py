"""What a request brings and names: a scenario, a study, one of a few words. Hostile until it is read."""

from functools import lru_cache

from flask import request

from components.server.rest.blueprint import RETRY, RefusalError
from components.visits.answers import (
    UnavailableError,
    client,
)
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import MAXIMUM_BYTES, Scenario
from engine.study.registry import parse_scenario

SHORT = 16_000
"""Bytes up to which a scenario is kept for a while as it was read: whoever waits for a preview sends it again."""


def sent_scenario() -> Scenario:
    """The scenario that the request brings."""
    if request.mimetype != "application/json":
        raise RefusalError(415, "send JSON, and say so: Content-Type: application/json")
    if (request.content_length or 0) > MAXIMUM_BYTES:
        raise RefusalError(413, f"{request.content_length:,} bytes are too long; at most {MAXIMUM_BYTES:,} are allowed")
    text = request.get_data()
    try:
        return _read(text) if len(text) <= SHORT else parse_scenario(text)
    except ScenarioError as error:
        raise RefusalError(400, *(str(reason) for reason in error.rejections)) from None


@lru_cache(maxsize=64)
def _read(text: bytes) -> Scenario:
    return parse_scenario(text)


def known_scenario(study: str) -> Scenario:
    """The scenario of a study; 404 if nobody has run it."""
    scenario = client().scenario(study)
    if scenario is None:
        raise RefusalError(404, "nobody has run a study of this name here, or it was forgotten")
    return scenario


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
