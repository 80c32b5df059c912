"""How what a processor does is drawn, in colors and in print: one look in every picture of coscheduling."""

from typing import NamedTuple

from components.looks.theme import FAINT, PAPER
from engine.coscheduling.replay.tree import Doing

ACTIVITIES: tuple[Doing, ...] = ("computing", "spinning", "switching", "overhead", "idle")

WORDS = {
    "computing": "computing",
    "spinning": "spinning",
    "switching": "switching",
    "overhead": "other kernel work",
    "idle": "idle",
    "io": "in I/O, which needs no processor",
}


class ActivityLook(NamedTuple):
    """A color where no job gives one, a pattern, and how dark the job's color gets (0 as it is, 1 black)."""

    light: str
    dark: str
    pattern: str
    shade: float

    def on(self, scheme: str) -> str:
        """The color for "light" or "dark"."""
        return self.dark if scheme == "dark" else self.light


ACTIVITY_LOOKS = {
    "computing": ActivityLook("#0072B2", "#56B4E9", "", 0.0),
    "spinning": ActivityLook("#E69F00", "#E69F00", "/", 0.0),
    "switching": ActivityLook("#7A3E9D", "#B98AD6", "x", 0.55),
    "overhead": ActivityLook("#4A4A4A", "#9A9A9A", ".", 1.0),
    "idle": ActivityLook(PAPER["light"], PAPER["dark"], "", 0.0),
    "io": ActivityLook("#B9C9D6", "#51626F", "", 0.0),
}


def marker_of(activity: str, scheme: str, color: str = "") -> dict[str, object]:
    """The marker of a bar: in the *color* of a job, or in that of the activity."""
    look = ACTIVITY_LOOKS[activity]
    own = color if color and look.shade < 1 else look.on(scheme)
    fill = darker(own, look.shade) if color and look.shade < 1 else own
    marker: dict[str, object] = {"color": fill, "line": {"width": 0}}
    if activity == "idle":
        marker["line"] = {"width": 1, "color": FAINT[scheme]}
    if look.pattern:
        # Stripes of the paper's color, so that they are seen on any fill, and in print.
        marker["pattern"] = {
            "shape": look.pattern,
            "bgcolor": fill,
            "fgcolor": PAPER[scheme],
            "fgopacity": 0.85,
            "size": 6,
            "solidity": 0.3,
        }
    return marker


def darker(color: str, shade: float) -> str:
    """*color* (#rrggbb) mixed with black."""
    parts = (round(int(color[n : n + 2], 16) * (1 - shade)) for n in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in parts)
