"""The schedules of listed jobs can be read before anything on the page is alive."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.figures.parallel_jobs.schedules.listed_jobs import places_of, strips_of
from components.pages.studio import first_answer as front
from components.pages.studio.answer import first_listed
from components.sketches.link import to_link
from engine.inputs.scenario import Scenario
from engine.parallel_jobs.replay.schedules import schedules
from engine.study.registry import EXAMPLES

NAMES = ["convoy", "upgrade-pays"]


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> list[Scenario]:
    """Workers that answer at once; what they were asked for."""
    heard: list[Scenario] = []

    def answer(scenario: Any) -> Any:
        heard.append(scenario)
        return schedules(scenario)

    monkeypatch.setattr(first_listed, "schedules_soon", answer)
    return heard


@pytest.mark.parametrize("name", NAMES)
def test_a_list_of_jobs_has_a_schedule_for_each_policy_in_the_first_answer(name: str, workers: list[Scenario]) -> None:
    html = front.first_answer({"s": to_link(EXAMPLES[name])})
    assert html.count("· mean response") == 2 * len(EXAMPLES[name].policies)  # light and dark
    assert 'class="first-listed"' in html
    assert "Time (s)" in html


def test_a_policy_that_is_switched_off_is_not_there(workers: list[Scenario]) -> None:
    html = front.first_answer({"s": to_link(EXAMPLES["convoy"]), "off": "FF"})
    assert html.count("· mean response") == 2 * 2


@pytest.mark.parametrize("asked", [{"tab": "curves"}, {"tab": "schedule"}])
def test_on_other_tabs_nobody_is_asked(asked: dict[str, str], workers: list[Scenario]) -> None:
    front.first_answer({"s": to_link(EXAMPLES["convoy"]), **asked})
    front.first_answer({"s": to_link(EXAMPLES["schnor-system-1"]), "tab": "draw"})
    assert workers == []


def test_where_the_workers_have_not_answered_it_is_said_and_not_kept(
    monkeypatch: pytest.MonkeyPatch, workers: list[Scenario]
) -> None:
    asked = {"s": to_link(EXAMPLES["backfilling-hurts"])}
    with monkeypatch.context() as patch:
        patch.setattr(first_listed, "schedules_soon", lambda _: None)
        assert first_listed.COMES in front.first_answer(asked)
    assert first_listed.COMES not in front.first_answer(asked)


STAYS = st.tuples(st.integers(0, 20), st.integers(1, 9)).map(lambda stay: (float(stay[0]), float(sum(stay)), 0))


@given(st.lists(STAYS, max_size=12).map(sorted))
def test_nobody_lies_on_somebody_else(stays: list[tuple[float, float, int]]) -> None:
    strips = strips_of(stays)
    pairs = [(one, other) for one in range(len(stays)) for other in range(one) if strips[one] == strips[other]]
    assert all(stays[one][0] >= stays[other][1] for one, other in pairs)


@pytest.mark.parametrize("name", [*NAMES, "backfilling-helps", "longest-first"])
def test_blocks_of_a_schedule_do_not_overlap_and_fill_what_was_used(name: str) -> None:
    """Two rectangles on each other would hide who runs; where nobody shares, the area is that of the machines."""
    for one in schedules(EXAMPLES[name]):  # type: ignore[arg-type]
        places = places_of(one)
        for n, (_, since, until, top, bottom) in enumerate(places):
            for _, begun, ended, above, below in places[:n]:
                assert min(until, ended) <= max(since, begun) or min(bottom, below) <= max(top, above) + 1e-9
        used = sum((until - since) * count for _, since, until, runs in one["blocks"] for _, count in runs)
        area = sum((until - since) * (bottom - top) for _, since, until, top, bottom in places)
        assert area == pytest.approx(used) if not one["policy"].startswith("SED") else area < used
