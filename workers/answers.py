"""What one task computes and several may look at: it is ordered, waited for and kept under a key.

As long as somebody looks for an answer it is computed; who does not look any more does not want it.
"""

import time
import zlib
from contextlib import suppress
from pathlib import Path
from threading import Semaphore
from typing import Any

import orjson
from kombu.pools import producers

from engine.inputs.scenario import Scenario
from engine.results.result import Result
from engine.study.budget import Budget, Kind, budget, limits, pilots_of
from engine.study.pilots import LONGEST
from workers import computing, kept_files, tasks
from workers.broker.store import Store
from workers.celery_app import ANSWER, UNREACHABLE, app
from workers.questions import QUESTIONS, Asking, asking
from workers.queues import MOMENT
from workers.recorded import table_key

PATIENCE = {"max_retries": 8, "interval_start": 0, "interval_step": 0.2, "interval_max": 1}
"""How often a message is sent anew while the broker restarts: for about five seconds."""

ORDER = 30
"""Seconds after which an answer that has not arrived is ordered again."""

WANTED = 10
"""Seconds for which an answer is computed on after somebody has last looked for it: a page looks again and again."""

LOOK = 0.01
"""Seconds between two looks whether an answer is there, where nothing was heard of it."""

LISTEN = 0.5
"""Seconds for which the broker is listened to at a time: whoever is told of nothing looks and orders again."""


SOON = 2.0
"""Seconds; whoever waits for no longer asks again by itself."""

MANY = 4_000
"""Threads of a process that has as many as it wants."""


class AnswerError(ValueError):
    """What could not be computed; the text is the reason."""


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

    def ask(self, name: str, *asked: Any, timeout: float = 0.0) -> Any:
        """The answer to the question called *name*, most often about a scenario; see `workers.questions`.

        Waits up to *timeout* seconds; None if it is not there by then, and asking again goes on waiting.
        `AnswerError` if it cannot be computed.
        """
        text = self._answer(timeout, asking(name, *asked))
        return None if text is None else orjson.loads(text)

    def priced(self, scenario: Scenario, timeout: float | None = None) -> Budget:
        """What the study of *scenario* costs, after what its pilots took; they are begun, and waited for up to
        *timeout* seconds. Of those that are not there then, formulas guess. Without a timeout nothing is begun.
        """
        pilots, taken = pilots_of(scenario), dict[str, float]()
        until = time.monotonic() + (timeout or 0.0)
        with suppress(*UNREACHABLE):
            for is_last in (False, True):  # all are begun before the first is waited for
                for policy, one in pilots.items():
                    left = until - time.monotonic() if is_last else 0.0
                    with suppress(AnswerError):  # it may need too much memory
                        if found := self._piloted(one, left, timeout is not None):
                            taken[policy] = found
        return budget(scenario, taken)

    def _piloted(self, one: Kind, seconds: float, begins: bool) -> float | None:
        """Seconds that a cell took, or is guessed at if it was ended before them; None if it is not known in time."""
        asked = asking("pilot", one.point, one.policy)
        text = self._answer(max(0.0, seconds), asked) if begins else self._store.answer(asked.key)
        told = orjson.loads(text or b"{}")
        return max(LONGEST, one.cost.seconds) if "ended" in told else told.get("seconds")

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
        `kept_files.find` finds it again. *form* is one of `computing.whole`. As `ask`.

        *against* another policy, by a metric, it is of how much each job differs.
        """
        question = asking("whole", scenario, policy, replication, form, against, kept_files.token())
        if found := kept_files.find(question.key):
            return found
        told = self._answer(timeout, question)
        if told is None or (found := kept_files.find(question.key)):
            return found
        data = self._store.answer(f"{question.key}-bytes")
        if data is None:  # it was removed meanwhile, or sent to another computer
            self._store.forget_answer(question.key)
            return None
        return kept_files.put(question.key, zlib.decompress(data))

    def preview(self, scenario: Scenario, timeout: float = 0.0) -> Result | None:
        """The result of a study so small that one task computes it. As `ask`."""
        seconds = None if scenario.log else budget(scenario).seconds
        text = self._answer(timeout, asking("preview", scenario, seconds))
        return None if text is None else Result.from_bytes(text, scenario, limits)

    def read_anew(self, sent: str, called: str, zone: str = "") -> None:
        """Have a log whose bytes have come again read again, where it could not be read or its table is gone."""
        key = asking("read_log", sent, called, zone).key
        told = orjson.loads(self._store.answer(key) or b"{}")
        if told and not self._store.shelves.has(table_key(told.get("log", ""))):
            self._store.forget_answer(key)

    def _answer(self, timeout: float, question: Asking) -> bytes | None:
        waiting = self._waiting_soon if timeout <= SOON else self._waiting
        may_wait = timeout > 0 and waiting.acquire(blocking=False)
        try:
            return self._looked_for(timeout if may_wait else 0.0, question)
        finally:
            if may_wait:
                waiting.release()

    def _looked_for(self, timeout: float, question: Asking) -> bytes | None:
        name, key, sent = question
        until, kept = time.monotonic() + timeout, QUESTIONS[name].wanted or WANTED
        wanted, is_told = 0.0, False
        while (found := self._store.answer(key)) is None:
            if time.monotonic() > wanted:
                self._store.want(key, kept)
                wanted = time.monotonic() + kept / 2
            if self._store.order(key, ORDER):
                self._send(tasks.answer, name, key, *sent, priority=ANSWER, queue=QUESTIONS[name].queue(*sent))
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

    def _send(self, task: Any, *arguments: Any, priority: int, queue: str = MOMENT) -> None:
        with producers[self._broker].acquire(block=True) as producer:
            task.apply_async(arguments, producer=producer, priority=priority, retry_policy=PATIENCE, queue=queue)
