"""The schemes: how a process waits for a message, what a delivery does, gang scheduling, and dedicated nodes."""

from dataclasses import replace
from enum import IntEnum
from typing import NamedTuple

from engine.contract.family import Policy, Variant
from engine.coscheduling.rules import STAGES, in_words
from engine.queues.named_orders import ORDERS, NamedOrder
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
            policy = Policy(name, title, f"{how} {what}", source, 0, idea)
            found.append((policy, Scheme(waiting, on_delivery)))
            if on_delivery == OnDelivery.PERIODIC_BOOST:
                found += [(_boosting(policy, *one), Scheme(waiting, on_delivery, *one)) for one in _OTHER_HEURISTICS]
    return found


_OTHER_HEURISTICS = [(number, fair) for fair in (False, True) for number in range(not fair, len(HEURISTICS))]
"""All but the first one, A, which policies without a letter have."""


def _boosting(policy: Policy, number: int, fair: bool) -> Policy:
    """The *policy* with another heuristic, as its option."""
    letter = HEURISTICS[number]
    mark = letter + "'" * fair
    words = in_words(letter) + (", of several the one with the least share of the processor" if fair else "")
    return replace(
        policy,
        name=f"{policy.name}-{mark}",
        title=f"{policy.title}, heuristic {mark}",
        description=f"{policy.description} Heuristic {mark}: {words}.",
        source=f"{SOURCE}, section 4.9",
        variant=Variant(policy.name, "heuristic", mark, words),
    )


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

_ITSELF = "A node runs one process at a time; a job has its nodes to itself until all its tasks have ended."


def _dedicated(name: str, queue: Queue, title: str, who: str, source: str) -> tuple[Policy, Scheme]:
    policy = Policy(f"SS-{name}", f"Space sharing, {title}", f"{_ITSELF} {who}", source, 0, "Dedicated nodes")
    return policy, Scheme(Waiting.BUSY_WAIT, OnDelivery.NOTHING, queue=queue, order=Order.ARRIVAL)


_DEDICATED = [
    _dedicated(
        "FCFS",
        Queue.FIRST_COME_FIRST_SERVED,
        "First-Come-First-Served",
        "Jobs start strictly in order of arrival.",
        "FCFS in Lifka 1995",
    ),
    _dedicated(
        "FF",
        Queue.FIRST_FIT,
        "First Fit",
        "Each job that fits starts, in order of arrival.",
        "FF in Kumar 2001, section 4.1.1",
    ),
    _dedicated(
        "EASY",
        Queue.EASY,
        "EASY backfilling",
        "Jobs start in order of arrival; the first that does not fit has a reservation, and those behind it may start "
        "before it if, by the estimates, they do not delay it.",
        "Lifka 1995",
    ),
]


def _ordered(name: str, order: NamedOrder) -> tuple[Policy, Scheme]:
    """SS-EASY with another *order*, as its option."""
    policy, scheme = _DEDICATED[-1]
    words = order.words("node")
    variant = replace(
        policy,
        name=f"SS-{name}",
        title=f"Space sharing, {order.title}",
        description=f"{_ITSELF} {words}",
        source=order.source,
        variant=Variant(policy.name, "order", name, words),
    )
    queue = Queue.EASY if order.is_of_backfilling else Queue.ORDERED
    return variant, scheme._replace(queue=queue, order=order.order)


_ORDERED = [_ordered(name, order) for name, order in ORDERS.items() if order.order != Order.DEADLINE]
"""Jobs have no deadlines here."""

_ALL = [*_GANG, *_dynamic(), *_DEDICATED, *_ORDERED]

POLICIES = {policy.name: replace(policy, code=code) for code, (policy, _) in enumerate(_ALL)}
SCHEMES = {policy.name: scheme for policy, scheme in _ALL}
