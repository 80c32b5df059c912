"""What a second visitor can do to the first, with a real broker: cancel, guess codes, join, read, forge.

Each test says what happens. Why that is right stands beside it.
"""

import secrets
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from dash.exceptions import PreventUpdate
from limits import RateLimitItemPerMinute

from components.lessons.reading import lessons
from components.pages.classes import door, on_look, on_teacher
from components.visits import answers
from tests.workers.site import SLOW, Site, study, until
from workers.classes.sessions import (
    JOINED_PER_MINUTE,
    KEEP,
    LENGTH,
    LETTERS,
    MISSES_BY_ALL,
    MISSES_PER_MINUTE,
    OF_ALL,
    SEATS,
    ClassError,
    Classes,
)
from workers.client import StrangerError
from workers.pace import CROWD, parts, person

# One broker is enough: these are rules of ours; its steps are tested with both elsewhere.
pytestmark = pytest.mark.worker
BROKERS = ("redis",)

ADA, EVE = f"{'a' * 32} at 10.0.0.1", f"{'e' * 32} at 10.0.0.2"
CACHED = (answers.client, door.classes)


@cache
def _server() -> Any:
    from components.server.shell import create_server

    return create_server()


@pytest.fixture
def web(site: Site, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setenv("REDIS_URL", site.redis_url)
    for known in CACHED:
        known.cache_clear()
    yield _server()
    for known in CACHED:
        known.cache_clear()


@pytest.fixture
def code(site: Site) -> str:
    return Classes(site.redis_url).open(next(iter(lessons()[0])))[0]


def at(web: Any, address: str, cookie: str = "") -> Any:
    """A browser at an address; a cookie that it makes up, if it does."""
    client = web.test_client()
    client.environ_base["REMOTE_ADDR"] = address
    if cookie:
        client.set_cookie("corral-visitor", cookie)
    return client


# Studies: equal ones are one, and their names are no secret ---------------------------------------------------------


def test_a_stranger_cannot_cancel_a_study_whose_name_he_knows(site: Site) -> None:
    name = site.client.submit(study(SLOW + 800, replications=200), ADA)
    with pytest.raises(StrangerError, match="only those who asked"):
        site.client.cancel(name, EVE)
    assert site.status(name).state == "running"
    assert site.client.cancel(name, ADA)
    assert site.status(name).state == "cancelled"


def test_a_study_goes_on_until_the_last_who_asked_for_it_cancels(site: Site) -> None:
    """Forty students run the same: one who changes her mind does not take it from the others."""
    scenario = study(SLOW + 801, replications=200)
    name = site.client.submit(scenario, ADA)
    assert site.client.submit(scenario, EVE) == name
    assert not site.client.cancel(name, ADA)
    assert site.status(name).state == "running"
    with pytest.raises(StrangerError):  # she has left
        site.client.cancel(name, ADA)
    assert site.client.cancel(name, EVE)
    assert site.status(name).state == "cancelled"


def test_the_api_knows_strangers_too(site: Site, web: Any) -> None:
    tree = study(SLOW + 802, replications=200).model_dump(mode="json")
    mine, other = at(web, "10.0.1.1", "1" * 32), at(web, "10.0.1.2", "2" * 32)
    name = mine.post("/api/v1/studies", json=tree).json["id"]
    refused = other.delete(f"/api/v1/studies/{name}")
    assert refused.status_code == 403
    assert "only those who asked" in refused.json["errors"][0]
    assert other.get(f"/api/v1/studies/{name}").json["state"] == "running"
    assert mine.delete(f"/api/v1/studies/{name}").json["state"] == "cancelled"


def test_a_visitor_who_moves_keeps_her_studies_and_neither_number_nor_address_is_stored(site: Site) -> None:
    assert person(f"{'f' * 32} at 10.0.0.9") == person(f"{'f' * 32} at 10.9.9.9")
    name = site.client.submit(study(SLOW + 803, replications=200), f"{'f' * 32} at 10.0.0.9")
    assert site.client.cancel(name, f"{'f' * 32} at 10.9.9.9")
    assert not [key for key in site.redis.keys("*") if b"f" * 32 in key or b"10.0.0.9" in key]


def test_made_up_cookies_are_still_at_one_address(site: Site, web: Any, code: str) -> None:
    """A new number for each request gets no more than a class behind one address does."""
    assert list(parts(f"{'b' * 32} at 10.0.2.1").values()) == [1, CROWD]
    states = []
    for _ in range(JOINED_PER_MINUTE * CROWD + 1):
        states.append(_join(at(web, "10.0.2.1", secrets.token_hex(16)), code)["state"])
        if states[-1] == "refused" and len(states) > SEATS:
            break
    assert states.count("joined") <= SEATS


# Classes --------------------------------------------------------------------------------------------------------------


def _join(client: Any, code: str, nickname: str = "", seat: str = "") -> dict[str, Any]:
    body = {"seat": seat or secrets.token_hex(16), "nickname": nickname}
    found: dict[str, Any] = client.post(f"/class/{code}/join", json=body).json
    return found


def _miss(web: Any, address: str, times: int) -> None:
    """Somebody at an address makes up a new number for each code that is not there."""
    limit, pace = RateLimitItemPerMinute(MISSES_PER_MINUTE), door.classes()._pace
    for n in range(times):
        pace.refuses(limit, "codes", f"{n:032x} at {address}")
        pace.refuses(OF_ALL, "codes of all")
    assert at(web, address, secrets.token_hex(16)).get("/class/QQQQQQ/open").json["state"] in ("gone", "refused")


def test_a_guesser_is_slowed_and_a_right_code_opens_its_class_to_all_others_in_the_room(web: Any, code: str) -> None:
    guesser = at(web, "10.0.3.1", "3" * 32)
    said = [
        guesser.get(f"/class/ABC2{n:02d}/open".replace("0", "A").replace("1", "B")) for n in range(MISSES_PER_MINUTE)
    ]
    assert all(one.json["state"] == "gone" for one in said)
    late = guesser.get("/class/QQQQQQ/open").json
    assert (late["state"], "wait a minute" in late["said"]) == ("refused", True)
    assert guesser.get(f"/class/{code}/open").json["state"] == "open"
    _miss(web, "10.0.3.2", MISSES_PER_MINUTE * CROWD)
    assert at(web, "10.0.3.2").get("/class/QQQQQQ/open").json["state"] == "refused"
    for student in (at(web, "10.0.3.2"), at(web, "10.0.3.2", secrets.token_hex(16))):
        assert student.get(f"/class/{code}/open").json["state"] == "open"
        assert _join(student, code)["state"] == "joined"


def test_guessing_stays_hopeless(site: Site, web: Any, code: str) -> None:
    """All who guess together have so many tries in a minute; then only those pass who are where the class is."""
    assert MISSES_BY_ALL * KEEP / 60 / len(LETTERS) ** LENGTH < 0.005  # that a class is met in its day
    here = Classes(site.redis_url).open(next(iter(lessons()[0])), f"{'c' * 32} at 10.0.3.4")[0]
    _join(at(web, "10.0.3.3", "d" * 32), code)
    _miss(web, "10.0.3.3", MISSES_BY_ALL)
    _miss(web, "10.0.3.4", MISSES_PER_MINUTE * CROWD)
    guesser = at(web, "10.0.3.3", secrets.token_hex(16))
    assert guesser.get(f"/class/{here}/open").json["state"] == "refused"  # a right guess
    assert guesser.get(f"/class/{code}/open").json["state"] == "open"  # where others of the class are
    assert at(web, "10.0.3.4", secrets.token_hex(16)).get(f"/class/{here}/open").json["state"] == "open"  # the teacher
    assert at(web, "10.0.3.9", secrets.token_hex(16)).get(f"/class/{here}/open").json["state"] == "open"  # elsewhere
    site.redis.delete(*site.redis.keys("corral:pace:codes*"))


def test_a_student_who_has_joined_is_not_hindered_by_a_guesser_in_the_same_room(web: Any, code: str) -> None:
    student, seat = at(web, "10.0.3.5", "5" * 32), secrets.token_hex(16)
    assert _join(student, code, "Ada", seat)["state"] == "joined"
    for _ in range(MISSES_PER_MINUTE * CROWD + 1):
        at(web, "10.0.3.5").get("/class/QQQQQQ/open")
    answer = student.post(f"/class/{code}/work", json={"seat": seat, "work": {}})
    assert answer.json["state"] == "taken"


def test_ten_thousand_joins_take_the_seats_of_one_class_and_nothing_else(site: Site, web: Any, code: str) -> None:
    """Whoever has the code may join; the teacher sees it, closes the class and opens another one. Nothing grows."""
    before, classes = site.redis.dbsize(), Classes(site.redis_url)
    taken = refused = 0
    for n in range(10_000):
        try:
            taken += classes.join(code, secrets.token_hex(16), f"={n}", f"{n:032x} at 10.1.{n // 200}.1") > 0
        except ClassError:
            refused += 1
    assert (taken, refused) == (SEATS, 10_000 - SEATS)
    assert _join(at(web, "10.2.0.1"), code)["said"] == f"All {SEATS} seats of this class are taken."
    assert site.redis.dbsize() - before < 11_000  # the counts of visitors, gone in a minute
    found = classes.seats(code)
    assert found is not None
    assert len(found[1]) == SEATS


def test_nobody_reads_what_others_predicted_before_the_reveal(web: Any, code: str) -> None:
    """A student has the code and a seat; what the class says is for whoever has the teacher's key."""
    student, seat = at(web, "10.0.4.1", "6" * 32), secrets.token_hex(16)
    _join(student, code, "Zaphodine", seat)
    for path in (f"/class/{code}/work", f"/class/{code}/seats", f"/class/{code}/join"):
        assert student.get(path).status_code in (200, 404, 405)
        assert b"Zaphodine" not in student.get(path).data
    assert b"Zaphodine" not in student.get(f"/class/{code}").data
    assert "Zaphodine" not in str(student.get(f"/class/{code}/open").json)
    for held in (None, {}, {"key": seat}, {"key": "0" * 32}, {"key": ["x"]}, {"key": ""}):
        with pytest.raises(PreventUpdate):
            on_teacher.may(held, code)
        with pytest.raises(PreventUpdate):
            on_look.look(held, 1, None, None, "light", code, None)


def test_nobody_writes_into_the_seat_of_another(site: Site, web: Any, code: str) -> None:
    """A seat is known by 128 random bits that its browser alone has; the number of a seat opens nothing."""
    student = at(web, "10.0.4.2", "7" * 32)
    _join(student, code, "Ada", "a" * 32)
    forged = student.post(f"/class/{code}/work", json={"seat": "b" * 32, "work": {}, "handed_in": True}).json
    assert forged["state"] == "refused"
    assert student.post(f"/class/{code}/work", json={"seat": "1", "work": {}}).status_code == 400
    found = Classes(site.redis_url).seats(code)
    assert found is not None
    assert [seat.handed_in for seat in found[1]] == [None]


def test_a_second_hand_cannot_reveal_or_close_a_class(web: Any, code: str) -> None:
    for call in (lambda: on_teacher.close(1, {"key": "0" * 32}, code), lambda: on_teacher.download(1, None, code)):
        with pytest.raises(PreventUpdate):
            call()
    assert door.classes().session(code) is not None


def test_markup_in_nicknames_reaches_the_teacher_as_text(site: Site, web: Any, code: str) -> None:
    assert _join(at(web, "10.0.5.1", "8" * 32), code, "<img src=x>\u202e=1+1")["name"] == "<img src=x>=1+1"
    found = Classes(site.redis_url).seats(code)
    assert found is not None
    table = on_look._who(found[1])
    assert table.body[0][0] == "<img src=x>=1+1"  # cells are text: no component of ours takes HTML


def test_what_is_left_runs_on(site: Site) -> None:
    """After all of this the site still computes."""
    name = site.client.submit(study(804), ADA)
    until(lambda: site.status(name).state == "done")
