"""Classes in real brokers: seats, what is stored of them, and that nothing of it outlives the day."""

import hashlib
import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from tests.workers.site import Site, debian_redis, until
from workers.classes import sessions as module
from workers.classes.sessions import KEEP, LETTERS, SEATS, ClassError, Classes, Seat

pytestmark = pytest.mark.worker
BROKERS = ("valkey",)

SHELF = "corral:shelf:classes"
LESSON = "delay-classes"
ADA, GRACE = "a" * 32, "b" * 32


@pytest.fixture(scope="session")
def classes(site: Site) -> Classes:
    return Classes(site.redis_url)


@pytest.fixture
def code(classes: Classes) -> str:
    return classes.open(LESSON)[0]


def seats_of(classes: Classes, code: str) -> list[Seat]:
    found = classes.seats(code)
    assert found is not None
    return found[1]


def keys_of(redis: Redis, code: str) -> list[bytes]:
    return sorted(map(bytes, redis.keys(f"corral:class*{code}")))  # type: ignore[arg-type]


def test_a_class_has_a_code_that_nobody_mistakes(classes: Classes) -> None:
    codes = {classes.open(LESSON)[0] for _ in range(20)}
    assert len(codes) == 20
    assert all(re.fullmatch(f"[{LETTERS}]{{6}}", code) for code in codes)
    assert not set("0O1IL") & set(LETTERS)


def test_a_code_that_is_taken_is_not_given_again(classes: Classes, monkeypatch: pytest.MonkeyPatch) -> None:
    letters = iter("AAAAAAAAAAAABBBBBB")
    monkeypatch.setattr("workers.classes.sessions.secrets.choice", lambda _: next(letters))
    first, second = classes.open(LESSON), classes.open(LESSON)
    try:
        assert (first[0], second[0]) == ("AAAAAA", "BBBBBB")
        assert classes.is_teacher("AAAAAA", first[1])
    finally:
        classes.close("AAAAAA")
        classes.close("BBBBBB")


def test_only_its_key_makes_a_teacher(classes: Classes) -> None:
    code, key = classes.open(LESSON)
    _, other = classes.open(LESSON)
    assert [classes.is_teacher(code, one) for one in (key, other, "")] == [True, False, False]


def test_neither_key_nor_token_is_stored(classes: Classes, site: Site) -> None:
    code, key = classes.open(LESSON, visitor="c" * 32)
    classes.join(code, ADA, "Ada", visitor="c" * 32)
    everything = b" ".join(site.redis.dump(name) or b"" for name in keys_of(site.redis, code))
    for secret in (key, ADA, "c" * 32):
        assert secret.encode() not in everything
    assert not [name for name in site.redis.keys("*") if b"c" * 32 in name]


def test_everything_is_gone_a_day_after_the_opening_and_is_not_seen_before_it_is_swept(
    classes: Classes, site: Site, code: str
) -> None:
    """No key has an expiry, since the broker may evict what has one; the next sign of life of a worker sweeps."""
    classes.join(code, ADA, "Ada")
    classes.write(code, ADA, [5.0], [1.0])
    names = keys_of(site.redis, code)
    assert len(names) == 3
    assert all(site.redis.ttl(name) == -1 for name in names)
    opened, due = time.time() - KEEP - 1, site.redis.zscore(SHELF, code) or 0.0
    assert KEEP - 60 < due - time.time() <= KEEP
    site.redis.hset(f"corral:class:{code}", "opened", opened)
    assert (classes.session(code), classes.seats(code)) == (None, None)
    with pytest.raises(ClassError, match="closed, or it has expired"):
        classes.join(code, GRACE, "Grace")
    site.redis.zadd(SHELF, {code: opened + KEEP})
    until(lambda: not keys_of(site.redis, code))


def test_nothing_that_happens_makes_a_class_last_longer(classes: Classes, site: Site, code: str) -> None:
    due = site.redis.zscore(SHELF, code)
    classes.join(code, ADA, "Ada")
    classes.write(code, ADA, [5.0], [])
    classes.join(code, ADA, "Augusta")
    classes.reveal(code, True)
    assert site.redis.zscore(SHELF, code) == due


