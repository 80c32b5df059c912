"""How often something may be done, counted in the broker, so that any number of web processes count together."""

import hashlib

from limits import RateLimitItem
from limits.storage import storage_from_string
from limits.strategies import MovingWindowRateLimiter

CROWD = 50
"""How many visitors an address may stand for that keeps no cookies; a class may come from one address."""


def crowd(visitor: str) -> int:
    """How many visitors *visitor* may stand for."""
    return CROWD if visitor.startswith("at ") else 1


class Pace:
    """Counts what visitors do; safe to share between threads."""

    def __init__(self, redis_url: str) -> None:
        self._limiter = MovingWindowRateLimiter(storage_from_string(redis_url, key_prefix="corral:limits"))

    def refuses(self, limit: RateLimitItem, what: str, visitor: str = "") -> int | None:
        """None if *visitor* may do *what* once more, which counts; else how often it may be done at most.

        Without a visitor all count together.
        """
        whole = type(limit)(limit.amount * crowd(visitor))
        # A hash, so that no address of anybody stands in the broker.
        name = hashlib.sha256(visitor.encode()).hexdigest()[:16] if visitor else "everybody"
        return None if self._limiter.hit(whole, what, name) else whole.amount
