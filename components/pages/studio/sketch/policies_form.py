"""The choice of policies, by idea: a chip each, with its marker, that says what it does when one comes to it."""

from collections.abc import Mapping
from typing import Any

from dash import html

from components.controls.aria import aria
from components.controls.field import field_id
from components.controls.own import Chip, Chips
from components.pages.studio.face import face_of
from components.pages.studio.ids import PAGE, error_id
from components.pages.studio.sketch.meaning import create_disclosure, meaning, meaning_id
from components.words.policy_names import marked
from engine.contract.family import Policy
from engine.study.registry import FAMILIES

OTHERS = "Others"


def by_idea(policies: Mapping[str, Policy]) -> dict[str, list[Policy]]:
    """The policies of a family under the ideas that they share, so that a picker of forty stays short."""
    ideas = dict.fromkeys(policy.idea for policy in policies.values() if policy.idea)
    found = {idea: [policy for policy in policies.values() if policy.idea == idea] for idea in ideas}
    others = [policy for policy in policies.values() if not policy.idea]
    return found | ({OTHERS: others} if others else {})


def create_policies(tree: dict[str, Any]) -> list[Any]:
    """Chips of all policies of the family."""
    ideas, put_away_ideas = by_idea(_every(tree)), face_of(tree).put_away
    seen = [_create_idea(idea, among) for idea, among in ideas.items() if idea not in put_away_ideas]
    put_away = [
        create_disclosure(tree, "", idea, [_create_chips(idea, among)])
        for idea, among in ideas.items()
        if idea in put_away_ideas
    ]
    chips = [html.Div(seen, className="ideas"), *put_away]
    return [
        html.Div(
            Chips(children=chips, id=field_id(PAGE, "policies"), value=tree["policies"]),
            role="group",
            **aria(label="Policies to compare"),
        ),
        html.P(id=error_id("policies"), className="field-error"),  # chips have no place for what is wrong with them
        html.P(meaning(tree, "", "reference"), id=meaning_id("", "reference"), className="hint"),
        *face_of(tree).form.own(tree),
    ]


def _every(tree: dict[str, Any]) -> dict[str, Policy]:
    """The policies of the family, and those that the scenario itself has."""
    policies = FAMILIES[tree["family"]].policies
    return dict(policies) | {name: policies[name] for name in face_of(tree).form.own_names(tree)}


def _create_idea(idea: str, policies: list[Policy]) -> html.Div:
    return html.Div(
        [html.Div(idea, className="idea"), html.Div([_create_chip(policy) for policy in policies], className="chips")],
        role="group",
        **aria(label=idea),
    )


def _create_chips(idea: str, policies: list[Policy]) -> html.Div:
    """Those behind a disclosure, whose title says the idea to everybody who sees."""
    chips = html.Div([_create_chip(policy) for policy in policies], className="chips")
    return html.Div(chips, role="group", **aria(label=idea))


def _create_chip(policy: Policy) -> Chip:
    label = marked(policy.name)
    return Chip(value=policy.name, label=label, words=f"{policy.title}. {policy.description}")
