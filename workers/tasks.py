"""What the worker processes do: advance a lane of a study by a second of work, or compute a trace."""

import time
import zlib
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache, partial
from typing import Any

import orjson

from engine import ENGINE_VERSION
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario
from engine.study.cells import Cell, StudyPlan
from engine.study.registry import parse_scenario
from workers import bounds, computing, kept_files
from workers.bounds import Bounds, Seen
from workers.broker.store import KEEP_FAILURE, LONGEST_ANSWER, LONGEST_CELL, Go, Store
from workers.calculator import CALCULATOR, DiedError, EndedError, FailedError, UnwantedError, first_line
from workers.celery_app import FIRST, NEXT, UNREACHABLE, app
from workers.logs import STUDIES
from workers.recorded import HEARD, Recorded
from workers.room import when_there_is_room
from workers.rounds import LANES, conclude

FIRST_PIECE, PIECE = 0.15, 1.0
"""Seconds after which a task makes way for others. The first one of a lane ends with the first replication, too: that
is a first curve for everybody before anybody's becomes sharper."""

LOOK_AHEAD = 64
"""Cells that are looked up at once."""

MAXIMUM_TRIES = 2
"""A cell that has been begun so many times, and whose process has died each time, is given up."""


@app.task(name="corral.advance")
def advance(study: str, epoch: int, lane: int, position: int) -> None:
    """Compute cells *position*, *position* + LANES... of a study's round for about a second, then queue up again.

    The message is acknowledged after the next one has been sent. If this process dies the same piece is run again: it
    finds what is there and goes on behind it.
    """
    store = _store()
    try:
        following = _piece(store, _plan(study), study, epoch, position, first=position == lane)
    except UNREACHABLE:
        raise  # the study goes on when the broker is back
    except Exception as error:
        # Nothing that another try would change.
        store.end(study, "failed", first_line(error))
        STUDIES.exception("study failed", extra={"study": study})
        raise
    if following is not None:
        when_there_is_room(send_lane, study, epoch, lane, following, NEXT)


def send_lane(study: str, epoch: int, lane: int, position: int, priority: int = FIRST) -> None:
    """Put a lane into the queue."""
    advance.apply_async((study, epoch, lane, position), priority=priority)


def _piece(store: Store, plan: StudyPlan, study: str, epoch: int, position: int, first: bool) -> int | None:
    """Compute some cells from *position* on, and return where the lane goes on; None if it does not."""
    until = time.monotonic() + (FIRST_PIECE if first else PIECE)
    indices = _indices(study, epoch)
    end = _end_of_first_replication(plan, indices) if first else len(indices)
    for batch in _batches(len(indices), position):
        cells = [plan.cell(indices[place]) for place in batch]
        keys = [plan.key(cell) for cell in cells]
        of_batch = [(cell.index, key) for cell, key in zip(cells, keys, strict=True)]
        taken = when_there_is_room(store.take, study, epoch, of_batch)
        if taken is None:
            return None
        tries = taken.tries
        for place, cell, key, text in zip(batch, cells, keys, taken.cells, strict=True):
            if text == 1:
                continue
            if isinstance(text, bytes):
                kind = "reused"
            else:
                try:
                    kind, text = _compute(plan, cell, tries, partial(_is_current, store, study, epoch))
                except UnwantedError:
                    return None
                tries = 1  # the count was of the first cell to compute
                if kind == "failed":
                    STUDIES.warning("cell failed", extra={"study": study, "cell": cell.index, "reason": text.decode()})
            go = when_there_is_room(store.put, study, epoch, kind, [(cell.index, key, text)])
            if go is Go.ROUND_DONE:
                when_there_is_room(conclude, store, plan, study, epoch, send_lane)
            if go is not Go.ON:
                return None
            following = place + LANES
            if following < len(indices) and (time.monotonic() > until or following >= end):
                return following
    _conclude_if_done(store, plan, study, epoch)
    return None


def _conclude_if_done(store: Store, plan: StudyPlan, study: str, epoch: int) -> None:
    """At the end of a lane: the process that stored the last cell may have died before it concluded the round."""
    record = store.record(study)
    if record is not None and record.epoch == epoch and record.done >= record.cells:
        conclude(store, plan, study, epoch, send_lane)


