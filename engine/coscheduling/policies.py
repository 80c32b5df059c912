"""The schemes: how a process waits for a message, what a delivery does, gang scheduling, and dedicated nodes."""

from dataclasses import replace
from enum import IntEnum
from typing import NamedTuple

from engine.contract.family import Policy
from engine.coscheduling.rules.stages import STAGES, in_words
from engine.queues.orders import Order


class Waiting(IntEnum):
    """What a process does that waits for a message (table 1, columns)."""

    BUSY_WAIT = 0
    SPIN_BLOCK = 1
    SPIN_YIELD = 2


class OnDelivery(IntEnum):
    """What the delivery of a message does (table 1, rows)."""

    NOTHING = 0
    INTERRUPT = 1
    PERIODIC_BOOST = 2


class Gang(IntEnum):
    """Whether the nodes change jobs together, and whether jobs are copied into free cells of other rows."""

    NO = 0
    WITHOUT_REPLICATION = 1
    WITH_REPLICATION = 2


class Queue(IntEnum):
    """Of dedicated nodes, which run one process at a time: who of those that wait gets them.

    EASY looks at the heads in order of arrival, ORDERED in an `Order` of its own; both reserve nodes for the first.
    """

    NO = 0
    FIRST_COME_FIRST_SERVED = 1
    FIRST_FIT = 2
    EASY = 3
    ORDERED = 4


class Scheme(NamedTuple):
    """All that reference and kernel need to know about a policy.

    *heuristic* is an index into `HEURISTICS`, *order* that in which those that wait for dedicated nodes are looked at;
    under EASY, those that may pass the first.
    """

    waiting: int
    on_delivery: int
    heuristic: int = 0
    fair: bool = False
    gang: int = 0
    queue: int = 0
    order: int = 0

    @property
    def is_told(self) -> bool:
        """Whether nodes are told whom to run, instead of deciding for themselves."""
        return bool(self.gang or self.queue)


HEURISTICS = "".join(STAGES)
"""Their letters; a scheme has the place of its own."""

SOURCE = "Zhang et al. 2001"

_WAITING = {
    "": (Waiting.BUSY_WAIT, "Busy Wait", "A process that waits for a message spins until it is pre-empted."),
    "SB": (
        Waiting.SPIN_BLOCK,
        "Spin Block",
        "A process spins for a little more than the time of a message, then blocks.",
    ),
    "SY": (
        Waiting.SPIN_YIELD,
        "Spin Yield",
        "A process spins for a little more than the time of a message, then lowers its priority, raises that of "
        "another one, and spins on.",
    ),
}
_ON_DELIVERY = {
    "": (OnDelivery.NOTHING, "", "A delivery changes no priority."),
    "DCS": (
        OnDelivery.INTERRUPT,
        "Demand-based Coscheduling",
        "A delivery interrupts the node if its receiver is not running, and raises the priority of the receiver.",
    ),
    "PB": (
        OnDelivery.PERIODIC_BOOST,
        "Periodic Boost",
        "Every millisecond the kernel looks for messages, and raises the priority of a process that can go on.",
    ),
}
_IDEAS = {OnDelivery.NOTHING: "Spinning", OnDelivery.INTERRUPT: "On demand", OnDelivery.PERIODIC_BOOST: "Boosting"}
_SECTIONS = {"Local": "2.3", "SB": "2.4.1", "SY": "2.4.2", "DCS": "2.4.3", "PB": "2.4.4"}


def _dynamic() -> list[tuple[Policy, Scheme]]:
    found = []
    for arriving, (on_delivery, effect, what) in _ON_DELIVERY.items():
        for wait, (waiting, way, how) in _WAITING.items():
            name = "-".join(part for part in (arriving, wait) if part) or "Local"
            title = " with ".join(part for part in (effect, way if wait or not effect else "") if part)
            title = "Local scheduling" if name == "Local" else title
            source = f"{SOURCE}, section {_SECTIONS.get(name, '2.4.5')}"
            idea = "Local" if name == "Local" else _IDEAS[on_delivery]
            found.append((Policy(name, title, f"{how} {what}", source, 0, idea), Scheme(waiting, on_delivery)))
            if on_delivery != OnDelivery.PERIODIC_BOOST:
                continue
            for fair in (False, True):
                for number, letter in enumerate(HEURISTICS):
                    if number == 0 and not fair:
                        continue  # that is the policy without a letter
                    mark = letter + "'" * fair
                    share = ", of several the one with the least share of the processor" if fair else ""
                    heuristic = f"{how} {what} Heuristic {mark}: {in_words(letter)}{share}."
                    policy = Policy(
                        f"{name}-{mark}",
                        f"{title}, heuristic {mark}",
                        heuristic,
                        f"{SOURCE}, section 4.9",
                        0,
                        f"Heuristics of {name}",
                    )
                    found.append((policy, Scheme(waiting, on_delivery, number, fair)))
    return found


_GANG = [
    (
        Policy(
            "GS",
            "Gang Scheduling",
            "All processes of a job run at the same time, slot by slot; jobs are copied into free cells of other rows.",
            f"{SOURCE}, sections 2.2 and 4.7",
            0,
            "Gang",
        ),
        Scheme(Waiting.BUSY_WAIT, OnDelivery.NOTHING, gang=Gang.WITH_REPLICATION),
    ),
    (
        Policy(
            "GS-NR",
            "Gang Scheduling, no replication",
            "All processes of a job run at the same time, in the slot of their row only.",
            f"{SOURCE}, section 2.2",
            0,
            "Gang",
        ),
        Scheme(Waiting.BUSY_WAIT, OnDelivery.NOTHING, gang=Gang.WITHOUT_REPLICATION),
    ),
]

