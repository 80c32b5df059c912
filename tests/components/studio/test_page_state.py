"""What an address says beside the scenario, and policies that are switched off."""

from typing import Any

import pytest

from components.pages.studio import layout
from components.pages.studio.answer.on_study import draw_answer
from components.pages.studio.face import FACES
from components.pages.studio.on_open import Opened, result_on, without
from components.pages.studio.page_state import PageState, Sent, read_state
from components.pages.studio.tabs import shown_tabs
from components.visits.answers import empty_result
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES, FAMILIES

FIRST = EXAMPLES["schnor-system-1"]
EVERY_TAB = (
    *("schnor-system-1", "kumar-table-4-2", "which-policy-where", "zhang-heuristics-fairness"),
    *("heymann-table-2", "heymann-factorial", "peterson-figure-1"),
)
"""Of all families; together they have every tab that shows several policies."""


def state(**asked: Any) -> PageState:
    return read_state(empty_result(FIRST), asked)


USUAL = state()


def test_an_address_without_state_shows_the_curves_of_all_policies() -> None:
    assert (USUAL.tab, USUAL.off, USUAL.policy, USUAL.step) == ("curves", (), "SED", 0)


def test_an_address_says_what_is_replayed() -> None:
    found = state(tab="schedule", policy="SED-NU", point="3", replication="2", job="5", step="17", off="FCFS")
    assert found[:1] + found[2:-3] == ("schedule", "SED-NU", "2", 2, 5, 1, 16, ("FCFS",), None, ("SED", "SED-NU"))
    assert found.against == ""


def test_an_address_asks_why_two_policies_differ() -> None:
    assert state(tab="why", pair="SED-NU,SED").pair == ("SED-NU", "SED")
    for strange in ("", "SED", "SED,SED", "SED,Magic", "SED,SED-NU,FCFS", ",", "<b>,SED"):
        assert state(pair=strange).pair is None, strange
    assert state(pair="SED,SED-NU", off="SED").pair is None


def test_an_address_asks_for_another_decision() -> None:
    assert state(tab="decisions", whatif="17:class 2").what_if == (17, "class 2")
    for strange in ("", "17", "0:wait", "17:", "17:<b>", "9" * 9 + ":wait", ":wait", "17:" + "w" * 21):
        assert state(whatif=strange).what_if is None, strange


@pytest.mark.parametrize(
    "asked",
    [
        {"tab": "matrix"}, {"tab": "<b>"}, {"tab": "profit"}, {"metric": "nonsense"}, {"policy": "EASY"},
        {"point": "0"},
        {"point": "99"}, {"point": "-1"}, {"point": "1e3"}, {"point": "٣"}, {"replication": "11"}, {"step": "9" * 5000},
        {"step": "0"}, {"job": "1.5"}, {"off": "SED,SED-NU,FCFS"}, {"off": "EASY"}, {"f": "123"}, {"tab": ["schedule"]},
        {"policy": None}, {"f": "0123456789abcdef-" + "1" * 99}, {"off": "," * 5000},
    ],
)  # fmt: skip
def test_what_does_not_fit_is_as_if_it_were_not_there(asked: dict[str, Any]) -> None:
    assert state(**asked) == USUAL


def test_a_policy_that_is_switched_off_is_not_replayed() -> None:
    assert state(policy="SED", off="SED").policy == "SED-NU"


def test_what_the_sender_saw() -> None:
    assert state(f="0123456789abcdef-0.4.0").sent == Sent("0123456789abcdef", "0.4.0")


def test_the_page_begins_with_the_metric_and_the_policies_of_its_address() -> None:
    text = str(layout.layout(metric="wait_time", off="FCFS"))
    assert "value='wait_time'" in text
    assert "value=['SED', 'SED-NU']" in text


def test_the_fingerprint_stays_that_of_the_whole_result() -> None:
    result = result_ahead(FIRST)
    assert result is not None
    drawn = draw_answer(result, "response_time", "", "light", off=["SED"])
    assert f"Result fingerprint {result.fingerprint()}" in drawn


def test_a_policy_that_is_switched_off_is_nowhere_on_the_curves() -> None:
    result = result_ahead(FIRST)
    assert result is not None
    drawn = str(draw_answer(result, "response_time", "", "light", off=["SED-NU"]))
    assert "SED-NU" not in drawn
    assert "FCFS" in drawn


def test_one_policy_stays() -> None:
    result = empty_result(FIRST)
    assert without(result, list(FIRST.policies)) is result


@pytest.mark.parametrize("name", EVERY_TAB)
def test_each_policy_can_be_left_alone_on_every_tab(name: str) -> None:
    from components.pages.studio.answer import on_data
    from components.pages.studio.answer.on_results import draw_result

    scenario, result = EXAMPLES[name], result_ahead(EXAMPLES[name])
    assert result is not None
    tree = scenario.model_dump(mode="json")
    draws: dict[str, Any] = {
        "fairness": lambda shown: on_data.show_fairness(shown, None),
        "data": on_data.show_data,
    }
    policies = list(scenario.policies)
    for alone in (policies[0], policies[-1]):
        off = [policy for policy in policies if policy != alone]
        metric = FAMILIES[scenario.family].metrics[0]
        assert draw_answer(result, metric, "", "light", off=off)
        shown: Opened = {
            "study": {"tree": tree}, "which": None, "point": None, "step": None, "scheme": "light", "off": off
        }  # fmt: skip
        for tab in shown_tabs(tree | {"policies": [alone]}, None):
            if tab in draws:
                assert list(result_on(tab, shown).scenario.policies) == [alone]
                assert draws[tab](shown)
            for pictures in (one for of, one in FACES[scenario.family].results if of == tab):
                assert list(result_on(tab, shown).scenario.policies) == [alone]
                assert draw_result(scenario.family, tab, pictures, shown, "all" if tab == "losses" else None)
