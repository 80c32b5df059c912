"""What a log may be at most, and the error that says why one cannot be read."""

from typing import Any

SENT = 20_000_000
"""Bytes of the file as it comes."""
UNPACKED = 200_000_000
"""Bytes of its text, counted while it is unpacked."""
LINES = 2_000_000
LINE = 4_000
"""Bytes of a line; a longer one is refused, a longer comment is cut."""
HEAD = 1_000
"""Lines of comment that are read as the head; the others are counted."""
JOBS = 1_000_000
"""Jobs after cleaning."""
PROCESSORS = 10_000_000
"""Processors of a cluster."""
NUMBER = 10**12
"""The largest number that is a quantity."""
NAME = 10**15
"""Numbers below are kept where a number is a name: of jobs, users, groups, queues, partitions."""
REFUSED = 0.01
"""The share of refused lines above which a file is refused as a whole."""
SENTENCES = 20
"""Refused lines that are told one by one."""


class LogError(ValueError):
    """A log that cannot be used; the first line of its text says why, the others are the lines refused first."""

    def __init__(self, why: str, lines: tuple[str, ...] = ()) -> None:
        super().__init__("\n".join((why, *lines)))
        self.why = why
        self.lines = lines

    def __reduce__(self) -> tuple[Any, ...]:
        """As it comes from another process: by what it was made of, and not by its text."""
        return type(self), (self.why, self.lines)
