"""The tab that breaks a policy: who can be chosen, what is shown, and that nothing is searched before a click. 4 s."""

from collections.abc import Iterator
from typing import Any

import pytest
from dash import html, no_update
from dash.exceptions import PreventUpdate

from components.figures.parallel_jobs.schedules.numbered_schedule import draw_numbered_schedule
from components.pages.studio.breaking import on_break
from components.pages.studio.breaking.ids import Id
from components.sketches.link import from_pasted
from components.visits.answers import UnavailableError
from components.words.searches.broken import matrix_headline
from components.words.wording import number
from engine.coscheduling.papers.examples import EXAMPLES as GANGS
from engine.coscheduling.replay.trace import trace as coscheduled
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.policies import POLICIES
from engine.parallel_jobs.replay.trace import trace
from engine.study.breaking import break_all, break_policy
from tests.components.test_clicks import call_with
from tests.components.trees import every

SCENARIO = EXAMPLES["backfilling-hurts"]
SHOWN: Any = {"study": {"tree": SCENARIO.model_dump(mode="json")}, "scheme": "light"}
CLICK, OPENED = [f"{Id.BREAK}.n_clicks"], ["studio-opened.data"]
AGAIN, CANCEL = [f"{Id.BREAK_AGAIN}.n_intervals"], [f"{Id.BREAK_CANCEL}.n_clicks"]


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What workers are asked for; they answer at once, after a quick search."""
    asked: list[tuple[str, ...]] = []

    def broken(name: str, scenario: Any, *what: str, **_: float) -> Any:
        asked.append(what)
        if what[-1] == "makespan":
            raise UnavailableError("the workers have not answered yet; try again in a moment", later=True)
        if name == "broken_all":
            return break_all(scenario, what[0], chains=1, steps=60)
        policy, against, metric = what
        return break_policy(scenario, policy, against, metric, chains=2, steps=150)

    def traced(scenario: Any, policy: str, _point: int, replication: int, window: Any) -> Any:
        return trace(scenario, policy, replication, window)

    monkeypatch.setattr(on_break, "answer_of", broken)
    monkeypatch.setattr(on_break, "trace_of", traced)
    return asked


def texts(children: Any) -> Iterator[str]:
    for one in every(html.Div(children)):
        said = getattr(one, "children", None)
        yield from [said] if isinstance(said, str) else [part for part in said or [] if isinstance(part, str)]


def search(happened: list[str], names: tuple[str, str, str], searched: Any = None, shown: Any = SHOWN) -> Any:
    """What is shown and kept of it."""
    return call_with(on_break.search, happened, 1, None, None, None, shown, *names, searched)[:2]


def fill(
    policy: str | None, against: str | None, metric: str | None = None, happened: Any = OPENED, shown: Any = SHOWN
) -> Any:
    """What can be chosen, and what is."""
    return call_with(on_break.fill, happened, metric, shown, policy, against)


def test_everybody_can_be_chosen_who_refuses_no_job() -> None:
    there, policy, others, against, metrics, metric = fill(None, None)
    assert there == others
    assert [one["value"] for one in metrics] == ["response_time", "makespan", "bounded_slowdown", "profit"]
    assert there[:3] == ["FCFS", "EASY", "Conservative"]  # those of the study
    assert set(POLICIES) - set(there) == {"Simple", "Simple-R", "Lazy", "Lazy-R"}
    assert (policy, against, metric) == ("Conservative", "FCFS", "response_time")
    assert fill("SJF", "EASY")[1:4:2] == ("SJF", "EASY")  # what was chosen stays
    assert fill("own:gone", "EASY")[1:4:2] == ("Conservative", "EASY")
    assert set(POLICIES) == set(
        fill(None, None, "profit", [f"{Id.BREAK_METRIC}.value"])[0]
    )  # who refuses earns nothing


def test_what_the_study_asks_for_is_chosen() -> None:
    asked = {"policy": "EASY", "against": "SJF", "metric": "makespan", "search": "smallest-example"}
    tree = SHOWN["study"]["tree"]
    shown: Any = {"study": {"tree": {**tree, "study": {**tree["study"], "breaking": asked}}}, "scheme": "light"}
    _there, policy, _others, against, _metrics, metric = fill("FCFS", "LJF", "response_time", shown=shown)
    assert (policy, against, metric) == ("EASY", "SJF", "makespan")


def test_the_answer_has_sentences_links_both_schedules_on_one_axis_and_the_jobs(searches: list[Any]) -> None:
    found, searched = search(CLICK, ("FCFS", "EASY", "response_time"))
    assert searches == [("FCFS", "EASY", "response_time")]
    assert (searched["names"], searched["metric"]) == (["FCFS", "EASY"], "response_time")
    told = break_policy(SCENARIO, "FCFS", "EASY", "response_time", chains=2, steps=150)
    assert told["is_worse"]
    said = list(texts(found))
    assert any(text.startswith("FCFS's mean response time is ") for text in said)
    assert any("lower bound" in text for text in said)
    links = [str(vars(one)["href"]) for one in every(html.Div(found)) if isinstance(one, html.A)]
    assert [from_pasted(link).model_dump(mode="json") for link in links] == [told["scenario"]] * 3
    first, second = (one.figure for one in every(html.Div(found)) if hasattr(one, "figure"))
    assert first.layout.xaxis.range == second.layout.xaxis.range
    numbers = {str(n + 1) for n in range(told["jobs"])} | {"Waiting"}
    for figure in (first, second):
        assert figure.layout.annotations
        assert {one.text for one in figure.layout.annotations} <= numbers
    assert [text for text in said if text.startswith("Under ")] == ["Under EASY", "Under FCFS"]
    jobs, _path = (one.data["body"] for one in every(html.Div(found)) if "data-table" in getattr(one, "className", ""))
    assert len(jobs) == told["jobs"]


def test_of_coscheduling_both_node_timelines_stand_on_one_axis(
    searches: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Failure: axes of two lengths or units, a table without types, or no link to the race."""
    scenario = GANGS["gang-broken"]

    def traced(scenario: Any, policy: str, _point: int, replication: int, window: Any) -> Any:
        return coscheduled(scenario, policy, replication, window)

    monkeypatch.setattr(on_break, "trace_of", traced)
    shown: Any = {"study": {"tree": scenario.model_dump(mode="json")}, "scheme": "dark"}
    assert fill(None, None, shown=shown)[1:4:2] == ("GS", "SB")
    found, _ = search(CLICK, ("GS", "SB", "response_time"), None, shown)
    first, second = (one.figure for one in every(html.Div(found)) if hasattr(one, "figure"))
    assert first.layout.xaxis.range == second.layout.xaxis.range
    assert first.layout.xaxis.title == second.layout.xaxis.title
    assert any("tab=race" in str(vars(one)["href"]) for one in every(html.Div(found)) if isinstance(one, html.A))
    table = next(one for one in every(html.Div(found)) if "data-table" in getattr(one, "className", ""))
    assert table.data["head"][:5] == ["Job", "Arrival (s)", "Tasks", "Run time (s)", "Type"]


