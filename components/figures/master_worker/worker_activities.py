"""How what a worker does is drawn, in colors and in print."""

from components.looks.theme import PAPER
from engine.master_worker.replay.tree import Doing

ACTIVITIES: tuple[Doing, ...] = ("computing", "lost", "receiving", "suspended", "away", "idle")

WORDS = {
    "computing": "computing",
    "lost": "work lost",
    "receiving": "receiving",
    "suspended": "suspended",
    "away": "away",
    "idle": "idle",
}

LOOKS = {
    "largest": ("#0072B2", "#56B4E9", ""),
    "computing": ("#9CCBE6", "#2F6C92", ""),
    "lost": ("#C8361A", "#FF7A52", "x"),
    "receiving": ("#E69F00", "#E69F00", "."),
    "suspended": ("#8A8F98", "#8A8F98", "/"),
    "away": ("#4A4A4A", "#B5B5B5", "\\"),
}
"""Light, dark, pattern; computing has two shades, the stronger one for the largest tasks, and idle is left blank."""


def color_of(name: str, scheme: str) -> str:
    """The color of an activity, or of "largest": computing one of the largest tasks."""
    light, dark, _ = LOOKS[name]
    return dark if scheme == "dark" else light


def marker_of(name: str, scheme: str) -> dict[str, object]:
    """The marker of bars; a fine line of the paper's color keeps neighbors apart."""
    color, pattern = color_of(name, scheme), LOOKS[name][2]
    marker: dict[str, object] = {"color": color, "line": {"width": 1, "color": PAPER[scheme]}}
    if pattern:
        marker["pattern"] = {
            "shape": pattern,
            "bgcolor": color,
            "fgcolor": PAPER[scheme],
            "fgopacity": 0.85,
            "size": 6,
            "solidity": 0.3,
        }
    return marker
