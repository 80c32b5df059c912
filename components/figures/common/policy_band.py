"""The 95 % band of a policy, under its line."""

from typing import Any

from components.looks.theme import BAND_OPACITY, tint


def policy_band(policy: str, outline: list[Any], edge: list[float], color: str) -> dict[str, Any]:
    """The area within *edge* over the places *outline*: there along its upper edge, and back along its lower one."""
    return {
        "type": "scatter",
        "name": f"{policy} band",
        "legendgroup": policy,
        "x": outline,
        "y": edge,
        "fill": "toself",
        "fillcolor": tint(color, BAND_OPACITY),
        "mode": "lines",
        "line": {"width": 0},
        "hoverinfo": "skip",
        "showlegend": False,
    }
