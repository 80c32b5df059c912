"""Names for screen readers, and notes for scripts, as arguments of a component."""

from typing import Any


def aria(**attributes: str) -> dict[str, Any]:
    """`aria(label="Pages")` as the keyword arguments that Dash wants: {"aria-label": "Pages"}."""
    return {f"aria-{name}": value for name, value in attributes.items()}


def data(**attributes: str) -> dict[str, Any]:
    """`data(open_log="yes")` likewise: {"data-open-log": "yes"}."""
    return {f"data-{name.replace('_', '-')}": value for name, value in attributes.items()}
