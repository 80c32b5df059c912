"""What Zhang et al. 2001 claim, claim by claim, as ranges that a study can be held against.

Words like "close" and "comparable" had to be given numbers: within 15 % and within 40 % of Periodic Boost.
"""

from collections.abc import Iterable
from typing import TypedDict, Unpack

from engine.claim import Check, Claim

PB, SB = "PB", "SB"
RESPONSE, EXECUTION, WAIT = "response_time", "execution_time", "wait_time"
CLOSE, COMPARABLE = 0.15, 0.40


class Bounds(TypedDict, total=False):
    """The range of a check; a side that is left out is open."""

    low: float
    high: float


def _ratios(
    example: str, metric: str, policies: Iterable[str], over: str, **bounds: Unpack[Bounds]
) -> tuple[Check, ...]:
    """Each of *policies* compared with *over*."""
    sense = "close to" if len(bounds) == 2 else "longer than" if "low" in bounds else "shorter than"
    if metric not in (RESPONSE, EXECUTION, WAIT):
        sense = {"longer than": "above", "shorter than": "below"}.get(sense, sense)
    return tuple(Check(f"{one} {sense} {over}", example, metric, one, over=over, **bounds) for one in policies)


def _near(example: str, metric: str, policies: Iterable[str], over: str, by: float) -> tuple[Check, ...]:
    return _ratios(example, metric, policies, over, low=1 - by, high=1 + by)


def _levels(
    example: str, metric: str, policies: Iterable[str], words: str, **bounds: Unpack[Bounds]
) -> tuple[Check, ...]:
    return tuple(Check(f"{one} {words}", example, metric, one, **bounds) for one in policies)


def _growth(
    example: str,
    metric: str,
    policies: Iterable[str],
    field: str,
    change: tuple[float, float],
    words: str,
    **bounds: Unpack[Bounds],
) -> tuple[Check, ...]:
    """How each of *policies* changes from one point of the sweep to another."""
    before, after = ({field: float(value)} for value in change)
    return tuple(
        Check(f"{one} {words}", example, metric, one, over=one, at=after, over_at=before, **bounds) for one in policies
    )


SKEW = "workload.skewness"
NODES, PARTS = "cluster.nodes", "cluster.partitions"

