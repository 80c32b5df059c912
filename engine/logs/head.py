"""What the head of a log says of the machine: labels, shown word for word, and the few that are read as numbers."""

import re
from dataclasses import dataclass

LABELS = (
    *("Version", "Computer", "Installation", "Acknowledge", "Information", "Conversion", "MaxJobs", "MaxRecords"),
    *("MaxNodes", "MaxProcs", "MaxRuntime", "Preemption", "UnixStartTime", "TimeZoneString", "TimeZone", "StartTime"),
    *("EndTime", "MaxQueues", "Queue", "MaxPartitions", "Partition", "Note"),
)
_BY_LETTERS = {label.lower(): label for label in LABELS}
_LABEL = re.compile(r"\s{0,40}([A-Za-z]{1,40})\s{0,10}:(.*)", re.DOTALL | re.ASCII)
_NUMBER = re.compile(r"\s*(-?\d{1,3}(?:,\d{3}){1,4}|-?\d{1,15})(?=\s|[.,;(](?!\d)|$)", re.ASCII)
_NAMED = re.compile(r"\s*(\d{1,12})(?:\s+(.*))?", re.DOTALL | re.ASCII)

CLEANED = "THIS IS A CLEANED VERSION"
LONGEST = 3_900
"""Characters of a line of a value."""
LATEST = 253_000_000_000
"""Unix seconds of the year 9987: no log begins later."""


@dataclass(frozen=True)
class Head:
    """The labels of a log in the order of the file; a value of several lines has line ends in it.

    All of it is a stranger's text: escape it where it is shown.
    """

    labels: tuple[tuple[str, str], ...] = ()

    def first(self, label: str) -> str:
        """Give the first value of a label; "" without one."""
        return next((value for name, value in self.labels if name == label), "")

    def all(self, label: str) -> tuple[str, ...]:
        """Give all values of a label."""
        return tuple(value for name, value in self.labels if name == label)

    def number(self, label: str) -> int | None:
        """Give the whole number that a value begins with; None if there is none above 0."""
        number = self._whole(label)
        return number if number is not None and number > 0 else None

    @property
    def processors(self) -> int | None:
        """How many processors the cluster has: `MaxProcs`, else `MaxNodes`, else None."""
        return self.number("MaxProcs") or self.number("MaxNodes")

    @property
    def unix_start(self) -> int | None:
        """When the log starts, in Unix seconds, where that is told."""
        start = self.number("UnixStartTime")
        return start if start is not None and start <= LATEST else None

    @property
    def zone(self) -> str:
        """`TimeZoneString` as it stands; "" without one."""
        return self.first("TimeZoneString").strip()

    @property
    def seconds_east(self) -> int | None:
        """The old `TimeZone`, seconds east of Greenwich; None without one, or with one that no place has."""
        seconds = self._whole("TimeZone")
        return seconds if seconds is not None and abs(seconds) <= 50_400 else None

    def _whole(self, label: str) -> int | None:
        found = _NUMBER.match(self.first(label))
        return int(found[1].replace(",", "")) if found else None

    def names(self, label: str) -> dict[int, str]:
        """Give the names of queues ("Queue") or partitions ("Partition") by number."""
        found = (_NAMED.fullmatch(value) for value in self.all(label))
        return {int(one[1]): (one[2] or "").strip() for one in found if one}

    def lines(self) -> list[str]:
        """Give the comment lines of this head; `read_head` reads them."""
        return [f"; {label}: {value}".replace("\n", "\n;      ") for label, value in self.labels]

    @property
    def is_cleaned(self) -> bool:
        """Whether the archive already filtered this log."""
        return any(CLEANED in " ".join(value.upper().split()) for _, value in self.labels)


def read_head(comments: list[str]) -> Head:
    """Read the comment lines at the top of a log, each with its ";".

    A line that is further in than labels are goes on with the value above it.
    """
    labels: list[tuple[str, list[str]]] = []
    going_on = False
    for comment in comments:
        text = comment.strip().lstrip(";")
        found = _LABEL.fullmatch(text)
        label = _BY_LETTERS.get(found[1].lower()) if found else None
        if found and label:
            labels.append((label, [shown(found[2])]))
            going_on = True
        elif going_on and text.strip() and not (found and _depth(text) <= 1):
            labels[-1][1].append(shown(text))
        else:
            going_on = False
    return Head(tuple((label, "\n".join(part for part in parts if part)) for label, parts in labels))


def _depth(text: str) -> int:
    return len(text) - len(text.lstrip())


def shown(text: str) -> str:
    """Give a text of a stranger without what is no character on any page, and not too long."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text.replace("\t", " ").strip()[:LONGEST])