def test_a_class_that_an_earlier_version_opened_goes_on_and_keeps_its_hour(classes: Classes, site: Site) -> None:
    opened = time.time() - 3600
    record: dict[Any, Any] = {"lesson": LESSON, "teacher": "x", "opened": opened, "revealed": 0, "version": 1}
    site.redis.hset("corral:class:ABCDEF", mapping=record)
    site.redis.hset("corral:class-seats:ABCDEF", hashlib.sha256(ADA.encode()).hexdigest(), 1)
    site.redis.hset("corral:class-entries:ABCDEF", mapping={"1:joined": opened, "1:nickname": "Ada"})
    for name in keys_of(site.redis, "ABCDEF"):
        site.redis.expire(name, KEEP - 3600)
    assert (classes.join("ABCDEF", ADA, "Ada"), classes.join("ABCDEF", GRACE, "Grace")) == (1, 2)
    assert all(site.redis.ttl(name) == -1 for name in keys_of(site.redis, "ABCDEF"))
    assert site.redis.zscore(SHELF, "ABCDEF") == pytest.approx(opened + KEEP)
    classes.close("ABCDEF")


# The teacher's seats --------------------------------------------------------------------------------------------------


def test_a_seat_that_is_taken_back_is_empty_and_its_student_is_told(classes: Classes, site: Site, code: str) -> None:
    classes.join(code, ADA, "Ada")
    classes.join(code, GRACE, "Grace")
    classes.write(code, ADA, [5.0], [1.0])
    before = classes.seats(code)
    assert before is not None
    assert classes.take_back(code, [1]) == 1
    after = classes.seats(code)
    assert after is not None
    assert [seat.name for seat in after[1]] == ["Grace"]
    assert after[0].version > before[0].version
    assert not [field for field in site.redis.hkeys(f"corral:class-entries:{code}") if field[:2] in (b"1:", "1:")]
    for late in (lambda: classes.join(code, ADA, "Ada"), lambda: classes.write(code, ADA, [5.0], [])):
        with pytest.raises(ClassError, match="teacher has taken back this seat") as refusal:
            late()
        assert refusal.value.gone
    assert classes.join(code, "c" * 32, "Ada again") == 3
    assert classes.take_back(code, [1, 99]) == 0


