"""Buttons that change the shape of the sketch."""

import dash_mantine_components as dmc

from components.controls.aria import aria
from components.pages.studio.ids import action_id


def create_button(label: str, action: str, number: int = 0, name: str | None = None) -> dmc.Button:
    """A small button; *name* is what a screen reader says where the *label* is a sign."""
    named = aria(label=name) if name else {}
    return dmc.Button(label, id=action_id(action, number), size="compact-xs", variant="default", **named)


def create_entry_buttons(entries: str, number: int, name: str, can_go: bool) -> list[dmc.Button | None]:
    """To copy and to remove entry *number* of a list, which is called *name*; the last one has to stay."""
    return [
        create_button("❐", f"copy-{entries}", number, f"Copy {name}"),
        create_button("✕", f"remove-{entries}", number, f"Remove {name}") if can_go else None,
    ]
