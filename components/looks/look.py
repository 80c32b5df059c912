"""How a policy is drawn."""

from typing import NamedTuple

from engine.parallel_jobs.policies import IN_PYTHON, OWN_POLICY


class Look(NamedTuple):
    """How a policy is drawn everywhere; `dark` replaces `color` on a dark page."""

    color: str
    dark: str
    symbol: str
    dash: str
    glyph: str

    def on(self, scheme: str) -> str:
        """The colour for "light" or "dark"."""
        return self.dark if scheme == "dark" else self.color

    @property
    def hollow(self) -> str:
        """The same marker, not filled: of a published value. One that is hollow anyway gets a dot."""
        return f"{self.symbol}-dot" if self.symbol.endswith("-open") else f"{self.symbol}-open"


OWN_LOOKS = (
    Look("#9C1A6B", "#F08CC8", "triangle-ne", "solid", "◥"),
    Look("#2F6B00", "#8FD14F", "triangle-sw", "dash", "◣"),
    Look("#8A3B00", "#FFB070", "triangle-nw", "dashdot", "◤"),
    Look("#1F4FA8", "#8DB4FF", "triangle-se", "dot", "◢"),
    Look("#6B5A00", "#DCC94A", "diamond-x", "solid", "❖"),
    Look("#00696B", "#5AD6D8", "square-x", "dash", "⊠"),
    Look("#7A2DA8", "#D3A0FF", "circle-x", "dashdot", "⊗"),
    Look("#A81F1F", "#FF9A8C", "octagon", "dot", "◍"),
)
"""Of policies of one's own: which one is found by the name alone, so that it looks the same wherever it is shown."""


OWN = (OWN_POLICY, IN_PYTHON)


class Looks(dict[str, Look]):
    """How each policy is drawn, by its name, own:NAME and python:NAME included."""

    def __missing__(self, name: str) -> Look:
        if not name.startswith(OWN):
            raise KeyError(name)
        return OWN_LOOKS[sum(name.encode()) % len(OWN_LOOKS)]

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or (isinstance(name, str) and name.startswith(OWN))


def looks_for_browser(looks: Looks) -> dict[str, Look]:
    """All of them by name, and those of own policies by "own:0" and so on, for scripts that look for them."""
    return {**looks, **{f"{OWN_POLICY}{number}": look for number, look in enumerate(OWN_LOOKS)}}