def test_a_full_class_has_a_seat_again_when_one_is_taken_back(
    classes: Classes, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SEATS", 1)
    classes.join(code, ADA, "Ada")
    classes.take_back(code, [1])
    assert classes.join(code, GRACE, "Grace") == 2


@pytest.mark.parametrize(("most", "said"), [("SEATS_OF_ONE", "This browser"), ("SEATS_AT_ONE", "your network")])
def test_neither_a_browser_nor_an_address_takes_all_seats_before_the_teacher_allows_it(
    classes: Classes, code: str, most: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, most, 3)

    def takes(n: int) -> str:
        number = "f" * 32 if most == "SEATS_OF_ONE" else f"{n:032x}"
        try:
            classes.join(code, f"{n:032x}", "", f"{number} at 10.7.0.{n if most == 'SEATS_OF_ONE' else 1}")
        except ClassError as error:
            return str(error)
        return ""

    assert [bool(takes(n)) for n in range(5)] == [False] * 3 + [True] * 2
    assert said in takes(5)
    assert classes.join(code, GRACE, "Grace", f"{'9' * 32} at 10.7.1.1")  # anybody else
    classes.take_back(code, [1, 2, 3])
    assert said in takes(6)  # what is taken back is not theirs to take again
    classes.allow_more(code)
    assert not takes(7)


def test_students_who_join_at_once_get_seats_of_their_own(classes: Classes, code: str) -> None:
    with ThreadPoolExecutor(8) as pool:
        numbers = list(pool.map(lambda n: classes.join(code, f"{n:032x}", ""), range(40)))
    assert sorted(numbers) == list(range(1, 41))
    assert len(seats_of(classes, code)) == 40


def test_who_joins_again_has_the_same_seat_and_the_new_name(classes: Classes, code: str) -> None:
    classes.join(code, GRACE, "")
    assert classes.join(code, ADA, "Ada") == classes.join(code, ADA, "Augusta") == 2
    assert [seat.name for seat in seats_of(classes, code)] == ["student 1", "Augusta"]


def test_a_full_class_takes_nobody_else_but_those_who_are_in_it(
    classes: Classes, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SEATS", 1)
    assert classes.join(code, ADA, "Ada") == 1
    with pytest.raises(ClassError, match="All 1 seats"):
        classes.join(code, GRACE, "Grace")
    assert classes.join(code, ADA, "Ada") == 1
    assert SEATS == 200


def test_the_last_seat_is_taken_once(classes: Classes, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SEATS", 3)

    def try_it(n: int) -> bool:
        try:
            return classes.join(code, f"{n:032x}", "") > 0
        except ClassError:
            return False

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(try_it, range(16))) == 3


def test_work_is_what_was_written_with_its_times(classes: Classes, code: str) -> None:
    classes.join(code, ADA, "Ada")
    classes.write(code, ADA, [2, 0, 1], [None, 12.5], revealed=True, handed_in=True)
    seat = seats_of(classes, code)[0]
    assert (seat.prediction, seat.answers) == ((2, 0, 1), (None, 12.5))
    assert None not in (seat.joined, seat.predicted, seat.revealed, seat.handed_in, seat.changed)


def test_work_that_comes_twice_changes_nothing(classes: Classes, code: str) -> None:
    classes.join(code, ADA, "Ada")
    classes.write(code, ADA, [5.0], [1.0], handed_in=True)
    before = classes.seats(code)
    classes.write(code, ADA, [5.0], [1.0], handed_in=True)
    assert classes.seats(code) == before


def test_the_prediction_stays_as_it_was_when_it_was_revealed(classes: Classes, code: str) -> None:
    classes.join(code, ADA, "Ada")
    classes.write(code, ADA, [5.0], [])
    classes.write(code, ADA, [7.0], [], revealed=True)
    classes.write(code, ADA, [9.0], [3.0], revealed=True)
    seat = seats_of(classes, code)[0]
    assert (seat.prediction, seat.answers) == ((7.0,), (3.0,))


def test_nothing_takes_away_what_is_there(classes: Classes, code: str) -> None:
    classes.join(code, ADA, "Ada")
    classes.write(code, ADA, [5.0], [1.0])
    classes.write(code, ADA, [], [])
    seat = seats_of(classes, code)[0]
    assert (seat.prediction, seat.answers) == ((5.0,), (1.0,))


def test_nobody_writes_without_a_seat(classes: Classes, code: str) -> None:
    with pytest.raises(ClassError, match="not joined") as refusal:
        classes.write(code, ADA, [5.0], [])
    assert not refusal.value.gone
    assert seats_of(classes, code) == []


def test_every_change_is_counted_and_looking_is_none(classes: Classes, code: str) -> None:
    def version() -> int:
        found = classes.session(code)
        assert found is not None
        return found.version

    seen = [version()]
    for change in (
        lambda: classes.join(code, ADA, "Ada"),
        lambda: classes.write(code, ADA, [5.0], []),
        lambda: classes.reveal(code, True),
    ):
        change()
        seen.append(version())
    assert seen == [1, 2, 3, 4]
    classes.reveal(code, True)
    classes.seats(code)
    assert version() == 4


def test_a_closed_class_is_gone_for_everybody(classes: Classes, site: Site, code: str) -> None:
    classes.join(code, ADA, "Ada")
    classes.write(code, ADA, [5.0], [])
    classes.close(code)
    assert keys_of(site.redis, code) == []
    assert classes.session(code) is None
    assert classes.seats(code) is None
    for late in (
        lambda: classes.join(code, ADA, "Ada"),
        lambda: classes.write(code, ADA, [5.0], []),
        lambda: classes.reveal(code, True),
    ):
        with pytest.raises(ClassError) as refusal:
            late()
        assert refusal.value.gone
    assert keys_of(site.redis, code) == []


def test_one_visitor_opens_so_many_classes_and_no_more(classes: Classes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "OPENED_PER_HOUR", 2)
    for _ in range(2):
        classes.open(LESSON, "d" * 32)
    with pytest.raises(ClassError, match="opened many classes"):
        classes.open(LESSON, "d" * 32)
    classes.open(LESSON, "e" * 32)


def test_a_class_outlives_a_restart_of_the_broker(tmp_path: Path) -> None:
    with debian_redis(tmp_path, keep=True) as (url, _):
        classes = Classes(url)
        code, key = classes.open(LESSON)
        classes.join(code, ADA, "Ada")
        classes.write(code, ADA, [5.0], [])
    with debian_redis(tmp_path, keep=True) as (url, _):
        classes = Classes(url)
        assert classes.is_teacher(code, key)
        assert [seat.prediction for seat in seats_of(classes, code)] == [(5.0,)]
        assert 0 < (Redis.from_url(url).zscore(SHELF, code) or 0.0) - time.time() <= KEEP
