"""What one task computes and several may look at: it is ordered, waited for and kept under a key.

As long as somebody looks for an answer it is computed; who does not look any more does not want it.
"""

import time
import zlib
from itertools import pairwise
from pathlib import Path
from threading import Semaphore
from typing import Any

import orjson
from kombu.pools import producers

from engine import ENGINE_VERSION
from engine.inputs.scenario import Scenario, content_hash
from engine.results.result import Result
from engine.study.budget import budget, limits
from engine.study.registry import FAMILIES
from workers import computing, kept_files, tasks
from workers.broker.store import Store
from workers.celery_app import ANSWER, app
from workers.queues import QUEUES, number_for
from workers.recorded import table_key

PATIENCE = {"max_retries": 8, "interval_start": 0, "interval_step": 0.2, "interval_max": 1}
"""How often a message is sent anew while the broker restarts: for about five seconds."""

ORDER = 30
"""Seconds after which an answer that has not arrived is ordered again."""

WANTED = 10
"""Seconds for which an answer is computed on after somebody has last looked for it: a page looks again and again."""

SEARCHING = 5
"""The same of a search that takes the longer: who cancels it only looks no more, since others may look for the same."""

FORM = 16
"""Of traces and answers: those that an older Corral of the same engine has left, in another form, are not found."""

LOOK = 0.01
"""Seconds between two looks whether an answer is there, where nothing was heard of it."""

LISTEN = 0.5
"""Seconds for which the broker is listened to at a time: whoever is told of nothing looks and orders again."""


SOON = 2.0
"""Seconds; whoever waits for no longer asks again by itself."""

MANY = 4_000
"""Threads of a process that has as many as it wants."""


class AnswerError(ValueError):
    """A trace or preview that could not be computed; the text is the reason."""


class Answers:
    """Answers of one broker about replications, logs and lists; what studies compute is asked of `Client`.

    Where the asking process has so many *threads* for all its visitors, a quarter of them may wait for what comes soon,
    and half of them for anything else; whoever finds these taken is told at once that there is nothing yet.
    """

    def __init__(self, redis_url: str, threads: int | None = None) -> None:
        most = threads or MANY
        self._waiting_soon, self._waiting = Semaphore(max(1, most // 4)), Semaphore(max(1, most // 2))
        self._store = Store(redis_url)
        self._broker = app.connection_for_write(redis_url)

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
        self,
        scenario: Scenario,
        policy: str,
        replication: int,
        form: str = computing.PACKED,
        timeout: float = 0.0,
        against: tuple[str, str] | None = None,
    ) -> Path | None:
        """A file of this computer with the whole schedule of one replication; its name is a key by which
        `kept_files.find` finds it again. *form* is one of `computing.FORMS`. As `trace`.

        *against* another policy, by a metric, it is of how much each job differs.
        """
        point = scenario.at({})
        tree = point.model_dump(mode="json", exclude={"title", "notes", "policies", "study"})
        key = content_hash(
            [tasks.whole.name, FORM, ENGINE_VERSION, tree, point.study.seed, policy, replication, form]
            + ([*against] if against else [])
        )
        if found := kept_files.find(key):
            return found
        arguments = (point.canonical().decode(), policy, replication, form, kept_files.token(), against)
        told = self._answer(timeout, key, tasks.whole, *arguments)
        if told is None or (found := kept_files.find(key)):
            return found
        data = self._store.answer(f"{key}-bytes")
        if data is None:  # it was removed meanwhile, or sent to another computer
            self._store.forget_answer(key)
            return None
        return kept_files.put(key, zlib.decompress(data))

    def read_log(self, sent: str, called: str, timeout: float = 0.0, zone: str = "") -> dict[str, Any] | None:
        """What is told of a log whose bytes were sent (`workers.recorded`) under the name *sent*, with a scenario that
        replays it; *zone* is that of accounting output. Waits as `trace` does. `AnswerError` says what is wrong with
        the file.
        """
        text = self._answer(timeout, _key_of_log(sent, called, zone), tasks.read_log, sent, called, zone)
        return None if text is None else orjson.loads(text)

    def read_anew(self, sent: str, called: str, zone: str = "") -> None:
        """Have a log whose bytes have come again read again, where it could not be read or its table is gone."""
        key = _key_of_log(sent, called, zone)
        told = orjson.loads(self._store.answer(key) or b"{}")
        if told and not self._store.shelves.has(table_key(told.get("log", ""))):
            self._store.forget_answer(key)

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
        seconds = None if scenario.log else budget(scenario).seconds
        key, sent = f"preview-{scenario.content_hash()}", scenario.canonical().decode()
        queue = QUEUES[number_for(seconds or 0.0)].name
        text = self._answer(timeout, key, tasks.preview, sent, seconds, queue=queue)
        return None if text is None else Result.from_bytes(text, scenario, limits)

    def _answer(
        self,
        timeout: float,
        key: str,
        task: Any,
        *arguments: Any,
        keeps: int | None = None,
        queue: str | None = None,
    ) -> bytes | None:
        waiting = self._waiting_soon if timeout <= SOON else self._waiting
        may_wait = timeout > 0 and waiting.acquire(blocking=False)
        try:
            return self._looked_for(timeout if may_wait else 0.0, key, task, *arguments, keeps=keeps, queue=queue)
        finally:
            if may_wait:
                waiting.release()

    def _looked_for(
        self, timeout: float, key: str, task: Any, *arguments: Any, keeps: int | None, queue: str | None
    ) -> bytes | None:
        until = time.monotonic() + timeout
        wanted, kept, is_told = 0.0, keeps or WANTED, False
        while (found := self._store.answer(key)) is None:
            if time.monotonic() > wanted:
                self._store.want(key, kept)
                wanted = time.monotonic() + kept / 2
            if self._store.order(key, ORDER):
                self._send(task, key, *arguments, priority=ANSWER, queue=queue)
            left = until - time.monotonic()
            if left <= 0:
                return None
            if is_told or left < LOOK:
                time.sleep(min(LOOK, left))
            else:
                is_told = self._store.listen(key, min(LISTEN, left))
        if found.startswith(b'{"error":'):
            raise AnswerError(orjson.loads(found)["error"])
        return found

    def _send(self, task: Any, *arguments: Any, priority: int, queue: str | None = None) -> None:
        with producers[self._broker].acquire(block=True) as producer:
            to = {"queue": queue} if queue else {}  # else the one of the task
            task.apply_async(arguments, producer=producer, priority=priority, retry_policy=PATIENCE, **to)


def _key_of_log(sent: str, called: str, zone: str) -> str:
    return content_hash([tasks.read_log.name, FORM, sent, called, zone])


def _question(scenario: Scenario, policy: str, against: str, metric: str) -> list[Any]:
    """All that a search for the smallest example depends on; `ValueError` says what cannot be asked."""
    small = FAMILIES[scenario.family].small_examples
    if small is None:
        raise ValueError(f"policies of the family {scenario.family} have no small examples")
    return [scenario.family, *small.asked(scenario, policy, against, metric)]


def _breakable(scenario: Scenario, metric: str) -> list[str]:
    small = FAMILIES[scenario.family].small_examples
    return small.breakable(scenario, metric) if small is not None else []