def _end_of_first_replication(plan: StudyPlan, indices: list[int]) -> int:
    """How many of the cells of a round, in order, belong to the very first replication of a study; all if none do."""
    first = bisect_left(indices, len(plan.points) * plan.policies)
    return first or len(indices)


def _batches(length: int, position: int) -> Iterator[range]:
    """The places of a lane from *position* on, so many at a time as are looked up at once."""
    lane = range(position, length, LANES)
    for first in range(0, len(lane), LOOK_AHEAD):
        yield lane[first : first + LOOK_AHEAD]


# Acknowledged early: an answer that ends its process is not to end the next one. Whoever looks at it asks again.
@app.task(name="corral.trace", acks_late=False)
def trace(key: str, scenario: str, policy: str, replication: int, window: dict[str, float]) -> None:
    """Compute what the figures replay of one replication of the scenario of one point, and store it under *key*."""
    _answer(key, scenario, lambda point: bounds.of_replay(point, policy), computing.trace, policy, replication, window)


@app.task(name="corral.ask", acks_late=False)
def ask(key: str, scenario: str, policy: str, replication: int, question: str) -> None:
    """Compute what a policy would do with a job that does not exist, and store it under *key*."""
    _answer(key, scenario, lambda point: bounds.of_replay(point, policy), computing.ask, policy, replication, question)


@app.task(name="corral.what_if", acks_late=False)
def what_if(key: str, scenario: str, policy: str, replication: int, question: str) -> None:
    """Compute the difference that another decision makes, and store it under *key*."""
    bound = partial(bounds.of_replay, policy=policy)
    _answer(key, scenario, bound, computing.what_if, policy, replication, question)


@app.task(name="corral.whole", acks_late=False)
def whole(
    key: str,
    scenario: str,
    policy: str,
    replication: int,
    form: str,
    token: str,
    against: tuple[str, str] | None = None,
) -> None:
    """Compute the whole schedule of one replication in a *form*, or how much jobs differ *against* another policy by a
    metric, and keep it in a file; see `kept_files`.
    """
    store = _store()
    bound = partial(_bounds_of_file, scenario.encode(), policy, against)
    arguments = (scenario.encode(), policy, replication, form, against)
    data = _computed(store, key, bound, computing.whole, *arguments, longest=kept_files.LONGEST)
    if data is None:
        return
    try:
        shared = kept_files.is_shared(token)
        if shared:
            kept_files.put(key, data)
        else:
            store.put_answer(_bytes_of(key), zlib.compress(data, 1), kept_files.KEEP_SENT)
    except OSError as error:
        store.put_answer(key, _failure(f"it cannot be kept: {error.strerror}"), KEEP_FAILURE)
    else:
        store.put_answer(key, kept_files.told(len(data), shared), kept_files.KEEP_SENT)


def _bytes_of(key: str) -> str:
    return f"{key}-bytes"


def _bounds_of_file(text: bytes, policy: str, against: tuple[str, str] | None) -> Bounds:
    read = parse_scenario(text)
    _recorded().bring(read)
    return bounds.of_pair(read, (against[0], policy)) if against else bounds.of_replay(read, policy)


@app.task(name="corral.schedules", acks_late=False)
def schedules(key: str, scenario: str) -> None:
    """Compute what becomes of the jobs of a list under every policy of the scenario of one point."""
    _answer(key, scenario, bounds.of_study, computing.schedules)


@app.task(name="corral.recorded", acks_late=False)
def recorded(key: str, scenario: str) -> None:
    """Compute what the log of the scenario of one point is like, and how it was cleaned."""
    _answer(key, scenario, lambda _point: READING, computing.recorded)


@app.task(name="corral.for_whom", acks_late=False)
def for_whom(key: str, scenario: str) -> None:
    """Compute what one replication of the scenario of one point means for whom, under every policy."""
    _answer(key, scenario, bounds.of_study, computing.for_whom)


