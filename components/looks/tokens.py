"""What every page and every figure is made of: five sizes of type, steps of room, and colors of text, ground and lines.

The style sheets name them as `var(--NAME)` and have no sizes and colors of their own; plotly's templates and Mantine's
components take the same numbers.
"""

from collections.abc import Mapping
from typing import Literal

Scheme = Literal["light", "dark"]

TYPE: Mapping[str, float] = {"xs": 13, "sm": 14, "md": 16, "lg": 18, "xl": 22}
"""Five sizes of type, px where the browser's usual size is 16: notes and numbers beside pictures; labels; text; what is
said first; headings. By the names that Mantine has for its sizes."""

STEP = 4
"""All room between things is a multiple of so many px."""

FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif'

COLORS: Mapping[str, Mapping[str, str]] = {
    "light": {
        "paper": "#ffffff",
        "soft": "#f5f6f8",
        "ink": "#1c1e21",
        "quiet": "#55595f",
        "link": "#0a5f94",
        "accent": "#0072b2",
        "line": "#d9dce0",
        "grid": "#e3e5e8",
        "faint": "#c3c7cc",
        "error": "#b42318",
        "error-paper": "#fdecea",
        "warning": "#a13d00",
        "right": "#007a5a",
        "predicted": "#a8447f",
        "shadow": "#00000033",
    },
    "dark": {
        "paper": "#1b1d21",
        "soft": "#24272c",
        "ink": "#e6e7e9",
        "quiet": "#b4b8be",
        "link": "#8ccaf2",
        "accent": "#56b4e9",
        "line": "#3a3e45",
        "grid": "#34373d",
        "faint": "#555a63",
        "error": "#ffb4a9",
        "error-paper": "#3a1a18",
        "warning": "#ffb27a",
        "right": "#2cc295",
        "predicted": "#e79ac6",
        "shadow": "#00000099",
    },
}
"""Grounds (paper, soft, error-paper), texts on them, and lines."""

MORE_CONTRAST: Mapping[str, Mapping[str, str]] = {
    "light": {"line": "#55595f", "grid": "#55595f", "quiet": "#1c1e21", "link": "#003f66", "accent": "#00507d"},
    "dark": {"line": "#b4b8be", "grid": "#b4b8be", "quiet": "#e6e7e9", "link": "#c5e6fb", "accent": "#9fd6f7"},
}
"""Those that differ for whoever asks the system for more contrast."""

TEXTS = ("ink", "quiet", "link", "accent", "error", "warning", "right", "predicted")
GROUNDS = ("paper", "soft")


def rem(size: str) -> str:
    """A size of type, relative to the one that the reader chose."""
    return f"{TYPE[size] / 16:g}rem"


def style_sheet() -> str:
    """The tokens as variables of CSS. `data-scheme` is there before the first paint."""
    sizes = "".join(f"--type-{name}: {rem(name)}; " for name in TYPE)
    light, dark = ':root, [data-scheme="light"]', '[data-scheme="dark"]'
    return "\n".join(
        (
            f":root {{ {sizes}--font: {FONT}; --white: #ffffff; }}",
            _rule(light, COLORS["light"], "color-scheme: light; "),
            _rule(dark, COLORS["dark"], "color-scheme: dark; "),
            "@media (prefers-contrast: more) {",
            _rule(light, MORE_CONTRAST["light"]),
            _rule(dark, MORE_CONTRAST["dark"]),
            "}",
            "@media print {",
            _rule(f"{light}, {dark}", COLORS["light"], "color-scheme: light; "),
            "}",
        )
    )


def _rule(selector: str, colors: Mapping[str, str], first: str = "") -> str:
    named = "".join(f"--{name}: {color}; " for name, color in colors.items())
    return f"{selector} {{ {first}{named}}}"
