"""Which order the queue of each policy has; the orders themselves are `engine/queues.py`."""

import numpy as np

from engine.parallel_jobs.policies import code_of
from engine.queues.named_orders import ORDERS as NAMED_ORDERS
from engine.queues.orders import MOVING, Order, priority

__all__ = ["MOVING", "ORDERS", "Order", "priority", "ranks"]

ORDERS: dict[int, tuple[Order, Order]] = {
    code_of(name): (Order.ARRIVAL if one.is_of_backfilling else one.order, one.order)
    for name, one in NAMED_ORDERS.items()
}
"""Of each policy that is an ordered queue: the order of the queue, and that in which others pass its head."""


def ranks(priorities: np.ndarray) -> np.ndarray:
    """The place of each job in an order that does not change; int64 (J,)."""
    found = np.empty(len(priorities), dtype=np.int64)
    found[np.argsort(-priorities, kind="stable")] = np.arange(len(priorities))
    return found
