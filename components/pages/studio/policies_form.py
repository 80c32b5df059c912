"""The choice of policies, by idea: a chip each, with its marker, that says what it does when one comes to it."""

from typing import Any

import dash_mantine_components as dmc
from dash import html

from components.aria import aria
from components.controls.field import field_id
from components.pages.studio.ids import PAGE
from components.pages.studio.meaning import meaning, meaning_id
from components.theme import LOOKS
from engine.family import Policy
from engine.registry import FAMILIES

IDEAS = {
    "Time sharing": ("SED", "SED-NU", "SED-NM"),
    "One size": ("FCFS", "FF", "EASY", "Conservative"),
    "Resizing": ("UFF",),
    "Profit": ("Simple", "Simple-R", "Lazy", "Lazy-R"),
}
"""Policies that share an idea; one that is in none of these stands below them."""


def create_policies(tree: dict[str, Any]) -> list[Any]:
    """Chips of all policies of the family."""
    policies = FAMILIES[tree["family"]].policies
    chips = html.Div([_create_idea(idea, among) for idea, among in by_idea(policies).items()], className="ideas")
    return [
        html.Div(
            dmc.ChipGroup(chips, id=field_id(PAGE, "policies"), multiple=True, value=tree["policies"]),
            role="group",
            **aria(label="Policies to compare"),
        ),
        html.P(meaning(tree, "", "reference"), id=meaning_id("", "reference"), className="hint"),
    ]


def by_idea(policies: Any) -> dict[str, list[Policy]]:
    """The policies of a family under the ideas that they share."""
    found = {idea: [policies[name] for name in names if name in policies] for idea, names in IDEAS.items()}
    known = {name for names in IDEAS.values() for name in names}
    found["Others"] = [policy for name, policy in policies.items() if name not in known]
    return {idea: among for idea, among in found.items() if among}


def _create_idea(idea: str, policies: list[Policy]) -> html.Div:
    return html.Div(
        [html.Div(idea, className="idea"), dmc.Group([_create_chip(policy) for policy in policies], gap=4)],
        role="group",
        **aria(label=idea),
    )


def _create_chip(policy: Policy) -> dmc.Tooltip:
    words = f"{policy.title}. {policy.description}"
    chip = dmc.Chip(f"{LOOKS[policy.name].glyph} {policy.name}", value=policy.name, size="xs", variant="outline")
    events = {"hover": True, "focus": True, "touch": True}
    at_once = {"duration": 0}
    return dmc.Tooltip(
        chip, label=words, multiline=True, w=280, events=events, transitionProps=at_once, withArrow=True, fz="xs"
    )
