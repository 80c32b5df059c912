"""What Peterson & Chamberlain 1996 say in words of their figures, and the checks that we hold against a study."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from engine.claim import Check, Claim

PETERSON = "Peterson & Chamberlain 1996"
PRICE, LOAD = "choice.x_over_c", "background.mean_load"
OTHERS, SECOND, FAST = "cluster.groups.2.count", "cluster.groups.1.count", "cluster.groups.0.count"
ALL = "All Machines"

ACCURATE, REASONABLY = 0.15, 0.25
"""What we take "accurate" and "reasonably accurate" to mean: the paper prints no numbers."""


def _near(words: str, example: str, within: float, points: list[dict[str, float]]) -> tuple[Check, ...]:
    """The formula is so near to the simulation at each point."""
    return tuple(Check(_at(words, point), example, "formula_error", ALL, -within, within, at=point) for point in points)


def _grows(
    words: str, example: str, metric: str, policy: str, field: str, values: list[float], **bounds: Any
) -> tuple[Check, ...]:
    """How *metric* changes from each value of the sweep to the next."""
    return tuple(
        Check(
            f"{words} from {before:g} to {after:g}",
            example,
            metric,
            policy,
            over=policy,
            at={field: after},
            over_at={field: before},
            **bounds,
        )
        for before, after in pairwise(values)
    )


def _used(words: str, example: str, price: float, low: float, high: float) -> Check:
    return Check(words, example, "processors", "Figure 5", low, high, at={PRICE: price})


def _at(words: str, point: Mapping[str, float]) -> str:
    return f"{words} at {', '.join(f'{value:g}' for value in point.values())}"


LOWER_PRICES = [0.05, 0.2, 0.4, 0.6, 0.9, 1.25, 3.0]
SOME_PRICES = [0.15, 0.45, 1.05, 2.1, 3.0, 4.5, 6.0, 9.0]

CLAIMS = (
    Claim(
        "figure 1",
        "The model accurately predicts the impact of background load on an application with even work.",
        f"{PETERSON}, section 2.4",
        (
            *_near(
                "formula within 15 % of the simulation",
                "peterson-figure-1",
                ACCURATE,
                [{LOAD: x} for x in (0.1, 0.3, 0.5, 0.7)],
            ),
            *_grows("longer", "peterson-figure-1", "run_time_simulated", ALL, LOAD, [0.0, 0.2, 0.4, 0.6, 0.8], low=1),
        ),
    ),
    Claim(
        "figure 2",
        "Two processors are poor, since the second is more powerful than the others, but heavily loaded; the model "
        "predicts that.",
        f"{PETERSON}, section 2.4",
        tuple(
            Check(
                f"two slower than one, {words}",
                "peterson-figure-2",
                metric,
                ALL,
                low=1,
                over=ALL,
                at={OTHERS: 0.0, SECOND: 1.0},
                over_at={OTHERS: 0.0, SECOND: 0.0},
            )
            for words, metric in (("simulated", "run_time_simulated"), ("by formula", "run_time"))
        ),
    ),
    Claim(
        "figure 3",
        "The model is accurate for uneven work on dedicated machines.",
        f"{PETERSON}, section 2.4",
        _near(
            "formula within 15 % of the simulation",
            "peterson-figure-3",
            ACCURATE,
            [{FAST: x} for x in (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)],
        ),
    ),
    Claim(
        "figure 4",
        "With uneven work, load and different speeds the error is larger, but the model is reasonably accurate.",
        f"{PETERSON}, section 2.4",
        _near(
            "formula within 25 % of the simulation",
            "peterson-figure-4",
            REASONABLY,
            [{FAST: x} for x in (1.0, 4.0, 8.0, 16.0)],
        ),
    ),
    Claim(
        "figure 5",
        "For equal machines of different load the algorithm gives the optimal solution.",
        f"{PETERSON}, section 3",
        (
            Check(
                "as fast as the best set",
                "figure-5-counterexample",
                "run_time",
                "Figure 5",
                high=1 + 1e-9,
                over="Exact",
            ),
        ),
    ),
    Claim(
        "figure 6",
        "The number of processors is a staircase that never falls as x/c grows, from one to all 32.",
        f"{PETERSON}, figure 6",
        (
            _used("one at low x/c", "peterson-figure-6", 0.15, 1, 1),
            _used("all at high x/c", "peterson-figure-6", 9.0, 32, 32),
            *_grows("not fewer", "peterson-figure-6", "processors", "Figure 5", PRICE, SOME_PRICES, low=1),
        ),
    ),
    Claim(
        "figure 7",
        "At low x/c only the fastest, least loaded processor is used; more at high x/c.",
        f"{PETERSON}, figure 7",
        (
            _used("one at low x/c", "peterson-figure-7", 0.05, 1, 1),
            _used("more at high x/c", "peterson-figure-7", 3.0, 2, 32),
            *_grows("not fewer", "peterson-figure-7", "processors", "Figure 5", PRICE, LOWER_PRICES, low=1),
        ),
    ),
)
"""One for each figure."""
