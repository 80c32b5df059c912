"""What jobs of a log asked for, or waited for, and the model does not have: counted by readers, told with results."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

GPUS, OTHER_GRES, LICENSES, BURST_BUFFERS, RESERVATIONS, HELD, MEMORY = (1 << bit for bit in range(7))

KINDS = {
    "gpus": GPUS,
    "other_gres": OTHER_GRES,
    "licenses": LICENSES,
    "burst_buffers": BURST_BUFFERS,
    "reservations": RESERVATIONS,
    "held": HELD,
    "memory": MEMORY,
}
"""The bit of each, in the order in which they are told."""

DID = {
    "gpus": ("asked for GPUs", "GPUs"),
    "other_gres": ("asked for other generic resources", "generic resources"),
    "licenses": ("asked for licenses", "licenses"),
    "burst_buffers": ("asked for burst buffers", "burst buffers"),
    "reservations": ("ran in a reservation", "reservations of the log"),
    "held": ("could not start when they were submitted (dependency, begin time or hold)", "what holds jobs back"),
    "memory": ("asked for memory", "memory"),
}
"""What the jobs did, and what is not modelled."""

LARGE_SHARE = 0.05
"""Of the work: from here on what can be done about GPUs is said, too."""


class NotModelled(NamedTuple):
    """Of the jobs that ran, those with one of `KINDS`: how many, of how many, and their share of the work."""

    kind: str
    jobs: int
    of: int
    work: float


def count(kinds: NDArray[np.int64], work: NDArray[np.float64]) -> tuple[NotModelled, ...]:
    """Count the jobs that ran by bits of `KINDS`, int64 (n,), and their *work* in processor-seconds, float64 (n,)."""
    whole = float(work.sum())
    found = []
    for name, bit in KINDS.items():
        own = (kinds & bit) != 0
        if own.any():
            share = float(work[own].sum()) / whole if whole else 0.0
            found.append(NotModelled(name, int(own.sum()), len(kinds), round(share, 4)))
    return tuple(found)


def sentences(found: Iterable[NotModelled]) -> list[str]:
    """Say what is not modelled, a sentence for each kind."""
    said = []
    for one in found:
        did, what = DID[one.kind]
        jobs = f"{one.jobs:,} of {one.of:,} {'job' if one.of == 1 else 'jobs'}"
        if one.kind == "memory":  # which nearly all jobs name
            said.append(f"{jobs} {did}, which Corral does not model either.")
            continue
        said.append(
            f"{jobs} ({percent(one.work)} of the processor-hours) {did}; Corral does not model {what}, "
            "so their waits here have other causes."
        )
        if one.kind == "gpus" and one.work > LARGE_SHARE:
            said.append("Waits here are not those of that machine: replay a partition without GPUs alone.")
    return said


def percent(share: float) -> str:
    """Write a share of a whole, with two digits."""
    return f"{100 * share:.0f} %" if share >= 0.0995 else f"{100 * share:.2g} %"
