"""Rectangles over runs of neighbouring machines, as the corners of one line with gaps in it."""

from collections.abc import Sequence
from typing import NamedTuple

GAP = 0.04
"""Left free above and below, of a machine's row."""


class Corners(NamedTuple):
    """The line, with None between two rectangles."""

    x: list[float | None]
    y: list[float | None]

    def add(self, since: float, until: float, top: float, bottom: float) -> None:
        """One more rectangle."""
        self.x.extend((since, until, until, since, since, None))
        self.y.extend((top, top, bottom, bottom, top, None))


def runs(machines: Sequence[int], parts: int = 1) -> list[tuple[int, int]]:
    """First and last of each run of consecutive numbers; machines that are split into strips stand alone."""
    found: list[tuple[int, int]] = []
    for machine in machines:
        if found and parts == 1 and found[-1][1] == machine - 1:
            found[-1] = (found[-1][0], machine)
        else:
            found.append((machine, machine))
    return found
