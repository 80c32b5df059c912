"""The door for pages and command line: submit a study, ask how far it is, fetch what is there, cancel, trace."""

import time
import zlib
from collections.abc import Iterable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import orjson
from kombu.pools import producers

from engine import ENGINE_VERSION
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario, content_hash
from engine.results.result import Result
from engine.study.budget import limits
from engine.study.cells import StudyPlan
from engine.study.expected_work import ExpectedWork
from engine.study.registry import FAMILIES, parse_scenario
from workers import computing, kept_files, tasks
from workers.broker.looks import Looks
from workers.broker.shares import Shares
from workers.broker.store import KEEP, Go, Preparing, Record, Store
from workers.broker.wishes import StrangerError, Wishes
from workers.celery_app import ANSWER, FIRST, UNREACHABLE, app
from workers.logs import STUDIES
from workers.pace import parts, person
from workers.remaining import seconds_left
from workers.rescue import abandoned, forget_messages
from workers.rounds import conclude, send_lanes

__all__ = ["KEEP", "UNREACHABLE", "AnswerError", "BudgetError", "Client", "Status", "StrangerError"]

BATCH = 500
"""Cells that are filled in at once, so that the broker is never busy for more than a few milliseconds."""

PATIENCE = {"max_retries": 8, "interval_start": 0, "interval_step": 0.2, "interval_max": 1}
"""How often a message is sent anew while the broker restarts: for about five seconds."""

ORDER = 30
"""Seconds after which an answer that has not arrived is ordered again."""

WANTED = 10
"""Seconds for which an answer is computed on after somebody has last looked for it: a page looks again and again."""

SEARCHING = 5
"""The same of a search that takes the longer: who cancels it only looks no more, since others may look for the same."""

FORM = 11
"""Of traces and answers: those that an older Corral of the same engine has left, in another form, are not found."""

ALL_ALIKE = ExpectedWork(None)

MOST_WORKS = 64
"""Studies of which it is kept what their cells are estimated at."""

LOOK = 0.01
"""Seconds between two looks whether an answer is there."""


class BudgetError(ValueError):
    """A study that is too large, or one too many at a time, which may be started *later*; the text is for the page."""

    def __init__(self, sentence: str, later: bool = False) -> None:
        super().__init__(sentence)
        self.later = later


class AnswerError(ValueError):
    """A trace or preview that could not be computed; the text is the reason."""


class Status(NamedTuple):
    """How far a study is. Counts are cells, `failed` and `reused` ones are among the `done`; times are in seconds.

    `state` is running, done, cancelled or failed (then `reason` says why). `seconds_left` is None while nobody can
    know.
    """

    state: str
    done: int
    total: int
    failed: int
    reused: int
    elapsed: float
    seconds_left: float | None
    reason: str = ""


