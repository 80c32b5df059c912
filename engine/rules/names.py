"""What rules may ask for: names, units, whose they are, and whether they move while a job waits."""

from typing import NamedTuple


class Asked(NamedTuple):
    """A name that rules know.

    Attributes
    ----------
    unit
        "s", "processors", "processor-s", "$", or "1".
    of
        What it is a property of: "job", "user" (the job's), "system", or "group" (of machines, where one is chosen).
    moves
        Whether it changes while the job waits.
    meaning
        In words.
    """

    unit: str
    of: str
    moves: bool
    meaning: str


NAMES: dict[str, Asked] = {
    "submit": Asked("s", "job", False, "when it arrived, after the first arrival; at least 1"),
    "wait": Asked("s", "job", True, "how long it has waited"),
    "estimate": Asked("s", "job", False, "its run time on the fastest machines, as its user estimates it"),
    "size": Asked("processors", "job", False, "processors that it asks for"),
    "area": Asked("processor-s", "job", False, "estimate x size"),
    "deadline_in": Asked("s", "job", True, "time until its deadline, negative when late; 10^12 without one"),
    "profit": Asked("$", "job", False, "what it brings if it ends in time"),
    "class": Asked("1", "job", False, "number of its job class, from 1"),
    "queue": Asked("1", "job", False, "number of its queue; 0 where the workload has none"),
    "queue_priority": Asked("1", "job", False, "priority of its queue over the largest, 0 to 1; 0 without queues"),
    "smallest": Asked("processors", "job", False, "the fewest processors that it can do with"),
    "largest": Asked("processors", "job", False, "the most processors that it can use"),
    "started": Asked("1", "job", False, "how often it has lost its machines"),
    "user_running": Asked("processors", "user", True, "processors of its user's running jobs"),
    "user_waiting": Asked("1", "user", True, "waiting jobs of its user"),
    "user_usage": Asked("processor-s", "user", True, "what its user has used, halved every half-life"),
    "user_share": Asked("1", "user", True, "its user's share of everybody's usage, 0 to 1"),
    "fair": Asked("1", "user", True, "2^(-user_share / share), 0 to 1; shares are equal, or those of groups"),
    "now": Asked("s", "system", True, "the instant of the pass"),
    "hour": Asked("1", "system", True, "hour of the day, 0 to 24"),
    "weekday": Asked("1", "system", True, "day of the week, 0 on a Monday"),
    "idle": Asked("processors", "system", True, "idle processors"),
    "processors": Asked("processors", "system", True, "processors that are there"),
    "busy": Asked("1", "system", True, "share of them that is busy"),
    "waiting": Asked("1", "system", True, "waiting jobs"),
    "waiting_area": Asked("processor-s", "system", True, "sum of their areas"),
    "running": Asked("1", "system", True, "running jobs"),
    "speed_factor": Asked("1", "group", False, "how many times slower its machines are than the fastest there can be"),
    "group": Asked("1", "group", False, "its number, from 1"),
    "group_idle": Asked("processors", "group", True, "those of it that are idle at this moment"),
    "group_size": Asked("processors", "group", False, "its machines"),
}
"""Every name."""

COLUMN = {name: number for number, name in enumerate(NAMES)}
"""Row of each name in the table that `blocks.evaluate` reads."""
