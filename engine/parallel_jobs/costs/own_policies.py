"""What own policies are like, of those that there are, for whoever prices them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.parallel_jobs.model import NONE

if TYPE_CHECKING:
    from engine.parallel_jobs.model import OwnRules

STRICT, PASSING = "FCFS", "SAF"
"""Under which as many run and wait as where the first blocks all others, and as where others may pass."""


def alike(rules: OwnRules) -> str:
    """The policy under which as many jobs run and wait, about; where processors are counted it takes as long, too."""
    return STRICT if rules.reservation == NONE else PASSING
