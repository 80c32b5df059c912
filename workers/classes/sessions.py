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

from workers.broker.shelves import CLASSES, PREFIXES
from workers.broker.store import Store
from workers.classes import steps as class_steps
from workers.pace import Pace, parts

KEEP = CLASSES.lasts
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
"""How often one visitor may look for a class that is not there; from one address, `pace.CROWD` times as often."""

MISSES_BY_ALL = 2_000
"""How many looks in vain there may be in a minute before codes are refused, right ones too, to those who have had too
many, unless somebody at their address is in that class or teaches it.

A code is one of 31 ** 6 = 8.9e8. At 2,000 guesses a minute one class, which is open for a day, is met with a chance of
2,000 * 1,440 / 8.9e8 = 0.3 %, one of a hundred open classes once in three days; and all it gives is a seat, which the
teacher takes back.
"""

SEAT_BYTES = 500
"""Bytes of a seat, about."""

SEATS_OF_ONE = 5
"""Seats of a class that one browser may take: a few people may share it."""

SEATS_AT_ONE = 100
"""Seats of a class that one address may take, until the teacher allows as many again: numbers of visitors can be made
up, and half of the seats stay for others."""

JOINED_PER_MINUTE = 20
"""How often one visitor may join a class in a minute."""

FIELDS = ("lesson", "opened", "revealed", "version")
"""Of the record of a class, what anybody may know."""

OF_ALL = RateLimitItemPerMinute(MISSES_BY_ALL)

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


FULL = "There is no room for more work of classes here; what you have done stays in this browser."
TAKEN_BACK = "Your teacher has taken back this seat; nothing of it is kept in the class."

TOO_MANY = (
    f"This browser has taken {SEATS_OF_ONE} seats of this class. Your teacher can allow more.",
    f"{SEATS_AT_ONE} seats of this class are taken from your network. Ask your teacher to allow more.",
)
"""What is said to those who want another seat: of one browser, and at one address."""

GONE = "This class is closed, or it has expired: nothing of it is kept."


