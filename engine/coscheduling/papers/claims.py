"""What Zhang et al. 2001 claim, claim by claim, as ranges that a study can be held against.

Words like "close" and "comparable" had to be given numbers; `CLOSE` and the others below are ours.
"""

from collections.abc import Iterable
from itertools import product
from typing import TypedDict, Unpack

from engine.contract.claim import Check, Claim

PAPER = "Zhang et al. 2001"
PB, SB, GS = "PB", "SB", "GS"
RESPONSE, EXECUTION, WAIT = "response_time", "execution_time", "wait_time"
THROUGHPUT, IDLE, UNFAIR = "saturation_throughput", "idle_share", "type_variation"

CLOSE = 0.15
""""Not a significant difference": within 15 %."""

COMPARABLE = 0.40
""""Comparable", and "uniformly good": within 40 %; "not acceptable" and "much worse": by more than that."""

PRINTED = 0.05
"""How far the utilization at which a policy saturates may be from the printed one; it is read off a figure."""

AS_FAIR, NO_LOSS = 1.5, 1.05
""""As fair as": at most 1.5 times the variation between job types. "Not losing out": at most 5 % longer."""

BOOSTING = (PB, "PB-SB", "PB-SY")
BLOCKING = (SB, "PB-SB", "DCS-SB")
SPINNING = (PB, "PB-SY")
FIVE = (PB, "PB-SB", "PB-SY", SB, "DCS-SB")
"""What the paper calls the remaining schemes: all that boost with PB or block with SB."""

SPIN_ALWAYS = ("Local", "SY", "DCS", "DCS-SY")


class Bounds(TypedDict, total=False):
    """The range of a check; a side that is left out is open."""

    low: float
    high: float


def _ratios(
    example: str, metric: str, policies: Iterable[str], others: Iterable[str], **bounds: Unpack[Bounds]
) -> tuple[Check, ...]:
    """Each of *policies* compared with each of *others*."""
    sense = "close to" if len(bounds) == 2 else "longer than" if "low" in bounds else "shorter than"
    if metric not in (RESPONSE, EXECUTION, WAIT):
        sense = {"longer than": "above", "shorter than": "below"}.get(sense, sense)
    return tuple(
        Check(f"{one} {sense} {over}", example, metric, one, over=over, **bounds)
        for one, over in product(policies, others)
        if one != over
    )


def _near(example: str, policies: Iterable[str], over: str, by: float) -> tuple[Check, ...]:
    return _ratios(example, RESPONSE, policies, (over,), low=1 - by, high=1 + by)


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


def _grows_less(
    example: str, metric: str, policies: Iterable[str], others: Iterable[str], field: str, change: tuple[float, float]
) -> tuple[Check, ...]:
    """Each of *policies* grows less from one point of the sweep to another than each of *others*."""
    since, at = ({field: float(value)} for value in change)
    return tuple(
        Check(f"{one} grows less than {over}", example, metric, one, over=over, at=at, since=since, high=1.0)
        for one, over in product(policies, others)
        if one != over
    )


def _heuristics(mix: str, better: Iterable[str], worse: Iterable[str]) -> tuple[Check, ...]:
    return _ratios(f"zhang-heuristics-{mix}", RESPONSE, better, worse, high=1)


SKEW, LEVEL = "workload.skewness", "cluster.multiprogramming_level"
NODES, PARTS = "cluster.nodes", "cluster.partitions"
SWITCH, INTERRUPT = "cluster.context_switch", "cluster.interrupt"
QUANTUM, GANG_SWITCH = "cluster.gang_quantum", "cluster.gang_context_switch"
FULL_COST = {SWITCH: 200.0, INTERRUPT: 50.0}
LESS_SWITCH = {SWITCH: 100.0, INTERRUPT: 50.0}
HALF_COST = {SWITCH: 100.0, INTERRUPT: 25.0}

