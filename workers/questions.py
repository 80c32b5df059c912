"""Every question that one task answers: what its key depends on, how long it may compute, and what computes it.

What a family alone can answer stands in its `Runs.answers`, under the name that the question has here.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import orjson

from engine import ENGINE_VERSION
from engine.contract.breaking import SmallExamples
from engine.inputs.scenario import Scenario, content_hash
from engine.study.pilots import LONGEST
from engine.study.registry import FAMILIES
from workers import bounds, computing
from workers.bounds import Bounds
from workers.queues import LONGER, MOMENT, QUEUES, number_for

FORM = 17
"""Of the answers: those that an older Corral of the same engine has left, in another form, are not found."""

SEARCHING = 5
"""Seconds for which a search goes on after somebody has last looked for it, less than anything else: who cancels it
only looks no more, since others may look for the same."""

READING = Bounds(30.0, "which is enough for the longest file that is read")

Read = Callable[[str], Scenario]
"""(text) -> the scenario, whose log is here then."""


class Question(NamedTuple):
    """What can be asked about a scenario, or a file: that comes first, and what else is asked behind it.

    Attributes
    ----------
    depends : (scenario, ...) -> what its key depends on
    bound : (`Read`, text of the scenario, ...) -> how long it may compute
    compute : (text of the scenario, ...) -> the answer, as bytes or as a tree; None is what its family answers
    refusal : what is said where a family answers nothing
    queue : (text of the scenario, ...) -> where it waits
    wanted : seconds for which it is computed on after somebody has last looked for it; None is as long as usual
    sweeps : whether it is about the whole sweep of its scenario, and not about its one point
    at_bound : what the answer is if it is ended at its bound; None if there is none then
    """

    depends: Callable[..., list[Any]]
    bound: Callable[..., Bounds]
    compute: Callable[..., Any] | None = None
    refusal: str = ""
    queue: Callable[..., str] = lambda *_: MOMENT
    wanted: int | None = None
    sweeps: bool = False
    at_bound: Any = None


class Asking(NamedTuple):
    """A question on its way: its name, the key of its answer, and what is asked, as JSON has it."""

    name: str
    key: str
    sent: tuple[Any, ...]


def asking(name: str, *asked: Any) -> Asking:
    """The question called *name* about what is *asked*; `KeyError` if there is none."""
    first, *others = asked
    if isinstance(first, Scenario) and not QUESTIONS[name].sweeps:
        first = first.at({})
    key = content_hash([f"corral.{name}", FORM, *QUESTIONS[name].depends(first, *others)])
    texts = (one.canonical().decode() if isinstance(one, Scenario) else one for one in (first, *others))
    return Asking(name, key, tuple(texts))


def answered(name: str, *sent: Any) -> bytes:
    """The answer to the question called *name*, by the process that can be ended."""
    question = QUESTIONS[name]
    found = question.compute(*sent) if question.compute else computing.of_family(name, question.refusal, *sent)
    return found if isinstance(found, bytes) else orjson.dumps(found, option=orjson.OPT_SERIALIZE_NUMPY)


def _tree(scenario: Scenario, *without: str) -> dict[str, Any]:
    return scenario.model_dump(mode="json", exclude={"title", "notes", *without})


def _replication(point: Scenario, policy: str, replication: int, *what: Any) -> list[Any]:
    return [_tree(point, "policies", "study"), point.study.seed, policy, replication, *what]


def _whole(
    point: Scenario, policy: str, replication: int, form: str, against: tuple[str, str] | None, _token: str
) -> list[Any]:
    return [ENGINE_VERSION, *_replication(point, policy, replication, form), *(against or ())]


def _why(point: Scenario, policies: tuple[str, str], metric: str, follows_states: bool) -> list[Any]:
    study = (point.study.seed, point.study.replications, point.blocks)
    return [_tree(point, "policies", "study"), *study, policies, metric, follows_states]


def _moment(scenario: Scenario) -> list[Any]:
    """It is one of the first replication, whatever the policies do."""
    without: Any = {"title": True, "notes": True, "policies": True, "study": {"replications", "precision"}}
    return [scenario.model_dump(mode="json", exclude=without)]


def _broken(point: Scenario, policy: str, against: str, metric: str) -> list[Any]:
    """`ValueError` says what cannot be asked."""
    return [[point.family, *_small_of(point).asked(point, policy, against, metric)]]


def _broken_all(point: Scenario, metric: str) -> list[Any]:
    pairs = pairwise(_small_of(point).breakable(point, metric))
    return [[_broken(point, *names, metric)[0] for names in pairs]]


def _small_of(scenario: Scenario) -> SmallExamples:
    small = FAMILIES[scenario.family].small_examples
    if small is None:
        raise ValueError(f"policies of the family {scenario.family} have no small examples")
    return small


def _replay(read: Read, text: str, policy: str, *_: Any) -> Bounds:
    return bounds.of_replay(read(text), policy)


def _study(read: Read, text: str) -> Bounds:
    return bounds.of_study(read(text))


def _preview(read: Read, text: str, seconds: float | None) -> Bounds:
    """Of a study whose price is known no log is read here, which takes a third of the time that its cells do."""
    return _study(read, text) if seconds is None else bounds.of_seconds(seconds)


def _file(read: Read, text: str, policy: str, _replication: int, _form: str, against: Any, _token: str) -> Bounds:
    return bounds.of_pair(read(text), (against[0], policy)) if against else _replay(read, text, policy)


def _pair(read: Read, text: str, policies: tuple[str, str], *_: Any) -> Bounds:
    first, second = policies
    return bounds.of_pair(read(text), (first, second))


def _sides(read: Read, text: str, other: str, policy: str, _metric: str) -> Bounds:
    return bounds.of_sides((read(text), read(other)), policy)


def _pilot(read: Read, text: str, _policy: str) -> Bounds:
    read(text)
    return Bounds(LONGEST, "enough to tell that it is long")


def _search(read: Read, text: str, *_: Any) -> Bounds:
    read(text)
    return bounds.of_search()


def _searches(read: Read, text: str, _metric: str) -> Bounds:
    count = len(read(text).policies)
    return bounds.of_search(count * (count - 1))


def _reading(read: Read, text: str, *_: Any) -> Bounds:
    read(text)
    return READING


def _longer(*_: Any) -> str:
    return LONGER


def _by_price(_text: str, seconds: float | None) -> str:
    return QUEUES[number_for(seconds or 0.0)].name


QUESTIONS = {
    "trace": Question(_replication, _replay, computing.trace),
    "ask": Question(_replication, _replay, refusal="models of this family cannot be asked"),
    "what_if": Question(_replication, _replay, refusal="decisions of models of this family cannot be forced"),
    "fair_start": Question(_replication, _replay, refusal="models of this family do not tell when a start is fair"),
    "schedules": Question(
        lambda point: [_tree(point, "study"), point.study.seed],
        _study,
        refusal="models of this family have no list of jobs",
    ),
    "for_whom": Question(
        lambda point: [_tree(point)], _study, refusal="models of this family do not tell for whom a policy is good"
    ),
    "waiting_moment": Question(_moment, _study, refusal="policies of this family have no rules", sweeps=True),
    "recorded": Question(
        lambda point: [point.model_dump(mode="json", include={"family", "cluster", "workload"})],
        _reading,
        refusal="the jobs of this scenario are not those of a log",
    ),
    "why": Question(_why, _pair, computing.why),
    "why_sides": Question(
        lambda point, other, *asked: [[_tree(one, "policies") for one in (point, other)], *asked],
        _sides,
        computing.why_sides,
    ),
    "broken": Question(_broken, _search, computing.broken, queue=_longer, wanted=SEARCHING),
    "broken_all": Question(_broken_all, _searches, computing.broken_all, queue=_longer, wanted=SEARCHING),
    "coscheduled": Question(
        lambda replay, asked, *cut: [ENGINE_VERSION, *(one.canonical().decode() for one in (replay, asked)), *cut],
        _reading,
        computing.coscheduled,
    ),
    "read_log": Question(lambda *sent: [*sent], lambda *_: READING, computing.log),
    "whole": Question(_whole, _file, computing.whole),
    "pilot": Question(
        lambda point, policy: [ENGINE_VERSION, _tree(point, "policies", "study"), policy],
        _pilot,
        computing.pilot,
        wanted=int(3 * LONGEST),
        at_bound={"ended": True},
    ),
    "preview": Question(
        lambda study, _seconds: [study.content_hash()], _preview, computing.preview, queue=_by_price, sweeps=True
    ),
}
"""By their names, which the messages carry: whatever is not here is not answered."""
