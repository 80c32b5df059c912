"""The candidates of decisions as pictures, and the job that somebody asks about."""

from typing import Any

import pytest
from dash.exceptions import PreventUpdate

from components.pages.studio.families.parallel_jobs.ask import on_ask
from components.pages.studio.families.parallel_jobs.ask.asked import answer, numbered
from components.pages.studio.families.parallel_jobs.ask.on_ask import usual_job
from components.pages.studio.families.parallel_jobs.why.candidates import cards_of
from components.pages.studio.families.parallel_jobs.why.cards import MOST, create_cards
from components.pages.studio.families.parallel_jobs.why.words import YOURS, Card, Squares
from engine.parallel_jobs.analyses.ask import ask
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.replay.trace import trace as trace_of
from engine.parallel_jobs.replay.tree import Trace
from tests.components.trees import every

CASES = [
    ("side-by-side", "SED"),
    ("side-by-side", "EASY"),
    ("side-by-side", "UFF"),
    ("kumar-table-4-2", "FF"),
    ("kumar-table-4-6", "Lazy"),
    ("evacuation", "SED"),
]


@pytest.fixture(scope="module", params=CASES, ids=" ".join)
def trace(request: pytest.FixtureRequest) -> Trace:
    name, policy = request.param
    scenario = EXAMPLES[name]
    return trace_of(scenario.at(scenario.points()[-1] | {"workload.jobs": 300}), policy, 0, {"first_job": 100})


def test_every_card_is_the_whole_cluster_and_the_winner_has_what_it_gets(trace: Trace) -> None:
    found = 0
    for step in trace["steps"]:
        cards = cards_of(trace, step)
        found += len(cards)
        for card in cards:
            assert sum(sum(one[1:]) for one in card.squares) == len(trace["machine_group"])
            assert all(count >= 0 for one in card.squares for count in one[1:])
            assert card.score is None or 0 <= card.score <= 1
        candidates = [c for d in step["decisions"] for c in d.get("candidates", [])]
        for card, candidate in zip(cards if candidates else [], candidates, strict=True):
            assert card.is_chosen == candidate["chosen"]
            given = sum(one.given for one in card.squares)
            assert given == (candidate["size"] if card.is_chosen else 0)
            if not card.is_chosen:
                assert sum(one.free for one in card.squares) == candidate["available"]
    assert found > 20


def test_the_shortest_expected_delay_has_the_shortest_bar_and_the_frame() -> None:
    scenario = EXAMPLES["schnor-system-1"].at({"workload.jobs": 50})
    trace = trace_of(scenario, "SED", 0)
    decided = 0
    for step in trace["steps"]:
        if [d["outcome"] for d in step["decisions"]] == ["starts"]:
            cards = cards_of(trace, step)
            scored = [card.score for card in cards if card.score is not None]
            assert min(scored) == next(card.score for card in cards if card.is_chosen)
            decided += 1
    assert decided > 5


def test_many_candidates_and_machines_are_bounded() -> None:
    card = Card("Job 1", [Squares("machines", given=400, busy=600)], None, "needs 400 machines, 400 idle", True)
    key, listed, more = create_cards([card] * (MOST + 3))
    assert len(listed.children) == MOST
    assert "3 more" in more.children
    assert "each square is 16 machines" in str(key)
    signs = [one.children for one in every(listed.children[0]) if getattr(one, "className", "") == "squares given"]
    assert signs == ["■" * 25]
    assert create_cards([]) == []


def test_the_job_that_is_asked_about_is_yours_and_the_others_keep_their_numbers() -> None:
    taken = [{"job": 3, "processors": 2, "loss": 1.0}, {"job": 8, "processors": 2, "loss": 1.0}]
    decision: Any = {"job": 5, "outcome": "starts", "ahead": 7, "taken": taken}
    told = numbered(decision, 5)
    assert (told["job"], told["ahead"], [one["job"] for one in told["taken"]]) == (YOURS, 6, [3, 7])
    assert numbered(decision | {"job": 4}, 5)["job"] == 4
    assert decision["taken"][1]["job"] == 8

    scenario = EXAMPLES["schnor-system-1"].at({"workload.jobs": 60})
    trace = trace_of(scenario, "SED", 0)
    time = trace["steps"][20]["time"]
    found = ask(scenario, "SED", 0, f'{{"min_size": 3, "max_size": 30, "demand": 6000, "time": {time}}}'.encode())
    why = answer(trace, time, found)
    assert any("Your job" in sentence for sentence in why.sentences)
    assert why.cards


def test_the_form_begins_with_a_job_of_the_study_and_keeps_what_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = EXAMPLES["kumar-table-4-6"].at({"workload.jobs": 200})
    trace = trace_of(scenario, "Lazy", 0)
    usual = usual_job(scenario, trace)
    assert (usual["kind"], usual["min_size"], usual["max_size"]) == ("malleable", 1, 64)
    assert min(trace["submitted"]["demand"]) < usual["demand"] < max(trace["submitted"]["demand"])
    assert usual["deadline"] > 0
    assert (
        usual_job(EXAMPLES["evacuation"].at({}), trace | {"submitted": trace["submitted"] | {"deadline": [None]}})[
            "deadline"
        ]
        == ""
    )
    monkeypatch.setattr(on_ask, "trace_named", lambda _which: trace)
    which = {"tree": scenario.model_dump(mode="json"), "point": 0, "policy": "Lazy", "replication": 0}
    *values, key = on_ask.fill(which, None)
    assert values == list(usual.values())
    for filled in (which, which | {"policy": "Simple"}, which | {"replication": 1}):
        with pytest.raises(PreventUpdate):
            on_ask.fill(filled, key)