_LOAD = Claim(
    "Z1",
    "Mixed workload (WL7): Local, SY, DCS and DCS-SY saturate below 50 % utilization and gang scheduling at 57 %; "
    "DCS-SB, PB-SY, PB-SB, SB and PB do significantly better than gang scheduling, and of these PB, PB-SB and SB are "
    "the best, with up to 77 %.",
    f"{PAPER}, section 4.1",
    (
        *_levels("zhang-saturation", THROUGHPUT, SPIN_ALWAYS, "below 50 %", high=0.5),
        *_levels("zhang-saturation", THROUGHPUT, (GS,), "at 57 % ± 5", low=0.57 - PRINTED, high=0.57 + PRINTED),
        *_ratios("zhang-saturation", THROUGHPUT, FIVE, (GS,), low=1),
        *_ratios("zhang-saturation", THROUGHPUT, (PB, "PB-SB", SB), ("DCS-SB", "PB-SY"), low=1),
        *_levels(
            "zhang-saturation",
            THROUGHPUT,
            (PB, "PB-SB", SB),
            "at 77 % ± 5",
            low=0.77 - PRINTED,
            high=0.77 + PRINTED,
        ),
    ),
)

_NATURE = (
    Claim(
        "Z2",
        "Jobs that compute (WL4): Local and SY are not acceptable, nor on the other workloads; DCS and DCS-SY respond "
        "later than the rest, mainly by a longer wait; gang scheduling is next; PB, PB-SB, PB-SY, SB and DCS-SB do not "
        "differ significantly.",
        f"{PAPER}, section 4.2",
        (
            *(
                one
                for mix in ("wl4", "wl5", "wl2", "wl3")
                for one in _ratios(f"zhang-{mix}", RESPONSE, ("Local", "SY"), (PB,), low=1 + COMPARABLE)
            ),
            *_ratios("zhang-wl4", RESPONSE, ("DCS", "DCS-SY"), (*FIVE, GS), low=1),
            *_ratios("zhang-wl4", WAIT, ("DCS", "DCS-SY"), (GS,), low=1),
            *_ratios("zhang-wl4", RESPONSE, (GS,), FIVE, low=1),
            *_near("zhang-wl4", (SB, "DCS-SB", "PB-SB", "PB-SY"), PB, CLOSE),
        ),
    ),
    Claim(
        "Z3",
        "Jobs that communicate (WL5): DCS and DCS-SY become much worse; GS, SB, PB-SB and PB-SY are comparable, and PB "
        "is the best of all.",
        f"{PAPER}, section 4.2",
        (
            *_ratios("zhang-wl5", RESPONSE, ("DCS", "DCS-SY"), FIVE, low=1 + COMPARABLE),
            *_near("zhang-wl5", (SB, "PB-SB", "PB-SY"), GS, COMPARABLE),
            *_ratios("zhang-wl5", RESPONSE, (GS, SB, "PB-SB", "PB-SY", "DCS-SB", *SPIN_ALWAYS), (PB,), low=1),
        ),
    ),
    Claim(
        "Z4",
        "Jobs that do I/O (WL2) and the even mix (WL3): gang scheduling leaves the processor idle during I/O; on WL2 "
        "SB, DCS-SB, PB, PB-SB and PB-SY do not differ significantly; on WL3 it is as on WL5, to a lesser degree, and "
        "gang scheduling is not as good as SB, PB, PB-SB and PB-SY.",
        f"{PAPER}, section 4.2",
        (
            *_ratios("zhang-wl2", IDLE, (GS,), FIVE, low=1),
            *_ratios("zhang-wl3", IDLE, (GS,), FIVE, low=1),
            *_near("zhang-wl2", (SB, "DCS-SB", "PB-SB", "PB-SY"), PB, CLOSE),
            *_ratios("zhang-wl3", RESPONSE, (SB, PB, "PB-SB", "PB-SY"), (GS,), high=1),
            *_ratios("zhang-wl3", RESPONSE, ("DCS", "DCS-SY", "DCS-SB", SB, "PB-SB", "PB-SY"), (PB,), low=1),
        ),
    ),
)

