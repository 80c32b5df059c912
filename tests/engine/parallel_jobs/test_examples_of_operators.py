"""What the notes of the examples of operators say is so in the stored numbers, beyond what chance does."""

import numpy as np
import pytest

from engine.contract.claim import Check
from engine.papers.claims import Checked, check
from engine.papers.finding import Outcome
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.results.result import Result
from engine.study.ahead import result_ahead

FAIR = "fair-share"
LAST = {"options.multifactor.fair_weight": 200}


def asked(one: Check, result: Result) -> Checked:
    """A check that stands alone."""
    (found,) = check([one], {one.example: result})
    return found


def stored() -> Result:
    found = result_ahead(EXAMPLES[FAIR])
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("group", "over", "low", "high"),
    [
        ("physics", "EASY", 0.25, 0.45),
        ("biology", "EASY", 1.3, 1.8),
        ("physics", "SAF", 0.9, np.inf),
        ("chemistry", "SAF", 1.0, np.inf),
        ("biology", "SAF", 1.0, np.inf),
    ],
)
def test_shares_move_the_queue_from_some_to_others(group: str, over: str, low: float, high: float) -> None:
    metric = f"class_slowdown[{group}]"
    found = asked(Check("", FAIR, metric, "Multifactor", low=low, high=high, over=over, at=LAST), stored())
    assert found.outcome is Outcome.HOLDS, found


def test_in_the_mean_nothing_is_gained() -> None:
    found = asked(Check("", FAIR, "bounded_slowdown", "Multifactor", low=0.95, over="EASY", at=LAST), stored())
    assert found.outcome is Outcome.HOLDS, found


def test_without_a_weight_of_the_share_it_is_easy_to_the_last_bit() -> None:
    result = stored()
    one, other = (result.samples(0, policy, "bounded_slowdown") for policy in ("Multifactor", "EASY"))
    assert list(one) == list(other)
    assert all(result.settles(point, policy) for point in range(9) for policy in ("Multifactor", "EASY", "SAF"))
