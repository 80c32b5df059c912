"""What the figures of this family replay, field by field: columns are lists of one length, times are in s.

Jobs, machines, groups, delay classes and states count from 0. Of a window in which nothing runs, there are
no columns.
"""

from typing import Literal, NotRequired, TypedDict

from engine.parallel_jobs.job_metrics.outcomes import ProfitOverTime
from engine.parallel_jobs.space_sharing.reference.decision import Decision, PlanLine


class Group(TypedDict):
    """A group of machines."""

    name: str
    speed_factor: float


class Used(TypedDict):
    """Machines of one group that carry the same jobs, which are counted in the order of the state's label."""

    jobs: list[int]
    machines: int


class MappingState(TypedDict):
    """A mapping state; those that are only possible have no share."""

    label: str  # "(10+10, 0, 0, 10)"
    jobs: int  # that run
    share: float  # of the time
    used: list[list[Used]] | None  # of each group, when it was first seen; of the 60 most visited


class Transition(TypedDict):
    """What leads from one state to another; those that are only possible have no count."""

    source: int
    target: int
    trigger: str  # in words
    kind: Literal["arrival", "end", "upgrade", "migration", "machine"]
    count: int
    probability: float  # given the source


class StateTree(TypedDict):
    """The mapping states by their share of time, and the transitions by their count."""

    states: list[MappingState]
    transitions: list[Transition]


class Regraded(TypedDict):
    """A job whose delay class changes though it stays where it is."""

    job: int
    before: int
    after: int


class Occasion(TypedDict):
    """An event, what was decided then, and what was planned after it."""

    time: float
    job: int
    trigger: str  # in words
    kind: Literal["arrival", "end", "upgrade", "migration", "machine"]
    decisions: list[Decision]
    plan: list[PlanLine]
    regraded: NotRequired[list[Regraded]]  # where there are any
    not_upgraded: NotRequired[list[int]]  # jobs that a policy with upgrading would upgrade, where there are any


class Step(Occasion):
    """An event of the window, and what is so after it."""

    waiting: int  # jobs
    running: int  # jobs
    idle: int  # machines
    available: list[int]  # machines by delay class


class Bars(TypedDict, total=False):
    """A row for each time in which a job is on a machine."""

    job: list[int]
    machine: list[int]
    slot: list[int]  # of several jobs on a machine
    start: list[float]
    delay_class: list[int]
    end: list[float]


class Sizes(TypedDict, total=False):
    """A row for each change of a job's machines, after those that run when the window begins."""

    time: list[float]
    job: list[int]
    size: list[int]  # from then on


AwayReason = Literal["owner", "shutdown", "failure", "addition", "spare"]
"""Why nobody else has a machine: its owner is there, it is shut down or has failed, is added later or stands by."""


class Away(TypedDict):
    """A row for each time in which a machine is away, or has its owner, as far as it is in the window."""

    machine: list[int]
    since: list[float]
    until: list[float]
    reason: list[AwayReason]


class Waits(TypedDict):
    """A row for each time in which a job waits in the window, by their begins, which may be before it."""

    job: list[int]
    since: list[float]
    until: list[float]


class Present(TypedDict):
    """A row for each job that waits or runs in the window, by its number."""

    job: list[int]
    kind: list[int]  # number of its job class
    arrival: list[float]
    start: list[float | None]  # of what was taken
    end: list[float | None]
    size: list[int]  # machines at the start; 0 for what was not taken
    deadline: list[float | None]  # an instant


class Submitted(TypedDict):
    """A row for each of the first jobs of the replication."""

    demand: list[float]
    deadline: list[float | None]  # from the arrival on; None if there is none
    profit: list[float]  # the largest, $
    earned: list[float]  # $
    reason: list[int]  # of a rejection, see `Reason`; 0 if it was taken
    start: list[float | None]  # of what was taken, an instant
    end: list[float | None]


class Timeline(TypedDict):
    """Averages over equal spans of the whole replication."""

    time: list[float]  # middle of each span
    queue: list[float]  # jobs
    running: list[float]  # jobs
    utilization: dict[str, list[float]]  # by name of the group, 1


class ByDay(TypedDict):
    """Averages over equal parts of the day, over all whole days of the replication."""

    days: int
    time: list[float]  # middle of each part, s since midnight
    queue: list[float]  # jobs
    queue_low: list[float]  # of nine days in ten it is above, at this time of day
    queue_high: list[float]  # and below
    running: list[float]  # jobs
    utilization: dict[str, list[float]]  # by name of the group, 1


class Trace(StateTree):
    """One replication of one policy at one point; steps, bars and sizes are those of the window."""

    policy: str
    replication: int
    jobs: int  # that are followed
    first_job: int
    enumerated: bool  # whether the possible states are known
    classes: list[float]  # delay of each class
    groups: list[Group]
    machine_group: list[int]
    steps: list[Step]
    parts_of_rule: list[str]  # of an own policy, the parts of its order as they are written; see `Facts.parts`
    untold_from: int | None  # step from which on decisions are not told, since too many jobs wait
    step_state: list[int]  # after each step
    bars: Bars
    sizes: Sizes
    kinds: list[str]  # names of the job classes
    present: Present
    waits: Waits
    away: Away
    met: list[float]  # jobs that wait or run when a job arrives: means over equal parts of the jobs in their order
    submitted: Submitted
    profit: ProfitOverTime
    timeline: Timeline
    by_day: ByDay | None  # where something comes again every day
