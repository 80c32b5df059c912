"""The part of the form that says what happens to the machines: owners, shutdowns, failures, additions, spares."""

from typing import Any

from dash import html

from components.controls.aria import aria
from components.controls.field import field_id
from components.controls.own import Field
from components.controls.parts import create_union
from components.pages.studio.actions import create_button
from components.pages.studio.ids import PAGE
from components.words.inputs.fields import describe

EVENTS = "machine_events"


def create_machine_events(tree: dict[str, Any]) -> list[Any]:
    """A box for each event, and a button for one more."""
    boxes = [_create_event(tree, number) for number in range(len(tree[EVENTS]))]
    return [*boxes, create_button("+ machine event", "add-event")]


def _create_event(tree: dict[str, Any], number: int) -> html.Fieldset:
    path = f"{EVENTS}.{number}"
    kind, *fields = create_union(PAGE, tree, path)
    others = [one for one in fields if one.id["path"] != f"{path}.group"]
    remove = create_button("✕ remove", "remove-event", number, f"Remove machine event {number + 1}")
    inside = [kind, _create_group(tree, path), *others]
    return html.Fieldset([html.Legend(f"Machine event {number + 1}"), html.Div(inside, className="pair"), remove])


def _create_group(tree: dict[str, Any], path: str) -> Field:
    chosen = tree[EVENTS][int(path.rpartition(".")[2])]["group"]
    names = list(dict.fromkeys([*(group["name"] for group in tree["cluster"]["groups"]), chosen]))
    words = describe(tree, f"{path}.group")
    return Field(
        kind="choice",
        id=field_id(PAGE, f"{path}.group"),
        label=words.short,
        data=names,
        value=chosen,
        **aria(label=words.title),
    )


def follow_names(tree: dict[str, Any], draft: dict[str, Any]) -> None:
    """Let events stay with a group that is called otherwise than in the *draft*; in place."""
    groups = zip(draft["cluster"]["groups"], tree["cluster"]["groups"], strict=False)
    renamed = {old["name"]: new["name"] for old, new in groups if old["name"] != new["name"]}
    kept = {group["name"] for group in tree["cluster"]["groups"]}
    for event in tree.get(EVENTS, []):
        if event["group"] not in kept:
            event["group"] = renamed.get(event["group"], event["group"])
