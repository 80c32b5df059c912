"""How much of what was before a job has to be simulated to know what becomes of it: as little as the policy allows."""

from enum import IntEnum

from engine.parallel_jobs.inputs.site.fair_share import OF_USAGE
from engine.parallel_jobs.inputs.site.own_policies import OwnRules
from engine.parallel_jobs.inputs.workload import Machines, Rules
from engine.parallel_jobs.machine_events.events import MachineEvents
from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.space_sharing.rules.orders import ORDERS, Order
from engine.rules.folding import BY_ARRIVAL
from engine.rules.tree import Node, names_in


class Past(IntEnum):
    """What says all about it.

    PRESENT: who runs and who waits when the job comes. EMPTY: who has come since the cluster was last empty. ALL:
    whatever was, since users' usage counts, or machines come and go, or a site has queues, windows or predictions.
    """

    PRESENT = 0
    EMPTY = 1
    ALL = 2


OF_NO_TIME = frozenset(("estimate", "size", "area", "profit", "class", "queue", "smallest", "largest"))
"""Names of rules whose values neither clock nor arrivals change."""

_STILL = (
    *(Order.ARRIVAL, Order.SHORTEST, Order.LONGEST, Order.SMALLEST_AREA, Order.LARGEST_AREA),
    *(Order.SMALLEST, Order.LARGEST),
)
_SINCE_FIRST = (Order.F1, Order.F2, Order.F3, Order.F4)


def past_of(machines: Machines, rules: Rules, policy: int, machine_events: MachineEvents) -> Past:
    """What has to be simulated under a *policy*."""
    if len(machine_events.time) or rules.operation is not None or counts_users(rules):
        return Past.ALL
    if (machines.speed_factor != machines.speed_factor[0]).any():
        return Past.EMPTY  # who waits may get other machines than those that are named here as idle
    if rules.own is not None:
        own = rules.own
        still = own.admit is None and all(_is_of_no_time(order) for order in (own.order, own.backfill))
    else:
        in_order = (PolicyCode.FCFS, PolicyCode.FF, PolicyCode.EASY)
        still = policy in in_order or all(order in _STILL for order in ORDERS.get(policy, (None,)))
    return Past.PRESENT if still else Past.EMPTY


def _is_of_no_time(order: Node) -> bool:
    """Whether jobs go in the same order if all of them came only now: ties go to the lower number."""
    return order == BY_ARRIVAL or names_in(order) <= OF_NO_TIME


def counts_users(rules: Rules) -> bool:
    """Whether it matters what users have used, and how many there are."""
    return bool(_names(rules.own) & OF_USAGE)


def counts_from_first(rules: Rules, policy: int) -> bool:
    """Whether times are counted from the first arrival of all."""
    return "submit" in _names(rules.own) or any(order in _SINCE_FIRST for order in ORDERS.get(policy, ()))


def _names(own: OwnRules | None) -> set[str]:
    if own is None:
        return set()
    trees = (own.order, own.backfill, *([] if own.admit is None else [own.admit]))
    return set().union(*(names_in(tree) for tree in trees))
