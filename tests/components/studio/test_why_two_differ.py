"""The tab that says why two policies differ: its sentences, pictures and tables say what the ledger says."""

from typing import Any

import orjson
import pytest
from dash.exceptions import PreventUpdate

from components.figures.why.pictures import ALL, draw_cumulative, draw_parts, draw_spread
from components.pages.studio.tabs import shown_tabs
from components.pages.studio.why import told
from components.pages.studio.why.on_why import show_episodes, show_why, table_to_download
from components.visits.answers import UnavailableError
from components.words.differences.why import told_of
from engine.inputs.scenario import Scenario
from engine.study.registry import EXAMPLES, read_scenario
from engine.why.afford import affordable
from engine.why.ledger import ledger, metrics_told


def small(policies: tuple[str, ...] = ("SED", "SED-NU"), replications: int = 3) -> Scenario:
    tree = orjson.loads(EXAMPLES["schnor-system-1"].canonical())
    tree["study"] |= {"vary": None, "and_vary": None, "precision": None, "replications": replications}
    tree["policies"], tree["workload"]["jobs"] = list(policies), 300
    tree["workload"]["arrivals"]["rate_per_1000_s"] = 1.0
    return read_scenario(tree)


@pytest.fixture(scope="module")
def tree() -> dict[str, Any]:
    scenario = small()
    found = ledger(scenario, ("SED", "SED-NU")).tree() | {"metrics": metrics_told(scenario, "SED")}
    answer: dict[str, Any] = orjson.loads(orjson.dumps(found, option=orjson.OPT_SERIALIZE_NUMPY))
    return answer


def test_the_tab_is_there_where_two_policies_can_differ() -> None:
    assert "why" in shown_tabs(small().model_dump(mode="json"), None)
    assert "why" not in shown_tabs(small(("SED",)).model_dump(mode="json"), None)
    population = next(one for one in EXAMPLES.values() if getattr(one, "population", None))
    assert "why" not in shown_tabs(population.model_dump(mode="json"), None)


def test_bars_are_stacked_to_the_difference_and_stand_alone_below(tree: dict[str, Any]) -> None:
    for scheme in ("light", "dark"):
        figure = draw_parts(tree, scheme)
        *bars, whole = figure.data
        assert figure.layout.barmode == "relative"
        assert whole.x[0] == pytest.approx(tree["difference"]["mean"] * told_of(tree).scale)
        assert whole.error_x.array[0] > 0
        # In the first row all of them, in one more row each.
        stacked, alone = ([bar for bar in bars if (bar.y[0] == ALL) == is_stacked] for is_stacked in (True, False))
        assert [bar.y[0] for bar in alone] == [bar.name for bar in stacked] == list(tree["parts"])
        assert [bar.x for bar in alone] == [bar.x for bar in stacked]
        assert sum(bar.x[0] for bar in stacked) == pytest.approx(whole.x[0])
        # An interval is at the bar that stands alone, where it can be read.
        assert all(bar.error_x.array is None for bar in stacked)
        assert all(bar.error_x.array[0] is not None for bar in alone)


def test_the_curve_ends_at_the_difference_of_its_replication(tree: dict[str, Any]) -> None:
    band, line = draw_cumulative(tree, "light").data
    assert line.x[-1] == 300
    assert min(band.y) <= min(line.y)
    assert max(band.y) >= max(line.y)


def test_the_distribution_reaches_all_jobs_and_is_at_0_where_the_losers_end(tree: dict[str, Any]) -> None:
    (line,) = draw_spread(tree, "light").data
    assert line.y[-1] == pytest.approx(100)
    assert list(line.x) == sorted(line.x)
    below = max(y for x, y in zip(line.x, line.y, strict=True) if x < 0)
    assert below <= 100 * (tree["less"]["mean"] + tree["same"]["mean"]) + 1e-6


