"""What a policy can decide. Decisions are carried out one by one, in the order in which they are yielded."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.policy.views import Job


@dataclass(frozen=True, slots=True)
class Start:
    """Let a waiting job start.

    Attributes
    ----------
    job
        One of `state.waiting`.
    size
        Machines, from `job.smallest` to `job.largest` where the job is moldable or malleable; None for `job.size`.
    machines
        Numbers of idle machines, as in `state.machines`; None for the fastest idle ones.
    """

    job: Job
    size: int | None = None
    machines: Sequence[int] | None = None

    def __str__(self) -> str:
        parts = [str(self.job)]
        parts += [] if self.size is None else [f"size={self.size}"]
        parts += [] if self.machines is None else [f"machines={_told(self.machines)}"]
        return f"Start({', '.join(parts)})"


@dataclass(frozen=True, slots=True)
class Resize:
    """Let a running malleable job shrink or grow to *size* machines; it stops for the scenario's resize cost.

    It gives up its slowest machines, and gets the fastest idle ones. With the size that it has, nothing happens.
    """

    job: Job
    size: int

    def __str__(self) -> str:
        return f"Resize({self.job}, {self.size})"


@dataclass(frozen=True, slots=True)
class Reject:
    """Send a waiting job away, for good; *why* goes into the log of decisions."""

    job: Job
    why: str = ""

    def __str__(self) -> str:
        return f"Reject({self.job})"


@dataclass(frozen=True, slots=True)
class Evict:
    """Take all its machines from a running job: it writes a checkpoint and waits again, before those that came later.

    The checkpoint and its transfer cost what the scenario's migrations cost, when the job starts again.
    """

    job: Job

    def __str__(self) -> str:
        return f"Evict({self.job})"


@dataclass(frozen=True, slots=True)
class WakeMe:
    """Decide again at this instant (s on the clock, after now), even if nothing else happens then."""

    at: float

    def __str__(self) -> str:
        return f"WakeMe({self.at})"


Decision = Start | Resize | Reject | Evict | WakeMe
"""Whatever `Policy.decide` may yield."""


def _told(machines: object) -> str:
    return str(list(machines)) if isinstance(machines, list | tuple) else str(machines)
