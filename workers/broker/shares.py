"""How much of the workers one visitor may have: so many studies at once, and so many new ones in a minute."""

from limits import RateLimitItemPerMinute

from workers.broker.store import Store
from workers.pace import Pace, parts

AT_ONCE = 4
"""Studies of one visitor that run at a time. Each has `rounds.LANES` tasks in the queue, whatever its size."""

PER_MINUTE = 30
"""Studies that one visitor may start in a minute."""


class Shares:
    """What visitors have, kept in the broker, so that any number of web processes count together."""

    def __init__(self, redis_url: str, store: Store) -> None:
        self._store = store
        self._pace = Pace(redis_url)

    def objection(self, visitor: str) -> str:
        """Why *visitor* may not start another study now, or nothing; counts it as started if there is no objection."""
        for who, crowd in parts(visitor).items():
            running, most = self._store.running_of(who), AT_ONCE * crowd
            if running >= most:
                return f"{running} of your studies are running; at most {most} may: cancel one, or wait for one"
        started = self._pace.refuses(RateLimitItemPerMinute(PER_MINUTE), "studies", visitor)
        if started is not None:
            return f"you have started {started} studies within a minute; more are allowed in a moment"
        return ""
