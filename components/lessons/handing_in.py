"""What a student hands in, as text in a link: the work with a nickname. Anybody can forge it, and it is hostile until
read."""

import base64
import binascii
import zlib
from typing import Annotated, Any

import orjson
from pydantic import Field, ValidationError

from components.lessons.lesson import Lesson
from components.lessons.work import MOST_BYTES, Work, WorkError, read_work
from engine import ENGINE_VERSION
from engine.inputs.of_strangers import plain, read_json
from engine.inputs.quantity import Strict

LONGEST_NICKNAME = 24
LONGEST_TEXT = 4_000
"""Characters of a link that are decoded at all."""

MOST_TRIES = 1_000
Count = Annotated[int, Field(ge=0, le=MOST_TRIES)]

PARTS = ("prediction", "answers", "revealed")
"""What `read_work` reads."""


class HandedIn(Strict):
    """What stands in a link beside the work.

    Attributes
    ----------
    nickname : what the student wants to be called; may be empty
    tries : how often each question was answered
    engine : version of the engine with which the student worked
    """

    nickname: str = Field(default="", max_length=LONGEST_NICKNAME)
    tries: tuple[Count, ...] = Field(default=(), max_length=8)
    engine: str = Field(default="", max_length=20)


def clean_nickname(text: Any) -> str:
    """*text* without signs that cannot be seen or change the direction of writing, cut to its greatest length."""
    return " ".join(plain(str(text or "")[:1000]).split())[:LONGEST_NICKNAME].strip()


def work_in(lesson: Lesson, tree: Any) -> Work:
    """The work in what a browser keeps of a lesson; `WorkError` says where it does not fit.

    A prediction counts once it is fixed.
    """
    if not isinstance(tree, dict):
        return Work()
    kept = {name: tree[name] for name in PARTS if name in tree}
    if not tree.get("fixed"):
        kept.pop("prediction", None)
    return read_work(lesson, kept)


def to_text(work: Work, nickname: str, tries: list[int]) -> str:
    """JSON, zlib, base64url without padding."""
    beside = HandedIn(nickname=clean_nickname(nickname), tries=tuple(tries), engine=ENGINE_VERSION)
    plain = orjson.dumps(work.model_dump(mode="json") | beside.model_dump(mode="json"))
    return base64.urlsafe_b64encode(zlib.compress(plain, 9)).rstrip(b"=").decode()


def from_text(lesson: Lesson, text: str) -> tuple[Work, HandedIn]:
    """What was handed in with this *text*; `WorkError` says what is wrong with it."""
    if len(text) > LONGEST_TEXT:
        raise WorkError(f"the link has more than {LONGEST_TEXT:,} characters")
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj()
        tree = read_json(unpacker.decompress(packed, MOST_BYTES + 1_000))
    except (binascii.Error, ValueError, zlib.error):
        raise WorkError("the link is damaged: a part of it is missing or was changed") from None
    if unpacker.unconsumed_tail or not unpacker.eof or not isinstance(tree, dict):
        raise WorkError("the link is damaged: a part of it is missing or was changed")
    work = read_work(lesson, {name: value for name, value in tree.items() if name not in HandedIn.model_fields})
    try:
        beside = {name: tree[name] for name in HandedIn.model_fields if name in tree}
        found = HandedIn.model_validate_json(orjson.dumps(beside))
    except ValidationError:
        raise WorkError("the link is damaged: it says nobody's name and tries") from None
    return work, found.model_copy(update={"nickname": clean_nickname(found.nickname)})
