"""The ledger of two scenarios: the same identities as of two policies, and nothing where they are the same."""

import pytest

from engine.study.run import run_study
from engine.why.ledger import SIDES, ledger
from tests.engine.why.test_ledger import two


def test_the_parts_are_the_difference_of_the_two_studies() -> None:
    one = two("schnor-system-1", ("SED", "SED-NU"), workload={"jobs": 300})
    other = two(
        "schnor-system-1", ("SED", "SED-NU"), workload={"jobs": 300}, options={"upgrade_only_when_queue_empty": True}
    )
    found = ledger(one, ("SED", "SED"), other=other)
    samples = [run_study(side).samples(0, "SED", "response_time") for side in (one, other)]
    assert found.policies == SIDES
    assert found.difference.mean == pytest.approx((samples[1] - samples[0]).mean())
    assert sum(part.mean for part in found.parts.values()) + found.counted.mean == pytest.approx(found.difference.mean)
    back = ledger(other, ("SED", "SED"), other=one)
    assert back.difference.mean == pytest.approx(-found.difference.mean)
    assert found.episodes is None


def test_a_scenario_against_itself_is_nothing() -> None:
    one = two("schnor-system-1", ("SED", "SED-NU"), workload={"jobs": 200})
    found = ledger(one, ("SED", "SED"), other=one)
    assert found.difference.mean == 0.0
    assert found.same.mean == 1.0


def test_other_jobs_cannot_be_held_against_each_other() -> None:
    one = two("schnor-system-1", ("SED", "SED-NU"), workload={"jobs": 200})
    with pytest.raises(ValueError, match="do not have the same jobs"):
        ledger(one, ("SED", "SED"), other=two("schnor-system-1", ("SED", "SED-NU"), workload={"jobs": 100}))
