"""Texts of strangers in tables that a spreadsheet may open."""

import re

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""With which a text begins that a spreadsheet takes for a formula."""

NUMBERS = re.compile(r"[+-]?[\d.]+(e[+-]?\d+)?( ?(%|±|to) ?([+-]?[\d.]+(e[+-]?\d+)?)?)*")
"""A number or an interval, which begin like a formula where they are negative, and compute nothing."""

Cell = str | float | int | None


def safe(cell: Cell) -> Cell:
    """A cell that no spreadsheet takes for a formula (OWASP, "CSV injection"); numbers stay what they are."""
    if isinstance(cell, str) and cell.lstrip(" ").startswith(FORMULAS) and not NUMBERS.fullmatch(cell):
        return f"'{cell}"
    return cell