_LEVEL = Claim(
    "section 4.3",
    "More processes per node (from a multiprogramming level of 2): what boosts with PB or blocks with SB responds "
    "sooner; blocking is idle at low levels and gains most from a higher one, and with jobs that communicate PB is "
    "better than SB at a level of 2.",
    f"{PAPER}, section 4.3",
    (
        *(
            one
            for mix, levels in (("wl2", (5,)), ("wl4", (5, 16)), ("wl5", (5, 16)))
            for level in levels
            for one in _growth(
                f"zhang-mpl-{mix}", RESPONSE, FIVE[:2] + FIVE[3:], LEVEL, (2, level), f"shorter at {level}", high=1
            )
        ),
        *(
            Check("idle less", f"zhang-mpl-{mix}", IDLE, SB, high=1, over=SB, at={LEVEL: 5.0}, over_at={LEVEL: 2.0})
            for mix in ("wl2", "wl5")
        ),
        Check("SB longer than PB at 2", "zhang-mpl-wl5", RESPONSE, SB, low=1, over=PB, at={LEVEL: 2.0}),
        *_grows_less("zhang-mpl-wl5", RESPONSE, (SB,), (PB,), LEVEL, (2, 16)),
    ),
)

_SKEWNESS = Claim(
    "Z5",
    "More skewness (WL4, 20 % to 150 %): execution under gang scheduling gets longer; most of the others hide it "
    "better, and those that block hide it better than those that spin.",
    f"{PAPER}, section 4.4",
    (
        *_growth("zhang-skewness", EXECUTION, (GS,), SKEW, (20, 150), "longer", low=1),
        *_grows_less("zhang-skewness", EXECUTION, FIVE, (GS,), SKEW, (20, 150)),
        *_grows_less("zhang-skewness", EXECUTION, BLOCKING, SPINNING, SKEW, (20, 150)),
    ),
)

_OVERHEADS = Claim(
    "section 4.5",
    "Lower costs (WL5): all respond sooner, and those that block gain more than PB, which spins; with a cheap switch, "
    "dearer interrupts lengthen the response of SB, PB-SB and DCS-SB; a shorter quantum of gang scheduling helps it if "
    "its switch is shorter too, and less if it is not.",
    f"{PAPER}, section 4.5",
    (
        *(
            Check(f"{one} shorter", "zhang-overheads", RESPONSE, one, high=1, over=one, at=HALF_COST, over_at=FULL_COST)
            for one in (PB, *BLOCKING)
        ),
        *(
            Check(
                f"{one} gains more than {PB}",
                "zhang-overheads",
                RESPONSE,
                one,
                high=1,
                over=PB,
                at=HALF_COST,
                since=FULL_COST,
            )
            for one in BLOCKING
        ),
        *(
            Check(f"{one} longer", "zhang-overheads", RESPONSE, one, low=1, over=one, at=LESS_SWITCH, over_at=HALF_COST)
            for one in BLOCKING
        ),
        *(
            Check(
                words,
                "zhang-overheads-gang",
                RESPONSE,
                GS,
                high=1,
                over=GS,
                at={QUANTUM: 100.0, GANG_SWITCH: 1000.0},
                over_at={QUANTUM: quantum, GANG_SWITCH: 2000.0},
            )
            for words, quantum in (("shorter than with the long quantum", 200.0), ("shorter than with a switch", 100.0))
        ),
    ),
)

_PATTERNS = Claim(
    "Z6",
    "Patterns (WL5): with a tree those that block are better than the others; all-to-all is best under gang "
    "scheduling; linear is like nearest neighbor, where PB is best; whatever the pattern, PB is good.",
    f"{PAPER}, section 4.6",
    (
        *_ratios("zhang-tree", RESPONSE, BLOCKING, (*SPINNING, GS), high=1),
        *_ratios("zhang-all-to-all", RESPONSE, FIVE, (GS,), low=1),
        *_ratios("zhang-linear", RESPONSE, (GS, SB, "PB-SB", "PB-SY", "DCS-SB"), (PB,), low=1),
        *(
            one
            for pattern in ("wl5", "tree", "all-to-all", "linear")
            for one in _ratios(f"zhang-{pattern}", RESPONSE, (PB,), (GS, *FIVE), high=1 + COMPARABLE)
        ),
    ),
)

