"""How everything stands, seen from outside: broker, workers, queue, studies. For health checks and the status page."""

from collections.abc import Mapping
from typing import NamedTuple

from engine import ENGINE_VERSION
from workers.broker.shelves import PROMISED, Held, Memory
from workers.broker.store import Record, Store, Worker
from workers.celery_app import ANSWER, FIRST, NEXT, UNREACHABLE
from workers.rescue import LISTS

WAITING = {ANSWER: "answers", FIRST: "first pieces", NEXT: "further pieces"}
"""What waits in the queues, by priority."""


class Overview(NamedTuple):
    """One look.

    Attributes
    ----------
    broker : whether it answers; if not, nothing else is known
    compiling : what workers have still to compile, by their names
    refusal : why the broker does not store anything, in its words: its disk or its memory is full; nothing if it does
    workers : the living workers by name; those of another engine do nothing for this one
    waiting : messages in the queue by what they are
    running : records of the studies that are running, by their ids
    counts : cells ever "computed", "reused" and "failed"
    memory : how full the broker is, and what it has evicted
    held : what stands on its shelves, by their names; see `workers.broker.shelves`
    """

    broker: bool
    workers: dict[str, Worker]
    waiting: dict[str, int]
    running: dict[str, Record]
    counts: dict[str, int]
    refusal: str = ""
    compiling: Mapping[str, Mapping[str, float]] = {}
    memory: Memory = Memory(0, 0, 0)
    held: Mapping[str, Held] = {}

    @property
    def promised(self) -> int:
        """Bytes of what is kept until it is due, whatever is brought."""
        return sum(one.bytes for name, one in self.held.items() if name in PROMISED)

    @property
    def useful(self) -> dict[str, Worker]:
        """The workers that compute for this version of the engine."""
        return {name: worker for name, worker in self.workers.items() if worker.engine == ENGINE_VERSION}


def look(store: Store) -> Overview:
    """How everything stands; does not wait for a broker that is away."""
    try:
        workers = store.workers()
        waiting = {what: sum(store.depths(LISTS[step])) for step, what in WAITING.items()}
        records = {study: store.record(study) for study in store.running()}
        running = {study: record for study, record in records.items() if record and record.state == "running"}
        said = store.counts(), store.refusal(), store.compiling(), store.shelves.memory(), store.shelves.held()
        return Overview(True, workers, waiting, running, *said)
    except UNREACHABLE:
        return Overview(False, {}, dict.fromkeys(WAITING.values(), 0), {}, {})
