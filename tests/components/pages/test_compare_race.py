"""The race of Compare: the way there, its view, and the way back, on which nothing is lost."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from dash.development.base_component import Component

from components.pages.compare.address import read, usual
from components.pages.compare.ids import slice_id
from components.pages.compare.layout import layout as compare_layout
from components.pages.compare.race import MOST, race_of
from components.pages.race import layout
from components.pages.studio.ids import Id
from components.sketches.link import to_link
from components.visits.answers import empty_result
from engine.inputs.scenario import Scenario
from engine.study.registry import EXAMPLES
from tests.components.pages.compared import scenario
from tests.components.trees import every

A = scenario([0.5, 1.0])
B = scenario([0.5, 1.0], slow=10)
C = scenario([0.5, 1.0], slow=6)
STRANGER = scenario([1.0], seed=4)
ONE, TWO, MAP = (EXAMPLES[name] for name in ("schnor-system-1", "schnor-system-2", "which-policy-where"))  # known


def asked_of(way: Any) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(way.href).query).items()}


def way_of(**studies: Scenario) -> dict[str, str]:
    way: Any = race_of(studies)[0]
    assert urlsplit(way.href).path == "/compare/race"
    return asked_of(way)


def find(page: Component, name: Any) -> Any:
    return next(one for one in every(page) if getattr(one, "id", None) == name)


def stored(page: Component, name: str) -> Any:
    return find(page, name).data


def test_compare_leads_to_a_race_of_all_sides_with_the_same_jobs() -> None:
    two = way_of(A=A, B=B)
    assert (two["a"], two["b"], two["point"]) == (to_link(A), to_link(B), "2")
    assert two["racers"] == "A SED,B SED,A FCFS,B FCFS"
    assert way_of(A=A, B=B, C=C)["racers"] == "A SED,B SED,C SED"
    with_stranger = way_of(A=A, B=STRANGER, C=C)
    assert with_stranger["racers"] == "A SED,C SED,A FCFS,C FCFS"
    assert with_stranger["b"] == to_link(STRANGER)  # the way back has it still
    assert len(way_of(A=A, B=B, C=C, D=B)["racers"].split(",")) == MOST


@pytest.mark.parametrize(
    "other", [STRANGER, A, EXAMPLES["zhang-wl2"]], ids=["other jobs", "the same", "another family"]
)
def test_nothing_leads_there_where_nothing_races(other: Scenario) -> None:
    assert race_of({"A": A, "B": other}) == []


def test_its_view_opens_the_race_with_what_the_address_says() -> None:
    page = layout(**way_of(A=ONE, B=TWO, C=MAP), step="7")
    assert find(page, Id.TABS).value == "race"
    assert stored(page, Id.ASKED_FOR) | {"step": 6} == stored(page, Id.ASKED_FOR)
    assert stored(page, Id.ASKED_FOR)["against"] == f"{to_link(TWO)},{to_link(MAP)},"
    assert find(page, Id.RACERS).value == ["A SED", "B SED", "C SED"]


def test_what_cannot_race_is_said_and_the_way_back_stays() -> None:
    page = layout(a=to_link(A), b=to_link(STRANGER), why="1")
    said = str(page)
    assert "B cannot race against A: the seeds differ" in said
    assert Id.RACERS not in said
    assert "why=1" in said
    assert "cannot be opened" in str(layout(a="nonsense", b=to_link(B)))


def test_the_way_back_has_all_that_compare_was_asked_for() -> None:
    """Failure: a parameter of Compare's that does not come back, or one of the race's that does."""
    state = {"why": "1", "metric": "wait_time", "range": "whole", "at": "load:0.5"}
    page = layout(**way_of(A=ONE, B=TWO), **state, step="3", job="20")
    (way,) = [one for one in every(page) if getattr(one, "className", "") == "back-to-compare"]
    assert asked_of(way) == {"a": to_link(ONE), "b": to_link(TWO)} | state


def test_compare_begins_with_what_its_address_says() -> None:
    results = [empty_result(A), empty_result(B)]
    begins = usual(*results)
    assert read({}, *results) == begins
    assert read({"metric": "no such metric", "range": "far", "at": "x:1,:,a", "why": 7}, *results) == begins
    wanted = read({"metric": "wait_time", "range": "whole"}, *results)
    assert (wanted.metric, wanted.span) == ("wait_time", "whole")
    page = compare_layout(to_link(ONE), to_link(TWO), metric="wait_time", range="whole")
    assert find(page, "compare-metric").value == "wait_time"
    assert find(page, "compare-range").value == "whole"


def test_a_slice_of_the_address_is_one_that_there_is() -> None:
    results = [empty_result(MAP), empty_result(MAP)]
    ((name, first),) = usual(*results).slices.items()
    assert MAP.study.and_vary
    other = next(value for value in MAP.study.and_vary.values if value != first)
    assert read({"at": f"{name}:{other!r}"}, *results).slices == {name: other}
    assert read({"at": f"{name}:12345.5"}, *results).slices == {name: first}
    page = compare_layout(to_link(MAP), to_link(MAP), at=f"{name}:{other!r}")
    assert find(page, slice_id(name)).value == repr(other)
