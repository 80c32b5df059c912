"""What the figures of this family replay, field by field: columns are lists of one length, times are in s.

Jobs are those of the first partition. They, nodes, tasks, slots and rows count from 0, and -1 stands for none. Parts
that a window cannot show are empty: they have none of their columns.
"""

from typing import Literal, NotRequired, TypedDict

Doing = Literal["computing", "spinning", "switching", "overhead", "idle"]
"""What a processor does."""

State = Literal["running", "ready", "blocked", "in I/O"]
"""What a process does, as its node sees it."""


class Window(TypedDict):
    """What is shown, as it came out."""

    since: float
    until: float
    first_node: int
    end_node: int  # the first one that is not shown
    node: int  # whose feedback queues are shown


class Jobs(TypedDict):
    """A row for each job."""

    arrival: list[float]
    start: list[float]
    end: list[float]
    size: list[int]  # tasks
    type: list[int]


class Profile(TypedDict):
    """Shares of the time of each node over the whole run."""

    computing: list[float]
    spinning: list[float]
    switching: list[float]
    overhead: list[float]
    idle: list[float]


class Intervals(TypedDict):
    """A row for each interval, or for each of equal spans of time at a glance."""

    start: list[float]
    end: list[float]
    node: list[int]
    activity: list[Doing]
    job: list[int]
    task: list[int]
    share: NotRequired[list[float]]  # of a span, that its most frequent activity takes


class InIo(TypedDict, total=False):
    """A row for each time in which a process is in I/O, which needs no processor; empty if all is at a glance."""

    start: list[float]
    end: list[float]
    node: list[int]
    slot: list[int]
    job: list[int]
    task: list[int]


class Messages(TypedDict, total=False):
    """A row for each message; empty if the window is too long to tell them apart."""

    sent: list[float | None]  # None outside the window, as are the next two
    delivered: list[float | None]
    received: list[float | None]
    job: list[int]
    from_task: list[int]
    to_task: list[int]
    from_node: list[int]
    to_node: list[int]
    waited_for: list[str]  # what the node of the receiver did between delivery and receipt, in words


class Levels(TypedDict, total=False):
    """Feedback queues of a node: a row for each piece of time in which a process keeps its level and its state.

    Empty if nodes are told whom to run, as by gang scheduling, and if the window is too long.
    """

    since: list[float]
    until: list[float]
    job: list[int]
    level: list[int]  # 0 to 59
    state: list[State]


class Matrix(TypedDict, total=False):
    """A row for each slot of gang scheduling, from the one on in which the window begins; else empty."""

    since: list[float]
    row: list[int]  # that runs
    rows: list[list[list[int]]]  # by slot, by row, by node: the job there
    copies: list[list[list[int]]]  # likewise, 1 where it is a copy


class Boosts(TypedDict, total=False):
    """A row for each time a process gets the processor for a message; empty if the window is too long."""

    time: list[float]
    node: list[int]
    job: list[int]
    kind: list[str]  # "S1" to "S3", "interrupt", "wake-up", "end of I/O"


class Candidate(TypedDict):
    """Who could have been chosen."""

    job: int  # of a row of the matrix, one of its jobs
    choice: str  # by which it can be forced, see `forced`; empty where it cannot be
    chosen: bool
    task: NotRequired[int]  # of a node
    level: NotRequired[int]  # of its queue, or the row
    state: NotRequired[int]  # of whom may be boosted: 1 to 3, see README.md; 0 waits in vain
    share: NotRequired[float | None]  # of the processor since its admission
    tasks: NotRequired[int]  # of a queue
    waits: NotRequired[float]
    estimate: NotRequired[float]
    reserved: NotRequired[float | None]  # when the first that does not fit can start by the estimates


class Decision(TypedDict):
    """A decision, in which there was a choice, and its candidates in the order in which they are looked at."""

    time: float
    kind: str  # "pass" of a queue, "slot" of the matrix; of a node "boost", "yield", "demand" or "run"
    node: int
    candidates: list[Candidate]
    nobody: str  # by which it is forced that nobody is boosted; empty where that is no choice
    idle: NotRequired[int]  # nodes, before the pass
    spare: NotRequired[int | None]  # nodes that the reservation leaves
    waiting: NotRequired[int]  # jobs, not all of which are among the candidates


class Decisions(TypedDict):
    """Those of a window, as far as they are told."""

    taken: list[Decision]
    more: bool  # whether there are later ones in the window
    since: float  # from when on they are told
    until: float  # up to which they are


class Trace(TypedDict):
    """A window of time and nodes of one replication."""

    policy: str
    replication: int
    nodes: int
    slots: int  # processes that a node takes (dedicated ones take one), or rows of the matrix
    end: float  # of the run
    gang: bool
    window: Window
    jobs: Jobs
    job_types: list[str]
    profile: Profile
    detail: Literal["intervals", "spans"]
    intervals: Intervals
    io: InIo
    messages: Messages
    levels_detail: Literal["pieces", "spans"]
    levels: Levels
    matrix: Matrix
    boosts: Boosts
    decisions: NotRequired[Decisions]  # if they are asked for
