"""Built-in policies of the family of ordered queues, as rules that somebody can copy and change.

Each gives the order of the policy whose name it has (`space_sharing/rules/orders.py`, where the sources stand). Two
more have no built-in policy of their name: the multifactor priority of Slurm (documentation; weights of age and fair
share), and smallest area first with a bound on waits.
"""

from typing import Any


def _of(order: str, reservation: int | str = 1, backfill: str = "") -> dict[str, Any]:
    return {"order": order, "reservation": reservation, "backfill": backfill, "admit": "true"}


RULE_TEXTS: dict[str, dict[str, Any]] = {
    "FCFS": _of("-submit", "none"),
    "FF": _of("-submit", "skip"),
    "EASY": _of("-submit"),
    "Conservative": _of("-submit", "all"),
    "EASY-SJF": _of("-submit", 1, "-estimate"),
    "SJF": _of("-estimate"),
    "LJF": _of("estimate"),
    "SAF": _of("-area"),
    "LAF": _of("area"),
    "SQF": _of("-size"),
    "LQF": _of("size"),
    "F1": _of("-(size * log10(estimate) + 870 * log10(submit))"),
    "F2": _of("-(size * sqrt(estimate) + 25600 * log10(submit))"),
    "F3": _of("-(size * estimate + 6860000 * log10(submit))"),
    "F4": _of("-(estimate * sqrt(size) + 530000 * log10(submit))"),
    "EDF": _of("-deadline_in"),
    "WFP3": _of("(wait / estimate)^3 * size"),
    "UNICEF": _of("wait / (log2(max(size, 2)) * estimate)"),
    "XF": _of("(wait + estimate) / estimate"),
    "Multifactor": _of("1000 * min(wait / 7 d, 1) + 1000 * fair"),
    "SAF, bounded": _of("if(wait > 2 d, 1e12 + wait, -area)"),
}
"""Parts of an own policy that does what the policy of this name does."""
