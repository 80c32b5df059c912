"""Sentences about another decision: true under every sign, for nobody, and for jobs that are turned away."""

from typing import Any

import pytest

from components.words.differences.what_if import what_if_words

WAITS = {"what": "waits", "machines": {}}
STARTS = {"what": "starts", "machines": {"slow": 4}}
REJECTED = {"what": "rejected", "machines": {}}


def effect(**changes: Any) -> dict[str, Any]:
    usual = {
        "time": 1_000.0, "job": 16, "did": WAITS, "instead": STARTS, "own": 110.0, "later": 0, "lost": 0.0,
        "earlier": 4, "saved": 52.0, "whole": 58.0, "refused": 0, "accepted": 0, "profit": 0.0, "jobs": 900,
        "counted": 900, "horizon": None, "again": 1_060.0, "moved": [{"job": 16, "before": 1.0, "after": 2.0}],
    }  # fmt: skip
    return usual | changes


def test_what_one_loses_others_may_gain() -> None:
    assert what_if_words(effect()) == [
        "In sum the 5 jobs that it touches would take 58 s longer.",
        "Starting on 4 of “slow” instead of waiting would have cost job 17 110 s and saved 4 others 52 s in sum.",
        "From 1060 s on, 60 s later, all goes as it did.",
    ]


def test_and_the_other_way_round() -> None:
    said = what_if_words(effect(own=-110.0, later=1, lost=5.0, earlier=0, saved=0.0, whole=-105.0, profit=12.5))
    assert said[0] == "In sum the 2 jobs that it touches would take 105 s less."
    assert said[1].endswith("would have saved job 17 110 s and cost 1 other 5 s.")
    assert said[2] == "All jobs together would bring 12.5 $ more."


def test_a_verb_is_said_once() -> None:
    assert "cost job 17 110 s and 2 others 9 s in sum." in what_if_words(effect(later=2, lost=9.0, earlier=0))[1]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"again": None, "horizon": 5_000.0, "counted": 70}, "counted are the 70 jobs"),
        ({"again": None}, "to the end of the replication"),
    ],
)
def test_what_is_not_over_is_said(changes: dict[str, Any], sentence: str) -> None:
    assert sentence in what_if_words(effect(**changes))[-1]


def test_what_was_chosen_anyway_changes_nothing() -> None:
    said = what_if_words(effect(instead=WAITS, own=0.0, earlier=0, saved=0.0, whole=0.0, again=None, moved=[]))
    assert said == ["Nothing would be different: that is what was decided about job 17."]


def test_jobs_that_are_turned_away() -> None:
    said = what_if_words(effect(did=STARTS, instead=REJECTED, own=None, refused=1, accepted=2, whole=-52.0))
    assert "Turning it away instead of starting on 4 of “slow” would have turned job 17 away, " in said[1]
    assert "taken 2 others" in said[1]
    assert all(len(one) <= 90 for one in (said[0],))


HANDED = {"what": "hands out", "machines": {}, "job": 11, "node": 2}


@pytest.mark.parametrize(
    ("length", "application", "first"),
    [
        (2.5, 2.5, "The iteration would take 2.5 s longer, and so would the application."),
        (-2.5, 1.0, "The iteration would take 2.5 s less, and the application 1 s longer."),
        (0.0, 0.0, "The iteration would take as long as it did."),
        (2.5, 0.0, "The iteration would take 2.5 s longer, and the application as long as it did."),
    ],
)
def test_of_tasks_the_iteration_comes_first(length: float, application: float, first: str) -> None:
    said = what_if_words(
        effect(
            kind="task", length=length, application=application, did=HANDED, instead=HANDED | {"job": 16}, again=None
        )
    )
    assert said[0] == first
    assert said[1].startswith(
        "Handing task 17 to worker 3 instead of handing task 12 to worker 3 would have cost task 17"
    )
    assert (said[-1] == "Every later barrier comes at another time.") == bool(application)


def test_of_nodes_it_is_said_whom_they_choose() -> None:
    boosts = {"what": "boosts", "machines": {}, "job": 16, "node": 4}
    said = what_if_words(effect(did=boosts, instead=boosts | {"what": "nobody"}, again=1_000.0, moved=[], own=0.0))
    assert said[1].startswith(
        "Boosting nobody on node 5 instead of boosting job 17 on node 5 would have changed nothing"
    )
    assert said[-1] == "All jobs start and end as they did."
