"""What the figures of this family replay, field by field: columns are lists of one length, times are in s.

Costs are in machine seconds, a cost of waiting is x/c, and η, shares and loads have no unit. What a window leaves out
is None.
"""

from typing import Literal, TypedDict

Cells = list[list[list[float]]]
"""By load, by number of machines, by length of an iteration."""


class Groups(TypedDict):
    """A row for each group of machines."""

    name: list[str]
    count: list[int]
    delta: list[float]
    load: list[float]  # ρ at the start
    cost: list[float]  # c at the start
    key: list[float]  # δ / (Δ (1 − ρ)), by which machines are ordered
    chosen: list[int]  # machines taken


class Machines(TypedDict):
    """A row for each machine."""

    group: list[int]
    number: list[int]  # in its group
    rank: list[int]  # 0 is the first in the order of the key
    chosen: list[bool]


class FactorsAlone(TypedDict):
    """What η of the choice would be for one reason alone, or for all but one."""

    application: float
    background: float
    heterogeneity: float
    without_application: float


class ChosenMachines(TypedDict):
    """What was chosen."""

    counts: list[int]  # by group
    processors: int
    eta: float
    eta_length_aware: float
    run_time: float
    machine_cost: float
    total_cost: float
    alone: FactorsAlone
    warning: bool  # the two factors differ by more than 10 %
    feasible: bool
    bound: float | None
    words: str  # whether the bound is kept


class Sets(TypedDict):
    """A row for each set of machines."""

    processors: list[int]
    counts: list[list[int]]  # by group
    eta: list[float]
    run_time: list[float]
    machine_cost: list[float]


class Alone(TypedDict):
    """What η would be for one reason alone, by number of machines."""

    application: list[float]
    background: list[float]
    heterogeneity: list[float]


class Stacked(TypedDict):
    """Parts of η by number of machines; they sum to it."""

    ideal: list[float]
    heterogeneity: list[float]
    background: list[float]
    application: list[float]


class ByProcessors(Sets):
    """The sets along the order of the key."""

    eta_length_aware: list[float]
    run_time_length_aware: list[float]
    total_cost: list[float]
    warning: list[bool]
    alone: Alone
    stacked: Stacked


class Steps(Sets):
    """A staircase: what is chosen from an x/c on."""

    since: list[float]  # x/c


class Surface(TypedDict):
    """The cost of each number of machines at each x/c."""

    processors: list[int]
    x_over_c: list[float]
    total_cost: list[list[float]]  # by x/c, by number of machines


class Front(Sets):
    """The sets that no other beats in run time and cost of machines at once, the fastest first."""

    of: Literal["all sets", "prefixes"]
    convex: list[bool]  # whether some x/c chooses it


class Simulated(TypedDict):
    """The curve by simulation; errors are standard errors, None where there is a single replication."""

    processors: list[int]
    eta: list[float]
    eta_error: list[float | None]
    run_time: list[float]
    run_time_error: list[float | None]
    replications: int
    iterations: int  # of each replication


class ErrorTable(TypedDict):
    """Formulas against simulations."""

    loads: list[float]
    processors: list[int]
    lengths: list[float]  # w
    replications: int
    eta: Cells
    eta_length_aware: Cells
    eta_simulated: Cells
    standard_error: Cells
    formula_error: Cells  # as a share of the simulated one
    length_aware_error: Cells
    warning: list[list[list[bool]]]


class MachineNames(TypedDict):
    """A row for each machine of the choice."""

    group: list[int]
    number: list[int]  # in its group


class Intervals(TypedDict):
    """A row for each time between two changes on a machine."""

    machine: list[int]
    start: list[float]
    end: list[float]
    jobs: list[int]  # background jobs there
    computing: list[bool]  # whether the application computes
    share: list[float]  # of the machine, that the application has


class Timeline(TypedDict):
    """Some iterations of one run."""

    iterations_in_all: int
    lengths: list[float]  # means over equal parts of all iterations
    first_iteration: int
    number: list[int]  # of each iteration
    begin: list[float]  # of each iteration
    barrier: list[float]  # of each iteration
    machines: MachineNames
    arrived: list[list[float]]  # by iteration, by machine
    last: list[int]  # the machine that is last at the barrier, of each iteration
    intervals: Intervals
    since: float
    until: float
    cut: bool  # not all intervals are there
    end: float  # of the run


class Trace(TypedDict):
    """What a policy chooses, what the formulas say around it, and what happens in some iterations."""

    policy: str
    replication: int
    groups: Groups
    machines: Machines
    chosen: ChosenMachines
    by_processors: ByProcessors | None
    staircases: dict[str, Steps] | None  # by policy
    surface: Surface | None
    front: Front | None
    simulated: Simulated | None
    errors: ErrorTable | None
    timeline: Timeline | None
