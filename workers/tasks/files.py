"""How questions about files, and answers that are files, are carried: logs, whole schedules, tables of every job."""

import zlib
from collections.abc import Callable
from typing import Any, NamedTuple

import orjson

from engine.logs.encoding import decode, encode
from workers import kept_files
from workers.broker.store import LONGEST_ANSWER
from workers.recorded import HEARD
from workers.tasks.connected import recorded_here, store_here


class Carried(NamedTuple):
    """What is done for one question between the broker and the process that computes.

    Attributes
    ----------
    given : (what was sent) -> what the process is given
    keep : (key, answer, what was sent) stores it; `OSError` if it cannot be kept
    longest : bytes of an answer
    """

    given: Callable[..., tuple[Any, ...]] = lambda *sent: tuple(sent)
    keep: Callable[..., None] = lambda key, found, *_: store_here().put_answer(key, found)
    longest: int = LONGEST_ANSWER


AS_SENT = Carried()


def _keep_file(key: str, found: bytes, *sent: Any) -> None:
    """In the folder of whoever asks, if that is here; else by way of the broker."""
    store, shared = store_here(), kept_files.is_shared(sent[-1])
    if shared:
        kept_files.put(key, found)
    else:
        store.put_answer(f"{key}-bytes", zlib.compress(found, 1), kept_files.KEEP_SENT)
    store.put_answer(key, kept_files.told(len(found), shared), kept_files.KEEP_SENT)


def _sent_log(sent: str, called: str, zone: str) -> tuple[bytes, str, str]:
    data = recorded_here().sent(sent)
    if data is None:
        raise ValueError("the file is not here any more: send it again")
    return data, called, zone


def _keep_log(key: str, found: bytes, sent: str, *_more: str) -> None:
    """The table of a log is kept, what is told of it is the answer, and the bytes as they were *sent* go."""
    logs, (told, _, encoded) = recorded_here(), found.partition(b"\n")
    tree = orjson.loads(told)
    logs.put(tree["log"], encoded, orjson.dumps({name: tree[name] for name in HEARD}))
    if tree["kind"] == "sacct" and (before := decode(encoded).of_old_links()) is not None:
        logs.put(before.name, encode(before))
    store_here().put_answer(key, told)
    logs.forget(sent)


CARRIED = {"whole": Carried(keep=_keep_file, longest=kept_files.LONGEST), "read_log": Carried(_sent_log, _keep_log)}
"""By the names of the questions; all others are computed of what was sent, and kept as they are."""
