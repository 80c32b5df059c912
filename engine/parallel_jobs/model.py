"""What the simulations take: jobs and machines as arrays, and the options of a scenario as plain numbers."""

from math import inf
from typing import NamedTuple

import numpy as np

from engine.rules.tree import Node


class DelayClasses(NamedTuple):
    """The delta set of a cluster with G groups, K classes; class 0 is the fastest.

    Where machines have users there are more than K classes: those above alpha_max, which nobody is mapped to, but which
    a running job can have when a user comes.

    Attributes
    ----------
    delay : float64 (K,), delay of each class
    scaled : int64 (K,), the same times the common denominator of all speed factors
    of_load : int32 (G, L + 1), class of a machine of group g that carries l processes, delay alpha_g * l;
        K where that is above alpha_max (or can never be); column 0 is never used
    capacity : int32 (G,), most processes of jobs on one machine of the group, floor(alpha_max / alpha_g)
    """

    delay: np.ndarray
    scaled: np.ndarray
    of_load: np.ndarray
    capacity: np.ndarray

    @property
    def slowest(self) -> int:
        """Class of alpha_max, one process on the slowest machine: the highest that a job is mapped to."""
        return int(self.of_load[:, 1].max())


NOBODYS = np.zeros(0, dtype=np.int64)
"""Users of jobs of nobody."""


NO_THINK_TIMES = np.zeros(0)
"""Of jobs that all come of themselves."""


class Jobs(NamedTuple):
    """J jobs in order of arrival.

    Attributes
    ----------
    gap : float64 (J,), time between the arrival before and this one, s
    demand : float64 (J,), time on one machine of speed factor 1, s
    min_size, max_size : int32 (J,), machines
    process_size : float64 (J,), KB
    job_class : int32 (J,), index into the scenario's job classes
    requested : int32 (J,), size under policies that never resize, machines
    moldable : bool (J,), whether the size stays what it is given at the start; a rigid job has min_size = max_size
    estimate : float64 (J,), run time as estimated over the true one, at least 1
    expected : float64 (J,), an estimate in seconds (of a list or a model) times the size; 0 where `estimate` says it
    deadline : float64 (J,), time from arrival to deadline, s; infinite if there is none
    profit : float64 (J,), largest profit, $
    speedup : float64 (C, M + 1), on 0 to M machines: of each job class, unless jobs have curves of their own
    user, queue : int64 (J,), whose job it is, and to which queue it was sent; (0,) where nobody says
    after : int64 (J,), the job after whose end this one comes, -1 for one that comes of itself; (0,) if all do
    think : float64 (J,), how long after that end, s; (0,) if all come of themselves
    own_curve : int32 (J,), the row of *speedup* of each job; (0,) where it is its class
    partition : int32 (J,), the machine group on which the job stays, with a queue of its own; (0,) if it may be on all
    """

    gap: np.ndarray
    demand: np.ndarray
    min_size: np.ndarray
    max_size: np.ndarray
    process_size: np.ndarray
    job_class: np.ndarray
    requested: np.ndarray
    moldable: np.ndarray
    estimate: np.ndarray
    expected: np.ndarray
    deadline: np.ndarray
    profit: np.ndarray
    speedup: np.ndarray
    user: np.ndarray = NOBODYS
    queue: np.ndarray = NOBODYS
    after: np.ndarray = NOBODYS
    think: np.ndarray = NO_THINK_TIMES
    own_curve: np.ndarray = NOBODYS
    partition: np.ndarray = NOBODYS

    @property
    def curve(self) -> np.ndarray:
        """The row of `speedup` that is each job's; int32 (J,)."""
        return self.own_curve if len(self.own_curve) else self.job_class


def first_jobs(jobs: Jobs, count: int) -> Jobs:
    """The first *count* of them, as if nobody came any more."""
    own = {name: column[:count] for name, column in jobs._asdict().items() if name != "speedup"}
    return Jobs(speedup=jobs.speedup, **own)


class Machines(NamedTuple):
    """M machines and their delay classes.

    Attributes
    ----------
    group : int32 (M,), index into the scenario's machine groups
    speed_factor : float64 (G,), of each group
    classes : the delay classes
    """

    group: np.ndarray
    speed_factor: np.ndarray
    classes: DelayClasses


NONE, SKIP, ALL = 0, -1, 2**31
"""Reservations that are no number of jobs: the first blocks all others, nobody is waited for, everybody has one."""


class OwnRules(NamedTuple):
    """An own policy as the simulations take it.

    Attributes
    ----------
    order, backfill : rules whose value is a job's place, larger first; *backfill* of those that pass the protected
    admit : rule that says who is taken; None if everybody is
    reservation : so many jobs from the front are protected; or NONE, SKIP, ALL
    half_life : of what users have used, s
    machines : rule whose value is a machine group's place when a job starts, larger first; None for the fastest first
    """

    order: Node
    backfill: Node
    admit: Node | None
    reservation: int
    half_life: float
    machines: Node | None = None


Span = tuple[int, int]
"""From this user to that one."""


class Shares(NamedTuple):
    """Who shares with whom: G groups, each after the one that it is inside.

    Attributes
    ----------
    inside : of each group the number of the one around it, -1 of those that are inside none
    shares : of each
    users : spans of numbers of its users
    others : the group of all other users; -1 if they are in none, each with one share beside the outermost groups
    damping : usage over share counts so many times less
    """

    inside: tuple[int, ...] = ()
    shares: tuple[int, ...] = ()
    users: tuple[tuple[Span, ...], ...] = ()
    others: int = -1
    damping: float = 1.0


UNLIMITED = 2**40
"""Processors, or jobs."""


class QueueRules(NamedTuple):
    """A queue as the simulations take it.

    Attributes
    ----------
    takes : rule, yes of a job that is in this queue unless it is in one before; None if everybody is
    priority : larger before smaller ones, where queues count
    most, most_of_user, most_jobs : processors in use by this queue, and processors and jobs of one user in it
    longest : estimate, s
    may_preempt, may_be_preempted : whose processors may be taken by whom
    """

    takes: Node | None
    priority: float = 0.0
    most: int = UNLIMITED
    most_of_user: int = UNLIMITED
    most_jobs: int = UNLIMITED
    longest: float = inf
    may_preempt: bool = False
    may_be_preempted: bool = False


class Window(NamedTuple):
    """So many processors are reserved from *begins* until *ends*, which is known from *known* on; s."""

    begins: float
    ends: float
    processors: int
    known: float


class Operation(NamedTuple):
    """How a site is run, for all policies whose jobs have one size and wait in a queue.

    Attributes
    ----------
    queues : a job is in the first that takes it; of no queue, and without limits, if none does
    windows : reserved in advance
    predicts : whether predictions take the place of estimates
    """

    queues: tuple[QueueRules, ...] = ()
    windows: tuple[Window, ...] = ()
    predicts: bool = False

    @property
    def preempts(self) -> bool:
        """Whether jobs may take processors from others."""
        return any(queue.may_preempt for queue in self.queues) and any(queue.may_be_preempted for queue in self.queues)


class Rules(NamedTuple):
    """The options of a scenario as plain numbers (times in s)."""

    upgrade_only_when_queue_empty: bool
    migrate_only_if_it_pays: bool
    hold_old_machines: bool
    checkpoint: float
    latency: float
    transfer_per_kb: float
    resize_cost: float = 0.0
    lazy_by_the_letter: bool = False
    checkpoint_interval: float = 0.0
    checkpoint_cost: float = 0.0
    reservation_depth: int = 0
    own: OwnRules | None = None
    shares: Shares = Shares()
    operation: Operation | None = None
