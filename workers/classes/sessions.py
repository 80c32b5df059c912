"""Class sessions: a code, seats with nicknames, and what is in them. All of it is gone a day after the opening.

Nothing says who anybody is: the teacher and every seat are known by a random token that their browser keeps, of which
only a hash is stored.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import orjson
from limits import RateLimitItemPerHour, RateLimitItemPerMinute

from workers.broker.store import Store
from workers.classes import steps as class_steps
from workers.pace import Pace

KEEP = 24 * 3600
"""Seconds after which a class is gone, whatever happens in it."""

SEATS = 200
"""Most students of a class."""

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Of which codes consist: none of them is taken for another one."""

LENGTH = 6

OPENED_PER_HOUR = 20
"""Classes that one visitor may open in an hour."""

OPENED_BY_ALL = 1_000
"""Classes that may be opened in an hour, by whomever."""

MISSES_PER_MINUTE = 10
"""How often one visitor may look for a class that is not there. A code is one of 9e8: from one address, which may stand
for many visitors, one of a hundred open classes is met once in twelve days, and all it gives is a seat."""

JOINED_PER_MINUTE = 20
"""How often one visitor may join a class in a minute."""

STAGES = ("joined", "predicted", "revealed", "handed_in")
"""How far a student is; each has its time."""


class ClassError(ValueError):
    """What cannot be done with a class; the text is a sentence for the page. `gone` if there is no such class."""

    def __init__(self, sentence: str, gone: bool = False) -> None:
        super().__init__(sentence)
        self.gone = gone


class Session(NamedTuple):
    """What anybody may know of a class who has its code. Times are seconds since 1970."""

    code: str
    lesson: str
    opened: float
    revealed: bool
    version: int

    @property
    def expires(self) -> float:
        """When it is gone."""
        return self.opened + KEEP


class Seat(NamedTuple):
    """A student of a class, and the work: as `components.lessons.work` has it, since nobody else writes it.

    Times are seconds since 1970, None while it has not come to that.
    """

    number: int
    nickname: str
    prediction: tuple[float, ...]
    answers: tuple[float | None, ...]
    joined: float | None
    predicted: float | None
    revealed: float | None
    handed_in: float | None
    changed: float | None

    @property
    def name(self) -> str:
        """The nickname, or the number of the seat."""
        return self.nickname or f"student {self.number}"


GONE = "This class is closed, or it has expired: nothing of it is kept."


