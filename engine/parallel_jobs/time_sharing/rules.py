"""What SED decides: rules that reference and kernel call alike, and the readable state that they are asked about.

Availability vectors and delays are indexed by delay class, 0 for the fastest. Delays are integers (all delays times
their common denominator), so that no comparison is ever left to rounding.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from engine.compiled.compilation import compiled
from engine.parallel_jobs.machine_events.events import MachineEventKind
from engine.parallel_jobs.model import Machines
from engine.parallel_jobs.policies import PolicyCode

NOT_NOW = -1


@compiled
def choose_delay_class(available: np.ndarray, delay: np.ndarray, min_size: int, max_size: int) -> int:
    """The class that SED maps a job to, or `NOT_NOW`.

    Smallest delay / min(available, max_size) among the classes with at least *min_size* available machines; among
    equals the one that leaves the fewest machines over, then the fastest.
    Source: Schnor et al. 1996, section 3.3.3 (quotients compared as cross products).

    Parameters
    ----------
    available : int64 (K,), machines available in each class
    delay : int64 (K,), delay of each class times the common denominator
    """
    chosen = NOT_NOW
    for m in range(available.shape[0]):
        if available[m] < min_size:
            continue
        if chosen == NOT_NOW:
            chosen = m
            continue
        here = delay[m] * min(available[chosen], max_size)
        best = delay[chosen] * min(available[m], max_size)
        if here < best:
            chosen = m
        elif here == best:
            left = available[m] - min(available[m], max_size)
            if left < available[chosen] - min(available[chosen], max_size):
                chosen = m
    return chosen


@compiled
def choose_migration_class(available: np.ndarray, current: int, size: int) -> int:
    """The fastest class below *current* with *size* available machines, or `NOT_NOW`.

    *available* is counted with the job itself taken off its machines.
    Source: Schnor et al. 1996, section 3.3.5; the cluster of machines never changes its size.
    """
    for m in range(current):
        if available[m] >= size:
            return m
    return NOT_NOW


@compiled
def migration_pays(pause: float, remaining: float, rate_there: float, rate_here: float) -> bool:
    """Whether stopping for *pause* seconds and going on at *rate_there* ends before staying at *rate_here*."""
    return pause + remaining / rate_there < remaining / rate_here


@compiled
def rigid_size(max_size: int, machines: int) -> int:
    """Size of a rigid job under First-Come-First-Served: its largest, but not more than there are machines."""
    return min(max_size, machines)


# Who runs where at one instant, to be read: loads, thresholds, availability (Schnor et al. 1996, section 3).
#
# The reference moves this state through time, the trace replays it for the page, and the possible mapping states are
# enumerated with it. The kernel has its own, compiled.


@dataclass
class Placement:
    """A running job: its machines in the order chosen, its delay class, the machines it still holds elsewhere."""

    job: int
    machines: list[int]
    delay_class: int
    held: list[int] = field(default_factory=list)

    @property
    def size(self) -> int:
        """Number of its processes."""
        return len(self.machines)


class Mapping:
    """The running jobs and the machines under them."""

    def __init__(self, machines: Machines) -> None:
        self.machines = machines
        self.n_machines = len(machines.group)
        self.n_classes = len(machines.classes.delay)
        self.slowest = machines.classes.slowest
        self.users = [0] * self.n_machines
        self.gone = [False] * self.n_machines
        self.running: dict[int, Placement] = {}
        self.jobs_on: list[set[int]] = [set() for _ in range(self.n_machines)]
        self.held_on: list[set[int]] = [set() for _ in range(self.n_machines)]

    def load(self, machine: int) -> int:
        """Processes on *machine*: of jobs, those that a migration has not fetched yet included, and of users."""
        return self.processes(machine) + self.users[machine]

    def processes(self, machine: int) -> int:
        """Processes of jobs on *machine*, those that a migration has not fetched yet included."""
        return len(self.jobs_on[machine]) + len(self.held_on[machine])

    def class_with(self, machine: int, processes: int) -> int:
        """Delay class of *machine* when it carries that many processes."""
        return int(self.machines.classes.of_load[self.machines.group[machine], processes])

    def is_available(self, machine: int, but: int = -1) -> int:
        """Delay class in which *machine* is available to another process, or the number of classes if it is not.

        The job *but* is counted as if it were not there. d_i <= s_i of section 3.3.2: one more process must not slow
        down any job on the machine below its expected delay. With users, s_i is alpha_max at most all the same.
        """
        if self.gone[machine]:
            return self.n_classes
        others = self.jobs_on[machine] - {but}
        held = self.held_on[machine] - {but}
        delay_class = self.class_with(machine, self.users[machine] + len(others) + len(held) + 1)
        threshold = min((self.running[job].delay_class for job in others), default=self.slowest)
        threshold = min(threshold, self.slowest)
        return delay_class if delay_class <= threshold else self.n_classes

    def availability(self, but: int = -1) -> np.ndarray:
        """The availability vector; int64 (K,): machines available in each class or a faster one."""
        exact = self.classes_of_machines(but)
        return np.array([sum(c <= k for c in exact) for k in range(self.n_classes)], dtype=np.int64)

    def classes_of_machines(self, but: int = -1) -> list[int]:
        """The class in which each machine is available, or the number of classes where it is not."""
        return [self.is_available(machine, but) for machine in range(self.n_machines)]

    def slowest_first(self, worst_class: int, size: int, but: int = -1) -> list[int]:
        """*size* available machines up to *worst_class*: largest delay, then speed factor, then lowest number first.

        A job that is to move, *but*, keeps those of its machines that are among them, so that no process moves in vain.
        """
        exact = {machine: self.is_available(machine, but) for machine in range(self.n_machines)}
        usable = [machine for machine in exact if exact[machine] <= worst_class]
        usable.sort(key=lambda i: (-exact[i], -self.speed_factor(i), i))
        own = set(self.running[but].machines) & set(usable) if but >= 0 else set()
        others = [machine for machine in usable if machine not in own][: size - len(own)]
        return [machine for machine in usable if machine in own or machine in others]

    def fastest_free(self, size: int) -> list[int]:
        """*size* idle machines, the fastest first, or none if there are not so many."""
        idle = [i for i in range(self.n_machines) if self.processes(i) == 0 and not self.gone[i]]
        return sorted(idle, key=lambda i: (self.speed_factor(i), i))[:size] if len(idle) >= size else []

    def happens(self, kind: int, machine: int) -> bool:
        """Let a machine event happen to *machine*, but to none of the jobs; whether it changes anything."""
        before = self.users[machine], self.gone[machine]
        if kind == MachineEventKind.USER_ARRIVES:
            self.users[machine] += 1
        elif kind == MachineEventKind.USER_LEAVES:
            self.users[machine] = max(0, self.users[machine] - 1)
        else:
            self.gone[machine] = kind != MachineEventKind.RETURN
        return before != (self.users[machine], self.gone[machine])

    def speed_factor(self, machine: int) -> float:
        """Speed factor of *machine*."""
        return float(self.machines.speed_factor[self.machines.group[machine]])

    def place(self, job: int, machines: list[int]) -> Placement:
        """Put a process of *job* on each of *machines*; its class is the slowest delay found there."""
        for machine in machines:
            self.jobs_on[machine].add(job)
        self.running[job] = Placement(job, machines, self.current_class(machines))
        return self.running[job]

    def current_class(self, machines: list[int]) -> int:
        """The highest class of alpha_j load_j over *machines*: what a job running there gets right now."""
        return max(self.class_with(machine, self.load(machine)) for machine in machines)

    def remove(self, job: int) -> None:
        """Take all processes of *job* off their machines."""
        placement = self.running.pop(job)
        for machine in placement.machines:
            self.jobs_on[machine].discard(job)
        for machine in placement.held:
            self.held_on[machine].discard(job)

    def move(self, job: int, machines: list[int], hold: bool) -> int:
        """Move *job* to *machines*; the number of processes that change their machine.

        With *hold*, the machines left behind stay occupied until `release`; a process that is being transferred
        computes nothing, so it slows others down but cannot be slowed down itself.
        """
        left = [machine for machine in self.running[job].machines if machine not in machines]
        self.remove(job)
        if hold:
            for machine in left:
                self.held_on[machine].add(job)
        placement = self.place(job, machines)
        placement.held = left if hold else []
        return len(left)

    def release(self, job: int) -> None:
        """Free the machines that *job* held during its transfer."""
        for machine in self.running[job].held:
            self.held_on[machine].discard(job)
        self.running[job].held = []

    def upgradable(self) -> list[int]:
        """Jobs whose machines have become faster than their delay class says, lowest number first."""
        return [
            job
            for job in sorted(self.running)
            if self.current_class(self.running[job].machines) < self.delay_class(job)
        ]

    def delay_class(self, job: int) -> int:
        """Delay class of a running job."""
        return self.running[job].delay_class

    def upgrade(self, job: int) -> None:
        """Let *job* have the delay class that its machines now give it."""
        self.running[job].delay_class = self.current_class(self.running[job].machines)

    def downgradable(self, machine: int) -> list[int]:
        """Jobs on *machine* that have become slower than their delay class says, lowest number first."""
        return [
            job
            for job in sorted(self.jobs_on[machine])
            if self.current_class(self.running[job].machines) > self.delay_class(job)
        ]

    def downgrade(self, job: int) -> None:
        """As `upgrade`, where somebody else has come to the machines."""
        self.upgrade(job)

    def state(self) -> tuple[tuple[int, ...], ...]:
        """The mapping state: for each class the sizes of its jobs, largest first (section 4.2)."""
        sizes: list[list[int]] = [[] for _ in range(self.n_classes)]
        for placement in self.running.values():
            sizes[placement.delay_class].append(placement.size)
        return tuple(tuple(sorted(of_class, reverse=True)) for of_class in sizes)


# Policy rules asked about a readable `Mapping`: which machines for a job, who migrates next and where to.


def machines_for(
    mapping: Mapping, policy: int, min_size: int, max_size: int, requested: int | None = None
) -> list[int]:
    """Machines on which a waiting job starts now, or none (rules 3 and 4).

    First-Come-First-Served asks for the size *requested*, the largest one if that is not said.
    """
    if policy == PolicyCode.FCFS:
        return mapping.fastest_free(rigid_size(requested or max_size, mapping.n_machines))
    available = mapping.availability()
    m = choose_delay_class(available, mapping.machines.classes.scaled, min_size, max_size)
    return [] if m == NOT_NOW else mapping.slowest_first(m, min(int(available[m]), max_size))


def refuge(mapping: Mapping, job: int) -> list[int]:
    """Machines of the fastest class of all that has enough of them for a job that has to leave a machine, or none."""
    size = mapping.running[job].size
    target = choose_migration_class(mapping.availability(but=job), mapping.n_classes, size)
    return [] if target == NOT_NOW else mapping.slowest_first(target, size, but=job)


def next_migrant(mapping: Mapping, tried: set[int], may_move: Callable[[int], bool]) -> int | None:
    """The job to be tried next (rule 8): the slowest class first, then the lowest number."""
    candidates = [job for job in mapping.running if job not in tried and may_move(job)]
    return min(candidates, key=lambda job: (-mapping.delay_class(job), job), default=None)


def faster_machines(mapping: Mapping, job: int) -> list[int]:
    """Machines of the fastest class below the job's own that has enough of them, or none (rule 8).

    None also when they are the very machines that it has (SED-NU): to move no process would be upgrading by another
    name, and would cost a checkpoint.
    """
    placement = mapping.running[job]
    available: np.ndarray = mapping.availability(but=job)
    target = choose_migration_class(available, placement.delay_class, placement.size)
    if target == NOT_NOW:
        return []
    chosen = mapping.slowest_first(target, placement.size, but=job)
    return [] if set(chosen) == set(placement.machines) else chosen
