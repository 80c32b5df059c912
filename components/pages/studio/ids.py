"""Every id on the Studio page; the prefix names the folder."""

from enum import StrEnum

PAGE = "studio"


class Id(StrEnum):
    """Components that exist once."""

    # the sketch
    EXAMPLE = "studio-example"
    SKETCH = "studio-sketch"
    UNDO = "studio-undo"
    REDO = "studio-redo"
    CLUSTER_PICTURE = "studio-cluster-picture"
    PROBLEMS = "studio-problems"
    RUN = "studio-run"
    CANCEL = "studio-cancel"
    COST = "studio-cost"
    # stores
    DRAFT = "studio-draft"  # tree that the form was built from; the fields hold what was typed since
    SCENARIO = "studio-scenario"  # tree of the last valid sketch
    HISTORY = "studio-history"  # {"past": [tree], "present": tree, "future": [tree]}
    RESTORED = "studio-restored"  # tree that undo or redo brought back
    STUDY = "studio-study"  # {"tree", "id", "state", "done", "total", "seconds_left", "stale"}
    LINK = "studio-link"  # text behind "?s="
    TRACE = "studio-trace"  # what the player needs: steps, states, classes
    # the answer
    POLL = "studio-poll"
    PROGRESS = "studio-progress"
    PROGRESS_TEXT = "studio-progress-text"
    REFUSAL = "studio-refusal"
    VERDICT = "studio-verdict"
    STALE = "studio-stale"
    TABS = "studio-tabs"
    METRIC = "studio-metric"
    CURVES = "studio-curves"
    CURVES_TEXT = "studio-curves-text"
    FINGERPRINT = "studio-fingerprint"
    # the replay
    REPLAY = "studio-replay"
    REPLAY_POLICY = "studio-replay-policy"
    REPLAY_POINT = "studio-replay-point"
    REPLAY_REPLICATION = "studio-replay-replication"
    REPLAY_FIRST_JOB = "studio-replay-first-job"
    REPLAY_PROBLEM = "studio-replay-problem"
    PLAY = "studio-play"
    BACK = "studio-back"
    NEXT = "studio-next"
    TICK = "studio-tick"
    STEP = "studio-step"
    INSTANT = "studio-instant"
    AVAILABLE = "studio-available"
    STATE_DIAGRAM = "studio-state-diagram"
    STATE_TEXT = "studio-state-text"
    STRIP = "studio-strip"
    SCHEDULE = "studio-schedule"
    SCHEDULE_TEXT = "studio-schedule-text"
    OVER_TIME = "studio-over-time"
    OVER_TIME_TEXT = "studio-over-time-text"
    DECISIONS = "studio-decisions"
    DATA = "studio-data"
    DOWNLOAD = "studio-download"
    SHARE_SAID = "studio-share-said"


def action_id(action: str, number: int = 0) -> dict[str, str | int]:
    """Id of a button that changes the shape of the sketch."""
    return {"type": "studio-action", "action": action, "number": number}


def table_id(table: str) -> dict[str, str]:
    """Id of the place for the data table of a picture."""
    return {"type": "studio-table", "table": table}


def download_id(table: str) -> dict[str, str]:
    """Id of the button that downloads a table."""
    return {"type": "studio-csv", "table": table}


TABLES = ("curves", "states", "transitions", "schedule", "over-time", "decisions", "data")
