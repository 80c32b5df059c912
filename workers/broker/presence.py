"""What a worker lets the others know: that it is alive, and what it has in hand."""

import contextlib
import logging
import os
from typing import Any

from celery import bootsteps
from celery.worker import state
from redis import RedisError

from engine import ENGINE_VERSION
from workers.broker.store import PART, Store

log = logging.getLogger(__name__)

BEAT = 2.0
"""Seconds between two signs of life."""


class Compiling:
    """Lets the others know what the worker called *name* has still to compile."""

    def __init__(self, redis_url: str, name: str) -> None:
        self._store = Store(redis_url, patient=False)
        self._name, self._told = name, False

    def tell(self, left: dict[str, float]) -> None:
        """Say which kernels are missing, and the seconds until each is there."""
        with contextlib.suppress(RedisError):  # the broker may come later
            if left:
                self._store.compiles(self._name, left)
            elif self._told:
                self._store.has_compiled(self._name)
            self._told = bool(left)


class Presence(bootsteps.StartStopStep):
    """Lets the main process of a Celery worker give a sign of life every two seconds, from its event loop."""

    requires = ("celery.worker.components:Pool",)
    worker = ""
    """The worker that this is a part of; nothing if it is one by itself."""

    def __init__(self, worker: Any, **options: Any) -> None:
        super().__init__(worker, **options)
        self.timer: Any = None

    def start(self, worker: Any) -> None:
        """Begin, once the processes of the pool are there."""
        self.store = Store(worker.app.conf.broker_url, patient=False)
        alone = f"{worker.hostname}:{os.getpid()}:{worker.concurrency}"
        self.name = f"{self.worker}{PART}{worker.hostname}" if self.worker else alone
        self.beat()
        self.timer = worker.timer.call_repeatedly(BEAT, self.beat)

    def beat(self) -> None:
        """Say that this worker is alive and which tasks it has."""
        try:
            in_hand = [str(request.argsrepr) for request in state.reserved_requests]
            self.store.beat(self.name, " ".join([str(len(in_hand)), ENGINE_VERSION, *in_hand]))
        except RedisError as problem:
            log.warning("no sign of life: %s", problem)

    def stop(self, worker: Any) -> None:
        """Say goodbye."""
        if self.timer is not None:
            self.timer.cancel()
        with contextlib.suppress(RedisError):  # silence says it, too
            self.store.leave(self.name)
