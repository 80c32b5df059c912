"""Examples that ask why two policies of Schnor et al. 1996 differ: what upgrading and migration gain, and from what."""

from typing import Any

RATE = "workload.arrivals.rate_per_1000_s"

_UPGRADING = (
    "System 1 of Schnor et al. 1996, at two loads. Upgrading gains at both, but not the same: at 1.0 jobs per 1000 s "
    "more than half of it is computing time of jobs that get machines for themselves; at 1.6 nearly all is waiting, of "
    "jobs that stand behind those. Open Why? at either."
)
_MIGRATION = (
    "System 2 of Schnor et al. 1996 around 2.3 jobs per 1000 s, where migration stops paying. What it costs is nearly "
    "the same at every load; what it gains in computing time falls with the load, and turns into a loss. Waiting is "
    "always less with it. Open Why? from one load to the next."
)


def _of(written: dict[str, Any], title: str, notes: str, policies: list[str], rates: list[float]) -> dict[str, Any]:
    study = written["study"] | {"vary": {"field": RATE, "values": rates}, "replications": 20}
    return written | {"title": title, "notes": notes, "policies": policies, "study": study}


def why(system_1: dict[str, Any], system_2: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The examples by their names, made of those of the two systems."""
    return {
        "why-upgrading": _of(system_1, "Why does upgrading pay?", _UPGRADING, ["SED", "SED-NU"], [1.0, 1.6]),
        "why-migration": _of(
            system_2, "Why does migration stop paying?", _MIGRATION, ["SED", "SED-NM"], [1.8, 2.0, 2.2, 2.3, 2.4, 2.5]
        ),
    }
