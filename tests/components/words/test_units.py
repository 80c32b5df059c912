"""Times and rates are told as people think of them: the same numbers in another unit, everywhere on a page."""

import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.figures.result.curves import draw_curves
from components.pages.studio.answer.answer import create_curves, is_map, table_of_curves, table_of_data
from components.words import units as units_of_pages
from components.words.units import KINDS, PAPER, PEOPLE, chosen, instant, told_in, unit_for
from components.words.verdicts.headline import LONGEST
from components.words.verdicts.verdict import verdict
from components.words.wording import field_unit, first_metric, point_words, shown_metric
from engine.results.result import Result
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES


@pytest.fixture(autouse=True)
def units_of_people() -> Iterator[None]:
    with told_in(PEOPLE):
        yield


def ahead(name: str) -> Result:
    found = result_ahead(EXAMPLES[name])
    assert found is not None
    return found


@given(unit=st.sampled_from(sorted(KINDS)), size=st.floats(1e-9, 1e12))
def test_a_size_is_told_in_a_unit_that_suits_it(unit: str, size: float) -> None:
    with told_in(PEOPLE):
        told = unit_for(unit, size)
    kinds = KINDS[unit]
    names = [name for _, name, _ in kinds]
    assert told.name in names
    shown = size * told.factor
    if told.name not in (names[0], names[-1]):
        assert 0.99 <= shown <= 1001, (unit, size, told)
    with told_in(PAPER):
        assert unit_for(unit, size) == (unit, 1.0)


@pytest.mark.parametrize(
    ("unit", "size", "words"),
    [
        ("s", 90, "90 s"),
        ("s", 1500, "25 min"),
        ("s", 43_200, "12 h"),
        ("s", 864_000, "10 d"),
        ("s", 0.005, "5 ms"),
        ("jobs per 1000 s", 1.25, "4.5 jobs per hour"),
        ("jobs per 1000 s", 0.1, "8.64 jobs per day"),
        ("jobs per 1000 s", 2000, "120 jobs per minute"),
        ("machine seconds", 7200, "2 machine hours"),
        ("%", 50, "50 %"),
    ],
)
def test_units_by_size(unit: str, size: float, words: str) -> None:
    told = unit_for(unit, size)
    assert f"{size * told.factor:.4g} {told.name}" == words


@pytest.mark.parametrize("name", [name for name, one in EXAMPLES.items() if one.study.and_vary is None])
def test_curves_are_the_same_curves_on_other_axes(name: str) -> None:
    result = ahead(name)
    metric = first_metric(result.scenario)
    with told_in(PAPER):
        raw = draw_curves(result, metric, list(result.scenario.policies), "light")
    shown = draw_curves(result, metric, list(result.scenario.policies), "light")
    up = shown_metric(metric, result).scale / metric_scale(metric)
    vary = result.scenario.study.vary
    across = field_unit(result.scenario, vary.field).factor if vary else 1.0
    for before, after in zip(raw["data"], shown["data"], strict=True):
        assert after["name"] == before["name"]
        values = "y" if vary else "x"  # policies of a single point stand on the other axis
        told, plain = ([one for one in trace[values] if one is not None] for trace in (after, before))
        assert told == pytest.approx([up * one for one in plain])
        if vary and None not in before["x"]:
            assert list(after["x"]) == pytest.approx([across * x for x in before["x"]])
    if up != 1:
        assert (
            f"({shown_metric(metric, result).shown_unit})"
            in shown["layout"]["yaxis" if vary else "xaxis"]["title"]["text"]
        )


def metric_scale(metric: str) -> float:
    with told_in(PAPER):
        return shown_metric(metric).scale


@pytest.mark.parametrize("name", EXAMPLES)
def test_verdict_axis_and_table_have_one_unit(name: str) -> None:
    result = ahead(name)
    metric = first_metric(result.scenario)
    short, more = verdict(result, metric)
    assert len(short) <= LONGEST
    said = " ".join((short, *more))
    assert "per 1000 s" not in said
    head = " ".join(table_of_curves(result, metric).head)
    assert "per 1000 s" not in head
    if not is_map(result):
        layout = dict(create_curves(result, metric, "light"))["layout"]
        for rate in set(re.findall(r"jobs? per \w+", said)):
            assert rate.replace("job ", "jobs ") in layout["xaxis"]["title"]["text"]


def test_what_is_typed_stays_where_it_would_not_be_round() -> None:
    scenario = EXAMPLES["kumar-table-4-2"]
    assert point_words(scenario, {"mean_interarrival_s": 200.0}) == "mean time between arrivals = 200 s"
    assert point_words(EXAMPLES["schnor-system-1"], {"workload.arrivals.rate_per_1000_s": 1.25}) == "4.5 jobs per hour"


@pytest.mark.parametrize(
    ("seconds", "words"), [(43.25, "43.25 s"), (3600, "1:00:00"), (43_227.3, "12:00:27"), (10_000_000, "115.7 d")]
)
def test_an_instant_is_told_as_a_clock_does(seconds: float, words: str) -> None:
    assert instant(seconds) == words
    with told_in(PAPER):
        assert instant(seconds).endswith(" s")


def test_an_hour_of_the_day_is_a_clock_time() -> None:
    assert point_words(EXAMPLES["office-hours"], {"background.start_hour": 12.0}) == "12:00"


def test_data_and_exports_keep_the_units_of_the_scenario() -> None:
    table = table_of_data(ahead("schnor-system-1"))
    assert "arrival rate (jobs per 1000 s)" in table.head
    assert {row[1] for row in table.body} >= {"0.1", "1.8"}
    assert {row[3] for row in table.body if row[2] == "response_time"} == {"s"}


def test_papers_and_lessons_are_told_in_the_units_of_their_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    from components.server.shell import create_server

    monkeypatch.setattr(units_of_pages, "DEFAULT", PEOPLE)

    browser = create_server().test_client()
    for path, cookie, units in (
        ("/words", None, PEOPLE),
        ("/words", PAPER, PAPER),
        ("/words", "nonsense", PEOPLE),
        ("/papers", PEOPLE, PAPER),
        ("/learn/migration", None, PAPER),
    ):
        browser.delete_cookie("corral-units")
        if cookie:
            browser.set_cookie("corral-units", cookie)
        with browser:
            browser.get(path)
            assert chosen() == units, path
    browser.delete_cookie("corral-units")
    with browser:
        browser.get("/words", headers={"Referer": "http://localhost/learn/migration"})
        assert chosen() == PAPER
