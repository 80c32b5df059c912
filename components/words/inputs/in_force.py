"""Which inputs of a scenario say something about its study, so that a methods paragraph does not list the others."""

from collections.abc import Collection
from re import fullmatch
from typing import NamedTuple

from engine.inputs.scenario import Scenario


class Rule(NamedTuple):
    """Fields, as a regular expression of their dotted paths, that only some policies look at.

    `also_with_events` says whether machines that are shut down or fail make them count under every policy.
    """

    fields: str
    policies: frozenset[str]
    also_with_events: bool = False


def _rule(fields: str, *policies: str, also_with_events: bool = False) -> Rule:
    return Rule(fields, frozenset(policies), also_with_events)


OWN = "own:"
"""In place of every policy of somebody's own."""

ORDERED = (
    *("SJF", "LJF", "SAF", "LAF", "SQF", "LQF", "F1", "F2", "F3", "F4", "EDF", "WFP3", "UNICEF", "XF", "EASY-SJF"),
    "Multifactor",
)

RULES = {
    "parallel-jobs": (
        _rule(r"options\.(migrate_only_if_it_pays|hold_old_machines)", "SED", "SED-NU"),
        _rule(r"options\.upgrade_only_when_queue_empty", "SED", "SED-NM"),
        _rule(r"options\.migration\..*", "SED", "SED-NU", also_with_events=True),
        _rule(r"workload\.job_classes\.\d+\.process_size_kb", "SED", "SED-NU", also_with_events=True),
        _rule(r"options\.resize_cost", "UFF", "Simple", "Simple-R", "Lazy", "Lazy-R", also_with_events=True),
        _rule(r"options\.lazy_by_the_letter", "Lazy", "Lazy-R"),
        _rule(r"options\.reservation_depth", "Conservative"),
        _rule(r"options\.multifactor\..*", "Multifactor"),
        _rule(r"options\.(aging|wait_bound_s)", *ORDERED, OWN),
        _rule(r"options\.predictions", "FCFS", "FF", "EASY", "Conservative", *ORDERED, OWN),
        _rule(
            r"workload\.(job_classes\.\d+|arrivals)\.estimates?\..*",
            *("EASY", "Conservative", *ORDERED, OWN),
        ),
    ),
}
"""By family; what is in no rule is in force."""

OF_CASES = frozenset(
    f"application.{name}" for name in ("tasks", "iterations", "workload_factor", "variation", "largest", "smallest")
)
"""What each case of a population has of its own."""


def is_in_force(scenario: Scenario, path: str) -> bool:
    """Whether the field at a dotted *path* changes anything that the study of *scenario* finds."""
    rules = [rule for rule in RULES.get(scenario.family, ()) if fullmatch(rule.fields, path)]
    has_events = bool(getattr(scenario, "machine_events", ()))
    is_varied_by_cases = getattr(scenario, "population", None) is not None and path in OF_CASES
    return not is_varied_by_cases and all(_counts(rule, scenario.policies, has_events) for rule in rules)


def _counts(rule: Rule, policies: Collection[str], has_events: bool) -> bool:
    simulated = {OWN if name.startswith(OWN) else name for name in policies}
    return bool(rule.policies & simulated) or (rule.also_with_events and has_events)
