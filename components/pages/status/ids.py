"""Ids of the status page."""


class Id:
    """Names of its parts."""

    TICK = "status-tick"
    WORDS = "status-words"
    WORKERS = "status-workers"
    STUDIES = "status-studies"