def test_the_callback_shows_the_wanted_pair_and_says_the_answer(
    tree: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def answer(
        scenario: Scenario, point: int, policies: tuple[str, str], metric: str, follows_states: bool
    ) -> dict[str, Any]:
        asked.append((point, policies, metric, follows_states))
        return tree

    monkeypatch.setattr(told, "why_of", answer)
    shown: Any = {
        "study": {"tree": small().model_dump(mode="json")},
        "which": None,
        "point": None,
        "step": None,
        "scheme": "light",
    }
    monkeypatch.setattr("components.pages.studio.why.on_why.result_on", lambda *_: _empty())
    found = show_why(shown, "SED", "SED-NU", None)
    assert found[1] == "SED"
    assert found[3] == "SED-NU"
    assert "under SED" in found[6]
    assert asked == [(0, ("SED", "SED-NU"), "response_time", False)]
    # A policy of another study is none of this one: the usual pair is shown.
    show_why(shown, "FCFS", "SED-NU", "slowdown")
    assert asked[-1][2] == "slowdown"
    assert set(asked[-1][1]) == {"SED", "SED-NU"}
    table = table_to_download(_empty(), "why-parts", None, ("SED", "SED-NU", None))
    assert table is not None
    assert [row[0] for row in table.body] == ["all of it", *tree["parts"]]
    assert table_to_download(_empty(), "curves", None, ("SED", "SED-NU", None)) is None


def _empty() -> Any:
    from components.visits.answers import empty_result

    return empty_result(small())


def test_nothing_is_drawn_before_there_is_a_study() -> None:
    with pytest.raises(PreventUpdate):
        show_why(None, None, None, None)


def test_a_page_tells_as_many_replications_as_can_be_waited_for() -> None:
    assert affordable(small(), ("SED", "SED-NU")) == 3
    long = small(replications=200).model_copy(
        update={"workload": small().workload.model_copy(update={"jobs": 1_000_000})}  # type: ignore[attr-defined]
    )
    assert 1 <= affordable(long, ("SED", "SED-NU")) < 200


def test_the_table_of_episodes_is_there_where_there_are_any(
    tree: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("components.pages.studio.why.on_why.result_on", lambda *_: _empty())
    shown: Any = {"study": {"tree": small().model_dump(mode="json")}, "point": "0", "scheme": "light", "step": None}
    at_once: dict[str, Any] = {"number": 0, "most_of_it": None, "largest": []}
    assert tree["episodes"]["largest"]
    for episodes, expected in ((None, "hidden"), (at_once, "hidden"), (tree["episodes"], "")):
        known = tree | {"episodes": episodes}
        monkeypatch.setattr(told, "why_of", lambda *_, known=known: known)
        assert show_why(shown, "SED", "SED-NU", None)[-1] == "hidden"  # until they are found
        found = show_episodes("said", None, shown, "SED", "SED-NU", None)
        assert found[2] == expected
        assert found[-1] is True, "nothing is looked for any more"


def test_episodes_that_take_longer_than_a_page_waits_are_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("components.pages.studio.why.on_why.result_on", lambda *_: _empty())
    shown: Any = {"study": {"tree": small().model_dump(mode="json")}, "point": "0", "scheme": "light", "step": None}
    for error, words, is_over in (
        (UnavailableError("not yet", later=True), told.LOOKING, False),
        (UnavailableError("a worker died of this"), "A worker died of this.", True),
    ):

        def fail(*_: Any, error: UnavailableError = error) -> None:
            raise error

        monkeypatch.setattr(told, "why_of", fail)
        found = show_episodes("said", 3, shown, "SED", "SED-NU", None)
        assert found[1] == words
        assert found[-1] is is_over


def test_it_begins_with_the_policies_of_the_verdict(tree: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def answer(_scenario: Any, _point: int, *what: Any) -> dict[str, Any]:
        asked.append(what[:2])
        return tree

    monkeypatch.setattr(told, "why_of", answer)
    monkeypatch.setattr("components.pages.studio.why.on_why.result_on", lambda *_: _empty())
    shown: Any = {"study": {"tree": small().model_dump(mode="json")}, "point": "0", "scheme": "light", "step": None}
    of_verdict = {"first": "SED-NU", "second": "SED", "point": "0", "metric": "slowdown"}
    show_why(shown, None, None, None, of_verdict)
    show_why(shown, "SED", "SED-NU", "wait_time", of_verdict)
    assert asked == [(("SED-NU", "SED"), "slowdown"), (("SED", "SED-NU"), "wait_time")]
