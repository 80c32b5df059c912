"""What the worker processes do, by its name in the queue: lanes of studies, answers, and files."""

from workers.tasks.answers import (
    ask,
    broken,
    broken_all,
    fair_start,
    for_whom,
    preview,
    schedules,
    trace,
    waiting_moment,
    what_if,
    why,
    why_sides,
)
from workers.tasks.files import coscheduled, read_log, recorded, whole
from workers.tasks.lanes import advance, send_lane

__all__ = [
    "advance",
    "ask",
    "broken",
    "broken_all",
    "coscheduled",
    "fair_start",
    "for_whom",
    "preview",
    "read_log",
    "recorded",
    "schedules",
    "send_lane",
    "trace",
    "waiting_moment",
    "what_if",
    "whole",
    "why",
    "why_sides",
]
