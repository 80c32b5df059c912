"""Policies by the idea that they share, so that a picker of forty stays short."""

from collections.abc import Mapping

from engine.contract.family import Policy
from engine.coscheduling.policies import SCHEMES, Scheme

IDEAS = {
    "Time sharing": ("SED", "SED-NU", "SED-NM"),
    "One size": ("FCFS", "FF", "EASY", "Conservative"),
    "Resizing": ("UFF",),
    "Profit": ("Simple", "Simple-R", "Lazy", "Lazy-R"),
    "Gang": ("GS", "GS-NR"),
    "Local": ("Local",),
    "Spinning": ("SB", "SY"),
    "On demand": ("DCS", "DCS-SB", "DCS-SY"),
    "Boosting": ("PB", "PB-SB", "PB-SY"),
    "Known beforehand": ("LPTF", "LPTF on Expectation", "Earliest Completion"),
    "Learned": ("Random & Average",),
    "Unknown": ("Random",),
    "All": ("All Machines",),
    "In order": ("Figure 5", "Prefix Scan"),
    "Any set": ("Prefix and Exchange", "Exact"),
    "Chunks": ("Fixed Chunk", "Guided", "Factoring"),
}
"""Those that are always in sight; one that is in no idea at all stands below them."""


def _variants(base: str) -> tuple[str, ...]:
    """The policies that differ from *base* in whom they choose only."""

    def same(scheme: Scheme) -> Scheme:
        return scheme._replace(heuristic=0, fair=False)

    return tuple(name for name, one in SCHEMES.items() if name != base and same(one) == same(SCHEMES[base]))


PUT_AWAY = {f"Heuristics of {base}": _variants(base) for base in IDEAS["Boosting"]}
"""Those that stand in a disclosure."""

OTHERS = "Others"


def by_idea(policies: Mapping[str, Policy]) -> dict[str, list[Policy]]:
    """The policies of a family under the ideas that they share."""
    ideas = IDEAS | PUT_AWAY
    found = {idea: [policies[name] for name in names if name in policies] for idea, names in ideas.items()}
    known = {name for names in ideas.values() for name in names}
    found[OTHERS] = [policy for name, policy in policies.items() if name not in known]
    return {idea: among for idea, among in found.items() if among}