class Classes:
    """The classes of one broker; safe to share between threads."""

    def __init__(self, redis_url: str) -> None:
        self._redis = Store(redis_url).redis
        self._pace = Pace(redis_url)
        names = ("OPEN", "JOIN", "WRITE", "REVEAL")
        self._run = {name: self._redis.register_script(getattr(class_steps, name)) for name in names}

    def open(self, lesson: str, visitor: str = "") -> tuple[str, str]:
        """Open a class on *lesson*; its code and the teacher's key. `ClassError` if *visitor* has opened too many."""
        self._allow(RateLimitItemPerHour(OPENED_PER_HOUR), "classes", visitor, "opened many classes; wait an hour")
        if self._pace.refuses(RateLimitItemPerHour(OPENED_BY_ALL), "classes of all") is not None:
            raise ClassError("Very many classes have been opened here; try again later.")
        key = secrets.token_hex(16)
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
            if self._run["OPEN"]([_record(code)], [lesson, _hash(key), KEEP]):
                return code, key

    def session(self, code: str) -> Session | None:
        """What is known of a class, or None if there is none of this code."""
        found = cast("list[bytes | None]", self._redis.hmget(_record(code), "lesson", "opened", "revealed", "version"))
        return _session(code, found)

    def find(self, code: str, visitor: str) -> Session | None:
        """The same for somebody who comes with a code; `ClassError` after many codes of classes that are not there."""
        limit = RateLimitItemPerMinute(MISSES_PER_MINUTE)
        if self._pace.is_over(limit, "codes", visitor):
            raise ClassError("Too many codes of classes that are not there; wait a minute.")
        if (found := self.session(code)) is None:
            self._pace.refuses(limit, "codes", visitor)
        return found

    def is_teacher(self, code: str, key: str) -> bool:
        """Whether this is the key with which the class was opened."""
        known = cast("bytes | None", self._redis.hget(_record(code), "teacher"))
        return known is not None and hmac.compare_digest(known, _hash(key).encode())

    def join(self, code: str, token: str, nickname: str, visitor: str = "") -> int:
        """Take a seat, or rename the one of this token; its number. `ClassError` if there is no class or no seat."""
        wait = "joined very often; wait a minute"
        self._allow(RateLimitItemPerMinute(JOINED_PER_MINUTE), "seats", visitor, wait)
        number = int(self._run["JOIN"](_keys(code), [_hash(token), nickname, SEATS]))
        if number < 0:
            raise ClassError(GONE, gone=True)
        if not number:
            raise ClassError(f"All {SEATS} seats of this class are taken.")
        return number

    def write(
        self,
        code: str,
        token: str,
        prediction: Sequence[float],
        answers: Sequence[float | None],
        revealed: bool = False,
        handed_in: bool = False,
    ) -> int:
        """Store the work of a seat, whose number is returned; doing it again changes nothing.

        `ClassError` if there is no class, or if nobody with this token has joined it.
        """
        has_answers = any(answer is not None for answer in answers)
        texts = [_dump(prediction) if prediction else "", _dump(answers) if has_answers else ""]
        number = int(self._run["WRITE"](_keys(code), [_hash(token), *texts, int(revealed), int(handed_in)]))
        if number < 0:
            raise ClassError(GONE, gone=True)
        if not number:
            raise ClassError("This browser has not joined the class.")
        return number

    def seats(self, code: str) -> tuple[Session, list[Seat]] | None:
        """The class and everybody in it, by number, at one instant; None if there is no such class."""
        pipeline = self._redis.pipeline(transaction=True)
        pipeline.hmget(_record(code), "lesson", "opened", "revealed", "version")
        pipeline.hgetall(_entries(code))
        found, entries = pipeline.execute()
        session = _session(code, found)
        return None if session is None else (session, _seats(entries))

    def reveal(self, code: str, shown: bool) -> None:
        """Show or hide what is measured, on every page of the teacher."""
        if not self._run["REVEAL"]([_record(code)], [int(shown)]):
            raise ClassError(GONE, gone=True)

    def close(self, code: str) -> None:
        """Delete a class and everything in it."""
        self._redis.delete(*_keys(code))

    def _allow(self, limit: RateLimitItemPerHour | RateLimitItemPerMinute, what: str, visitor: str, said: str) -> None:
        if visitor and self._pace.refuses(limit, what, visitor) is not None:
            raise ClassError(f"You have {said}.")


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _dump(values: Sequence[Any]) -> str:
    return orjson.dumps(list(values)).decode()


def _session(code: str, found: list[bytes | None]) -> Session | None:
    lesson, opened, revealed, version = found
    if lesson is None or opened is None or version is None:
        return None
    return Session(code, lesson.decode(), float(opened), revealed == b"1", int(version))


def _seats(entries: dict[bytes, bytes]) -> list[Seat]:
    found: dict[int, dict[str, str]] = {}
    for name, text in entries.items():
        number, _, what = name.decode().partition(":")
        found.setdefault(int(number), {})[what] = text.decode()
    return [_seat(number, parts) for number, parts in sorted(found.items())]


def _seat(number: int, parts: dict[str, str]) -> Seat:
    times = [float(parts[what]) if what in parts else None for what in (*STAGES, "changed")]
    work = [tuple(orjson.loads(parts.get(what, "[]"))) for what in ("prediction", "answers")]
    return Seat(number, parts.get("nickname", ""), work[0], work[1], *times)


def _keys(code: str) -> list[str]:
    return [_record(code), f"corral:class-seats:{code}", _entries(code)]


def _record(code: str) -> str:
    return f"corral:class:{code}"


def _entries(code: str) -> str:
    return f"corral:class-entries:{code}"