_SIZE = Claim(
    "Z7",
    "Nodes (WL5): from 16 to 32 the wait is more than halved, which more than makes up for an execution that gets a "
    "little longer; two partitions of 16 nodes are in nearly all cases worse than one cluster of 32.",
    f"{PAPER}, section 4.7",
    (
        *_growth("zhang-nodes", WAIT, (*FIVE, GS), NODES, (16, 32), "waits less than half", high=0.5),
        *_growth("zhang-nodes", EXECUTION, FIVE, NODES, (16, 32), "executes longer", low=1),
        *_growth("zhang-nodes", EXECUTION, FIVE, NODES, (16, 32), "at most 25 % longer", high=1.25),
        *_growth("zhang-nodes", RESPONSE, (*FIVE, GS), NODES, (16, 32), "responds sooner", high=1),
        *_growth("zhang-partitions", RESPONSE, (*FIVE, GS), PARTS, (1, 2), "worse in two", low=1),
    ),
)

_FAIRNESS = Claim(
    "Z8",
    "Fairness to job types (WL8, no skewness): gang scheduling is the fairest and Local the least fair; of the others, "
    "those that block (SB, PB-SB) are fairer than those that spin (DCS, PB, PB-SY).",
    f"{PAPER}, section 4.8",
    (
        *_ratios("zhang-fairness", UNFAIR, (SB, "PB-SB", "DCS", PB, "PB-SY", "Local"), (GS,), low=1),
        *_ratios("zhang-fairness", UNFAIR, (SB, "PB-SB", "DCS", PB, "PB-SY"), ("Local",), high=1),
        *_ratios("zhang-fairness", UNFAIR, (SB, "PB-SB"), ("DCS", PB, "PB-SY"), high=1),
    ),
)

_HEURISTICS = (
    Claim(
        "Z9",
        "Heuristics of PB, whose A is PB: B, D and E respond sooner than A and C on WL4 and WL8, C, D and E sooner "
        "than A and B on WL5, so that D and E are the best over all; B and D are much fairer than the others.",
        f"{PAPER}, section 4.9",
        (
            *_heuristics("wl4", ("PB-B", "PB-D", "PB-E"), (PB, "PB-C")),
            *_heuristics("wl8", ("PB-B", "PB-D", "PB-E"), (PB, "PB-C")),
            *_heuristics("wl5", ("PB-C", "PB-D", "PB-E"), (PB, "PB-B")),
            *_ratios("zhang-heuristics-fairness", UNFAIR, ("PB-B", "PB-D"), (PB, "PB-C", "PB-E"), high=1),
        ),
    ),
    Claim(
        "Z10",
        "With a check of the fair share the heuristics A′ to D′ are as fair as gang scheduling, and A′ to E′ do not "
        "lose response time against A to E, each against its own counterpart (WL8).",
        f"{PAPER}, section 4.9",
        (
            *_ratios("zhang-heuristics-fairness", UNFAIR, ("PB-A'", "PB-B'", "PB-C'", "PB-D'"), (GS,), high=AS_FAIR),
            *(
                one
                for letter in "ABCDE"
                for one in _ratios(
                    "zhang-heuristics-wl8",
                    RESPONSE,
                    (f"PB-{letter}'",),
                    (PB if letter == "A" else f"PB-{letter}",),
                    high=NO_LOSS,
                )
            ),
        ),
    ),
)

CLAIMS = (_LOAD, *_NATURE, _LEVEL, _SKEWNESS, _OVERHEADS, _PATTERNS, _SIZE, _FAIRNESS, *_HEURISTICS)
"""Z1 to Z10, and what sections 4.3 and 4.5 say of tables 4 and 5 in words."""
