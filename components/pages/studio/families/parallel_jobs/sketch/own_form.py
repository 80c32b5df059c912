"""The part of the form for policies of one's own: rules, checked at every key by `own_rules.js`."""

from contextlib import suppress
from typing import Any

from dash import html

from components.controls.aria import aria, data
from components.controls.field import create_long_text, create_number, create_text
from components.pages.studio.actions import create_button, create_entry_buttons
from components.pages.studio.ids import PAGE
from components.pages.studio.sketch.family_form import new_name
from components.pages.studio.sketch.meaning import create_exact
from components.words.inputs.fields import describe
from engine.parallel_jobs.inputs.site.own_policies import MOST, OwnPolicy
from engine.parallel_jobs.inputs.site.rule_texts import RULE_TEXTS
from engine.parallel_jobs.policies import OWN_POLICY

OWN = "own_policies"
PARTS = ("order", "backfill", "admit", "machines")
"""Parts that are rules."""

LONGEST_NAME = 24


def create_own(tree: dict[str, Any]) -> list[Any]:
    """A box for each own policy, a button for one more, and the choice of a built-in one to begin with."""
    own = tree.get(OWN, [])
    boxes = [_create_policy(tree, number) for number in range(len(own))]
    more = [create_button("+ own policy", "add-own"), _create_copies()] if len(own) < MOST else []
    inside = html.Div([*boxes, html.Div(more, className="own-more")], className="stack own-policies")
    return [create_exact(tree, "", "own policies", [inside])]


def _create_policy(tree: dict[str, Any], number: int) -> html.Fieldset:
    path = f"{OWN}.{number}"
    own = tree[OWN][number]
    rules = [_create_rule(tree, f"{path}.{part}") for part in PARTS]
    name = create_text(PAGE, f"{path}.name", own["name"], "Name", inputProps={"maxLength": LONGEST_NAME})
    numbers = [
        create_text(
            PAGE,
            f"{path}.reservation",
            str(own["reservation"]),
            "Reservation",
            inputProps={"title": describe(tree, f"{path}.reservation").help, "maxLength": 4},
        ),
        create_number(PAGE, tree, f"{path}.half_life_s", own["half_life_s"], "Half-life (s)"),
    ]
    buttons = create_entry_buttons("own", number, path, "own policy", own["name"], can_go=True)
    if len(tree[OWN]) == MOST:
        buttons = buttons[1:]
    head = html.Div([name, *buttons], className="own-head")
    pair = html.Div(numbers, className="pair")
    return html.Fieldset([html.Legend(f"Own policy {number + 1}"), head, *rules, pair])


def _create_rule(tree: dict[str, Any], path: str) -> html.Div:
    """A rule, and the place where it is said what it means."""
    part = path.rpartition(".")[2]
    words = describe(tree, path)
    field = create_long_text(
        PAGE,
        path,
        tree[OWN][int(path.split(".")[1])][part],
        words.short,
        maxRows=4,
        placeholder="as the order" if part == "backfill" else None,
        inputProps={
            "title": words.help,
            "spellCheck": "false",
            "autoCapitalize": "off",
            "aria-label": words.title,
        },
    )
    said = html.Div(className="rule-said", role="status", **aria(live="polite"))
    of_jobs = html.Div(
        className="rule-tried", role="region", tabIndex=0, **aria(label=f"{words.title}: jobs that wait")
    )
    return html.Div([field, said, of_jobs], className="own-rule", **data(rule=part))


def _create_copies() -> html.Label:
    """A choice that is none of the form's fields; `own_rules.js` hears it."""
    first = html.Option("Copy and change …", value="")
    options = [html.Option(name, value=name) for name in RULE_TEXTS]
    select = html.Select([first, *options], className="field-input", **data(owncopy=f"{OWN}.new"))
    return html.Label([html.Span("Copy a built-in policy", className="visually-hidden"), select])


def fresh_own(tree: dict[str, Any]) -> dict[str, Any]:
    """An own policy that does as EASY, to be compared with the others."""
    return _compared(tree, OwnPolicy.model_validate({"name": new_name("rule", tree[OWN])}).model_dump(mode="json"))


def copied_own(tree: dict[str, Any], chosen: dict[str, Any]) -> dict[str, Any] | None:
    """An own policy that does as the built-in one that was *chosen*; None if there is none of this name."""
    name = chosen.get("built_in")
    if not isinstance(name, str) or name not in RULE_TEXTS or len(tree[OWN]) >= MOST:
        return None
    stem = "".join(sign for sign in name if sign not in ",")
    own = OwnPolicy.model_validate({"name": new_name(stem, tree[OWN])} | RULE_TEXTS[name])
    return _compared(tree, own.model_dump(mode="json"))


def _compared(tree: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    tree["policies"].append(OWN_POLICY + own["name"])
    return own


def compared_with(tree: dict[str, Any], number: int) -> list[str]:
    """Where own policy *number* stands among the policies, unless it is the only one."""
    name = OWN_POLICY + tree[OWN][number]["name"]
    names = tree["policies"]
    return [f"policies.{names.index(name)}"] if name in names and len(names) > 1 else []


def follow_own(tree: dict[str, Any], draft: dict[str, Any]) -> None:
    """Reservations that are typed as numbers are numbers; policies go by the names that own ones have now; in place."""
    for own in tree.get(OWN, []):
        with suppress(ValueError):
            own["reservation"] = int(str(own["reservation"]))
    both = zip(draft.get(OWN, []), tree.get(OWN, []), strict=False)
    renamed = {OWN_POLICY + str(old["name"]): OWN_POLICY + str(new["name"]) for old, new in both}
    tree["policies"] = [renamed.get(name, name) for name in tree["policies"]]


def own_names(tree: dict[str, Any]) -> list[str]:
    """What they are called among all policies."""
    return [OWN_POLICY + str(own["name"]) for own in tree.get(OWN, [])]


def own_words(tree: dict[str, Any], _path: str) -> str:
    """Their names."""
    return ", ".join(str(own["name"]) for own in tree.get(OWN, [])) or "none"
