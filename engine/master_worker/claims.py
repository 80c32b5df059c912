"""What Heymann et al. 2000 claim in words, as ranges that a study can be held against."""

from collections.abc import Iterable, Mapping

from engine.claim import Check, Claim
from engine.master_worker.examples import FACTOR, ITERATIONS, NUMBER, SOME_NUMBERS, VARIATION

ADAPTIVE, EXPECTED, RANDOM = "Random & Average", "LPTF on Expectation", "Random"
PAPER = "Heymann et al. 2000"
NUMBERS = SOME_NUMBERS[1:5]
"""Of workers, between those at which every order is the same."""


def _change(
    example: str,
    policies: Iterable[str],
    metric: str,
    pairs: Iterable[tuple[Mapping[str, float], Mapping[str, float]]],
    words: str,
    low: float = -float("inf"),
    high: float = float("inf"),
) -> tuple[Check, ...]:
    """The metric of each policy at one point over that at another one."""
    return tuple(
        Check(f"{policy}, {_where(at)}: {words}", example, metric, policy, low, high, policy, at, over_at)
        for policy in policies
        for at, over_at in pairs
    )


def _where(point: Mapping[str, float]) -> str:
    letters = {NUMBER: "n", ITERATIONS: "L", VARIATION: "D", FACTOR: "W"}
    return ", ".join(f"{letters[path]} = {value:g}" for path, value in point.items())


def _iterations(before: float, after: float) -> list[tuple[Mapping[str, float], Mapping[str, float]]]:
    return [({NUMBER: n, ITERATIONS: after}, {NUMBER: n, ITERATIONS: before}) for n in NUMBERS]


def _of_cases(policy: str, metric: str, words: str, low: float, high: float) -> Check:
    return Check(f"{policy}: {words}", "heymann-table-1", metric, policy, low, high)


CLAIMS = (
    Claim(
        "H1",
        "Random & Average: from 10 to 35 iterations efficiency gains less than 5 %, and nothing of note after that.",
        f"{PAPER}, figure 2",
        (
            *_change(
                "heymann-iterations", (ADAPTIVE,), "efficiency", _iterations(10, 35), "gains below 5 %", high=1.05
            ),
            *_change(
                "heymann-iterations", (ADAPTIVE,), "efficiency", _iterations(35, 100), "gains at most 3 %", high=1.03
            ),
        ),
    ),
    Claim(
        "H2",
        "A larger workload factor: efficiency falls earlier and faster.",
        f"{PAPER}, figure 3",
        _change(
            "heymann-figure-3",
            ("LPTF", ADAPTIVE),
            "efficiency",
            [({NUMBER: n, FACTOR: 60.0}, {NUMBER: n, FACTOR: 30.0}) for n in (12.0, 15.0, 20.0, 30.0)],
            "less than with W = 30",
            high=1.0,
        ),
    ),
    Claim(
        "H3",
        "For all policies, even with a variation of 60 % or 100 %, efficiency is never worse by more than 10 % of that "
        "without variation.",
        f"{PAPER}, section 4.3",
        _change(
            "heymann-variation",
            ("LPTF", EXPECTED, ADAPTIVE, RANDOM),
            "efficiency",
            [({NUMBER: n, VARIATION: d}, {NUMBER: n, VARIATION: 0.0}) for d in (60.0, 100.0) for n in NUMBERS],
            "at most 10 % worse",
            low=0.9,
        ),
    ),
    Claim(
        "H4",
        "Random & Average and LPTF on Expectation take at most 4 % longer than LPTF in more than 95 % of the cases, "
        "and at most 8 % with high variations; Random takes between 25 % and 30 % longer.",
        f"{PAPER}, section 4.4",
        (
            _of_cases(ADAPTIVE, "time_loss_q95", "at most 4 % in 95 % of cases", -1, 0.04),
            _of_cases(EXPECTED, "time_loss_q95", "at most 4 % in 95 % of cases", -1, 0.04),
            _of_cases(ADAPTIVE, "time_loss_maximum", "at most 8 % in all", -1, 0.08),
            _of_cases(EXPECTED, "time_loss_maximum", "at most 8 % in all", -1, 0.08),
            _of_cases(RANDOM, "time_loss_maximum", "at most 30 % in all", -1, 0.30),
            _of_cases(RANDOM, "time_loss_q95", "at least 25 % in the worst 5 % of cases", 0.25, 1),
        ),
    ),
    Claim(
        "H5",
        "Of Random & Average and LPTF on Expectation the worst case is always W = 30 % with D = 100 %.",
        f"{PAPER}, section 4.4",
        _change(
            "heymann-worst-cases",
            (ADAPTIVE, EXPECTED),
            "loss_maximum",
            [
                ({FACTOR: 30.0, VARIATION: 100.0}, {FACTOR: factor, VARIATION: variation})
                for factor, variation in ((30.0, 60.0), (40.0, 100.0), (50.0, 100.0), (90.0, 100.0), (90.0, 30.0))
            ],
            "worse than elsewhere",
            low=1.0,
        ),
    ),
)
"""H1 to H5."""
