"""What a ledger costs, and of how many replications it can be made while somebody waits."""

from typing import Any

from engine.study.registry import FAMILIES

PATIENCE = 20.0
"""Seconds of computing, as estimated, that a ledger may take on a page."""

RUNS = 2
"""Times that a replication is simulated under each policy: the log of one that migrates is written in a second run."""


def seconds(scenario: Any, policies: tuple[str, str]) -> float:
    """What one replication of a ledger takes, as estimated, on one core."""
    cost = FAMILIES[scenario.family].cost
    return RUNS * sum(cost(scenario, policy).seconds for policy in policies)


def affordable(scenario: Any, policies: tuple[str, str]) -> int:
    """How many of the replications of the study of *scenario* are told on a page; at least one."""
    return max(1, min(scenario.study.replications, int(PATIENCE / seconds(scenario, policies))))