CLAIMS = (
    Claim(
        "Z1",
        "Mixed workload: Local, SY, DCS and DCS-SY saturate below 50 % utilization, gang scheduling at 57 %; PB, PB-SB "
        "and SB reach 77 %.",
        "Zhang et al. 2001, section 4.1",
        (
            *_levels(
                "zhang-saturation", "saturation_throughput", ("Local", "SY", "DCS", "DCS-SY"), "below 50 %", high=0.5
            ),
            *_levels("zhang-saturation", "saturation_throughput", ("GS-NR",), "at 57 % ± 5", low=0.52, high=0.62),
            *_levels("zhang-saturation", "saturation_throughput", ("PB", "PB-SB", "SB"), "at least 72 %", low=0.72),
        ),
    ),
    Claim(
        "Z2",
        "Jobs that compute (WL4): Local and SY are not acceptable; DCS and DCS-SY are the next worst; then gang "
        "scheduling; the other five are close together.",
        "Zhang et al. 2001, section 4.2",
        (
            *_ratios("zhang-wl4", RESPONSE, ("Local", "SY"), "GS", low=1),
            *_ratios("zhang-wl4", RESPONSE, ("DCS", "DCS-SY"), "GS", low=1),
            *_ratios("zhang-wl4", RESPONSE, ("GS",), PB, low=1),
            *_near("zhang-wl4", RESPONSE, ("SB", "DCS-SB", "PB-SB", "PB-SY"), PB, CLOSE),
        ),
    ),
    Claim(
        "Z3",
        "Jobs that communicate (WL5): DCS and DCS-SY are much worse; GS, SB, PB-SB and PB-SY are comparable; PB is "
        "best.",
        "Zhang et al. 2001, section 4.2",
        (
            *_ratios("zhang-wl5", RESPONSE, ("DCS", "DCS-SY"), PB, low=1 + COMPARABLE),
            *_near("zhang-wl5", RESPONSE, ("SB", "PB-SB", "PB-SY"), "GS", COMPARABLE),
            *_ratios("zhang-wl5", RESPONSE, ("GS", "SB", "PB-SB", "PB-SY", "DCS-SB"), PB, low=1),
        ),
    ),
    Claim(
        "Z4",
        "Jobs that do I/O (WL2) and even mix (WL3): gang scheduling idles during I/O; SB, DCS-SB, PB, PB-SB and PB-SY "
        "are close on WL2; gang scheduling is worse than SB, PB, PB-SB and PB-SY on WL3.",
        "Zhang et al. 2001, section 4.2",
        (
            *_near("zhang-wl2", RESPONSE, ("SB", "DCS-SB", "PB-SB", "PB-SY"), PB, CLOSE),
            *_ratios("zhang-wl2", RESPONSE, ("GS",), PB, low=1),
            *_ratios("zhang-wl3", RESPONSE, ("SB", "PB", "PB-SB", "PB-SY"), "GS", high=1),
        ),
    ),
    Claim(
        "Z5",
        "More skewness (WL4, 20 % to 150 %): execution under gang scheduling gets longer; the others hide it better, "
        "those that block better than those that spin.",
        "Zhang et al. 2001, section 4.4",
        (
            *_growth("zhang-skewness", EXECUTION, ("GS",), SKEW, (20, 150), "at least 20 % longer", low=1.2),
            *_growth("zhang-skewness", EXECUTION, ("SB", "DCS-SB", "PB-SB"), SKEW, (20, 150), "at most 20 %", high=1.2),
            *_growth("zhang-skewness", EXECUTION, ("PB", "PB-SY"), SKEW, (20, 150), "at most 20 %", high=1.2),
        ),
    ),
    Claim(
        "Z6",
        "Patterns (WL5): tree favors those that block, all-to-all gang scheduling; linear is like nearest neighbor; PB "
        "is good everywhere.",
        "Zhang et al. 2001, section 4.6",
        (
            *_ratios("zhang-tree", RESPONSE, ("SB", "PB-SB"), PB, high=1),
            *_ratios("zhang-all-to-all", RESPONSE, ("PB", "SB", "PB-SB"), "GS", low=1),
            *_ratios("zhang-linear", RESPONSE, ("SB", "PB-SB", "GS"), PB, low=1),
            *_ratios("zhang-tree", RESPONSE, ("PB",), "GS", high=1 + CLOSE),
            *_ratios("zhang-linear", RESPONSE, ("PB",), "GS", high=1 + CLOSE),
            *_ratios("zhang-all-to-all", RESPONSE, ("PB",), "GS", high=1 + COMPARABLE),
        ),
    ),
    Claim(
        "Z7",
        "Nodes (WL5): from 16 to 32 the wait is more than halved, execution gets a little longer; two partitions of 16 "
        "nodes are nearly always worse than one cluster of 32.",
        "Zhang et al. 2001, section 4.7",
        (
            *_growth(
                "zhang-nodes", WAIT, ("PB", "SB", "PB-SB", "GS"), NODES, (16, 32), "waits less than half", high=0.5
            ),
            *_growth(
                "zhang-nodes", EXECUTION, ("PB", "SB", "PB-SB"), NODES, (16, 32), "little longer", low=0.95, high=1.25
            ),
            *_growth("zhang-partitions", RESPONSE, ("PB", "SB", "PB-SB", "GS"), PARTS, (1, 2), "worse in two", low=1),
        ),
    ),
    Claim(
        "Z8",
        "Fairness (WL8, no skewness): gang scheduling is the fairest, Local the least fair; those that block are "
        "fairer than those that spin.",
        "Zhang et al. 2001, section 4.8",
        (
            *_ratios("zhang-fairness", "type_variation", ("SB", "PB-SB", "PB", "DCS"), "GS", low=1),
            *_ratios("zhang-fairness", "type_variation", ("SB", "PB-SB", "PB", "DCS"), "Local", high=1),
            *_ratios("zhang-fairness", "type_variation", ("SB",), "DCS", high=1),
            *_ratios("zhang-fairness", "type_variation", ("PB-SB",), PB, high=1),
            *_ratios("zhang-fairness", "type_variation", ("SB",), PB, high=1),
        ),
    ),
    Claim(
        "Z9",
        "Heuristics of PB: B, D and E beat A and C on WL4 and WL8, C, D and E beat A and B on WL5; B and D are "
        "fairest.",
        "Zhang et al. 2001, section 4.9",
        (
            *_ratios("zhang-heuristics-wl4", RESPONSE, ("PB-B", "PB-D", "PB-E"), PB, high=1),
            *_ratios("zhang-heuristics-wl4", RESPONSE, ("PB-B", "PB-D", "PB-E"), "PB-C", high=1),
            *_ratios("zhang-heuristics-wl8", RESPONSE, ("PB-B", "PB-D", "PB-E"), PB, high=1),
            *_ratios("zhang-heuristics-wl8", RESPONSE, ("PB-B", "PB-D", "PB-E"), "PB-C", high=1),
            *_ratios("zhang-heuristics-wl5", RESPONSE, ("PB-C", "PB-D", "PB-E"), PB, high=1),
            *_ratios("zhang-heuristics-wl5", RESPONSE, ("PB-C", "PB-D", "PB-E"), "PB-B", high=1),
            *_ratios("zhang-heuristics-fairness", "type_variation", ("PB-B", "PB-D"), PB, high=1),
            *_ratios("zhang-heuristics-fairness", "type_variation", ("PB-B", "PB-D"), "PB-C", high=1),
        ),
    ),
    Claim(
        "Z10",
        "Heuristics A′ to D′ are as fair as gang scheduling, and do not lose response time.",
        "Zhang et al. 2001, section 4.9",
        (
            *_ratios(
                "zhang-heuristics-fairness", "type_variation", ("PB-A'", "PB-B'", "PB-C'", "PB-D'"), "GS", high=1.5
            ),
            *_ratios("zhang-heuristics-wl8", RESPONSE, ("PB-A'", "PB-B'", "PB-C'", "PB-D'"), PB, high=1.05),
        ),
    ),
)
"""Z1 to Z10."""