def test_profit_is_told_as_what_is_lost(searches: list[Any]) -> None:
    """Failure: a ratio of profits, which can be nothing; or a verdict that is too long."""
    scenario = EXAMPLES["lazy-broken"]
    shown: Any = {"study": {"tree": scenario.model_dump(mode="json")}, "scheme": "light"}
    assert fill(None, None, shown=shown)[1::2] == ("Lazy", "Simple", "profit")  # they can be compared in nothing else
    found, _ = search(CLICK, ("Lazy", "Simple", "profit"), None, shown)
    (first, *_rest) = (text for text in texts(found) if text.startswith("Lazy loses "))
    assert "% of the profit on offer to Simple" in first
    assert len(first) <= 90
    told = break_all(scenario, "profit", chains=1, steps=60)
    assert len(matrix_headline(dict(told))) <= 90
    assert matrix_headline(dict(told)).count("%") == 1


def test_nothing_is_searched_before_a_click_and_other_colors_ask_for_the_same(searches: list[Any]) -> None:
    with pytest.raises(PreventUpdate):
        search(OPENED, ("EASY", "FCFS", "response_time"))
    assert searches == []
    searched = {"tree": SHOWN["study"]["tree"], "names": ["EASY", "FCFS"], "metric": "response_time"}
    search(OPENED, ("SJF", "LJF", "response_time"), searched)  # chosen since, and not asked for yet
    assert searches == [("EASY", "FCFS", "response_time")]