class Client:
    """One door to one broker; safe to share between threads. Make another one after a fork.

    Every method rides out a broker that restarts, for some seconds; then it raises one of `UNREACHABLE`.
    """

    def __init__(self, redis_url: str) -> None:
        self._store = Store(redis_url)
        self._shares = Shares(redis_url, self._store)
        self._wishes = Wishes(self._store)
        self._looks = Looks(self._store)
        self._broker = app.connection_for_write(redis_url)
        self._works: dict[str, ExpectedWork] = {}

    def submit(self, scenario: Scenario, visitor: str = "") -> str:
        """Start the study of *scenario* unless it is running or done, and return its id.

        Cells that any study has had computed are filled in at once. `BudgetError` if the study is too large, or if
        *visitor* has enough of them.
        """
        plan, study = StudyPlan(scenario), scenario.content_hash()
        if objection := plan.budget().objection:
            raise BudgetError(objection)
        if visitor and self._is_new(study):
            if objection := self._shares.objection(visitor):
                raise BudgetError(objection, later=True)
            for who in parts(visitor):
                self._store.own(who, study)
        if visitor:
            self._wishes.join(study, visitor)
        first = plan.first_round()
        epoch = self._store.begin(study, plan.size(first), scenario.canonical(), first)
        if epoch:
            STUDIES.info("study begun", extra={"study": study, "cells": plan.size(first), "visitor": person(visitor)})
        if not epoch:
            self.status(study)  # looks after a study that nobody works for
        elif (go := self._fill(plan, study, epoch)) is Go.ROUND_DONE:
            conclude(self._store, plan, study, epoch, self._send_lane)
        elif go is Go.ON:
            send_lanes(self._send_lane, study, epoch)
        return study

    def _is_new(self, study: str) -> bool:
        """Whether somebody would have to start it; to join a running study or to look at a known one is free."""
        record = self._store.record(study)
        return record is None or record.state not in ("running", "done")

    def status(self, study: str) -> Status | None:
        """How far a study is, or None if nobody has submitted it; one round trip."""
        record = self._store.record(study)
        if record is None:
            return None
        if abandoned(self._store, study, record):
            self._send_again(study, record)
        work = self._work(study) if record.state == "running" else ALL_ALIKE
        return _status(record, work)

    def _work(self, study: str) -> ExpectedWork:
        """What the cells of a study are estimated at; looked up once."""
        found = self._works.get(study)
        if found is None:
            found = self._works[study] = ExpectedWork(self.scenario(study))
            for oldest in list(self._works)[:-MOST_WORKS]:
                self._works.pop(oldest, None)  # another thread may have been quicker
        return found

    def scenario(self, study: str) -> Scenario | None:
        """The scenario of a study, or None if it is not known (any more) to this version of the engine."""
        text = self._store.scenario(study)
        try:
            return None if text is None else parse_scenario(text)
        except ScenarioError:
            return None

    def result(self, scenario: Scenario) -> Result | None:
        """What the study of *scenario* has found so far, or None if nothing."""
        return self._looks.result(scenario)

    def failures(self, study: str) -> list[str]:
        """Why cells of a study failed, one sentence for each, in the order of the cells."""
        scenario = self.scenario(study)
        if scenario is None:
            return []
        failed = sorted(self._looks.errors(scenario).items())
        plan = StudyPlan(scenario)
        return [f"{_words(plan, index)}: {reason}" for index, reason in failed]

    def cancel(self, study: str, visitor: str = "") -> bool:
        """Stop a study, unless others than *visitor* wait for it, too; whether it was running and is stopped.

        What is computed stays, and another submit goes on from there. `StrangerError` if *visitor* never asked for it;
        without one it is stopped in any case.
        """
        if visitor and self._wishes.leave(study, visitor):
            return False
        STUDIES.info("study cancelled", extra={"study": study})
        return self._store.end(study, "cancelled")

    def known(self, scenario: Scenario) -> tuple[Result, int]:
        """What other studies have computed of the study of *scenario*, and how many cells are missing next.

        Starts nothing. 0 missing cells make the result complete.
        """
        plan = StudyPlan(scenario)
        values: dict[int, dict[str, Any]] = {}
        missing = 0
        while not missing and (wanted := plan.next_round(values)) is not None:
            indices = plan.indices(wanted)
            texts = self._store.known([plan.key(plan.cell(index)) for index in indices])
            values |= {n: orjson.loads(text) for n, text in zip(indices, texts, strict=True) if text is not None}
            missing = texts.count(None)
        return plan.combine(values), missing

    def count_known(self, keys: list[str]) -> int:
        """How many cells, by content hash, any study has had computed; one round trip."""
        return self._store.count_known(keys)

    def remember(self, result: Result) -> None:
        """Let studies reuse the cells of a *result* that was computed elsewhere."""
        plan = StudyPlan(result.scenario)
        cells = (plan.cell(index) for index in plan.indices(plan.first_round()))
        places = ((cell, (cell.point, cell.policy, cell.replication)) for cell in cells)
        self._store.remember(
            (plan.key(cell), orjson.dumps(result.metrics_at(place))) for cell, place in places if result.done[place]
        )

    def remember_soon(self, results: Iterable[Result]) -> None:
        """The same for several results, in a thread: whoever comes first is not to wait for megabytes of them."""
        Thread(target=self._remember_all, args=(results,), daemon=True).start()

    def _remember_all(self, results: Iterable[Result]) -> None:
        with suppress(*UNREACHABLE):  # then the cells are computed again
            for result in results:
                self.remember(result)

    def trace(
        self,
        scenario: Scenario,
        policy: str,
        replication: int,
        window: dict[str, float] | None = None,
        timeout: float = 0.0,
    ) -> dict[str, Any] | None:
        """What the figures replay of one replication of *scenario*, whose sweep is left aside; see `Runs.trace`.

        Waits up to *timeout* seconds; None if it is not there by then, and asking again goes on waiting.
        `AnswerError` if it cannot be computed.
        """
        return self._look_at(timeout, tasks.trace, scenario, policy, replication, window or {})

    def ask(
        self, scenario: Scenario, policy: str, replication: int, question: str, timeout: float = 0.0
    ) -> dict[str, Any] | None:
        """What *policy* would do with a job that does not exist (*question*, JSON); see `Runs.ask`. As `trace`."""
        return self._look_at(timeout, tasks.ask, scenario, policy, replication, question)

    def what_if(
        self, scenario: Scenario, policy: str, replication: int, question: str, timeout: float = 0.0
    ) -> dict[str, Any] | None:
        """The difference that another decision (*question*, JSON) makes; see `Runs.what_if`. As `trace`."""
        return self._look_at(timeout, tasks.what_if, scenario, policy, replication, question)

    def _look_at(
        self,
        timeout: float,
        task: Any,
        scenario: Scenario,
        policy: str,
        replication: int,
        *what: dict[str, float] | str,
    ) -> dict[str, Any] | None:
        """The answer of *task* about one replication of *scenario*, whose sweep is left aside."""
        point = scenario.at({})
        tree = point.model_dump(mode="json", exclude={"title", "notes", "policies", "study"})
        key = content_hash([task.name, FORM, tree, point.study.seed, policy, replication, *what])
        text = self._answer(timeout, key, task, point.canonical().decode(), policy, replication, *what)
        return None if text is None else orjson.loads(text)

    def whole(
        self, scenario: Scenario, policy: str, replication: int, form: str = computing.PACKED, timeout: float = 0.0
    ) -> Path | None:
        """A file of this computer with the whole schedule of one replication; its name is a key by which
        `kept_files.find` finds it again. *form* is one of `computing.FORMS`. As `trace`.
        """
        point = scenario.at({})
        tree = point.model_dump(mode="json", exclude={"title", "notes", "policies", "study"})
        key = content_hash([tasks.whole.name, FORM, ENGINE_VERSION, tree, point.study.seed, policy, replication, form])
        if found := kept_files.find(key):
            return found
        arguments = (point.canonical().decode(), policy, replication, form, kept_files.token())
        told = self._answer(timeout, key, tasks.whole, *arguments)
        if told is None or (found := kept_files.find(key)):
            return found
        data = self._store.answer(f"{key}-bytes")
        if data is None:  # it was removed meanwhile, or sent to another computer
            self._store.forget_answer(key)
            return None
        return kept_files.put(key, zlib.decompress(data))

    def read_log(self, sent: str, called: str, timeout: float = 0.0) -> dict[str, Any] | None:
        """What is told of a log whose bytes were sent (`workers.recorded`) under the name *sent*, with a scenario that
        replays it; waits as `trace` does. `AnswerError` says what is wrong with the file.
        """
        key = content_hash([tasks.read_log.name, FORM, sent, called])
        text = self._answer(timeout, key, tasks.read_log, sent, called)
        return None if text is None else orjson.loads(text)

    def coscheduled(
        self, replay: Scenario, asked: Scenario, first: int | None, divided_by: float | None, timeout: float = 0.0
    ) -> dict[str, Any] | None:
        """The scenario of coscheduling that is *asked* for with the jobs of a *replay* of a log, as a tree; waits as
        `trace` does. `AnswerError` says why they cannot be put in.
        """
        texts = replay.at({}).canonical().decode(), asked.canonical().decode()
        key = content_hash([tasks.coscheduled.name, FORM, ENGINE_VERSION, *texts, first, divided_by])
        text = self._answer(timeout, key, tasks.coscheduled, *texts, first, divided_by)
        return None if text is None else orjson.loads(text)

    def recorded(self, scenario: Scenario, timeout: float = 0.0) -> dict[str, Any] | None:
        """What the log of *scenario* is like and how it was cleaned; see `Runs.recorded`. As `trace`."""
        point = scenario.at({})
        tree = point.model_dump(mode="json", include={"family", "cluster", "workload"})
        key = content_hash([tasks.recorded.name, FORM, tree])
        text = self._answer(timeout, key, tasks.recorded, point.canonical().decode())
        return None if text is None else orjson.loads(text)

    def for_whom(self, scenario: Scenario, timeout: float = 0.0) -> dict[str, Any] | None:
        """What the first replication of *scenario* means for whom; see `Runs.for_whom`. As `trace`."""
        point = scenario.at({})
        tree = point.model_dump(mode="json", exclude={"title", "notes"})
        key = content_hash([tasks.for_whom.name, FORM, tree])
        text = self._answer(timeout, key, tasks.for_whom, point.canonical().decode())
        return None if text is None else orjson.loads(text)

    def waiting_moment(self, scenario: Scenario, timeout: float = 0.0) -> dict[str, Any] | None:
        """A moment at which jobs wait, for rules to be tried on; see `Runs.waiting_moment`. As `trace`."""
        tree = scenario.model_dump(mode="json", exclude={"title", "notes", "policies"})
        tree["study"] = {part: of for part, of in tree["study"].items() if part not in ("replications", "precision")}
        key = content_hash([tasks.waiting_moment.name, FORM, tree])
        text = self._answer(timeout, key, tasks.waiting_moment, scenario.canonical().decode())
        return None if text is None else orjson.loads(text)

    def fair_start(
        self, scenario: Scenario, policy: str, replication: int, timeout: float = 0.0
    ) -> dict[str, Any] | None:
        """How much later jobs start than if nobody came after them; see `Runs.fair_start`. As `trace`."""
        return self._look_at(timeout, tasks.fair_start, scenario, policy, replication)

    def why_sides(
        self, scenarios: tuple[Scenario, Scenario], policy: str, metric: str, timeout: float = 0.0
    ) -> dict[str, Any] | None:
        """Why *policy* does otherwise at the second of two *scenarios*, whose sweeps are left aside. As `why`."""
        points = [one.at({}) for one in scenarios]
        texts = [point.canonical().decode() for point in points]
        trees = [point.model_dump(mode="json", exclude={"title", "notes", "policies"}) for point in points]
        key = content_hash([tasks.why_sides.name, FORM, trees, policy, metric])
        text = self._answer(timeout, key, tasks.why_sides, *texts, policy, metric)
        return None if text is None else orjson.loads(text)

    def why(
        self,
        scenario: Scenario,
        policies: tuple[str, str],
        metric: str,
        follows_states: bool = True,
        timeout: float = 0.0,
    ) -> dict[str, Any] | None:
        """Why the second of two *policies* differs from the first at *scenario*, whose sweep is left aside: the tree of
        an `engine.why.ledger`, with the `metrics` that could be asked for. As `trace`.

        Without *follows_states* it comes at once, without those episodes that take seconds to find.
        """
        point = scenario.at({})
        tree = point.model_dump(mode="json", exclude={"title", "notes", "policies", "study"})
        asked = (policies, metric, follows_states)
        key = content_hash(
            [tasks.why.name, FORM, tree, point.study.seed, point.study.replications, point.blocks, *asked]
        )
        text = self._answer(timeout, key, tasks.why, point.canonical().decode(), *asked)
        return None if text is None else orjson.loads(text)

    def broken(
        self, scenario: Scenario, policy: str, against: str, metric: str, timeout: float = 0.0
    ) -> dict[str, Any] | None:
        """The smallest example found on which *policy* is worst against *against*, whatever is varied or replicated;
        see `engine.breaking.told.Told`. As `trace`; who does not ask again does not want it any more.
        """
        point = scenario.at({})
        key = content_hash([tasks.broken.name, FORM, _question(point, policy, against, metric)])
        text = self._answer(
            timeout, key, tasks.broken, point.canonical().decode(), policy, against, metric, keeps=SEARCHING
        )
        return None if text is None else orjson.loads(text)

    def broken_all(self, scenario: Scenario, metric: str, timeout: float = 0.0) -> dict[str, Any] | None:
        """The same of every two policies of *scenario*: `engine.breaking.told.Everyone`. As `broken`."""
        point = scenario.at({})
        pairs = [_question(point, *names, metric) for names in pairwise(_breakable(point, metric))]
        key = content_hash([tasks.broken_all.name, FORM, pairs])
        text = self._answer(timeout, key, tasks.broken_all, point.canonical().decode(), metric, keeps=SEARCHING)
        return None if text is None else orjson.loads(text)

    def schedules(self, scenario: Scenario, timeout: float = 0.0) -> list[dict[str, Any]] | None:
        """What becomes of listed jobs under every policy of *scenario*, whose sweep is left aside; as `trace`."""
        point = scenario.at({})
        tree = point.model_dump(mode="json", exclude={"title", "notes", "study"})
        key = content_hash([tasks.schedules.name, FORM, tree, point.study.seed])
        text = self._answer(timeout, key, tasks.schedules, point.canonical().decode())
        return None if text is None else orjson.loads(text)

    def preview(self, scenario: Scenario, timeout: float = 0.0) -> Result | None:
        """The result of a study so small that one task computes it; waits as `trace` does."""
        text = self._answer(timeout, f"preview-{scenario.content_hash()}", tasks.preview, scenario.canonical().decode())
        return None if text is None else Result.from_bytes(text, scenario, limits)

    def _answer(self, timeout: float, key: str, task: Any, *arguments: Any, keeps: int | None = None) -> bytes | None:
        until = time.monotonic() + timeout
        wanted, kept = 0.0, keeps or WANTED
        while (found := self._store.answer(key)) is None:
            if time.monotonic() > wanted:
                self._store.want(key, kept)
                wanted = time.monotonic() + kept / 2
            if self._store.order(key, ORDER):
                self._send(task, key, *arguments, priority=ANSWER)
            left = until - time.monotonic()
            if left <= 0:
                return None
            time.sleep(min(LOOK, left))
        if found.startswith(b'{"error":'):
            raise AnswerError(orjson.loads(found)["error"])
        return found

    def workers(self) -> int:
        """How many workers with this engine are alive (each has one process or more); one round trip."""
        return sum(worker.engine == ENGINE_VERSION for worker in self._store.workers().values())

    def preparing(self) -> Preparing | None:
        """How far a worker is that has kernels to compile, as long as none with this engine is alive."""
        if self.workers():
            return None
        return max(self._store.preparing().values(), default=None)

    def healthy(self) -> bool:
        """Whether the broker answers and at least one worker is alive."""
        try:
            return self.workers() > 0
        except UNREACHABLE:
            return False

    def resume(self) -> None:
        """Start all lanes of all running studies anew, on a broker without workers; after it was restarted."""
        forget_messages(self._store)
        for study in self._store.running():
            record = self._store.record(study)
            if record is not None:
                self._send_again(study, record)

    def _fill(self, plan: StudyPlan, study: str, epoch: int) -> Go:
        """Fill in what is known of the first round, and say how to go on."""
        present = self._store.present(study)
        missing = [(cell.index, plan.key(cell)) for cell in plan.cells() if cell.index not in present]
        go = Go.ON
        # At least once: that also tells of a round that lacks nothing.
        for first in range(0, max(1, len(missing)), BATCH):
            batch = missing[first : first + BATCH]
            texts = self._store.known([key for _, key in batch])
            known = [(index, key, text) for (index, key), text in zip(batch, texts, strict=True) if text is not None]
            go = self._store.put(study, epoch, "reused", known)
        return go

    def _send_again(self, study: str, record: Record) -> None:
        if epoch := self._store.restart(study, record.epoch):
            send_lanes(self._send_lane, study, epoch)

    def _send_lane(self, study: str, epoch: int, lane: int, position: int) -> None:
        self._send(tasks.advance, study, epoch, lane, position, priority=FIRST)

    def _send(self, task: Any, *arguments: Any, priority: int) -> None:
        with producers[self._broker].acquire(block=True) as producer:
            task.apply_async(arguments, producer=producer, priority=priority, retry_policy=PATIENCE)


def _status(record: Record, work: ExpectedWork = ALL_ALIKE) -> Status:
    elapsed = max(0.0, (record.finished or record.now) - record.submitted)  # clocks are set back
    left = seconds_left(record, work) if record.state == "running" else None
    return Status(record.state, record.done, record.cells, record.failed, record.reused, elapsed, left, record.reason)


def _words(plan: StudyPlan, index: int) -> str:
    cell = plan.cell(index)
    point = "".join(f" at {field} = {value:g}" for field, value in plan.points[cell.point].items())
    return f"{plan.scenario.policies[cell.policy]}{point}, replication {cell.replication + 1}"


def _question(scenario: Scenario, policy: str, against: str, metric: str) -> list[Any]:
    """All that a search for the smallest example depends on; `ValueError` says what cannot be asked."""
    small = FAMILIES[scenario.family].small_examples
    if small is None:
        raise ValueError(f"policies of the family {scenario.family} have no small examples")
    return [scenario.family, *small.asked(scenario, policy, against, metric)]


def _breakable(scenario: Scenario, metric: str) -> list[str]:
    small = FAMILIES[scenario.family].small_examples
    return small.breakable(scenario, metric) if small is not None else []
