"""How a policy is drawn."""

from typing import NamedTuple


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
