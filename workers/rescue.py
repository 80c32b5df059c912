"""Finding a running study that nobody works for any more, because a broker or a worker died at a bad moment."""

from itertools import chain

from kombu.transport.redis import PRIORITY_STEPS, Channel

from engine import ENGINE_VERSION
from workers.broker.store import WORKERS, Record, Store
from workers.celery_app import MESSAGES
from workers.queues import QUEUES

QUIET = 10
"""Seconds without a finished or begun cell after which one looks whether anybody works for a study."""

LISTS = {
    step: [f"{MESSAGES}{queue.name}{Channel.sep}{step}" if step else f"{MESSAGES}{queue.name}" for queue in QUEUES]
    for step in PRIORITY_STEPS
}
"""Where the broker keeps waiting messages, by priority, queue by queue."""

TAKEN = [f"{MESSAGES}{Channel.unacked_key}", f"{MESSAGES}{Channel.unacked_index_key}"]
"""Where it keeps those that a worker has taken and not yet acknowledged."""


def abandoned(store: Store, study: str, record: Record) -> bool:
    """Whether a study is running, and no message of it waits in the queue or is in the hands of a living worker.

    Cheap while the study makes progress, and looks at the queue at most once in `QUIET` seconds for each study: a
    study may well be quiet for longer than that when many others run.
    """
    # A beat from the future came before somebody set the broker's clock back.
    is_quiet = abs(record.now - record.beat) >= QUIET
    if record.state != "running" or not is_quiet or not store.may_look_after(study, QUIET):
        return False
    workers = [worker for worker in store.workers().values() if worker.engine == ENGINE_VERSION]
    # Without workers nothing is lost that the next one will not find.
    return bool(workers) and study not in " ".join(
        [*(one.in_hand for one in workers), *store.waiting(chain(*LISTS.values()))]
    )


def forget_messages(store: Store) -> None:
    """Empty the queue, and forget the workers that took from it.

    Only for a broker that has no worker yet: what a dead one had taken would wait for minutes.
    """
    store.redis.delete(*chain(*LISTS.values()), *TAKEN, WORKERS)
