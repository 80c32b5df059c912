"""The row of chips above the pictures: a policy that is switched off disappears from all of them."""

import dash_mantine_components as dmc
from dash import html

from components.controls.aria import aria
from components.pages.studio.ids import Id
from components.words.policy_names import marked

FEWEST_TO_CHOOSE = 2
"""Policies of a study that has anything to switch off."""


def create_shown_policies(policies: list[str], shown: list[str]) -> html.Div:
    """A chip for each of the *policies* of the study; those *shown* are on."""
    return html.Div(
        [
            html.Span("Show", className="hint"),
            dmc.ChipGroup(create_chips(policies), id=Id.SHOWN_POLICIES, multiple=True, value=shown),
        ],
        id=Id.SHOWN_POLICIES_ROW,
        className="shown-policies",
        hidden=len(policies) < FEWEST_TO_CHOOSE,
        role="group",
        **aria(label="Policies that are shown"),
    )


def create_chips(policies: list[str]) -> dmc.Group:
    """A chip for each policy, with its marker."""
    chips = [dmc.Chip(marked(name), value=name, size="xs", variant="outline") for name in policies]
    return dmc.Group(chips, gap=4)