@app.task(name="corral.waiting_moment", acks_late=False)
def waiting_moment(key: str, scenario: str) -> None:
    """Find a moment of the scenario at which jobs wait, for rules to be tried on."""
    _answer(key, scenario, bounds.of_study, computing.waiting_moment)


@app.task(name="corral.fair_start", acks_late=False)
def fair_start(key: str, scenario: str, policy: str, replication: int) -> None:
    """Compute how much later the jobs of one replication start than if nobody came after them."""
    _answer(key, scenario, lambda point: bounds.of_replay(point, policy), computing.fair_start, policy, replication)


@app.task(name="corral.why", acks_late=False)
def why(key: str, scenario: str, policies: tuple[str, str], metric: str, follows_states: bool) -> None:
    """Compute why two policies differ at the scenario of one point, over as many replications as can be waited for."""
    first, second = policies
    pair = (first, second)
    _answer(key, scenario, lambda point: bounds.of_pair(point, pair), computing.why, pair, metric, follows_states)


@app.task(name="corral.why_sides", acks_late=False)
def why_sides(key: str, scenario: str, other: str, policy: str, metric: str) -> None:
    """Compute why a policy does otherwise in another scenario of one point."""
    beside = other.encode()
    bound = partial(bounds.of_sides, text=beside, policy=policy)
    _answer(key, scenario, bound, computing.why_sides, beside, policy, metric)


@app.task(name="corral.broken", acks_late=False)
def broken(key: str, scenario: str, policy: str, against: str, metric: str) -> None:
    """Search for the smallest example on which a policy is worst against another."""
    _answer(key, scenario, lambda _point: bounds.of_search(), computing.broken, policy, against, metric)


@app.task(name="corral.broken_all", acks_late=False)
def broken_all(key: str, scenario: str, metric: str) -> None:
    """Search for such an example for every two policies of the scenario."""
    _answer(key, scenario, lambda point: bounds.of_search(_pairs(point)), computing.broken_all, metric)


def _pairs(scenario: Scenario) -> int:
    return len(scenario.policies) * (len(scenario.policies) - 1)


@app.task(name="corral.preview", acks_late=False)
def preview(key: str, scenario: str) -> None:
    """Compute a whole study, which has to be small, and store its result under *key*."""
    _answer(key, scenario, bounds.of_study, computing.preview)


@app.task(name="corral.read_log", acks_late=False)
def read_log(key: str, sent: str, called: str, zone: str = "") -> None:
    """Read a log whose bytes were *sent*, keep its table, and store what is told of it under *key*."""
    store, logs = _store(), _recorded()
    data = logs.sent(sent)
    if data is None:
        store.put_answer(key, _failure("the file is not here any more: send it again"), KEEP_FAILURE)
        return
    answer = _computed(store, key, lambda: READING, computing.log, data, called, zone)
    if answer is not None:
        told, _, encoded = answer.partition(b"\n")
        tree = orjson.loads(told)
        logs.put(tree["log"], encoded, orjson.dumps({name: tree[name] for name in HEARD}))
        store.put_answer(key, told)
        logs.forget(sent)


@app.task(name="corral.coscheduled", acks_late=False)
def coscheduled(key: str, scenario: str, asked: str, first: int | None, divided_by: float | None) -> None:
    """Put the jobs of the log of a scenario into the scenario of coscheduling that is *asked* for."""
    _answer(key, scenario, lambda _point: READING, computing.coscheduled, asked.encode(), first, divided_by)


READING = Bounds(30.0, "which is enough for the longest file that is read")


def _answer(
    key: str, scenario: str, bound: Callable[[Scenario], Bounds], compute: Callable[..., bytes], *arguments: Any
) -> None:
    store, text = _store(), scenario.encode()

    def bounds_of() -> Bounds:
        read = parse_scenario(text)
        _recorded().bring(read)
        return bound(read)

    answer = _computed(store, key, bounds_of, compute, text, *arguments)
    if answer is not None:
        store.put_answer(key, answer)


