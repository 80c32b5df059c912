"""The door for pages and command line: submit a study, ask how far it is, fetch what is there, cancel, trace."""

from collections.abc import Iterable
from contextlib import suppress
from threading import Thread
from typing import Any, NamedTuple

import numpy as np
import orjson

from engine import ENGINE_VERSION
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario
from engine.results.result import Result
from engine.study.cells import Cell, StudyPlan
from engine.study.expected_work import ExpectedWork
from engine.study.pilots import LONGEST
from engine.study.registry import parse_scenario
from workers import tasks
from workers.answers import SOON, AnswerError, Answers
from workers.broker.looks import Looks
from workers.broker.shares import Shares
from workers.broker.shelves import STUDIES
from workers.broker.store import KEEP, Go, Record
from workers.broker.wishes import StrangerError, Wishes
from workers.celery_app import FIRST, UNREACHABLE
from workers.logs import STUDIES as EVENTS
from workers.pace import Pace, parts, payers, person
from workers.remaining import seconds_left
from workers.rescue import abandoned, forget_messages
from workers.rounds import conclude, send_lanes

__all__ = ["KEEP", "UNREACHABLE", "AnswerError", "BudgetError", "Client", "Status", "StrangerError"]

BATCH = 500
"""Cells that are filled in at once, so that the broker is never busy for more than a few milliseconds."""

ALL_ALIKE = ExpectedWork(None)

MEASURED = LONGEST + 2.0
"""Seconds for which a study waits for its pilots that is refused if they take as long as they are guessed at."""

MOST_WORKS = 64
"""Studies of which it is kept what their cells are estimated at."""


class BudgetError(ValueError):
    """A study that is too large, or one too many at a time, which may be started *later*; the text is for the page."""

    def __init__(self, sentence: str, later: bool = False) -> None:
        super().__init__(sentence)
        self.later = later


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


class Client(Answers):
    """One door to one broker; safe to share between threads. Make another one after a fork.

    Every method rides out a broker that restarts, for some seconds; then it raises one of `UNREACHABLE`. Of so many
    *threads* only some may wait for answers, see `Answers`.
    """

    def __init__(self, redis_url: str, threads: int | None = None) -> None:
        super().__init__(redis_url, threads)
        self._shares = Shares(redis_url, self._store)
        self._pace = Pace(redis_url)
        self._wishes = Wishes(self._store)
        self._looks = Looks(self._store)
        self._works: dict[str, ExpectedWork] = {}

    def submit(self, scenario: Scenario, visitor: str = "") -> str:
        """Start the study of *scenario* unless it is running or done, and return its id.

        Cells that any study has had computed are filled in at once. `BudgetError` if the study is too large, or if
        *visitor* has enough of them.
        """
        plan, study = StudyPlan(scenario), scenario.content_hash()
        cost = plan.budget()
        if cost.guessed and self._is_new(study):
            cost = self.priced(scenario, MEASURED if cost.doubt else SOON)
            if cost.guessed and cost.doubt:
                raise BudgetError(f"{cost.doubt}; that is a guess, and a cell is being measured: try again soon", True)
        if cost.objection:
            raise BudgetError(cost.objection)
        if visitor and self._is_new(study):
            if objection := self._shares.objection(visitor):
                raise BudgetError(objection, later=True)
            if refusal := self._pace.spends(STUDIES, len(scenario.canonical()), visitor):
                raise BudgetError(refusal, later=True)
            for who in parts(visitor):
                self._store.own(who, study)
        if visitor:
            self._wishes.join(study, visitor)
        first = plan.first_round()
        paid_by = " ".join(f"{who}:{most}" for who, most in payers(STUDIES, visitor).items())
        epoch = self._store.begin(study, plan.size(first), scenario.canonical(), first, paid_by)
        if epoch < 0:
            raise BudgetError("the studies that are running leave no room for the results of another one", later=True)
        if epoch:
            EVENTS.info("study begun", extra={"study": study, "cells": plan.size(first), "visitor": person(visitor)})
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
        EVENTS.info("study cancelled", extra={"study": study})
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
        plan = StudyPlan(result.scenario)  # of a goal, with the points that were tested
        cells = (Cell(-1, *place) for place in np.argwhere(result.done).tolist())
        self._store.remember(
            (plan.key(cell), orjson.dumps(result.metrics_at((cell.point, cell.policy, cell.replication))))
            for cell in cells
        )

    def remember_soon(self, results: Iterable[Result]) -> None:
        """The same for several results, in a thread: whoever comes first is not to wait for megabytes of them.

        What an earlier version has left is put where nothing pushes it out.
        """
        Thread(target=self._remember_all, args=(results,), daemon=True).start()

    def _remember_all(self, results: Iterable[Result]) -> None:
        with suppress(*UNREACHABLE):  # then the cells are computed again
            self._store.shelves.adopt()
            for result in results:
                self.remember(result)

    def workers(self) -> int:
        """How many workers with this engine are alive (each has one process or more); one round trip."""
        return sum(worker.engine == ENGINE_VERSION for worker in self._store.workers().values())

    def compiling(self) -> dict[str, float]:
        """The kernels that no worker has compiled yet, by name, and the seconds until each is there, about."""
        said = list(self._store.compiling().values())
        if not said or len(said) < self.workers():
            return {}
        names = set.intersection(*map(set, said))
        return {name: min(one[name] for one in said) for name in said[0] if name in names}

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


def _status(record: Record, work: ExpectedWork = ALL_ALIKE) -> Status:
    elapsed = max(0.0, (record.finished or record.now) - record.submitted)  # clocks are set back
    left = seconds_left(record, work) if record.state == "running" else None
    return Status(record.state, record.done, record.cells, record.failed, record.reused, elapsed, left, record.reason)


def _words(plan: StudyPlan, index: int) -> str:
    cell = plan.cell(index)
    point = "".join(f" at {field} = {value:g}" for field, value in plan.points[cell.point].items())
    return f"{plan.scenario.policies[cell.policy]}{point}, replication {cell.replication + 1}"
