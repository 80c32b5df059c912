"""What a worker process has to do with: its broker, and the logs that are on their way through it."""

from functools import lru_cache

from workers.broker.store import Store
from workers.celery_app import app
from workers.recorded import Recorded


@lru_cache(maxsize=1)
def store_here() -> Store:
    """The broker that this process works for."""
    return Store(app.conf.broker_url)


@lru_cache(maxsize=1)
def recorded_here() -> Recorded:
    """The logs on their way through that broker."""
    return Recorded(app.conf.broker_url)
