"""What a policy sees: jobs, machines and the state of one instant. Nothing of it can be changed.

All times are in s; instants are those of the clock, which begins at 0. Nobody sees true run times.
"""

from typing import Literal, Protocol


class Job(Protocol):
    """A job that has arrived. `fair` and the names that begin with `user` tell of whoever it belongs to.

    Attributes
    ----------
    number : counts the jobs in order of arrival, from 1
    arrival : instant
    submit : since the first arrival, at least 1 s
    wait : since its arrival, s
    estimate : of the run time on `size` of the fastest machines of the cluster, by its user, s
    size : machines: of a running job those that it has, else those that it asks for
    area : estimate x size, machine-seconds
    smallest, largest : machines with which it can start; more than one size only if it is moldable or malleable
    kind : "rigid", "moldable" (its size is chosen when it starts) or "malleable" (and can be changed while it runs)
    deadline_in : until its deadline, negative when late, 10^12 without one, s
    profit : $
    job_class : number of its class, from 1
    queue : 0, since no workload here has queues
    started : how often it has lost its machines
    user : number of whoever it belongs to, from 1; where nobody says, its class
    user_running, user_waiting : machines of the running, and number of the waiting jobs of that user
    user_usage, user_share : machine-seconds of that user, halved every `Policy.half_life`; its share in everybody's
    fair : 2^(-user_share x users), 0 to 1
    start : instant of its first start; infinite before
    machines : numbers of its machines, empty unless it runs
    expected_end : instant at which it ends by its user's estimate; infinite unless it runs
    remaining : until then, s; infinite unless it runs
    lasting : machines that others can have when it has ended; some may leave with it
    """

    @property
    def number(self) -> int: ...
    @property
    def arrival(self) -> float: ...
    @property
    def submit(self) -> float: ...
    @property
    def wait(self) -> float: ...
    @property
    def estimate(self) -> float: ...
    @property
    def size(self) -> int: ...
    @property
    def area(self) -> float: ...
    @property
    def smallest(self) -> int: ...
    @property
    def largest(self) -> int: ...
    @property
    def kind(self) -> Literal["rigid", "moldable", "malleable"]: ...
    @property
    def deadline_in(self) -> float: ...
    @property
    def profit(self) -> float: ...
    @property
    def job_class(self) -> int: ...
    @property
    def queue(self) -> int: ...
    @property
    def started(self) -> int: ...
    @property
    def user(self) -> int: ...
    @property
    def user_running(self) -> int: ...
    @property
    def user_waiting(self) -> int: ...
    @property
    def user_usage(self) -> float: ...
    @property
    def user_share(self) -> float: ...
    @property
    def fair(self) -> float: ...
    @property
    def start(self) -> float: ...
    @property
    def machines(self) -> tuple[int, ...]: ...
    @property
    def expected_end(self) -> float: ...
    @property
    def remaining(self) -> float: ...
    @property
    def lasting(self) -> int: ...


class Machine(Protocol):
    """A machine that is there.

    Attributes
    ----------
    number : counts the machines of the cluster, from 1
    group : number of its machine group, from 1
    speed_factor : how many times longer a job takes than on a machine of speed factor 1; users slow a machine down
    idle : whether no job has it
    users : people who compute on it
    """

    @property
    def number(self) -> int: ...
    @property
    def group(self) -> int: ...
    @property
    def speed_factor(self) -> float: ...
    @property
    def idle(self) -> bool: ...
    @property
    def users(self) -> int: ...


Event = tuple[Literal["end", "arrival"], Job] | tuple[Literal["machine"], Machine | None] | tuple[Literal["wake"], None]
"""What has happened, and to whom; a machine is None where some are gone for good."""


class State(Protocol):
    """The system at one instant. What has been yielded is carried out at once, and seen here.

    Attributes
    ----------
    now : instant
    hour, weekday : of the clock, 0 to 24 h and 0 (Monday) to 6
    waiting : in order of arrival; jobs that have lost their machines come before all others
    running : in order of their (last) start
    idle : idle machines
    processors : machines that are there
    busy : share of these that jobs have
    waiting_area : of all waiting jobs, machine-seconds
    machines : those that are there, by number
    events : what has happened at this instant, in order; never empty
    """

    @property
    def now(self) -> float: ...
    @property
    def hour(self) -> float: ...
    @property
    def weekday(self) -> int: ...
    @property
    def waiting(self) -> tuple[Job, ...]: ...
    @property
    def running(self) -> tuple[Job, ...]: ...
    @property
    def idle(self) -> int: ...
    @property
    def processors(self) -> int: ...
    @property
    def busy(self) -> float: ...
    @property
    def waiting_area(self) -> float: ...
    @property
    def machines(self) -> tuple[Machine, ...]: ...
    @property
    def events(self) -> tuple[Event, ...]: ...

    def usage(self, user: int) -> float:
        """Machine-seconds of a user until now, halved every `Policy.half_life`."""

    def estimate(self, job: Job, size: int | None = None) -> float:
        """How long *job* would take on so many of the fastest idle machines, s; infinite if fewer are idle."""
