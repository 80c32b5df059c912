"""Logs of machines on their way: the bytes as they are sent, until a worker has read them; tables, for every worker.

A study names the log that it needs. It is sent to a computer once and kept there by its name, not sent with each task.
"""

import hashlib
from typing import Any

import orjson
from limits import RateLimitItemPerHour

from engine.inputs.scenario import Scenario
from engine.logs import keeping
from workers.broker.shelves import LOGS
from workers.broker.store import Store
from workers.pace import Pace

KEEP_SENT = 600
"""Seconds for which bytes wait for a worker that reads them."""

PER_HOUR = 60
"""Logs that one visitor may send in an hour."""


HEARD = ("kind", "lines", "refused", "sentences", "notes", "head", "divisions", "foremost")
"""Of what is told of a file: what its table does not say, and the page tells of the log."""


OF_NAMES = ("Partition", "Queue")
"""Labels of a head that are names, which a site may not want to show."""


class TooManyLogsError(ValueError):
    """A visitor has sent enough of them for now; the text is a sentence for the page."""


class Recorded:
    """The logs of one broker; safe to share between threads."""

    def __init__(self, redis_url: str) -> None:
        self._shelves = Store(redis_url).shelves
        self._pace = Pace(redis_url)

    def send(self, data: bytes, visitor: str = "") -> str:
        """Let the bytes of a file wait for a worker, and return their name. `TooManyLogsError` if *visitor* may not."""
        made = self._pace.refuses(RateLimitItemPerHour(PER_HOUR), "logs", visitor)
        if made is not None:
            raise TooManyLogsError(f"you have sent {made} logs within an hour; try again later")
        name = hashlib.sha256(data).hexdigest()
        if refusal := self._pace.spends(LOGS, len(data), visitor):
            raise TooManyLogsError(refusal)
        if not self._shelves.put(LOGS, name, data, _sent(name), KEEP_SENT):
            raise TooManyLogsError(f"{len(data):,} bytes are more than there is room for here; send fewer jobs")
        return name

    def sent(self, name: str) -> bytes | None:
        """The bytes of this *name*; None if they were read, or came too long ago."""
        return self._shelves.get(_sent(name))

    def forget(self, name: str) -> None:
        """Nobody needs the bytes as they were sent any more: they may name people."""
        self._shelves.drop(LOGS, name)

    def put(self, name: str, encoded: bytes, heard: bytes = b"") -> None:
        """Keep a table for all workers, for seven days after its last use, and what was *heard* of its file (JSON)."""
        self._shelves.put(LOGS, name, encoded, table_key(name))
        if heard:
            self._shelves.put(LOGS, name, heard, _heard(name))

    def heard(self, name: str) -> dict[str, Any]:
        """What the file said of which the table of this *name* was last read, `HEARD`; nothing if that is forgotten."""
        found = self._shelves.use(LOGS, name, _heard(name))
        told: dict[str, Any] = orjson.loads(found) if found else {}
        return told

    def forget_names(self, name: str) -> bool:
        """Drop what the head of a file calls its partitions and queues; whether it called any. Numbers stay."""
        told = self.heard(name)
        kept = [label for label in told.get("head", []) if label[0] not in OF_NAMES]
        if len(kept) == len(told.get("head", [])):
            return False
        self._shelves.put(LOGS, name, orjson.dumps(told | {"head": kept}), _heard(name))
        return True

    def bring(self, scenario: Scenario) -> None:
        """Have the log of *scenario* in a file of this computer, and in the broker, if either has it.

        Where neither has, whoever simulates says which one is missing.
        """
        name = scenario.log
        if not name:
            return
        found = self._shelves.use(LOGS, name, table_key(name))
        if found is not None and not keeping.is_here(name):
            keeping.put(name, found)
        elif found is None and keeping.is_here(name):
            self.put(name, keeping.bytes_of(name))


def _sent(name: str) -> str:
    return f"corral:sent:{name}"


def _heard(name: str) -> str:
    return f"corral:heard:{name}"


def table_key(name: str) -> str:
    """The key of a table in the broker."""
    return f"corral:log:{name}"
