"""How often something may be done, counted in the broker, so that any number of web processes count together."""

import hashlib

from limits import RateLimitItem

from workers.broker.shelves import Shelf
from workers.broker.store import Store

AT = "at "
"""Begins an address. A visitor is "NUMBER at ADDRESS", or "at ADDRESS" where no number is known."""

CROWD = 50
"""How many visitors an address may stand for; a class may come from one address."""


def parts(visitor: str) -> dict[str, int]:
    """The names under which *visitor* is counted in the broker, and how many visitors each may stand for.

    Whoever makes up a new number for each request is still at one address. The names are hashes: neither numbers nor
    addresses stand in the broker.
    """
    number, at, address = visitor.rpartition(AT)
    if not at:
        return {_hash(visitor): 1} if visitor else {}
    own = {_hash(number.strip()): 1} if number.strip() else {}
    return own | {_hash(f"{AT}{address}"): CROWD}


def payers(shelf: Shelf, visitor: str) -> dict[str, int]:
    """The names under which bytes of *visitor* are counted, and how many each may bring to a *shelf* in an hour."""
    return {name: shelf.per_visitor if crowd == 1 else shelf.per_address for name, crowd in parts(visitor).items()}


def person(visitor: str) -> str:
    """The name of a *visitor* by its number, wherever it is; of one who has none, by the address."""
    return next(iter(parts(visitor)), "")


def _hash(who: str) -> str:
    return hashlib.sha256(who.encode()).hexdigest()[:16]


class Pace:
    """Counts what visitors do, by the clock of the broker; safe to share between threads.

    The storage of `limits` goes by the clock of each web process: one that is an hour ahead would have visitors turned
    away by all others for an hour.
    """

    def __init__(self, redis_url: str) -> None:
        self._store = Store(redis_url)

    def refuses(self, limit: RateLimitItem, what: str, visitor: str = "") -> int | None:
        """None if *visitor* may do *what* once more, which counts; else how often it may be done at most.

        Without a visitor all count together.
        """
        for who, times in (parts(visitor) or {"everybody": 1}).items():
            most = limit.amount * times
            if not self._store.pace(f"{what}/{who}", most, limit.get_expiry()):
                return most
        return None

    def is_over(self, limit: RateLimitItem, what: str, visitor: str = "") -> bool:
        """Whether *visitor* may not do *what* any more for now; counts nothing."""
        return any(
            not self._store.pace(f"{what}/{who}", limit.amount * times, limit.get_expiry(), counts=False)
            for who, times in (parts(visitor) or {"everybody": 1}).items()
        )

    def spends(self, shelf: Shelf, size: int, visitor: str, counts: bool = True) -> str:
        """Nothing if *visitor* may have *size* bytes more kept on a *shelf*, which *counts*; else how many, and when.

        Every visitor may bring so many in an hour, and every address, whose visitors make up numbers as they like.
        What all may have is the shelf's share of the memory.
        """
        for counted in (False, True)[: 1 + counts]:
            asked = payers(shelf, visitor).items()
            waits = [(self._store.spend(f"{shelf.name}/{name}", size, most, counted), most) for name, most in asked]
            wait, most = max(waits, default=(0, 0))
            if wait:
                who, minutes = "your address" if most == shelf.per_address else "you", -(-wait // 60)
                allowed = f"{most / 1e6:g} MB of {shelf.name} that {who} may bring within an hour"
                return f"this would be more than the {allowed}; try again in {minutes} minute{'s' * (minutes > 1)}"
        return ""
