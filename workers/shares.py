"""How much of the workers one visitor may have: so many studies at once, and so many new ones in a minute."""

from limits import RateLimitItemPerMinute
from limits.storage import storage_from_string
from limits.strategies import MovingWindowRateLimiter

from workers.store import Store

AT_ONCE = 4
"""Studies of one visitor that run at a time. Each has `rounds.LANES` tasks in the queue, whatever its size."""

PER_MINUTE = 30
"""Studies that one visitor may start in a minute."""

CROWD = 50
"""How many visitors an address may stand for that keeps no cookies; a class may come from one address."""


class Shares:
    """What visitors have, kept in the broker, so that any number of web processes count together."""

    def __init__(self, redis_url: str, store: Store) -> None:
        self._store = store
        self._limiter = MovingWindowRateLimiter(storage_from_string(redis_url, key_prefix="corral:limits"))

    def objection(self, visitor: str) -> str:
        """Why *visitor* may not start another study now, or nothing; counts it as started if there is no objection."""
        times = CROWD if visitor.startswith("at ") else 1
        running = self._store.running_of(visitor)
        if running >= AT_ONCE * times:
            return f"{running} of your studies are running; at most {AT_ONCE * times} may: cancel one, or wait for one"
        if not self._limiter.hit(RateLimitItemPerMinute(PER_MINUTE * times), visitor):
            return f"you have started {PER_MINUTE * times} studies within a minute; more are allowed in a moment"
        return ""
