"""What `run` is asked for: its arguments and options, under their names."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Asked(NamedTuple):
    """One call of `run`; the texts of the options (`commands.run`) say what each is."""

    scenario: str
    replications: int | None
    seed: int | None
    tasks: int | None
    processes: int
    form: str
    out: str | None
    jobs: Path | None
    schedule: Path | None
    log: Path | None
    log_jobs: int | None
    log_scale: float | None
    zone: str
    model: Path | None
    names: tuple[str, ...]
    decisions: Path | None
    why: tuple[str, str] | None
    against: str | None
    broken: tuple[str, str] | None
    break_all: bool
    by: str
    saturates: bool
    steps: int | None
    bag: bool

    @property
    def writes(self) -> bool:
        """Whether something beside the summary is asked for, which what is told instead of it does not have."""
        return bool(self.out or self.jobs or self.schedule)
