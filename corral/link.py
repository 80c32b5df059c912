"""The way back to the page: a link that holds the whole scenario."""

from html import escape

from components import PORT
from components.sketches.link import to_link
from engine import ENGINE_VERSION
from engine.inputs.scenario import Scenario

HERE = f"http://127.0.0.1:{PORT}"
"""Where `corral serve` serves, if it is told nothing else."""


class Link(str):
    """An address; a notebook shows it as something to press."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return f'<a href="{escape(self)}" target="_blank" rel="noopener">open in Corral</a>'


def link_to(scenario: Scenario, host: str | None = None, fingerprint: str = "") -> Link:
    """The Studio of *host* with this scenario; of a result its *fingerprint* goes along, so that the page can check."""
    sent = f"&f={fingerprint}-{ENGINE_VERSION}" if fingerprint else ""
    return Link(f"{(host or HERE).rstrip('/')}/?s={to_link(scenario)}{sent}")
