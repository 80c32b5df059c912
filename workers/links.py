"""Short links: an address of this installation under a hash of its content, kept in Redis."""

import hashlib

from limits import RateLimitItemPerDay, RateLimitItemPerHour

from workers.broker.shelves import DAY, LINKS
from workers.broker.store import Store
from workers.pace import Pace

KEEP_LINK_DAYS = LINKS.lasts // DAY
"""For which a short link is kept after it was last opened: the course comes back next year."""

PER_HOUR = 60
"""Short links that one visitor may make in an hour; one that is there already is free."""

PER_DAY = 5_000
"""Short links that are made in a day, whoever asks: a cookie can be forged, and each may be kept for long."""

DIGITS = 16
"""Hexadecimal ones of a short link."""


class TooManyLinksError(ValueError):
    """A visitor has made enough of them for now; the text is a sentence for the page."""


class Links:
    """The short links of one broker; safe to share between threads."""

    def __init__(self, redis_url: str) -> None:
        self._shelves = Store(redis_url).shelves
        self._pace = Pace(redis_url)

    def shorten(self, address: str, visitor: str = "") -> str:
        """Keep *address*, and return its digits: the same ones whoever asks. `TooManyLinksError` if *visitor* may not.

        What an address is was checked by the page: nothing here looks into it.
        """
        digits = digits_of(address)
        if self.opened(digits) is None:
            made = self._pace.refuses(RateLimitItemPerHour(PER_HOUR), "links", visitor)
            if made is not None:
                raise TooManyLinksError(
                    f"you have made {made} short links within an hour; the link above works without one"
                )
            if self._pace.refuses(RateLimitItemPerDay(PER_DAY), "links of all") is not None:
                raise TooManyLinksError("no more short links are made here today; the link above works without one")
            if refusal := self._pace.spends(LINKS, len(address), visitor):
                raise TooManyLinksError(f"{refusal}; the link above works without one")
            if not self._shelves.put(LINKS, digits, address.encode()):
                raise TooManyLinksError("there is no room for more short links here; the link above works without one")
        return digits

    def opened(self, digits: str) -> str | None:
        """The address behind *digits*, which is kept for another year from now; None if it is not known here."""
        found = self._shelves.use(LINKS, digits)
        return None if found is None else found.decode()


def digits_of(address: str) -> str:
    """The digits that *address* has on every installation."""
    return hashlib.sha256(address.encode()).hexdigest()[:DIGITS]
