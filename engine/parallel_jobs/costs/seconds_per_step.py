"""Seconds of one step of the kernels, by policy: fitted to measured cells (`costs.py` counts the steps).

Fitted without negative times, in the logarithm and without much weight for outliers, on a 2.4 GHz server core: to 1,000
generated scenarios without machine events, and to 1,000 cells with them, of which policies that work alike share
times. Rules, which cells are asked for more often than they were, and the drawing of machine events are fitted to 1,000
cells of later scenarios. A step that stands for nothing a policy does, or for nothing that was seen, is left out.
"""

from engine.parallel_jobs.policies import ORDERED_QUEUES

LOGARITHMIC, CUBED, QUOTIENT = 4e-08, 1.6e-08, 1.2e-08
LOOKS = {
    **dict.fromkeys(("F1", "F2", "F3", "F4", "UNICEF"), LOGARITHMIC),
    "WFP3": CUBED,
    "XF": QUOTIENT,
}
"""Seconds of a look at one that waits, by what is in the order, if it is none of `STILL`."""

STILL = 1.2e-08


def _ordered(like: dict[str, float], part: float = 1.0) -> dict[str, dict[str, float]]:
    """Of ordered queues where machines are known one by one: steps *like* those of EASY, and those of an order.

    Where things happen to machines, fewer wait than are told: a *part* of the looks.
    """
    common = like | {"at once": 4.5e-09, "behind": 3e-11, "tried": 2.3e-08}
    return {name: common | {"waiting": part * LOOKS.get(name, STILL)} for name, *_ in ORDERED_QUEUES}


def _counted() -> dict[str, dict[str, float]]:
    """Of ordered queues where processors are only counted: only orders that move look at all who wait."""
    looks = {"WFP3": 1.4e-08, "XF": 1.4e-08, "UNICEF": 4e-08}
    like = {"job": 8e-07, "waiting": 8.5e-09} | _GROUPED
    return {name: like | ({"queue": looks[name]} if name in looks else {}) for name, *_ in ORDERED_QUEUES}


CALM: dict[str, dict[str, float]] = {
    "SED": {
        "job": 1.3e-06,
        "job group": 1.2e-07,
        "size": 2.5e-08,
        "class": 1.2e-09,
        "migration": 1.6e-08,
        "migration running": 2.8e-10,
    },
    "SED-NU": {
        "job": 1.3e-06,
        "job machine": 5.5e-09,
        "size": 2e-09,
        "class": 1.2e-08,
        "migration class": 9.5e-10,
        "migration size": 6e-09,
        "migration place": 1.5e-10,
    },
    "SED-NM": {
        "job": 1.3e-06,
        "job group": 4.7e-08,
        "job running": 3.7e-09,
        "job machine": 4.1e-10,
        "size": 1.4e-08,
        "size place": 3.3e-10,
        "class": 1.4e-08,
    },
    "FCFS": {
        "job": 1.2e-06,
        "job group": 3.4e-08,
        "job machine": 6e-10,
        "running": 2.8e-09,
        "running group": 2.7e-10,
        "tree": 6.1e-10,
    },
    "FF": {"job": 7.6e-07, "job group": 3e-07, "running": 2.3e-09, "running group": 5.9e-11, "tree": 6.5e-09},
    "EASY": {
        "job": 1.1e-06,
        "job group": 2.7e-08,
        "job machine": 3.6e-10,
        "running": 4.7e-09,
        "reservation": 7.1e-09,
        "waiting": 9.4e-10,
    },
    "Conservative": {"job": 1.2e-06, "job group": 8e-07, "waiting": 5e-09, "moved": 2.8e-07, "moved waiting": 4.2e-09},
    **_ordered({"job": 1.6e-06, "job group": 2.7e-08, "running": 4.7e-09, "reservation": 7.1e-09}),
    "UFF": {"job": 1.3e-06, "job machine": 1.2e-09, "running": 1e-08},
    "Simple": {
        "job": 8.8e-07,
        "job running": 3.3e-11,
        "size": 1.5e-09,
        "running": 3.3e-11,
        "running group": 1.7e-08,
        "size running": 1.4e-11,
    },
    "Simple-R": {
        "job": 9e-07,
        "job group": 1.1e-08,
        "running": 3.9e-08,
        "running group": 4.9e-09,
        "size running": 2.7e-11,
    },
    "Lazy": {"job": 1.3e-06, "running": 4.1e-08, "running bound": 7.1e-08, "waiting running": 5.6e-11},
    "Lazy-R": {
        "job": 1.1e-06,
        "job group": 5.3e-08,
        "running": 3.8e-08,
        "size running": 1.3e-10,
        "waiting waiting": 8.9e-10,
    },
}
"""Nothing happens to the machines."""

