"""All policies that `run` knows, and those that it is offered."""

from importlib.metadata import EntryPoint

from tabulate import tabulate

from engine.python_policies.loading import offered
from engine.study.registry import FAMILIES


def listing() -> str:
    """All policies: those that are built in, by family, and those that installed packages offer."""
    rows = [
        (family.name, policy.name, policy.title, policy.source)
        for family in FAMILIES.values()
        for policy in family.policies.values()
    ]
    rows += [("parallel-jobs", name, f"in Python: {point.value}", _package(point)) for name, point in offered().items()]
    return tabulate(rows, ("family", "policy", "title", "source"))


def _package(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist is not None else ""
