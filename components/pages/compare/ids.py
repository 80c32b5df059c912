"""Every id on the Compare page; the prefix names the folder."""

from enum import StrEnum

SIDES = ("A", "B", "C", "D")
"""A is what all others are compared with; C and D may be missing."""

OPTIONAL = SIDES[2:]


class Id(StrEnum):
    """Components that exist once."""

    # stores
    CHOSEN = "compare-chosen"  # {"A": {"link": text behind "?s=", "title": ...}, "B": ...}
    STUDIES = "compare-studies"  # {"A": {"link", "id", "state", "done", "total", "seconds_left"}, "B": ...}
    POLLED = "compare-polled"  # the same, as `compare.js` hears of it while one of them runs
    EXAMPLES = "compare-examples"  # [{"link", "title"}]
    # the sides
    SWAP = "compare-swap"
    INPUTS = "compare-inputs"
    # the answer
    HEAD = "compare-head"
    FINDINGS = "compare-findings"
    WHY = "compare-why"
    WHY_OPEN = "compare-why-open"  # whether it is asked why
    USUAL = "compare-usual"  # {"metric", "range", "at"}: what the address does not say
    WHY_TOLD = "compare-why-told"
    NOTES = "compare-notes"
    MORE = "compare-more"  # what a narrow page folds: sentences from the third on, and the notes
    RUN_ROW = "compare-run-row"
    RUN = "compare-run"
    MISSING = "compare-missing"
    REFUSAL = "compare-refusal"
    PROGRESS_ROW = "compare-progress-row"
    PROGRESS = "compare-progress"
    PROGRESS_TEXT = "compare-progress-text"
    CANCEL = "compare-cancel"
    METRIC = "compare-metric"
    SLICES = "compare-slices"
    RANGE = "compare-range"  # whether the axis goes as far as all curves, or only as far as each of them
    OVERLAY = "compare-overlay"
    OVERLAY_TEXT = "compare-overlay-text"
    DIFFERENCE_BOX = "compare-difference-box"
    DIFFERENCE = "compare-difference"
    DIFFERENCE_TEXT = "compare-difference-text"
    RACE = "compare-race"  # the way to both sides on one clock
    SCHEDULES_BOX = "compare-schedules-box"
    SCHEDULES_OPENED = "compare-schedules-opened"
    ROWS = "compare-rows"  # ["A SED"]: whose schedules are drawn
    PLACE = "compare-place"  # number of the point among those that all have
    SCHEDULES = "compare-schedules"
    FINGERPRINTS = "compare-fingerprints"
    DOWNLOAD = "compare-download"


COMMON, WHOLE = "common", "whole"
"""Values of the choice of the range."""


def choice_id(side: str) -> str:
    """Id of the Select of a side."""
    return f"compare-choice-{side.lower()}"


def pasted_id(side: str) -> str:
    """Id of the field that takes a link."""
    return f"compare-pasted-{side.lower()}"


def open_id(side: str) -> str:
    """Id of the way to the Studio."""
    return f"compare-open-{side.lower()}"


def slice_id(field: str) -> dict[str, str]:
    """Id of the choice of a value of a second varied field."""
    return {"type": "compare-slice", "field": field}


def table_id(table: str) -> dict[str, str]:
    """Id of the place for a data table."""
    return {"type": "compare-table", "table": table}


def download_id(table: str) -> dict[str, str]:
    """Id of the button that downloads a table."""
    return {"type": "compare-csv", "table": table}


def why_csv_id(side: str, table: str) -> dict[str, str]:
    """Id of the button that downloads a table of why A and a side differ."""
    return {"type": "compare-why-csv", "side": side, "table": table}
