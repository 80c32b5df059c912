"""What own policies take: as much as a policy that there is, times what their rules are dearer."""

from engine.parallel_jobs.inputs.own_policies import OwnRules
from engine.rules.folding import is_still
from engine.rules.tree import operations_of

STILL, MOVING, PLANNING = "SAF", "WFP3", "Conservative"
"""Whose rules are asked once; at each pass; and who makes plans for many."""

OPERATIONS = 4.0
"""Of a rule that takes as long again as all else that a pass does for a job that waits."""

GENERAL = 4.0
"""How much longer the kernel takes that asks rules at each pass than one that is made for its order."""


def alike(rules: OwnRules) -> tuple[str, float]:
    """The policy that takes as long, about, and how many times longer an own one does."""
    operations = operations_of(rules.order) + operations_of(rules.backfill)
    operations += operations_of(rules.admit) if rules.admit else 0
    if rules.reservation > 1:
        return PLANNING, GENERAL + operations / OPERATIONS
    if rules.admit is None and is_still(rules.order) and is_still(rules.backfill):
        return STILL, 1.0
    return MOVING, GENERAL + operations / OPERATIONS
