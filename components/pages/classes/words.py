"""What the pages of classes say, in sentences."""

from collections.abc import Iterable
from datetime import UTC, datetime

from workers.classes.sessions import KEEP, SEATS, STAGES, Seat, Session

KEPT = (
    f"Corral keeps of a class what its students predict and answer, a nickname if one is given, times, and how many "
    f"seats one browser or network has, without saying which; "
    f"all of it only for {KEEP // 3600} hours after the class was opened. Nobody needs an account."
)

OPENING = (
    f"Students join with a code, work through the lesson in their own browsers, and what they predict and answer is "
    f"seen here as it comes in, without names. A class has up to {SEATS} seats."
)

NOBODY_ELSE = (
    "Nobody on another computer can reach {host}. Start Corral with “--host 0.0.0.0”, and open this page by the name "
    "or address that this computer has in the network."
)

TITLES = {"joined": "joined", "predicted": "predicted", "revealed": "compared", "handed_in": "handed in"}
"""The stages, as columns and as counts."""


def clock(time: float | None) -> str:
    """An instant as date and time in UTC, as spreadsheets read it; "" if there is none."""
    return "" if time is None else f"{_utc(time):%Y-%m-%d %H:%M:%S}"


def expiry(session: Session) -> str:
    """When a class will be gone."""
    at = _utc(session.expires)
    return f"Everything in this class is deleted on {at.day} {at:%B} at {at:%H:%M} UTC, or when you close it."


def counts(seats: Iterable[Seat]) -> dict[str, int]:
    """How many students have come to each stage, by its title."""
    found = list(seats)
    return {TITLES[stage]: sum(getattr(seat, stage) is not None for seat in found) for stage in STAGES}


def told(numbers: dict[str, int]) -> str:
    """The counts for a screen reader."""
    parts = [f"{count} {'has' if count == 1 else 'have'} {title}" for title, count in numbers.items()]
    return ", ".join(parts) + "."


def _utc(time: float) -> datetime:
    return datetime.fromtimestamp(time, UTC)
