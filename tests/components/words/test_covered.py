"""What the page says of the intervals of a log is what was measured."""

from itertools import islice

import pytest

from components.words.covered import held_words, resampled_held_words
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
    found = [(one.site, one.weeks, one.metric) for one in covered.stored() if one.method == covered.BLOCKS]
    assert len(found) == len(set(found)) == len(SITES) * len(WEEKS) * 2
    every = [(one.site, one.weeks, one.metric, one.method) for one in covered.stored()]
    assert len(every) == len(set(every))


@pytest.mark.parametrize("method", ["weeks", "users"])
def test_what_is_said_of_resampled_logs_is_stored(method: str) -> None:
    lasting = [one.share for one in covered.stored() if one.method == method and one.lasting]
    assert min(lasting) == (0.5 if method == "weeks" else 0.99)
    told = resampled_held_words(method)
    low, high = round(10 * min(lasting)), round(10 * max(lasting))
    assert f"in {low if low == high else f'{low} to {high}'} of 10 cases where loads last for months" in told
    assert ("from week to week" in told) == (method == "weeks")


@pytest.mark.parametrize("site", list(SITES))
def test_coverage_can_be_measured_again(site: str) -> None:
    """With few logs: shares, and the same ones again."""
    found, again = (next(iter(run_coverage(3, 1, (site,)))) for _ in range(2))
    assert found.weeks == WEEKS[0]
    assert found.held <= found.logs == 3
    assert found == again


def test_logs_resampled_both_ways_are_measured_where_there_are_users() -> None:
    """The first length, with one log of each kind; other sites have no users whom one could draw."""
    found = [*islice(run_coverage(1, 1, ("users who come and go",)), 6)]
    assert [one.method for one in found] == ["blocks", "blocks", "weeks", "weeks", "users", "users"]
    assert {one.weeks for one in found} == {WEEKS[0]}
    other = [*islice(run_coverage(1, 1, ("weeks little alike",)), 5)]
    assert [one.method for one in other] == ["blocks", "blocks", "weeks", "weeks", "blocks"]
