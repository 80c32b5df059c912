"""How much of a machine other programs take while something is measured; Linux only, nothing is known elsewhere."""

import os
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

PROCESSES = Path("/proc")


class Spent(NamedTuple):
    """Who started a process, and the processor time that it and those it has waited for have had, s."""

    parent: int
    seconds: float


class Watch:
    """Counts the processor time of all processes but this one and some others, from now on."""

    def __init__(self) -> None:
        self._began, self._before = time.monotonic(), processes()

    def share(self, ours: int) -> float | None:
        """What all but this process and *ours*, with those below, have taken of the processors; None if unknown."""
        seconds = (time.monotonic() - self._began) * (os.cpu_count() or 1)
        now = processes()
        return round(spent_by_others(self._before, now, {os.getpid(), ours}) / seconds, 3) if now else None


def spent_by_others(before: Mapping[int, Spent], now: Mapping[int, Spent], ours: set[int]) -> float:
    """Processor time between two looks, s, of all processes but *ours* and those below them."""
    ours = set(ours)
    while found := {one for one, spent in now.items() if spent.parent in ours} - ours:
        ours |= found
    others = now.keys() - ours
    return sum(now[one].seconds - (before[one].seconds if one in before else 0.0) for one in others)


def processes() -> dict[int, Spent]:
    """All that run, by number; none where the system does not tell them as files."""
    found = {}
    for folder in PROCESSES.glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            told = (folder / "stat").read_text().rpartition(")")[2].split()
            found[int(folder.name)] = Spent(int(told[1]), sum(map(int, told[11:15])) / os.sysconf("SC_CLK_TCK"))
    return found
