"""Where pages get results from: computed ahead, or the workers' store. The only way from a page to the workers."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

import orjson

from components.visits.threads import WEB_THREADS
from engine.inputs.scenario import Scenario
from engine.results.result import Result
from engine.study.ahead import result_ahead, results_ahead
from engine.study.budget import Budget, budget
from engine.study.cells import StudyPlan
from engine.study.kernels import compiling_words, needed_by
from engine.study.preview import preview_of, too_long
from engine.study.registry import read_scenario
from engine.study.schedules_ahead import schedules_ahead
from workers.client import UNREACHABLE, AnswerError, Client
from workers.recorded import Recorded


class UnavailableError(RuntimeError):
    """Something that the workers could not give, or not yet (*later*); the text is a sentence for the page."""

    def __init__(self, sentence: str, later: bool = False) -> None:
        super().__init__(sentence)
        self.later = later


TRACE_SECONDS = 20.0
"""How long a page waits for a trace before it says that the workers are busy."""


SOON_SECONDS = 0.7
"""How long the first answer to an address waits for what stands on it: it is readable without, too."""


Told = TypeVar("Told")

BUSY = "the workers have not answered yet; try again in a moment"

PREVIEW_SECONDS = 2.0
"""How long a page waits for a preview before it keeps the old picture."""

LARGEST_LOOK = 3_000
"""Cells of a study up to which a page looks how many of them are known, whenever the sketch changes."""


@cache
def client() -> Client:
    """The connection to the workers, which soon know the results that were computed ahead."""
    found = Client(os.environ["REDIS_URL"], WEB_THREADS)
    found.remember_soon(results_ahead())
    return found


@lru_cache(maxsize=64)
def _read(text: bytes) -> Scenario:
    return read_scenario(orjson.loads(text))


def scenario_of(tree: dict[str, Any]) -> Scenario:
    """The validated scenario of a *tree* that a browser sent back."""
    return _read(orjson.dumps(tree, option=orjson.OPT_SORT_KEYS))


def known_result(scenario: Scenario) -> Result | None:
    """What is known about the study of *scenario*, complete or not; computes nothing."""
    return result_ahead(scenario) or client().result(scenario)


def empty_result(scenario: Scenario) -> Result:
    """The result of a study of which nothing is known."""
    return StudyPlan(scenario).combine({})


def result_of(tree: dict[str, Any]) -> Result:
    """What is known about the study of the scenario with this *tree*, be it nothing."""
    scenario = scenario_of(tree)
    return known_result(scenario) or empty_result(scenario)


def reusable_cells(scenario: Scenario) -> int:
    """How many cells of the study's first round other studies have had computed."""
    plan = StudyPlan(scenario)
    if len(plan) > LARGEST_LOOK:
        return 0
    return client().count_known([plan.key(cell) for cell in plan.cells()])


@lru_cache(maxsize=64)
def preview_scenario(scenario: Scenario) -> Scenario:
    """The small study that is computed as a preview of *scenario*."""
    return preview_of(scenario)


def priced(scenario: Scenario, seconds: float | None = SOON_SECONDS) -> Budget:
    """What the study costs; what no formula tells is measured by the workers if that takes no longer than *seconds*.
    None begins nothing, as for who only opens a link.
    """
    found = budget(scenario)
    return client().priced(scenario, seconds) if found.guessed else found


def is_submitted(scenario: Scenario) -> bool:
    """Whether somebody has had the study of *scenario* run."""
    return client().status(scenario.content_hash()) is not None


def needs_nothing(scenario: Scenario, reusable: int | None = None) -> bool:
    """Whether other studies have had every cell of this study computed; *reusable* if somebody has counted already."""
    counted = reusable_cells(scenario) if reusable is None else reusable
    return counted == len(StudyPlan(scenario)) and client().known(scenario)[1] == 0


def compiling(scenario: Scenario) -> str:
    """Which models of *scenario* are being compiled, and for how long still; nothing if all are there."""
    left = client().compiling()
    names = [kernel.name for kernel in needed_by(scenario) if kernel.name in left] if left else []
    return compiling_words(names, max(left[name] for name in names)) if names else ""


def preview_of_sketch(scenario: Scenario) -> Result | None:
    """The preview, or None if there is none (in time)."""
    small = preview_scenario(scenario)
    if too_long(small):
        return None
    if (stored := result_ahead(small)) is not None:
        return stored
    try:
        return client().preview(small, timeout=PREVIEW_SECONDS)
    except AnswerError:
        return None


def at_point(scenario: Scenario, point: int) -> Scenario:
    """The *scenario* at the point of this number."""
    return scenario.at(scenario.points()[point])


def answer_of(
    name: str, *asked: Any, seconds: float = TRACE_SECONDS, otherwise: str = BUSY, later: bool = True
) -> dict[str, Any]:
    """The answer to the question called *name*, see `workers.questions`; `UnavailableError` says why there is none, or
    *otherwise* after so many *seconds*: not yet.
    """
    return _answered(asked[0], client().ask, name, *asked, seconds=seconds, otherwise=otherwise, later=later)


def answers_of(name: str, asked: list[tuple[Any, ...]]) -> list[dict[str, Any]]:
    """The answers to several questions of this *name*; all of them are sent before the first answer is awaited."""
    for one in asked:
        _begin(name, *one)
    return [answer_of(name, *one) for one in asked]


