"""What classes are sent by people who mean harm: addresses, bodies, keys and arguments of callbacks."""

import os
from contextlib import suppress
from typing import Any

import orjson
import pytest
from dash.exceptions import PreventUpdate
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from components.lessons.reading import lessons
from components.pages.classes import on_look, on_opening, on_teacher, seats, session
from components.pages.classes.door import CODE, read_code
from tests.hostile.inputs import ANYTHING, BODIES
from workers.classes.sessions import Seat, Session

pytestmark = pytest.mark.slow

KNOWN, TOKEN = "ABC234", "b" * 32
LOTS = settings(
    parent=settings(),
    max_examples=200,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    database=None,
)
PATHS = st.sampled_from([KNOWN, "abc234", "%00", "..%2f..", "A" * 5000, "ABC10O", "%F0%9F%9A%80", "ABC234%0a"])
WORK = st.fixed_dictionaries(
    {"seat": st.just(TOKEN), "work": ANYTHING | st.fixed_dictionaries({"prediction": ANYTHING, "answers": ANYTHING})}
)
JOIN = st.fixed_dictionaries({"seat": st.just(TOKEN) | st.text(max_size=40), "nickname": st.text(max_size=300)})


class Watched:
    """Classes of which one is there; remembers what got through."""

    lesson = next(iter(lessons()[0]))

    def __init__(self) -> None:
        self.joined: list[Any] = []
        self.written: list[Any] = []

    def session(self, code: str) -> Session | None:
        assert CODE.fullmatch(code)
        return Session(code, self.lesson, 0.0, False, 1) if code == KNOWN else None

    def find(self, code: str, _visitor: str) -> Session | None:
        return self.session(code)

    def seats(self, code: str) -> tuple[Session, list[Seat]] | None:
        found = self.session(code)
        return (found, []) if found else None

    def is_teacher(self, code: str, key: str) -> bool:
        assert len(key) == 32
        return False

    def open(self, lesson: str, _visitor: str) -> tuple[str, str]:
        assert lesson in lessons()[0]
        return KNOWN, TOKEN

    def join(self, code: str, token: str, nickname: str, _visitor: str) -> int:
        self.joined.append((code, token, nickname))
        return 1

    def write(self, *work: Any, visitor: str = "") -> int:
        self.written.append(work)
        return 1

    def close(self, _code: str) -> None:
        raise AssertionError("nobody here has the key")

    reveal = close


@pytest.fixture(scope="module")
def watched() -> Any:
    found = Watched()
    with pytest.MonkeyPatch.context() as patch:
        for module in (on_look, on_opening, on_teacher, seats, session):
            patch.setattr(module, "classes", lambda: found)
        yield found


@pytest.fixture(scope="module")
def web(watched: Watched) -> Any:
    os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:1/0")  # never spoken to
    server = Flask("seats")
    seats.register(server)
    return server.test_client()


def as_body(tree: Any) -> bytes:
    try:
        return orjson.dumps(tree)
    except TypeError:
        return repr(tree).encode(errors="replace")


@LOTS
@given(
    PATHS,
    st.sampled_from(["join", "work", "open"]),
    BODIES | WORK.map(as_body) | JOIN.map(as_body),
    st.sampled_from(["application/json", "application/json", "text/plain", "application/x-python-pickle"]),
)
def test_every_body_is_taken_or_refused(
    web: Any, watched: Watched, code: str, what: str, body: bytes, kind: str
) -> None:
    answer = web.post(f"/class/{code}/{what}", data=body, content_type=kind)
    assert answer.status_code in (200, 400, 404, 405, 413, 415), answer.data[:300]
    if answer.is_json and answer.json["state"] == "refused":
        assert 0 < len(answer.json["said"]) < 300
    for _, token, nickname in watched.joined:
        assert token == TOKEN
        assert len(nickname) <= 24
        assert nickname.isprintable()
    for _, token, prediction, answers, *_ in watched.written:
        assert token == TOKEN
        assert len(prediction) + len(answers) <= 48
    watched.joined.clear()
    watched.written.clear()


def test_a_page_of_another_site_cannot_send(web: Any, watched: Watched) -> None:
    body = as_body({"seat": TOKEN, "nickname": "Eve"})
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        assert web.post(f"/class/{KNOWN}/join", data=body, content_type=kind).status_code == 415
    assert watched.joined == []


def test_a_body_is_not_read_beyond_its_bound(web: Any) -> None:
    body = b'{"seat": "' + b"a" * 10_000 + b'"}'
    assert web.post(f"/class/{KNOWN}/work", data=body, content_type="application/json").status_code == 413


@LOTS
@given(ANYTHING | st.text(max_size=60))
def test_whatever_is_typed_is_a_code_or_none(typed: Any) -> None:
    found = read_code(typed)
    assert found == "" or CODE.fullmatch(found)


HELD = ANYTHING | st.fixed_dictionaries({"key": ANYTHING | st.just(TOKEN), "origin": ANYTHING})


@LOTS
@given(HELD, ANYTHING | st.just(KNOWN), ANYTHING)
def test_no_callback_does_anything_without_the_key(watched: Watched, held: Any, code: Any, other: Any) -> None:
    for call in (
        lambda: on_teacher.download(1, held, code),
        lambda: on_teacher.close(1, held, code),
        lambda: on_look.look(held, other, 1, 1, other, code, other),
    ):
        with pytest.raises(PreventUpdate):
            call()
    assert on_teacher.enter(held, code)[0] == "hidden"


@LOTS
@given(ANYTHING)
def test_a_class_is_opened_on_a_lesson_that_there_is(watched: Watched, lesson: Any) -> None:
    assert on_opening.open_class(1, lesson)[1] == ("" if lesson in list(lessons()[0]) else "Choose a lesson first.")


@LOTS
@given(st.text(max_size=60) | PATHS)
def test_every_address_of_a_class_has_a_page(watched: Watched, code: str) -> None:
    with suppress(UnicodeEncodeError):
        assert "class-page" in str(session.layout(code))
