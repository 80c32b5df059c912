"""What the browsers of students send: to join, and their work when it changes. Bodies are JSON, and hostile until read.

POST /class/CODE/join  {"seat": token, "nickname": text}                   -> the seat
POST /class/CODE/work  {"seat": token, "work": ..., "handed_in": boolean}  -> taken, or why not
POST /class/CODE/back  {"key": the teacher's, "seats": numbers}            -> taken back, and what is in them deleted
POST /class/CODE/more  {"key": the teacher's}  -> a browser and a network may take as many seats again
GET  /class/CODE/open                                                      -> whether there still is such a class

What a student's page has to say is no error: those answers have the status 200 and a "state". Nothing here needs a
callback: forty students send a few hundred bytes each when they have done something.
"""

from typing import Any, TypeVar

import orjson
from flask import Blueprint, Flask, Response, request
from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from components.lessons.handing_in import clean_nickname
from components.lessons.reading import lessons
from components.lessons.work import MOST_BYTES, WorkError, read_work
from components.pages.classes.door import classes, is_token, read_code
from components.visits.visitors import visitor
from workers.classes.sessions import GONE, SEATS, SEATS_AT_ONE, SEATS_OF_ONE, ClassError, Session
from workers.client import UNREACHABLE
from workers.room import trouble_of

LONGEST_BODY = MOST_BYTES + 1_000

seats = Blueprint("seats", __name__, url_prefix="/class")


class _Join(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    seat: str = Field(max_length=32)
    nickname: str = Field("", max_length=200)


class _Work(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    seat: str = Field(max_length=32)
    work: JsonValue
    handed_in: bool = False


class _More(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    key: str = Field(max_length=32)


class _Back(_More):
    seats: list[int] = Field(max_length=SEATS)


Body = TypeVar("Body", _Join, _Work, _More, _Back)


class RefusalError(Exception):
    """A request that no page of ours would send; a sentence, and the status of the answer."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


def register(server: Flask) -> None:
    """Add all addresses."""
    server.register_blueprint(seats)


@seats.errorhandler(RefusalError)
def _refuse(refusal: RefusalError) -> Response:
    return _say("refused", str(refusal), refusal.status)


@seats.errorhandler(ClassError)
def _tell(error: ClassError) -> Response:
    return _say("gone" if error.gone else "refused", str(error))


for _away in UNREACHABLE:

    @seats.errorhandler(_away)
    def _wait(problem: Exception) -> Response:
        sentence = trouble_of(problem)
        return _say("away", f"{sentence[0].upper()}{sentence[1:]}.", 503)


@seats.post("/<code>/join")
def join(code: str) -> Response:
    """Take a seat, or give another nickname to the one that this token has."""
    body, plain = _read(_Join), _code(code)
    nickname = clean_nickname(body.nickname)
    lesson = _session(plain).lesson
    number = classes().join(plain, body.seat, nickname, visitor())
    return _json({"state": "joined", "lesson": lesson, "name": nickname or f"student {number}"})


@seats.post("/<code>/work")
def work(code: str) -> Response:
    """Take the work of a seat, as it is now."""
    body, plain = _read(_Work), _code(code)
    session = classes().session(plain)
    if session is None:
        raise ClassError(GONE, gone=True)
    lesson = lessons()[0].get(session.lesson)
    if lesson is None:
        return _say("gone", GONE)
    try:
        done = read_work(lesson, body.work)
    except WorkError as error:
        raise RefusalError(400, f"{str(error).capitalize()}.") from None
    given = done.prediction, done.answers, done.revealed, body.handed_in
    classes().write(plain, body.seat, *given, visitor=visitor())
    return _json({"state": "taken"})


@seats.post("/<code>/back")
def take_back(code: str) -> Response:
    """Take seats back, which the teacher alone may."""
    body = _read(_Back)
    count = classes().take_back(_of_teacher(code, body.key), body.seats)
    said = f"{count} seats are taken back." if count != 1 else "One seat is taken back."
    return _say("taken", f"{said} Their answers are deleted. Each browser that had one says so.")


@seats.post("/<code>/more")
def allow_more(code: str) -> Response:
    """Let every browser and every network take as many seats again, which the teacher alone may."""
    classes().allow_more(_of_teacher(code, _read(_More).key))
    return _say("taken", f"Each browser may take {SEATS_OF_ONE} seats more, each network {SEATS_AT_ONE}.")


@seats.get("/<code>/open")
def is_open(code: str) -> Response:
    """Whether the class is there, and on which lesson it is."""
    return _json({"state": "open", "lesson": _session(_code(code)).lesson})


def _code(text: str) -> str:
    if not (plain := read_code(text)):
        raise ClassError(GONE, gone=True)
    return plain


def _of_teacher(code: str, key: str) -> str:
    plain = _code(code)
    if not classes().is_teacher(plain, key):
        raise RefusalError(403, "This is not the key of the teacher of this class.")
    return plain


def _session(code: str) -> Session:
    found = classes().find(code, visitor())
    if found is None:
        raise ClassError(GONE, gone=True)
    return found


def _read(kind: type[Body]) -> Body:
    if request.mimetype != "application/json":
        raise RefusalError(415, "Send JSON, and say so: Content-Type: application/json.")
    if (request.content_length or 0) > LONGEST_BODY:
        raise RefusalError(413, f"At most {LONGEST_BODY:,} bytes are allowed.")
    try:
        found = kind.model_validate_json(request.get_data())
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        raise RefusalError(400, f"{'.'.join(map(str, first['loc']))}: {first['msg']}.") from None
    name = "seat" if isinstance(found, (_Join, _Work)) else "key"
    if not is_token(getattr(found, name)):
        raise RefusalError(400, f"{name}: 32 digits from 0 to 9 and a to f are expected.")
    return found


def _say(state: str, sentence: str, status: int = 200) -> Response:
    return _json({"state": state, "said": sentence}, status)


def _json(tree: dict[str, Any], status: int = 200) -> Response:
    return Response(orjson.dumps(tree), status, {"Cache-Control": "no-store"}, content_type="application/json")