def _computed(
    store: Store,
    key: str,
    bound: Callable[[], Bounds],
    compute: Callable[..., bytes],
    *arguments: Any,
    longest: int = LONGEST_ANSWER,
) -> bytes | None:
    """An answer, or None: then there is a sentence under *key* instead, or nobody wants it any more."""
    try:
        answer = CALCULATOR.compute(compute, *arguments, bounds=bound(), wanted=partial(_is_wanted, store, key))
        if len(answer) > longest:
            raise ValueError(f"the answer takes {len(answer):,} bytes; at most {longest:,} are stored")
    except UnwantedError:
        store.unorder(key)  # whoever comes back later is served
    except DiedError as error:
        store.put_answer(key, _failure(f"the process that computed it died of it ({error})"), KEEP_FAILURE)
    except EndedError as error:
        store.put_answer(key, _failure(f"it {error}"), KEEP_FAILURE)
    except Exception as error:  # whatever a model may raise is the answer
        store.put_answer(key, _failure(first_line(error)), KEEP_FAILURE)
    else:
        return answer
    return None


def _is_current(store: Store, study: str, epoch: int) -> bool:
    with suppress(*UNREACHABLE):
        return store.is_current(study, epoch)
    return True  # as far as anybody knows: the study goes on when the broker is back


def _is_wanted(store: Store, key: str) -> bool:
    with suppress(*UNREACHABLE):
        return store.is_wanted(key)
    return True


def _failure(reason: str) -> bytes:
    return orjson.dumps({"error": reason})


def _compute(plan: StudyPlan, cell: Cell, tries: int, wanted: Callable[[], bool]) -> tuple[str, bytes]:
    """A cell, which is begun for the so many-th time, as "computed" or "failed" and its text."""
    estimated, seen = _estimated(plan, cell.point, cell.policy), _seen(plan, cell.policy)
    bound = bounds.of_cell(estimated, seen)
    died = ""
    for _ in range(tries, MAXIMUM_TRIES + 1):
        try:
            text = CALCULATOR.compute(computing.cell, _canonical(plan), cell.index, bounds=bound, wanted=wanted)
        except DiedError as error:
            died = f" ({error})"
        except (EndedError, FailedError) as error:
            return "failed", _failure(str(error))
        else:
            seen.add(estimated, CALCULATOR.took)
            if len(text) <= LONGEST_CELL:
                return "computed", text
            return "failed", _failure(f"its metrics take {len(text):,} bytes; at most {LONGEST_CELL:,} are stored")
    return "failed", _failure(
        f"{MAXIMUM_TRIES} worker processes have died of it{died}; it may need less memory or less time"
    )


@lru_cache(maxsize=16)
def _canonical(plan: StudyPlan) -> bytes:
    return plan.scenario.canonical()


@lru_cache(maxsize=4096)
def _estimated(plan: StudyPlan, point: int, policy: int) -> float:
    return bounds.estimate(plan.at_point[point], plan.scenario.policies[policy])


@lru_cache(maxsize=4096)
def _seen(_plan: StudyPlan, _policy: int) -> Seen:
    """What this process has seen of the cells of a study under one of its policies."""
    return Seen()


class _UnusableError(Exception):
    """A study that these workers cannot compute at all, and why."""


@lru_cache(maxsize=16)
def _plan(study: str) -> StudyPlan:
    text = _store().scenario(study)
    if text is None:
        raise _UnusableError("the scenario is not stored any more")
    try:
        scenario = parse_scenario(text)
    except ScenarioError as error:
        raise _UnusableError(f"the workers refuse the scenario: {error}") from None
    if scenario.content_hash() != study:
        raise _UnusableError(f"the workers run another version of the engine than the page: {ENGINE_VERSION}")
    _recorded().bring(scenario)
    return StudyPlan(scenario)


@lru_cache(maxsize=16)
def _indices(study: str, _epoch: int) -> list[int]:
    """The cells of the round of an epoch; each round has epochs of its own."""
    return _plan(study).indices(_store().round(study))


@lru_cache(maxsize=1)
def _store() -> Store:
    return Store(app.conf.broker_url)


@lru_cache(maxsize=1)
def _recorded() -> Recorded:
    return Recorded(app.conf.broker_url)
