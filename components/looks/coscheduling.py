"""The looks of the coscheduling policies: hue = how a process waits, marker and dash = what a delivery does.

Those that are no combination of the two have looks of their own; queues of dedicated nodes those that they have where
jobs are nothing but parallel.
"""

from components.looks.look import Look
from components.looks.parallel_jobs import PARALLEL_JOBS_LOOKS
from engine.coscheduling.policies import HEURISTICS, SCHEMES, Gang, OnDelivery, Scheme, Waiting

COLORS = {
    (Waiting.BUSY_WAIT, OnDelivery.NOTHING): ("#C23B00", "#FF8A4C"),
    (Waiting.BUSY_WAIT, OnDelivery.INTERRUPT): ("#A33B1F", "#E8795C"),
    (Waiting.BUSY_WAIT, OnDelivery.PERIODIC_BOOST): ("#D0301C", "#FF6F5E"),
    (Waiting.SPIN_BLOCK, OnDelivery.NOTHING): ("#0072B2", "#56B4E9"),
    (Waiting.SPIN_BLOCK, OnDelivery.INTERRUPT): ("#2D5FA8", "#7FA6E8"),
    (Waiting.SPIN_BLOCK, OnDelivery.PERIODIC_BOOST): ("#1F4FCB", "#6FA0FF"),
    (Waiting.SPIN_YIELD, OnDelivery.NOTHING): ("#007A5A", "#2CC295"),
    (Waiting.SPIN_YIELD, OnDelivery.INTERRUPT): ("#3B7320", "#86C15C"),
    (Waiting.SPIN_YIELD, OnDelivery.PERIODIC_BOOST): ("#00702B", "#3CCB6E"),
}
"""Vermilion, blue and green of Okabe & Ito, a shade for each delivery, so that a map of colors can tell them apart."""

MARKS = {
    OnDelivery.NOTHING: ("circle", "solid", "●◐◒"),
    OnDelivery.INTERRUPT: ("square", "dash", "■◧⬒"),
    OnDelivery.PERIODIC_BOOST: ("triangle-up", "dot", "▲◭◮"),
}
"""Marker, dash, and a glyph for each way of waiting: how much of it is filled says in black and white what hue says."""

GANG = {
    Gang.WITH_REPLICATION: Look("#1A1A1A", "#E8E8E8", "diamond", "solid", "◆"),
    Gang.WITHOUT_REPLICATION: Look("#5A5A5A", "#B5B5B5", "diamond-open", "longdash", "◇"),
}

DEDICATED = {
    "SS-FCFS": PARALLEL_JOBS_LOOKS["FCFS"]._replace(color="#6E4A1E", dark="#D9B48F"),
    "SS-FF": PARALLEL_JOBS_LOOKS["FF"]._replace(color="#8F6A2A", dark="#C9A86A"),
    "SS-EASY": PARALLEL_JOBS_LOOKS["EASY"]._replace(
        color="#8A2F7D", dark="#E08AD3", symbol="star", dash="dashdot", glyph="★"
    ),
    "SS-EASY-SJF": PARALLEL_JOBS_LOOKS["EASY-SJF"]._replace(
        color="#6A2A8C", dark="#CFA0EE", symbol="star-diamond", glyph="✧"
    ),
    "SS-F1": PARALLEL_JOBS_LOOKS["F1"]._replace(symbol="octagon", glyph="◍"),
    "SS-F4": PARALLEL_JOBS_LOOKS["F4"]._replace(symbol="star-triangle-down", glyph="✩"),
}
"""With the markers of parallel jobs where these are free, and other colors: their black is that of gangs here. F1 and
F4 have other markers, since their stars are taken.

All other queues of dedicated nodes look as they do where jobs are nothing but parallel.
"""

SHADE = 0.045
"""How much nearer to black (on a dark page, to white) each further heuristic is; contrast only grows."""


def _look(name: str, scheme: Scheme) -> Look:
    if scheme.gang:
        return GANG[Gang(scheme.gang)]
    if scheme.queue:
        return DEDICATED.get(name) or PARALLEL_JOBS_LOOKS[name.removeprefix("SS-")]
    symbol, dash, glyphs = MARKS[OnDelivery(scheme.on_delivery)]
    color, dark = COLORS[Waiting(scheme.waiting), OnDelivery(scheme.on_delivery)]
    share = SHADE * (scheme.heuristic + len(HEURISTICS) * scheme.fair)
    is_plain = scheme.heuristic == 0 and not scheme.fair
    letter = "" if is_plain else HEURISTICS[scheme.heuristic] + "′" * scheme.fair
    return Look(_nearer(color, 0, share), _nearer(dark, 255, share), symbol, dash, f"{glyphs[scheme.waiting]}{letter}")


def _nearer(color: str, end: int, share: float) -> str:
    """*color* (#rrggbb) mixed with a *share* of black or white."""
    parts = (int(color[n : n + 2], 16) for n in (1, 3, 5))
    return "#" + "".join(f"{round(part + (end - part) * share):02X}" for part in parts)


COSCHEDULING_LOOKS = {name: _look(name, scheme) for name, scheme in SCHEMES.items()}