_RESERVED = "the first that does not fit has a reservation, and others pass it as under EASY."
_SERIAL = "after Conway, Maxwell & Miller 1967"
_SMALL, _LARGE = "after Majumdar, Eager & Bunt 1988", "the reverse of Majumdar, Eager & Bunt 1988"
_CARASTAN, _TANG = "Carastan-Santos & de Camargo 2017", "after Tang et al. 2009"
_LEARNED = "Small and early jobs go first: least"
_LEARNED_IN = "with estimates and arrivals in seconds"

_WHO_STARTS = {
    "FCFS": (
        (Queue.FIRST_COME_FIRST_SERVED, Order.ARRIVAL),
        "First-Come-First-Served",
        "Jobs start strictly in order of arrival.",
        "FCFS in Lifka 1995",
    ),
    "FF": (
        (Queue.FIRST_FIT, Order.ARRIVAL),
        "First Fit",
        "Whoever fits starts, in order of arrival.",
        "FF in Kumar 2001, section 4.1.1",
    ),
    "EASY": (
        (Queue.EASY, Order.ARRIVAL),
        "EASY backfilling",
        "Jobs start in order of arrival; the first that does not fit has a reservation, and those behind it may start "
        "before it if, by the estimates, they do not delay it.",
        "Lifka 1995",
    ),
    "SJF": (
        (Queue.ORDERED, Order.SHORTEST),
        "Shortest Job First",
        f"The shortest goes first, by the estimates; {_RESERVED}",
        _SERIAL,
    ),
    "LJF": (
        (Queue.ORDERED, Order.LONGEST),
        "Longest Job First",
        f"The longest goes first, by the estimates; {_RESERVED}",
        _SERIAL,
    ),
    "SAF": (
        (Queue.ORDERED, Order.SMALLEST_AREA),
        "Smallest Area First",
        f"Who asks for the least node time goes first; {_RESERVED}",
        _SMALL,
    ),
    "LAF": (
        (Queue.ORDERED, Order.LARGEST_AREA),
        "Largest Area First",
        f"Who asks for the most node time goes first; {_RESERVED}",
        _LARGE,
    ),
    "SQF": (
        (Queue.ORDERED, Order.SMALLEST),
        "Smallest Size First",
        f"Who asks for the fewest nodes goes first; {_RESERVED}",
        _SMALL,
    ),
    "LQF": (
        (Queue.ORDERED, Order.LARGEST),
        "Largest Size First",
        f"Who asks for the most nodes goes first; {_RESERVED}",
        _LARGE,
    ),
    "EASY-SJF": (
        (Queue.EASY, Order.SHORTEST),
        "EASY, shortest backfilled first",
        "As EASY, but of those that may pass the shortest is looked at first, by the estimates.",
        "after Tsafrir, Etsion & Feitelson 2007",
    ),
    "F1": (
        (Queue.ORDERED, Order.F1),
        "Learned order F1",
        f"{_LEARNED} size x log10(estimate) + 870 log10(arrival), {_LEARNED_IN}; {_RESERVED}",
        _CARASTAN,
    ),
    "F2": (
        (Queue.ORDERED, Order.F2),
        "Learned order F2",
        f"{_LEARNED} size x sqrt(estimate) + 25,600 log10(arrival), {_LEARNED_IN}; {_RESERVED}",
        _CARASTAN,
    ),
    "F3": (
        (Queue.ORDERED, Order.F3),
        "Learned order F3",
        f"{_LEARNED} size x estimate + 6,860,000 log10(arrival), {_LEARNED_IN}; {_RESERVED}",
        _CARASTAN,
    ),
    "F4": (
        (Queue.ORDERED, Order.F4),
        "Learned order F4",
        f"{_LEARNED} estimate x sqrt(size) + 530,000 log10(arrival), {_LEARNED_IN}; {_RESERVED}",
        _CARASTAN,
    ),
    "WFP3": (
        (Queue.ORDERED, Order.WFP3),
        "WFP3",
        f"Most (wait / estimate)^3 x size goes first; {_RESERVED}",
        _TANG,
    ),
    "UNICEF": (
        (Queue.ORDERED, Order.UNICEF),
        "UNICEF",
        f"Most wait / (log2(size) x estimate) goes first; {_RESERVED}",
        _TANG,
    ),
    "XF": (
        (Queue.ORDERED, Order.EXPANSION),
        "Expansion factor",
        f"Who has the largest (wait + estimate) / estimate goes first; {_RESERVED}",
        "after Jackson, Snell & Clement 2001",
    ),
}

_DEDICATED = [
    (
        Policy(
            f"SS-{name}",
            f"Space sharing, {title}",
            f"A node runs one process at a time; a job has its nodes to itself until all its tasks have ended. {who}",
            source,
            0,
            "Dedicated nodes" if order == Order.ARRIVAL else "Ordered queues",
        ),
        Scheme(Waiting.BUSY_WAIT, OnDelivery.NOTHING, queue=queue, order=order),
    )
    for name, ((queue, order), title, who, source) in _WHO_STARTS.items()
]

_ALL = [*_GANG, *_dynamic(), *_DEDICATED]

POLICIES = {policy.name: replace(policy, code=code) for code, (policy, _) in enumerate(_ALL)}
SCHEMES = {policy.name: scheme for policy, scheme in _ALL}
