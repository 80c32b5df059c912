"""Every id on the pages of classes; the prefix names the folder."""

from enum import StrEnum

from dash import ALL


class Id(StrEnum):
    """Components that exist once."""

    # opening one, or going to one
    LESSON = "class-lesson"
    OPEN = "class-open"
    OPENED = "class-opened"  # {"code", "key", "opened"}
    REFUSED = "class-refused"
    CODE_FIELD = "class-code-field"
    GO = "class-go"
    GO_SAID = "class-go-said"
    # a class
    CODE = "class-code"
    TEACHER = "class-teacher"
    STUDENT = "class-student"
    NICKNAME = "class-nickname"
    JOIN = "class-join"
    JOIN_SAID = "class-join-said"
    # the teacher's page
    KEY = "class-key"  # {"key", "origin"}: the teacher's key, and the address of the server as this browser sees it
    SEEN = "class-seen"  # {"version", "is_waiting", "scheme", "parts", "told", "joined"}: what the page shows
    TICK = "class-tick"
    COUNTS = "class-counts"
    LIVE = "class-live"
    SAID = "class-said"
    INVITATION = "class-invitation"
    LARGE = "class-large"
    LARGE_OPEN = "class-large-open"
    LARGE_BODY = "class-large-body"
    TEACHER_LINK = "class-teacher-link"
    TEACHER_LINK_SAID = "class-teacher-link-said"
    REVEAL = "class-reveal"
    REVEAL_SAID = "class-reveal-said"
    COMPUTE = "class-compute"
    COMPUTE_ROW = "class-compute-row"
    COMPUTE_SAID = "class-compute-said"
    WHO = "class-who"
    SEATS = "class-seats"
    TAKE_BACK = "class-take-back"
    MORE = "class-more"
    SEATS_SAID = "class-seats-said"
    CSV = "class-csv"
    DOWNLOAD = "class-download"
    CLOSE = "class-close"
    CLOSE_ASKED = "class-close-asked"
    CLOSE_SURE = "class-close-sure"
    CLOSE_NOT = "class-close-not"
    CLOSED = "class-closed"  # code of a class that this page has closed


PARTS = {"type": "class-part", "part": ALL}
FIGURES = {"type": "class-figure", "part": ALL}
WORDS = {"type": "class-words", "part": ALL}
TABLES = {"type": "class-table", "part": ALL}


def part_id(what: str, part: str) -> dict[str, str]:
    """Id of the "part" itself, or of the "figure", "words" or "table" of a part of the lesson."""
    return {"type": f"class-{what}", "part": part}
