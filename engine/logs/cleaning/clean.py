"""The rules in their order, and the jobs that they leave."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.logs.cleaning.choices import Cleaning
from engine.logs.cleaning.cluster import Proposal, propose
from engine.logs.cleaning.draft import Draft, Row
from engine.logs.cleaning.flurries import Flurry, flurries
from engine.logs.cleaning.parts import join_parts
from engine.logs.head import Head
from engine.logs.limits import JOBS, LogError
from engine.logs.table import Table
from engine.logs.week_clock import WeekClock, clock_of
from engine.logs.weeks import Measured, blocks_of

FAILED, CANCELLED = 0, 5

ABOVE = "size above"
"""How the rule begins by which jobs are dropped that do not fit."""


@dataclass(frozen=True, eq=False)
class CleanedLog:
    """The jobs of a log, by arrival; jobs that arrive together stand as in the file.

    Attributes
    ----------
    arrival : float64 array (n,)
        Seconds on the week clock: 0 is the Monday 0:00 with which the window begins.
    size, run, estimate : arrays (n,)
        Processors (int64), seconds (float64), seconds (float64).
    user, group, queue, partition : int64 arrays (n,)
        As in the log; -1 is not known.
    wait : float64 array (n,)
        Recorded wait in seconds, NaN where it is not known.
    held, held_for : arrays (n,)
        Processors that the job held (int64), and for how many seconds (float64): as recorded, whatever was chosen.
    number, place : int64 arrays (n,)
        The job's number in the log, and its row in the table.
    processors : int
        Of the cluster, as chosen or as proposed.
    proposal : Proposal
    clock : WeekClock
        Of second 0 of these arrivals.
    first_week : int
        The week of the log that is the first here.
    flurries : tuple of Flurry
        Marked in the whole log, before any was removed; weeks are the log's.
    report : tuple of Row
    """

    arrival: NDArray[np.float64]
    size: NDArray[np.int64]
    run: NDArray[np.float64]
    estimate: NDArray[np.float64]
    user: NDArray[np.int64]
    group: NDArray[np.int64]
    queue: NDArray[np.int64]
    partition: NDArray[np.int64]
    wait: NDArray[np.float64]
    held: NDArray[np.int64]
    held_for: NDArray[np.float64]
    number: NDArray[np.int64]
    place: NDArray[np.int64]
    processors: int
    proposal: Proposal
    clock: WeekClock
    first_week: int
    flurries: tuple[Flurry, ...]
    report: tuple[Row, ...]

    def __len__(self) -> int:
        return len(self.arrival)

    def monday(self, week: int) -> float:
        """The second of the Monday 0:00 that comes so many weeks after second 0."""
        return float(self.clock.later(week)[1])

    def measured(self, blocks: int = 1) -> list[Measured]:
        """The measured part of the log, in so many blocks; `ValueError` if it is too short for them."""
        return blocks_of(self.arrival, blocks, self.monday)

    @property
    def period(self) -> Measured:
        """The measured part of the schedule as recorded; a wait that is not known is taken for 0."""
        return self.measured()[0].over(self.arrival, self.arrival + np.nan_to_num(self.wait) + self.run)

    @property
    def too_large(self) -> Row:
        """The jobs that were dropped since they do not fit the cluster, or their partition, with their hours."""
        return next(row for row in self.report if row.rule.startswith(ABOVE))

    @property
    def share_too_large(self) -> float:
        """Of all jobs that were submitted, the share that was dropped since it does not fit."""
        place = self.report.index(self.too_large)
        dropped = self.too_large.jobs if self.too_large.dropped else 0
        return dropped / (dropped + len(self) + sum(row.jobs for row in self.report[place + 1 :] if row.dropped))

    @property
    def weeks(self) -> int:
        """Weeks from second 0 to the last arrival, begun ones included."""
        return int(self.clock.week(self.arrival[-1:])[0])


def clean(
    table: Table, head: Head, choices: Cleaning | None = None, partitions: Mapping[int, int] | None = None
) -> CleanedLog:
    """Make jobs of a table: a pure function of table, head and choices.

    Where *partitions* says how many processors each of them has for itself, jobs of others are left out, and none may
    be larger than its own.

    Raises
    ------
    LogError
        If no job is left, or more than 1,000,000 are.
    """
    choices = choices or Cleaning()
    draft = Draft(table, choices.size == "requested")
    join_parts(draft, choices.parts)
    draft.drop("submitted before the log begins", draft["submit"] < 0)
    _drop_what_never_ran(draft, choices)
    _settle_size(draft, choices)
    draft["held"] = np.where(draft["allocated"] > 0, draft["allocated"], draft["requested"])
    draft["held_for"] = draft["run"]
    proposal = propose(head, draft["size"])
    processors = choices.processors or proposal.processors
    if partitions:
        processors = sum(partitions.values())
        _only(draft, "partition", tuple(partitions))
    _fit(draft, choices, processors, partitions)
    _settle_times(draft, choices)
    _order(draft)
    _select(draft, choices)
    _not_none(draft)
    submit = draft["submit"]
    clock = clock_of(head, int(submit[0] // draft.unit), int(submit[-1] // draft.unit))
    draft["arrival"] = clock.arrival(submit, draft.unit)
    marked = flurries(clock.week(draft["arrival"]), draft["user"])
    clock = _cut_window(draft, choices, clock)
    _not_none(draft)
    if len(draft) > JOBS:
        raise LogError(f"{len(draft):,} jobs are left; at most {JOBS:,} are allowed: choose fewer weeks")
    size, run = _own(draft["size"]), _own(draft["run"])
    return CleanedLog(
        size=size,
        run=run,
        **{name: _own(draft[name]) for name in ("arrival", "estimate", "place")},
        **{name: _own(draft[name]) for name in ("user", "group", "queue", "partition")},
        wait=np.where(draft["wait"] >= 0, draft["wait"], np.nan),
        held=_once(draft["held"], size),
        held_for=_once(draft["held_for"], run),
        number=_own(draft["job"]),
        processors=processors,
        proposal=proposal,
        clock=clock,
        first_week=choices.first_week,
        flurries=marked,
        report=tuple(draft.report),
    )


def _own(column: NDArray[Any]) -> NDArray[Any]:
    """Not a part of the table: that would be kept as a whole, with all of its columns, for as long as the log is."""
    return column if column.base is None else column.copy()


def _once(column: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
    """The *other* one where both say the same, as of most logs: it is kept only once."""
    return other if np.array_equal(column, other) else _own(column)


def _drop_what_never_ran(draft: Draft, choices: Cleaning) -> None:
    cancelled = draft["status"] == CANCELLED
    draft.drop("cancelled before start", (draft["run"] < 0) & cancelled)
    draft.drop("run time not known", draft["run"] < 0)
    unsuccessful = (draft["status"] == FAILED) | (draft["status"] == CANCELLED)
    if choices.unsuccessful == "dropped":
        draft.drop("failed or cancelled", unsuccessful)
    else:
        draft.count("failed or cancelled", "kept", unsuccessful)


def _settle_size(draft: Draft, choices: Cleaning) -> None:
    allocated, requested = draft["allocated"], draft["requested"]
    chosen, other = (allocated, requested) if choices.size == "allocated" else (requested, allocated)
    draft.count("allocated and requested differ", choices.size, (chosen > 0) & (other > 0) & (chosen != other))
    by_other = (chosen <= 0) & (other > 0)
    draft.count(f"not known as {choices.size}", "requested" if choices.size == "allocated" else "allocated", by_other)
    draft.drop("size not known", draft["size"] <= 0)


def _fit(draft: Draft, choices: Cleaning, processors: int, partitions: Mapping[int, int] | None) -> None:
    room: int | NDArray[np.int64] = processors
    rule = f"{ABOVE} {processors:,}"
    if partitions:
        room, rule = np.zeros(len(draft), np.int64), f"{ABOVE} its partition"
        for number, there in partitions.items():
            room[draft["partition"] == number] = there
    above = draft["size"] > room
    if choices.too_large == "dropped":
        draft.drop(rule, above)
        return
    draft.count(rule, "cut, the work kept", above)
    longer = np.where(above, draft["size"] / room, 1.0)
    draft["run"] = draft["run"] * longer
    draft["estimate"] = draft["estimate"] * np.where(draft["estimate"] > 0, longer, 1.0)
    draft["size"] = np.minimum(draft["size"], room)


def _settle_times(draft: Draft, choices: Cleaning) -> None:
    nothing = draft["run"] == 0
    if choices.no_run_time == "dropped":
        draft.drop("run time 0", nothing)
    else:
        draft.count("run time 0", "1 s", nothing)
        draft["run"] = np.where(nothing, 1.0, draft["run"])
    if choices.estimate == "run":
        draft.count("estimate", "the run time", np.ones(len(draft), bool))
        draft["estimate"] = draft["run"]
    else:
        missing = draft["estimate"] <= 0
        draft.count("estimate not known", "the run time, exact for want of one", missing)
        draft["estimate"] = np.where(missing, draft["run"], draft["estimate"])
    over = draft["run"] > draft["estimate"]
    if choices.overrun == "cut":
        draft.count("run time above the estimate", "run time cut", over)
        draft["run"] = np.minimum(draft["run"], draft["estimate"])
    else:
        draft.count("run time above the estimate", "estimate raised", over)
        draft["estimate"] = np.maximum(draft["run"], draft["estimate"])


def _order(draft: Draft) -> None:
    submit = draft["submit"]
    if len(submit):
        late = submit < np.maximum.accumulate(submit)
        draft.count("out of order", "by submit time", late)
        if late.any():
            draft.keep(np.argsort(submit, kind="stable"))


def _select(draft: Draft, choices: Cleaning) -> None:
    for name, chosen in (("partition", choices.partitions), ("queue", choices.queues)):
        if chosen:
            _only(draft, name, chosen)


def _only(draft: Draft, name: str, chosen: tuple[int, ...]) -> None:
    words = ", ".join(map(str, chosen[:10])) + (", …" if len(chosen) > 10 else "")
    draft.drop(f"other {name}s", ~np.isin(draft[name], chosen), f"only {words}")


def _cut_window(draft: Draft, choices: Cleaning, clock: WeekClock) -> WeekClock:
    """Leave out weeks of users, then weeks; the first week that is left begins at second 0."""
    week = clock.week(draft["arrival"])
    if choices.without:
        out = np.zeros(len(draft), bool)
        for one in choices.without:
            out |= (draft["user"] == one.user) & (week == one.week)
        draft.drop("flurries", out)
        week = week[~out]
    outside = week < choices.first_week
    if choices.last_week is not None:
        outside |= week > choices.last_week
    if choices.first_week > 1 or choices.last_week is not None:
        words = f"week {choices.first_week} to {choices.last_week or 'the last'}"
        draft.drop("outside of the window", outside, words)
    clock, seconds = clock.later(choices.first_week - 1)
    draft["arrival"] = draft["arrival"] - seconds
    return clock


def _not_none(draft: Draft) -> None:
    if len(draft):
        return
    most = max((row for row in draft.report if row.dropped), key=lambda row: row.jobs)
    raise LogError(f"no job is left; most were dropped as {most.rule} ({most.jobs:,})")
