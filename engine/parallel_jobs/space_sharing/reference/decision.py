"""What a policy decided, what it knew then, and what it planned: instants in s, sizes in machines, profits in $.

Which facts a decision has depends on the policy.
"""

from typing import Literal, NotRequired, TypedDict


class Candidate(TypedDict):
    """A delay class that a job could have under time sharing."""

    delay_class: int
    available: int  # machines
    free: list[int]  # of each group, those that are available
    given: list[int]  # of each group, those that it got; empty if it was not chosen
    size: int  # that the job would have
    expected_delay: float | None  # None if there are too few machines
    chosen: bool


class Taken(TypedDict):
    """What is taken from a running job so that another one can start."""

    job: int
    processors: int
    loss: float


class Facts(TypedDict, total=False):
    """What a decision was made from."""

    # time sharing
    smallest: int
    largest: int
    from_class: int  # of a job that may migrate
    candidates: list[Candidate]
    # policies whose jobs have one size
    needed: int | None  # None where no number of machines is enough, under the policies for profit
    idle: int
    start: float | None  # of a reservation, None if nobody knows
    end: float | None  # of a reservation
    size: int  # of a reservation
    run_time: float | None  # estimated
    until: float | None  # start of the reservation that nobody may delay
    spare: int  # machines that this reservation leaves
    # own policies
    worth: float  # what the order says of the job; larger goes first
    parts: list[float]  # what each part of it comes to, see `Trace.parts_of_rule`
    # policies that resize jobs
    room: int  # beside the least sizes of the running jobs
    before: int
    after: int
    least: int
    most: int
    # policies for profit
    reserved: int  # for accepted jobs that wait
    got: int
    brings: float
    taken: list[Taken]
    lookahead: float | None
    ahead: int  # the job whose deadline is the lookahead


class Decision(Facts):
    """One decision on one job."""

    job: int
    outcome: str  # "starts", "waits", "migrates", "reserved", "backfills", "shares", or why it does not start


class PlanLine(TypedDict):
    """What is to become of one job, as far as the policy knows; None where it is open."""

    job: int
    state: Literal["running", "reserved", "waiting"]
    since: float | None
    until: float | None
    size: int
    deadline: float | None
    lookahead: NotRequired[bool]  # whether the policy looks ahead to it
