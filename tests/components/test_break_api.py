"""Break it, by the API: what is asked of the workers, what is refused; and a worker finds what is found here. 5 s."""

from typing import Any

import orjson
import pytest
from flask import Flask

import corral
from components.server.rest import addresses, broken
from components.sketches.link import from_link
from components.visits.answers import UnavailableError
from engine.inputs.rejection import ScenarioError
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.study.breaking import break_all, break_policy
from engine.study.registry import EXAMPLES as OF_ALL_FAMILIES
from engine.study.registry import read_scenario
from tests.components.studio.without_workers import answer_here

SCENARIO = EXAMPLES["backfilling-hurts"]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    found: list[Any] = []

    def answer(_name: str, scenario: Any, policy: str, against: str, metric: str) -> Any:
        found.append((policy, against, metric))
        if metric == "makespan":
            raise UnavailableError("the workers have not answered yet", later=True)
        return break_policy(scenario, policy, against, metric, chains=1, steps=50)

    monkeypatch.setattr(broken, "answer_of", answer)
    return found


def post(query: str, body: bytes = SCENARIO.canonical()) -> Any:
    server = Flask("test")
    addresses.register(server)
    return server.test_client().post(f"/api/v1/break{query}", data=body, content_type="application/json")


def test_the_example_comes_with_sentences_and_a_link_that_opens_it(asked: list[Any]) -> None:
    found = post("?policy=SJF&against=EASY")
    assert found.status_code == 200
    assert asked == [("SJF", "EASY", "response_time")]  # neither has to be in the scenario
    assert from_link(found.json["link"]).model_dump(mode="json") == found.json["scenario"]
    assert "lists of at most 8 jobs" in " ".join(found.json["sentences"])


def test_without_names_the_first_two_are_held_against_each_other(asked: list[Any]) -> None:
    assert post("").status_code == 200
    assert asked == [(*SCENARIO.policies[:2], "response_time")]


def asking(policy: str, against: str, metric: str) -> Any:
    tree = SCENARIO.model_dump(mode="json")
    named = {"policy": policy, "against": against, "metric": metric, "search": "smallest-example"}
    return read_scenario(tree | {"study": tree["study"] | {"breaking": named}})


def test_a_scenario_that_asks_for_it_is_no_study_and_says_all_that_is_needed(asked: list[Any]) -> None:
    """Failure: its ordinary study is computed, which nobody asked for; or others than it names are held together."""
    scenario = asking("EASY", "SJF", "bounded_slowdown")
    server = Flask("test")
    addresses.register(server)
    refused: Any = server.test_client().post(
        "/api/v1/studies", data=scenario.canonical(), content_type="application/json"
    )  # there is no broker: it comes to none
    assert refused.status_code == 422
    assert "/api/v1/break" in refused.json["errors"][0]
    with pytest.raises(ScenarioError, match=r"call break_policy\('EASY', 'SJF', 'bounded_slowdown'\)"):
        corral.Study(scenario).run(1, progress=False)
    with pytest.raises(ScenarioError, match="call break_policy"):
        corral.connect("http://nobody.test").run(corral.Study(scenario), progress=False)
    assert post("", scenario.canonical()).status_code == 200
    assert post("?policy=SJF&metric=response_time", scenario.canonical()).status_code == 200
    assert asked == [("EASY", "SJF", "bounded_slowdown"), ("SJF", "EASY", "response_time")]


@pytest.mark.parametrize("query", ["?policy=Magic", "?policy=SJF&against=SJF", "?metric=wait_time"])
def test_what_cannot_be_asked_is_refused_and_nobody_asked(asked: list[Any], query: str) -> None:
    found = post(query)
    assert found.status_code == 400
    assert "allowed is one of" in found.json["errors"][0]
    assert asked == []


@pytest.mark.parametrize(
    ("query", "scenario", "words"),
    [
        ("?policy=Lazy&against=FCFS", SCENARIO, "in profit alone"),
        ("?policy=LPTF&against=Random", OF_ALL_FAMILIES["heymann-figure-4"], "have no small examples"),
    ],
)
def test_what_cannot_be_searched_for_is_told_apart(asked: list[Any], query: str, scenario: Any, words: str) -> None:
    found = post(query, scenario.canonical())
    assert found.status_code == 422
    assert words in found.get_data(as_text=True)
    assert asked == []


def test_as_long_as_it_is_searched_for_that_is_said(asked: list[Any]) -> None:
    assert post("?metric=makespan").status_code == 503
    assert asked


def test_a_worker_finds_the_same() -> None:
    """Failure: other bytes than here, which would be other numbers on the page than in the terminal."""
    here = break_policy(SCENARIO, "EASY", "FCFS", chains=6, steps=2500)
    assert answer_here("broken", SCENARIO, "EASY", "FCFS", "response_time") == orjson.loads(orjson.dumps(here))


def test_everyone_against_everyone_comes_with_a_link_for_each_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(_name: str, scenario: Any, metric: str) -> Any:
        return break_all(scenario, metric, chains=1, steps=30)

    monkeypatch.setattr(broken, "answer_of", answer)
    server = Flask("test")
    addresses.register(server)
    web = server.test_client()

    def ask(body: bytes, query: str = "") -> Any:
        return web.post(f"/api/v1/break-all{query}", data=body, content_type="application/json")

    found = ask(SCENARIO.canonical(), "?metric=makespan").json
    count = len(SCENARIO.policies)
    assert len(found["pairs"]) == count * (count - 1)
    assert [from_link(one["link"]).model_dump(mode="json") for one in found["pairs"]] == [
        one["scenario"] for one in found["pairs"]
    ]
    assert ask(SCENARIO.canonical(), "?metric=joy").status_code == 400
    alone = SCENARIO.model_copy(update={"policies": ("FCFS",)})
    assert ask(alone.canonical()).status_code == 422
    monkeypatch.setattr(broken, "answer_of", _not_yet)
    assert ask(SCENARIO.canonical()).status_code == 503


def _not_yet(*_: Any) -> Any:
    raise UnavailableError("the workers have not answered yet", later=True)


def test_a_worker_finds_the_same_for_everyone() -> None:
    two = SCENARIO.model_copy(update={"policies": ("FCFS", "EASY")})
    here = break_all(two, "response_time")
    assert answer_here("broken_all", two, "response_time") == orjson.loads(orjson.dumps(here))
