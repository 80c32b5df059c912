"""How far a study is, in words and numbers."""

from typing import Any, NamedTuple

from components.visits.answers import client
from components.words.wording import number
from engine.inputs.scenario import Scenario

LEFT = "left"
"""State of a study on a page that has cancelled it while others still wait for it."""

LOST = (
    "The broker has lost this study: it was started anew without what it had kept. "
    "Your scenario is still here; press Run to have it computed again."
)
UNKNOWN = "Nothing is known about this scenario yet. Press Run."


class Progress(NamedTuple):
    """What is shown of it.

    Attributes
    ----------
    percent, words : of the bar, and beside it
    row : the class of both, which says whether they are seen
    stale : why the answer is none to what is sketched, or nothing
    """

    percent: float
    words: str
    row: str
    stale: str


def progress_of(study: dict[str, Any]) -> Progress:
    """What is shown of a *study*, as the page keeps it."""
    done, total, state = study["done"], study["total"], study["state"]
    words = f"{done} of {total} cells"
    if state == LEFT:
        words += "; others wait for it, too, so it goes on; Run joins it again"
    elif state == "cancelled":
        words += ", cancelled; Run goes on from here"
    elif state == "done" and study.get("elapsed") is not None:
        words += f" in {number(study['elapsed'], 2)} s" + (f", {study['reused']} reused" if study.get("reused") else "")
        words += failed_words(study)
    elif study.get("known"):
        words += ", all known already"
    is_told = state in ("running", "cancelled", LEFT) or study.get("elapsed") is not None or study.get("known")
    shown = "progress-row" if is_told else "progress-row idle"
    stale = LOST if study.get("lost") else UNKNOWN if state == "unknown" and not study["stale"] else ""
    return Progress(100 * done / total if total else 0, words, f"{shown} {state}", stale)


def failed_words(study: dict[str, Any]) -> str:
    """How many cells failed, and where and why the first of them did, behind a semicolon; nothing if none did."""
    if not study.get("failed"):
        return ""
    return f"; {study['failed']} failed" + (f", the first: {study['failure']}" if study.get("failure") else "")


def status_of(scenario: Scenario, tree: dict[str, Any]) -> dict[str, Any] | None:
    """The study of *scenario* as the workers know it, for the page; None if nobody has had it run."""
    found = client().status(scenario.content_hash())
    if found is None:
        return None
    return {
        "tree": tree,
        "id": scenario.content_hash(),
        "state": found.state,
        "done": found.done,
        "total": found.total,
        "seconds_left": found.seconds_left,
        "elapsed": found.elapsed,
        "reused": found.reused,
        "failed": found.failed,
        "failure": next(iter(client().failures(scenario.content_hash())), "") if found.failed else "",
        "stale": False,
    }


def run_words(study: dict[str, Any]) -> str:
    """What stands on the button while the study runs, also where the page was loaded anew, and otherwise."""
    return "Running …" if study["state"] == "running" else "Run"
