"""What own policies take: as much as a policy that there is, times what their rules are dearer."""

from engine.parallel_jobs.inputs.own_policies import OwnRules
from engine.rules.folding import is_still
from engine.rules.tree import operations_of

STILL, MOVING, PLANNING = "SAF", "WFP3", "Conservative"
"""Whose rules are asked once; at each pass; and who makes plans for many."""

OPERATIONS = 12.0
"""Of a rule that takes as long again as all else that a pass does for a job that waits."""

GENERAL, WITH_EVENTS = 1.3, 0.4
"""How much longer the kernel takes that asks rules at each pass than what one made for its order is told to; machine
events are most of the time where there are any, and are told too dear for ordered queues."""


def alike(rules: OwnRules, has_events: bool) -> tuple[str, float]:
    """The policy that takes as long, about, and how many times longer an own one does."""
    operations = operations_of(rules.order)
    operations += operations_of(rules.backfill) if rules.backfill != rules.order else 0
    operations += operations_of(rules.admit) if rules.admit else 0
    times = (WITH_EVENTS if has_events else 1.0) * (GENERAL + operations / OPERATIONS)
    if rules.reservation > 1:
        return PLANNING, times
    if rules.admit is None and is_still(rules.order) and is_still(rules.backfill):
        return STILL, WITH_EVENTS if has_events else 1.0
    return MOVING, times
