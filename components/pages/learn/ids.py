"""Every id on the pages of the lessons; the prefix names the folder."""

from enum import StrEnum

from dash import ALL, MATCH


class Id(StrEnum):
    """Components that exist once."""

    # stores
    WORK = "learn-work"  # {lesson: {"prediction", "fixed", "skipped", "opened", "revealed", "answers", ...}}, kept
    LESSON = "learn-lesson"  # name of the lesson
    SKETCHED = "learn-sketched"  # {"s", "tab", ...}: what the address says was sketched and seen before
    OPEN = "learn-open"  # {"fixed"}: the tool may be seen, and whether that is since a prediction was just fixed
    ASKED = "learn-asked"  # {"prediction", "at", "clicked"}: what is to be held against the engine
    READY = "learn-ready"  # the same, once every result is known that it takes
    HANDED = "learn-handed"  # {"prediction", "answers", "tries", "nickname"}: what would be handed in
    PATH = "learn-path"  # path and query of the link to hand in; the browser puts its own address before it
    HEARD = "learn-heard"  # never written
    # the head
    CLASS = "learn-class"
    PROGRESS = "learn-progress"
    # the prediction
    PREDICT_FIELDS = "learn-predict-fields"
    FIX = "learn-fix"
    SKIP = "learn-skip"
    CHANGE = "learn-change"
    PREDICT_SAID = "learn-predict-said"
    MOVED = "learn-moved"
    # run
    TOOL = "learn-tool"
    OPENED_SAID = "learn-opened-said"
    # reveal
    REVEAL = "learn-reveal"
    LACKING = "learn-lacking"
    LACKING_ROW = "learn-lacking-row"
    RUN_LACKING = "learn-run-lacking"
    LACKING_BAR = "learn-lacking-bar"
    POLL = "learn-poll"
    OUTCOME = "learn-outcome"
    EXPLAINED = "learn-explained"
    # hand in
    NICKNAME = "learn-nickname"
    LINK = "learn-link"
    COPY = "learn-copy"
    COPIED = "learn-copied"
    AS_TEXT = "learn-as-text"
    DOWNLOAD = "learn-download"
    HAND_IN_CLASS = "learn-hand-in-class"
    START_OVER = "learn-start-over"


SCENARIOS = {"type": "learn-scenario", "scenario": ALL}
GUESSES = {"type": "learn-guess", "part": ALL}
HEIGHTS = {"type": "learn-height", "number": ALL}
ANSWERS = {"type": "learn-answer", "question": ALL}
CHECKS = {"type": "learn-check", "question": ALL}
MARKS = {"type": "learn-mark", "lesson": ALL}

GIVEN_OF_ONE = {"type": "learn-given", "question": MATCH}
REPLY_OF_ONE = {"type": "learn-reply", "question": MATCH}
CAME_OF_ONE = {"type": "learn-came", "question": MATCH}
CAME = {"type": "learn-came", "question": ALL}


def scenario_id(scenario: str) -> dict[str, str]:
    """Id of the button that puts a scenario of the lesson into the sketch."""
    return {"type": "learn-scenario", "scenario": scenario}


def guess_id(part: str) -> dict[str, str]:
    """Id of the "field" or the "slider" of a predicted number."""
    return {"type": "learn-guess", "part": part}


def height_id(number: int) -> dict[str, str | int]:
    """Id of the field for the height of a sketched curve at one of its values."""
    return {"type": "learn-height", "number": number}


def question_id(part: str, question: int) -> dict[str, str | int]:
    """Id of a *part* of a question: "answer", "check", "given", "came" (of a rule) or "reply"."""
    return {"type": f"learn-{part}", "question": question}


def mark_id(lesson: str) -> dict[str, str]:
    """Id of the place in the list that says how far a lesson is."""
    return {"type": "learn-mark", "lesson": lesson}
