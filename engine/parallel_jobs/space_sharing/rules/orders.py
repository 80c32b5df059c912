"""Which order the queue of each policy has; the orders themselves are `engine/queues/orders.py`."""

import numpy as np

from engine.parallel_jobs.policies import PolicyCode
from engine.queues.orders import MOVING, Order, priority

__all__ = ["MOVING", "ORDERS", "Order", "priority", "ranks"]

ORDERS: dict[int, tuple[Order, Order]] = {
    PolicyCode.SJF: (Order.SHORTEST, Order.SHORTEST),
    PolicyCode.LJF: (Order.LONGEST, Order.LONGEST),
    PolicyCode.SAF: (Order.SMALLEST_AREA, Order.SMALLEST_AREA),
    PolicyCode.LAF: (Order.LARGEST_AREA, Order.LARGEST_AREA),
    PolicyCode.SQF: (Order.SMALLEST, Order.SMALLEST),
    PolicyCode.LQF: (Order.LARGEST, Order.LARGEST),
    PolicyCode.F1: (Order.F1, Order.F1),
    PolicyCode.F2: (Order.F2, Order.F2),
    PolicyCode.F3: (Order.F3, Order.F3),
    PolicyCode.F4: (Order.F4, Order.F4),
    PolicyCode.EDF: (Order.DEADLINE, Order.DEADLINE),
    PolicyCode.WFP3: (Order.WFP3, Order.WFP3),
    PolicyCode.UNICEF: (Order.UNICEF, Order.UNICEF),
    PolicyCode.XF: (Order.EXPANSION, Order.EXPANSION),
    PolicyCode.EASY_SJF: (Order.ARRIVAL, Order.SHORTEST),
}
"""Of each policy that is an ordered queue: the order of the queue, and that in which others pass its head."""


def ranks(priorities: np.ndarray) -> np.ndarray:
    """The place of each job in an order that does not change; int64 (J,)."""
    found = np.empty(len(priorities), dtype=np.int64)
    found[np.argsort(-priorities, kind="stable")] = np.arange(len(priorities))
    return found
