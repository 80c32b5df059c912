"""What the page says of the intervals of a log is what was measured."""

import pytest

from components.words.covered import held_words
from components.words.methods import blocks_words
from engine.reports import covered
from engine.reports.coverage_of_logs import WEEKS, run_coverage
from engine.reports.sites import SITES


@pytest.mark.parametrize(("blocks", "weekly"), [(4, 9), (6, 9), (8, 9)])
def test_the_sentence_tells_the_stored_shares(blocks: int, weekly: int) -> None:
    low, high = covered.least_and_most(blocks, lasting=True)
    told = held_words(blocks)
    assert f"in about {weekly} of 10 cases where loads change" in told
    assert f"{round(10 * low)}" in told.partition(", and in ")[2]
    assert f"{round(10 * high)} of 10 where they last" in told
    assert told in blocks_words(blocks)


def test_every_site_and_length_is_stored_once() -> None:
    found = [(one.site, one.weeks, one.metric) for one in covered.stored()]
    assert len(found) == len(set(found)) == len(SITES) * len(WEEKS) * 2


@pytest.mark.parametrize("site", list(SITES))
def test_coverage_can_be_measured_again(site: str) -> None:
    """With few logs: shares, and the same ones again."""
    found, again = (next(iter(run_coverage(3, 1, (site,)))) for _ in range(2))
    assert found.weeks == WEEKS[0]
    assert found.held <= found.logs == 3
    assert found == again
