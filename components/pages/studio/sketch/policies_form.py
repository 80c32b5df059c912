"""The choice of policies, by idea: a chip each, with its marker, that says what it does when one comes to it."""

from collections.abc import Mapping
from typing import Any

from dash import html

from components.controls.aria import aria
from components.controls.field import field_id
from components.controls.own import Chip, Chips
from components.looks.theme import LOOKS
from components.pages.studio.face import face_of
from components.pages.studio.ids import PAGE, error_id
from components.pages.studio.sketch.meaning import create_disclosure, meaning, meaning_id
from components.words.policy_names import marked
from engine.contract.family import Policy
from engine.study.registry import FAMILIES

OTHERS = "Others"


def by_idea(policies: Mapping[str, Policy]) -> dict[str, list[Policy]]:
    """The policies of a family under the ideas that they share, so that a picker of forty stays short; no variants."""
    found: dict[str, list[Policy]] = {}
    for policy in policies.values():
        if not policy.variant:
            found.setdefault(policy.idea or OTHERS, []).append(policy)
    return found | ({OTHERS: found.pop(OTHERS)} if OTHERS in found else {})


def by_option(policies: Mapping[str, Policy]) -> dict[str, dict[str, list[Policy]]]:
    """The variants under the option that they choose, and there under the policy whose option it is."""
    found: dict[str, dict[str, list[Policy]]] = {}
    for policy in policies.values():
        if policy.variant:
            found.setdefault(policy.variant.option, {}).setdefault(policy.variant.of, []).append(policy)
    return found


def create_policies(tree: dict[str, Any]) -> list[Any]:
    """Chips of all policies of the family, and of what their options can be."""
    policies = _every(tree)
    chips = [
        _create_rows(by_idea(policies)),
        *(create_disclosure(tree, "", option, [_create_rows(of)]) for option, of in by_option(policies).items()),
    ]
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


def _create_rows(rows: Mapping[str, list[Policy]]) -> html.Div:
    """A row of chips for each idea, or for each policy with an option."""
    return html.Div(
        [
            html.Div(
                [html.Div(head, className="idea"), html.Div([_create_chip(one) for one in among], className="chips")],
                role="group",
                **aria(label=head),
            )
            for head, among in rows.items()
        ],
        className="ideas",
    )


def _create_chip(policy: Policy) -> Chip:
    """A policy behind its marker; of a variant only its choice, since the policy stands before it."""
    label = f"{LOOKS[policy.name].glyph[0]} {policy.variant.choice}" if policy.variant else marked(policy.name)
    return Chip(value=policy.name, label=label, words=f"{policy.title}. {policy.description}")
