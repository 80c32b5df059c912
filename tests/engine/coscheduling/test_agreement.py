"""The readable and the compiled form of coscheduling give the same arrays, to the nanosecond, log included."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings

from engine.coscheduling.kernel import simulation as kernel
from engine.coscheduling.records import EVERYTHING, Happening
from engine.coscheduling.reference import simulation as reference
from tests.engine.coscheduling.systems import GROUPS, Case, cases, differences


@pytest.mark.parametrize("names", GROUPS.values(), ids=GROUPS)
def test_they_agree(names: Sequence[str]) -> None:
    @settings(max_examples=30, deadline=None)
    @given(case=cases(names=names, loaded=True))
    def agree(case: Case) -> None:
        one, other = reference.run(*case, EVERYTHING), kernel.run(*case, EVERYTHING)
        assert differences(one, other) == []
        assert differences(reference.run(*case), kernel.run(*case, None)) == []

    agree()


@pytest.mark.slow
def test_everything_that_can_happen_does() -> None:
    """Otherwise the agreement would say little."""
    happened: set[int] = set()

    @settings(max_examples=250, deadline=None, database=None, derandomize=True)
    @given(case=cases())
    def look(case: Case) -> None:
        happened.update(kernel.run(*case, EVERYTHING).log.happening.tolist())

    look()
    assert happened == set(Happening)