class Classes:
    """The classes of one broker; safe to share between threads."""

    def __init__(self, redis_url: str) -> None:
        store = Store(redis_url)
        self._redis, self._shelves = store.redis, store.shelves
        self._pace = Pace(redis_url)
        names = ("OPEN", "JOIN", "WRITE", "REVEAL", "TAKE_BACK", "ALLOW")
        self._run = {name: self._redis.register_script(getattr(class_steps, name)) for name in names}

    def open(self, lesson: str, visitor: str = "") -> tuple[str, str]:
        """Open a class on *lesson*; its code and the teacher's key. `ClassError` if *visitor* has opened too many."""
        self._allow(RateLimitItemPerHour(OPENED_PER_HOUR), "classes", visitor, "opened many classes; wait an hour")
        if self._pace.refuses(RateLimitItemPerHour(OPENED_BY_ALL), "classes of all") is not None:
            raise ClassError("Very many classes have been opened here; try again later.")
        key = secrets.token_hex(16)
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
            opened = self._step("OPEN", code, lesson, _hash(key), _place(visitor))
            if opened < 0:
                raise ClassError("There is no room for another class here; try again later.")
            if opened:
                return code, key

    def session(self, code: str) -> Session | None:
        """What is known of a class, or None if there is none of this code."""
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.hmget(_record(code), *FIELDS)
        pipeline.time()
        return _session(code, *pipeline.execute())

    def find(self, code: str, visitor: str) -> Session | None:
        """The same for somebody who comes with a code; `ClassError` after many codes of classes that are not there.

        A right code opens its class also to those who have looked in vain too often, or whose neighbors have.
        """
        limit = RateLimitItemPerMinute(MISSES_PER_MINUTE)
        is_over, found = self._pace.is_over(limit, "codes", visitor), self.session(code)
        if found is None:
            self._pace.refuses(limit, "codes", visitor)
            self._pace.refuses(OF_ALL, "codes of all")
        if is_over and (found is None or (self._pace.is_over(OF_ALL, "codes of all") and self._is_far(code, visitor))):
            raise ClassError("Too many codes of classes that are not there; wait a minute.")
        return found

    def _is_far(self, code: str, visitor: str) -> bool:
        """Whether neither the teacher nor anybody in the class has been at the address of *visitor*."""
        return not self._redis.hexists(_record(code), f"of {_place(visitor)}")

    def is_teacher(self, code: str, key: str) -> bool:
        """Whether this is the key with which the class was opened."""
        known = cast("bytes | None", self._redis.hget(_record(code), "teacher"))
        return known is not None and hmac.compare_digest(known, _hash(key).encode())

    def join(self, code: str, token: str, nickname: str, visitor: str = "") -> int:
        """Take a seat, or rename the one of this token; its number. `ClassError` if there is no class or no seat."""
        wait = "joined very often; wait a minute"
        self._allow(RateLimitItemPerMinute(JOINED_PER_MINUTE), "seats", visitor, wait)
        takers = [part for who, crowd in parts(visitor).items() for part in (who, _most(crowd))]
        is_over = self._pace.spends(CLASSES, SEAT_BYTES, visitor, counts=False)
        number = -3 if is_over else self._step("JOIN", code, _hash(token), nickname, SEATS, *takers)
        if number < -3:
            crowds = list(parts(visitor).values())
            raise ClassError(TOO_MANY[crowds[-number - 4] > 1])
        if not number:
            raise ClassError(f"All {SEATS} seats of this class are taken.")
        if number > 0:
            self._pace.spends(CLASSES, SEAT_BYTES, visitor)
        return _seat_or_refused(number)

    def write(
        self,
        code: str,
        token: str,
        prediction: Sequence[float],
        answers: Sequence[float | None],
        revealed: bool = False,
        handed_in: bool = False,
        visitor: str = "",
    ) -> int:
        """Store the work of a seat, whose number is returned; doing it again changes nothing.

        `ClassError` if there is no class, or if nobody with this token has joined it.
        """
        has_answers = any(answer is not None for answer in answers)
        texts = [_dump(prediction) if prediction else "", _dump(answers) if has_answers else ""]
        if self._pace.spends(CLASSES, sum(map(len, texts)), visitor):
            raise ClassError(FULL)
        number = self._step("WRITE", code, _hash(token), *texts, int(revealed), int(handed_in))
        if not number:
            raise ClassError("This browser has not joined the class.")
        return _seat_or_refused(number)

    def seats(self, code: str) -> tuple[Session, list[Seat]] | None:
        """The class and everybody in it, by number, at one instant; None if there is no such class."""
        pipeline = self._redis.pipeline(transaction=True)
        pipeline.hmget(_record(code), *FIELDS)
        pipeline.time()
        pipeline.hgetall(_entries(code))
        found, now, entries = pipeline.execute()
        session = _session(code, found, now)
        return None if session is None else (session, _seats(entries))

    def reveal(self, code: str, shown: bool) -> None:
        """Show or hide what is measured, on every page of the teacher."""
        if not self._step("REVEAL", code, int(shown)):
            raise ClassError(GONE, gone=True)

    def take_back(self, code: str, numbers: Sequence[int]) -> int:
        """Take the seats of these *numbers* back with all that is in them; how many there were."""
        return _seat_or_refused(self._step("TAKE_BACK", code, *numbers))

    def allow_more(self, code: str) -> None:
        """Let every browser and every address take as many seats again as at the opening."""
        if not self._step("ALLOW", code):
            raise ClassError(GONE, gone=True)

    def close(self, code: str) -> None:
        """Delete a class and everything in it."""
        self._shelves.drop(CLASSES, code)

    def _step(self, name: str, code: str, *arguments: str | int) -> int:
        keys = [prefix + code for prefix in PREFIXES[CLASSES.name]]
        return int(self._run[name](keys, [code, KEEP, self._shelves.most(CLASSES), *arguments]))

    def _allow(self, limit: RateLimitItemPerHour | RateLimitItemPerMinute, what: str, visitor: str, said: str) -> None:
        if visitor and self._pace.refuses(limit, what, visitor) is not None:
            raise ClassError(f"You have {said}.")


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _dump(values: Sequence[Any]) -> str:
    return orjson.dumps(list(values)).decode()


def _place(visitor: str) -> str:
    """The name under which the address of a *visitor* is counted."""
    return list(parts(visitor))[-1] if visitor else ""


def _most(crowd: int) -> int:
    """Seats that one may take who stands for so many visitors."""
    return SEATS_OF_ONE if crowd == 1 else SEATS_AT_ONE


def _seat_or_refused(answer: int) -> int:
    """The *answer* of a step; `ClassError` if it says that there is none."""
    if answer >= 0:
        return answer
    raise ClassError({-1: GONE, -2: TAKEN_BACK}.get(answer, FULL), gone=answer > -3)


def _session(code: str, found: list[bytes | None], now: tuple[int, int]) -> Session | None:
    lesson, opened, revealed, version = found
    if lesson is None or opened is None or version is None or float(opened) + KEEP <= now[0]:
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


def _record(code: str) -> str:
    return f"corral:class:{code}"


def _entries(code: str) -> str:
    return f"corral:class-entries:{code}"