_GROUPED = {"job group": 3.1e-08, "job class": 1.4e-07, "machine": 7e-09}

COUNTED: dict[str, dict[str, float]] = {
    "FCFS": {"job": 4e-07, "waiting": 2e-09} | _GROUPED,
    "FF": {"job": 4e-07, "waiting": 8.5e-09} | _GROUPED,
    "EASY": {"job": 6e-07, "waiting": 1.5e-08} | _GROUPED,
    "Conservative": {"job": 9e-07, "queue": 2e-09, "moved": 1e-07, "moved waiting": 4e-10} | _GROUPED,
    **_counted(),
}
"""Processors are only counted, since machines are equally fast and nothing happens to them.

Fitted to 70 scenarios of up to 150,000 machines and 60,000 jobs, and a job taken half as long again, since a million do
not stay in a cache; what moves, to 70 whose estimates are wrong, with reservation depths of 1, 5, 20, 100 and all.
"""

DRAWN: dict[str, float] = {
    "pass": 9.3e-04,
    "drawn": 1.3e-04,
    "event drawn": 4.8e-07,
    "stood in for": 5.2e-06,
    "coming": 1.5e-07,
}
"""Of drawing machine events, whatever the policy."""

_MAPPED = {"class": 5.8e-09, "event machine": 7.6e-09, "job group": 3.3e-07, "job machine": 1.1e-09, "place": 5.4e-08}
_QUEUED = {
    "event machine": 1.3e-08,
    "event machine running": 3e-10,
    "event running": 2e-08,
    "job group": 1e-07,
    "job machine": 7.8e-09,
    "place": 2e-08,
}
_IN_ORDER = _QUEUED | {"running group": 1.5e-09}
_RIGID = {
    "coming": 4e-07,
    "event machine": 7.3e-09,
    "job group": 1.1e-07,
    "job machine": 4.5e-09,
    "place": 6.3e-08,
    "running bound": 1.6e-08,
    "size running": 2e-09,
}
_RESIZED = {
    "coming": 3.2e-07,
    "event machine": 4e-09,
    "place": 4.4e-08,
    "running bound": 6.7e-08,
    "running group": 8.8e-08,
    "size running": 8.6e-09,
}

DISRUPTED: dict[str, dict[str, float]] = {
    "SED": _MAPPED | {"migration running": 1e-09},
    "SED-NU": _MAPPED | {"migration running": 1e-09},
    "SED-NM": _MAPPED | {"event running": 7e-10},
    "FCFS": _IN_ORDER,
    "FF": _IN_ORDER,
    "UFF": _IN_ORDER,
    "EASY": _QUEUED | {"reservation": 1.1e-09, "waiting": 6.7e-10},
    "Conservative": {"event machine": 8e-08, "job machine": 1.3e-08, "waiting": 1e-08, "moved waiting": 1.5e-09},
    **_ordered(
        {
            "event machine": 1.5e-08,
            "event machine running": 3e-10,
            "event running": 5e-08,
            "job group": 1e-07,
            "job machine": 8.5e-09,
            "place": 1.5e-08,
            "reservation": 1.7e-09,
        },
        0.6,
    ),
    "Simple": _RIGID,
    "Simple-R": _RESIZED,
    "Lazy": _RIGID | {"waiting running": 2.1e-08, "waiting waiting": 1.9e-08},
    "Lazy-R": _RESIZED | {"waiting running": 3.1e-09},
}
"""Something does: every machine is kept track of by itself."""

OWN_RULES: dict[str, dict[str, float]] = {
    "calm": {
        "job": 1.4e-06,
        "running": 4.7e-09,
        "reservation": 9.4e-09,
        "waiting": 7.9e-09,
        "rule": 1.7e-09,
        "sorted": 6e-09,
        "tried": 2.7e-08,
        "behind": 1e-10,
        "at once": 4.1e-09,
        "planned": 1.2e-09,
        "victims": 1.2e-09,
    },
    "disrupted": {
        "event machine": 1.5e-08,
        "event running": 5e-08,
        "event machine running": 3e-10,
        "job group": 5.8e-07,
        "place": 1.5e-08,
        "waiting": 2.5e-09,
        "rule": 3.4e-09,
        "sorted": 6e-09,
        "tried": 1e-08,
        "behind": 2e-10,
        "at once": 8.7e-09,
        "planned": 5e-10,
        "victims": 5e-10,
    },
}
"""Own policies, and others that are asked for as rules, wherever machines are known one by one."""

ASKED_AT_PASSES = {"asked": 5e-10, "rule": 1.9e-09}
"""Own policies of orders that move, where processors are only counted, beside what other orders take there."""

SECONDS = {"calm": CALM, "disrupted": DISRUPTED}
