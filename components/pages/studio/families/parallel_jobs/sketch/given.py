"""How the jobs of a sketch are given: by laws, one by one, as a log, or by a workload model."""

from typing import Any

MODELS = ("lublin99",)
"""Arrivals that bring jobs with them."""


def process_of(tree: dict[str, Any]) -> str:
    """How jobs arrive in a scenario with this *tree*."""
    return str(tree.get("workload", {}).get("arrivals", {}).get("process", ""))


def is_listed(tree: dict[str, Any]) -> bool:
    """Whether the jobs of a scenario with this *tree* are listed."""
    return process_of(tree) == "listed"


def is_logged(tree: dict[str, Any]) -> bool:
    """Whether the jobs of a scenario with this *tree* are those of a log."""
    return process_of(tree) == "log"


def is_modelled(tree: dict[str, Any]) -> bool:
    """Whether the jobs of a scenario with this *tree* come of a workload model."""
    return process_of(tree) in MODELS


def is_law(tree: dict[str, Any]) -> bool:
    """Whether they come of arrivals and job classes."""
    return not is_listed(tree) and not is_logged(tree) and not is_modelled(tree)
