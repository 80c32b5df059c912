"""Orders with a name in the literature, by which queues of machines or of nodes are called."""

from typing import NamedTuple

from engine.queues.orders import Order

SERIAL = "after Conway, Maxwell & Miller 1967"
SMALL, LARGE = "after Majumdar, Eager & Bunt 1988", "the reverse of Majumdar, Eager & Bunt 1988"
LEARNED, TANG = "Carastan-Santos & de Camargo 2017", "after Tang et al. 2009"

RESERVED = "The first has a reservation, and others pass it as under EASY."


class NamedOrder(NamedTuple):
    """An order: its name in full, which job goes first ({machine} stands for what jobs take), source and number.

    Jobs that pass the first have it, and the queue itself as well, unless *is_of_backfilling* alone.
    """

    title: str
    first: str
    source: str
    order: Order
    is_of_backfilling: bool = False

    def words(self, machine: str = "machine") -> str:
        """Which job goes first, and what the others may do."""
        return f"{self.first.format(machine=machine)} {RESERVED}"


def _largest(priority: str) -> str:
    return f"The job with the largest {priority} goes first."


def _learned(priority: str) -> str:
    return f"Small and early jobs go first: least {priority}, in seconds."


ORDERS = {
    "SJF": NamedOrder("Shortest Job First", "The job with the shortest estimate goes first.", SERIAL, Order.SHORTEST),
    "LJF": NamedOrder("Longest Job First", "The job with the longest estimate goes first.", SERIAL, Order.LONGEST),
    "SAF": NamedOrder(
        "Smallest Area First", "The job with the least {machine} time goes first.", SMALL, Order.SMALLEST_AREA
    ),
    "LAF": NamedOrder(
        "Largest Area First", "The job with the most {machine} time goes first.", LARGE, Order.LARGEST_AREA
    ),
    "SQF": NamedOrder("Smallest Size First", "The job with the fewest {machine}s goes first.", SMALL, Order.SMALLEST),
    "LQF": NamedOrder("Largest Size First", "The job with the most {machine}s goes first.", LARGE, Order.LARGEST),
    "F1": NamedOrder("Learned order F1", _learned("size x log10(estimate) + 870 log10(arrival)"), LEARNED, Order.F1),
    "F2": NamedOrder("Learned order F2", _learned("size x sqrt(estimate) + 25,600 log10(arrival)"), LEARNED, Order.F2),
    "F3": NamedOrder("Learned order F3", _learned("size x estimate + 6,860,000 log10(arrival)"), LEARNED, Order.F3),
    "F4": NamedOrder("Learned order F4", _learned("estimate x sqrt(size) + 530,000 log10(arrival)"), LEARNED, Order.F4),
    "EDF": NamedOrder(
        "Earliest Deadline First",
        "The job with the earliest deadline goes first.",
        "after Liu & Layland 1973",
        Order.DEADLINE,
    ),
    "WFP3": NamedOrder("WFP3", _largest("(wait / estimate)^3 x size"), TANG, Order.WFP3),
    "UNICEF": NamedOrder("UNICEF", _largest("wait / (log2(size) x estimate)"), TANG, Order.UNICEF),
    "XF": NamedOrder(
        "Expansion factor",
        _largest("(wait + estimate) / estimate"),
        "after Jackson, Snell & Clement 2001",
        Order.EXPANSION,
    ),
    "EASY-SJF": NamedOrder(
        "EASY, shortest backfilled first",
        "The job that came first goes first; of those that may pass, the one with the shortest estimate.",
        "after Tsafrir, Etsion & Feitelson 2007",
        Order.SHORTEST,
        is_of_backfilling=True,
    ),
}
"""By acronym."""