def test_what_cannot_be_asked_or_is_not_there_yet_is_said(searches: list[Any]) -> None:
    said, _ = search(CLICK, ("EASY", "EASY", "response_time"))
    assert said.children == "EASY is the same policy twice; name two."
    assert searches == []
    found = call_with(
        on_break.search, CLICK, 1, None, None, None, SHOWN, "EASY", "FCFS", "makespan", None
    )  # whose search goes on
    assert found[0].children == "Searching for the smallest example; about 10 s."
    assert found[2:] == (False, False)  # looks again, and can be cancelled
    again = call_with(on_break.search, AGAIN, 1, None, None, 1, SHOWN, "SJF", "LJF", "makespan", found[1])
    assert again == (no_update, no_update, False, False)
    assert searches == [("EASY", "FCFS", "makespan")] * 2
    cancelled = call_with(on_break.search, CANCEL, 1, None, 1, 1, SHOWN, "EASY", "FCFS", "makespan", found[1])
    assert (cancelled[0].children, *cancelled[2:]) == ("The search was cancelled.", True, True)
    with pytest.raises(PreventUpdate):  # nobody waits any more
        call_with(on_break.search, AGAIN, 1, None, 1, 2, SHOWN, "EASY", "FCFS", "makespan", cancelled[1])


def test_run_of_a_study_that_asks_for_the_smallest_example_searches_once(searches: list[Any]) -> None:
    """Failure: no search after Run, another one each time that the study moves on, one after it was cancelled, or one
    of what is chosen on the tab instead of what the study asks."""
    asked = {"policy": "EASY", "against": "SJF", "metric": "response_time", "search": "smallest-example"}
    tree = {**SHOWN["study"]["tree"], "study": {**SHOWN["study"]["tree"]["study"], "breaking": asked}}
    shown: Any = {"study": {"tree": tree, "searches": 1}, "scheme": "light"}
    chosen = ("FCFS", "LJF", "makespan")
    _found, searched = search(OPENED, chosen, None, shown)
    assert searches == [("EASY", "SJF", "response_time")]
    search(OPENED, chosen, searched, shown)  # in other colors: what is there is drawn again
    assert len(searches) == 2
    kept = call_with(on_break.search, CANCEL, 1, None, 1, 1, shown, *chosen, searched)[1]
    with pytest.raises(PreventUpdate):
        search(OPENED, chosen, kept, shown)
    shown["study"]["searches"] = 2  # pressed again
    search(OPENED, chosen, kept, shown)
    assert len(searches) == 3


def test_of_everyone_against_everyone_each_worse_pair_opens_its_example(searches: list[Any]) -> None:
    """Failure: a cell without its ratio, a link to another example, or one where none was worse."""
    found, searched = search([f"{Id.BREAK_ALL}.n_clicks"], ("EASY", "FCFS", "response_time"))
    assert searches == [("response_time",)]
    assert searched["names"] == []
    told = break_all(SCENARIO, "response_time", chains=1, steps=60)
    worse = [one for one in told["pairs"] if one["is_worse"]]
    links = [one for one in every(html.Div(found)) if isinstance(one, html.A)]
    assert [from_pasted(vars(one)["href"]).model_dump(mode="json") for one in links] == [
        one["scenario"] for one in worse
    ]
    assert [one.children for one in links] == [number(one["ratio"], 3) for one in worse]
    assert len([one for one in every(html.Div(found)) if isinstance(one, html.Td)]) == len(SCENARIO.policies) ** 2
    assert any("lower bound" in text for text in texts(found))
    assert len(matrix_headline(dict(told))) <= 90


def test_where_nothing_is_worse_there_are_no_pictures(searches: list[Any]) -> None:
    """EASY is no worse than itself by another name."""
    tree = SCENARIO.model_dump(mode="json")
    tree["own_policies"] = [{"name": "again", "order": "-submit", "reservation": 1}]
    shown: Any = {"study": {"tree": tree}, "scheme": "light"}
    found, _ = search(CLICK, ("EASY", "own:again", "response_time"), shown=shown)
    assert searches
    assert any(text.startswith("No list of jobs was found") for text in texts(found))
    assert not any(hasattr(one, "figure") for one in every(html.Div(found)))


def test_a_block_has_a_number_where_it_can_be_read_and_is_alone() -> None:
    """Failure: a number over a job that shares the machine, as time sharing has them, or in a block of a second."""
    traced = trace(SCENARIO, "FCFS", 0, {})
    alone, short = (0, 0.0, 50.0, [(0, 2)]), (1, 50.0, 51.0, [(0, 2)])
    sharing = [(2, 60.0, 80.0, [(0, 1)]), (3, 70.0, 90.0, [(0, 1)]), (4, 60.0, 90.0, [(1, 1)])]
    before = {one.text for one in draw_numbered_schedule(traced, [], 100.0, "light").layout.annotations}
    drawn = draw_numbered_schedule(traced, [alone, short, *sharing], 100.0, "light").layout.annotations
    assert [one.text for one in drawn if one.text not in before] == ["1", "5"]
