"""What an address says beside the scenario: tab, metric, what is replayed, policies that are switched off.

All of it comes from whoever wrote the link: what does not fit the scenario is as if it were not there.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from components.pages.studio.answer.answer import curve_metrics, offered
from components.pages.studio.opening import opening_of
from components.pages.studio.race.against import others_of, rows_of
from components.pages.studio.replay.offer import offer, racers_of
from components.pages.studio.tabs import of_shown, tab_to_open
from engine.inputs.scenario import Scenario
from engine.results.result import Result

MOST = 2_000_000
"""Largest number that is read at all: of a job (a study has no more), an iteration, a step of the player."""

SENT = re.compile(r"([0-9a-f]{16})-([0-9]{1,4}(?:\.[0-9]{1,4}){1,3})", re.ASCII)
OTHERWISE = re.compile(r"([0-9]{1,7}):([a-z][a-z0-9 ]{0,19})", re.ASCII)
NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)


class Sent(NamedTuple):
    """What the sender of a link saw: fingerprint of the result, version of the engine."""

    fingerprint: str
    engine: str


class PageState(NamedTuple):
    """Which part of an answer is shown; numbers of replications, jobs and iterations count from 1, as on the page.

    `step` is that of the player, from 0; `off` are the policies that are switched off, `racers` those whose
    replays stand one below the other, and `against` are the links of other studies whose policies are among them;
    `what_if` is another decision at this step, of the job with that number; `pair` are the policies of which it is told
    why they differ.
    """

    tab: str
    metric: str
    policy: str
    point: str
    replication: int = 1
    first_job: int = 1
    iteration: int = 1
    step: int = 0
    off: tuple[str, ...] = ()
    sent: Sent | None = None
    racers: tuple[str, ...] = ()
    what_if: tuple[int, str] | None = None
    pair: tuple[str, str] | None = None
    against: str = ""


def read_state(result: Result, asked: Mapping[str, Any] | None = None) -> PageState:
    """What the address *asked* for of the study of *result*, and the usual where it asks for nothing that there is."""
    asked, scenario = asked or {}, result.scenario
    choices = offer(scenario)
    off = _off(scenario, _text(asked, "off"))
    left = [name for name in scenario.policies if name not in off]
    policy = _text(asked, "policy")
    policy = policy if policy in left else left[0]
    tree = scenario.model_dump(mode="json")
    point = _number(asked, "point", 1, len(choices.points), int(choices.point) + 1)
    others = others_of(scenario, asked.get("against"))
    against = str(asked["against"]) if others else ""
    metric, opening = _text(asked, "metric"), opening_of(scenario)
    return PageState(
        tab=tab_to_open(of_shown(tree, off, against), policy, _text(asked, "tab") or opening.tab),
        metric=metric if metric in offered(curve_metrics(result)) else opening.metric,
        policy=policy,
        point=str(point - 1),
        replication=_number(asked, "replication", 1, choices.replications, 1),
        first_job=_number(asked, "job", 1, MOST, 1),
        iteration=_number(asked, "iteration", 1, MOST, 1),
        step=_number(asked, "step", 1, MOST, 1) - 1,
        off=off,
        sent=_sent(_text(asked, "f")),
        racers=racers_of(rows_of(left, others), _text(asked, "racers").split(",")),
        what_if=_otherwise(_text(asked, "whatif")),
        pair=_pair(left, _text(asked, "pair")),
        against=against,
    )


def _off(scenario: Scenario, text: str) -> tuple[str, ...]:
    names = text.split(",")
    off = tuple(name for name in scenario.policies if name in names)
    return off if len(off) < len(scenario.policies) else ()


def _text(asked: Mapping[str, Any], name: str) -> str:
    found = asked.get(name)
    return found if isinstance(found, str) and len(found) <= 2_000 else ""


def _number(asked: Mapping[str, Any], name: str, low: int, high: int, usual: int) -> int:
    text = _text(asked, name)
    return int(text) if NUMBER.fullmatch(text) and low <= int(text) <= high else usual


def _otherwise(text: str) -> tuple[int, str] | None:
    found = OTHERWISE.fullmatch(text)
    return (int(found[1]), found[2]) if found and 1 <= int(found[1]) <= MOST else None


def _pair(there: list[str], text: str) -> tuple[str, str] | None:
    first, _, second = text.partition(",")
    return (first, second) if first in there and second in there and first != second else None


def _sent(text: str) -> Sent | None:
    found = SENT.fullmatch(text)
    return Sent(*found.groups()) if found else None