def _begin(name: str, *asked: Any) -> None:
    with suppress(AnswerError):  # which is said where the answer is waited for
        client().ask(name, *asked)


def answer_soon(name: str, *asked: Any) -> dict[str, Any] | None:
    """The answer if it is there in a moment. Otherwise None, and the workers have begun; `UnavailableError` says why
    there is none.
    """
    try:
        return client().ask(name, *asked, timeout=SOON_SECONDS)
    except AnswerError as error:
        raise UnavailableError(str(error)) from None
    except UNREACHABLE:
        return None


def _answered(
    about: Any,
    ask: Callable[..., Told | None],
    *asked: Any,
    seconds: float = TRACE_SECONDS,
    otherwise: str = BUSY,
    later: bool = True,
    **more: Any,
) -> Told:
    try:
        found = ask(*asked, timeout=seconds, **more)
    except AnswerError as error:
        raise UnavailableError(str(error)) from None
    if found is None:
        waits_for = compiling(about) if isinstance(about, Scenario) else ""
        raise UnavailableError(waits_for or otherwise, later or bool(waits_for))
    return found


def small_result_of(scenario: Scenario) -> Result:
    """The result of a study so small that one task computes it; `UnavailableError` says why there is none yet."""
    return _answered(scenario, client().preview, scenario)


@lru_cache(maxsize=32)
def _trace(
    text: bytes, policy: str, point: int, replication: int, window: tuple[tuple[str, float], ...]
) -> dict[str, Any]:
    return answer_of(
        "trace",
        at_point(_read(text), point),
        policy,
        replication,
        dict(window),
        otherwise="the workers have not computed this trace yet; try again in a moment",
        later=False,
    )


def trace_of(scenario: Scenario, policy: str, point: int, replication: int, window: dict[str, float]) -> dict[str, Any]:
    """A window of one replication, to be replayed; `UnavailableError` says why there is none."""
    return _trace(scenario.canonical(), policy, point, replication, tuple(sorted(window.items())))


def race_of(
    rows: Mapping[str, tuple[Scenario, str, int]], replication: int, window: dict[str, float]
) -> dict[str, dict[str, Any]]:
    """The same window of several *rows*: study, policy and number of the point, by what the row is called.

    `UnavailableError` says why there is none.
    """
    if any(getattr(scenario, "has_feedback", False) for scenario, _, _ in rows.values()):
        raise UnavailableError(
            "Jobs follow others here (feedback): each policy has arrivals of its own, and no race is fair."
        )
    for scenario, policy, point in rows.values():  # of whom the workers hear at once
        _begin("trace", at_point(scenario, point), policy, replication, window)
    return {name: trace_of(*row, replication, window) for name, row in rows.items()}


Schedules = list[dict[str, Any]]
"""A tree for each policy."""


def schedules_of(scenario: Scenario) -> Schedules:
    """What becomes of the jobs of a list under every policy; `UnavailableError` says why there is no answer."""
    if (ahead := schedules_ahead(scenario)) is not None:
        return ahead
    waits = "the workers have not answered yet; they are asked again"
    return cast("Schedules", answer_of("schedules", scenario, seconds=PREVIEW_SECONDS, otherwise=waits))


def schedules_soon(scenario: Scenario) -> Schedules | None:
    """The same if it is there in a moment. Otherwise None, and the workers have begun."""
    if (ahead := schedules_ahead(scenario)) is not None:
        return ahead
    with suppress(UnavailableError):  # which is said where it is waited for
        return cast("Schedules | None", answer_soon("schedules", scenario))
    return None


def heard_of(scenario: Scenario) -> dict[str, Any]:
    """What the file of the log of *scenario* said, where that is known."""
    logged = getattr(getattr(scenario, "workload", None), "logged", None)
    return {} if logged is None else recorded_logs().heard(logged.digest)


def forget_names_of(scenario: Scenario) -> bool:
    """Drop what the file of the log of *scenario* calls partitions and queues; whether it called any."""
    return recorded_logs().forget_names(scenario.replayed)


def whole_of(
    scenario: Scenario, policy: str, point: int, replication: int, form: str, against: tuple[str, str] | None = None
) -> Path:
    """A file of this computer with the whole schedule of a replication, or of how much jobs differ *against* another
    policy by a metric; `UnavailableError` says why there is none, and whether it is only not there *yet*.
    """
    cell = at_point(scenario, point), policy, replication, form
    waits = "the workers are computing it"
    return _answered(scenario, client().whole, *cell, seconds=PREVIEW_SECONDS, otherwise=waits, against=against)


def why_of(
    scenario: Scenario, point: int, policies: tuple[str, str], metric: str, follows_states: bool = True
) -> dict[str, Any]:
    """Why the second of two *policies* differs from the first at a *point*; `UnavailableError` says why there is no
    answer. Without *follows_states* it comes at once, without those episodes that take seconds to find.
    """
    return _why(scenario.canonical(), point, policies, metric, follows_states)


@lru_cache(maxsize=64)
def _why(text: bytes, point: int, policies: tuple[str, str], metric: str, follows_states: bool) -> dict[str, Any]:
    return answer_of("why", at_point(_read(text), point), policies, metric, follows_states)


@cache
def recorded_logs() -> Recorded:
    """The logs on their way through the broker."""
    return Recorded(os.environ["REDIS_URL"])
