"""Where "Why?" begins: the policies that the verdict names, at the point that it names."""

import pytest

from components.words.verdicts.headline import headline
from components.words.verdicts.places import places_of
from components.words.verdicts.told_pair import told_pair
from components.words.verdicts.verdict import verdict
from components.words.wording import first_metric
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES

STORED = [name for name, one in EXAMPLES.items() if len(one.policies) > 1]


@pytest.mark.parametrize("name", STORED)
def test_the_verdict_names_them(name: str) -> None:
    result = result_ahead(EXAMPLES[name])
    assert result is not None
    found, metric = told_pair(result), first_metric(result.scenario)
    if found is None:
        return
    assert found.first != found.second
    assert 0 <= found.point < len(result.points)
    if result.selected is not None or result.scenario.study.goal is not None or not result.scenario.is_random:
        return
    said = headline(result, metric)
    if " at " in said and "of " + str(len(result.points)) not in said and "No " not in said:
        assert any(place.strip() in said for place in places_of(result, found.point) if place), said
    if not any(nobody in said.lower() for nobody in ("no difference", "no policy", "exactly the same")):
        assert found.first in said or found.second in said, said


def test_a_study_in_which_the_middle_is_undecided() -> None:
    """It opened there, at a pair that nothing is shown about."""
    result = result_ahead(EXAMPLES["coscheduled-at-which-load"])
    assert result is not None
    found = told_pair(result)
    assert found is not None
    assert found.first in verdict(result).short
