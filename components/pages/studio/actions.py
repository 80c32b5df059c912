"""Buttons that change the shape of the sketch."""

from typing import Any

import dash_mantine_components as dmc

from components.controls.aria import aria, data
from components.pages.studio.ids import action_id


def create_button(label: str, action: str, number: int = 0, name: str | None = None, **properties: Any) -> dmc.Button:
    """A small button; *name* is what a screen reader says where the *label* is a sign."""
    named = aria(label=name) if name else {}
    return dmc.Button(label, id=action_id(action, number), size="compact-xs", variant="default", **named, **properties)


def create_entry_buttons(
    entries: str, number: int, path: str, kind: str, name: str, can_go: bool
) -> list[dmc.Button | None]:
    """To copy and to remove entry *number* of a list, of this *kind* and *name*; the last one has to stay."""

    def create(label: str, verb: str) -> dmc.Button:
        words, of_entry = f"{verb} {kind} {name}", named_after(path, f"{verb} {kind} {{}}")
        return create_button(label, f"{verb.lower()}-{entries}", number, words, **of_entry)

    return [create("❐", "Copy"), create("✕", "Remove") if can_go else None]


def named_after(path: str, words: str) -> dict[str, Any]:
    """Notes for `form/names.js`: *words* with {} for the name of the entry at *path*, which may be called otherwise."""
    return data(named=path, words=words)
