"""What comes as a file or leaves as one: logs, whole schedules, and tables of every job."""

import zlib
from functools import partial

import orjson

from engine.logs.encoding import decode, encode
from engine.study.registry import parse_scenario
from workers import bounds, computing, kept_files
from workers.bounds import Bounds
from workers.broker.store import KEEP_FAILURE
from workers.celery_app import app
from workers.recorded import HEARD
from workers.tasks.computed import answer, computed, failure
from workers.tasks.connected import recorded_here, store_here

READING = Bounds(30.0, "which is enough for the longest file that is read")


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
    store = store_here()
    bound = partial(_bounds_of_file, scenario.encode(), policy, against)
    arguments = (scenario.encode(), policy, replication, form, against)
    data = computed(store, key, bound, computing.whole, *arguments, longest=kept_files.LONGEST)
    if data is None:
        return
    try:
        shared = kept_files.is_shared(token)
        if shared:
            kept_files.put(key, data)
        else:
            store.put_answer(_bytes_of(key), zlib.compress(data, 1), kept_files.KEEP_SENT)
    except OSError as error:
        store.put_answer(key, failure(f"it cannot be kept: {error.strerror}"), KEEP_FAILURE)
    else:
        store.put_answer(key, kept_files.told(len(data), shared), kept_files.KEEP_SENT)


def _bytes_of(key: str) -> str:
    return f"{key}-bytes"


def _bounds_of_file(text: bytes, policy: str, against: tuple[str, str] | None) -> Bounds:
    read = parse_scenario(text)
    recorded_here().bring(read)
    return bounds.of_pair(read, (against[0], policy)) if against else bounds.of_replay(read, policy)


@app.task(name="corral.recorded", acks_late=False)
def recorded(key: str, scenario: str) -> None:
    """Compute what the log of the scenario of one point is like, and how it was cleaned."""
    answer(key, scenario, lambda _point: READING, computing.recorded)


@app.task(name="corral.read_log", acks_late=False)
def read_log(key: str, sent: str, called: str, zone: str = "") -> None:
    """Read a log whose bytes were *sent*, keep its table, and store what is told of it under *key*."""
    store, logs = store_here(), recorded_here()
    data = logs.sent(sent)
    if data is None:
        store.put_answer(key, failure("the file is not here any more: send it again"), KEEP_FAILURE)
        return
    answer = computed(store, key, lambda: READING, computing.log, data, called, zone)
    if answer is not None:
        told, _, encoded = answer.partition(b"\n")
        tree = orjson.loads(told)
        logs.put(tree["log"], encoded, orjson.dumps({name: tree[name] for name in HEARD}))
        if tree["kind"] == "sacct" and (before := decode(encoded).of_old_links()) is not None:
            logs.put(before.name, encode(before))
        store.put_answer(key, told)
        logs.forget(sent)


@app.task(name="corral.coscheduled", acks_late=False)
def coscheduled(key: str, scenario: str, asked: str, first: int | None, divided_by: float | None) -> None:
    """Put the jobs of the log of a scenario into the scenario of coscheduling that is *asked* for."""
    answer(key, scenario, lambda _point: READING, computing.coscheduled, asked.encode(), first, divided_by)
