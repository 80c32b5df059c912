"""Curves of an example past Dash: those that the page draws, and nothing where not all is known."""

import os
from typing import Any

import orjson
import plotly.graph_objects as go
import pytest
from plotly.io.json import to_json_plotly

from components.pages.studio.answer.answer import create_curves
from components.pages.studio.opening import opening_of
from components.words.verdicts.verdict import verdict
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES


@pytest.fixture(scope="module")
def browser() -> Any:
    os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:1/0")  # nobody is asked
    from components.server.shell import create_server

    return create_server().test_client()


@pytest.mark.parametrize("name", ["schnor-system-2", "zhang-load", "heymann-figure-4", "which-policy-where"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_curves_of_an_example_are_those_of_the_page(browser: Any, name: str, scheme: str) -> None:
    whole = result_ahead(EXAMPLES[name])
    assert whole is not None
    found = browser.get(f"/_studio/example/{name}?scheme={scheme}&metric=beauty").json
    metric = opening_of(whole.scenario).metric
    said = verdict(whole, metric)
    assert (found["verdict"], found["more"].splitlines()) == (said.short, list(said.more))
    assert found["figure"] == orjson.loads(to_json_plotly(go.Figure(create_curves(whole, metric, scheme))))


def test_another_metric_and_a_policy_that_is_switched_off_are_heeded(browser: Any) -> None:
    found = browser.get("/_studio/example/schnor-system-2?metric=wait_time&off=FCFS").json
    assert found["figure"]["layout"]["yaxis"]["title"]["text"].startswith("Mean wait")
    assert "FCFS" not in {one["name"] for one in found["figure"]["data"]}


@pytest.mark.parametrize("name", ["nothing", "..", "schnor-system-2x"])
def test_what_is_no_example_has_none(browser: Any, name: str) -> None:
    assert browser.get(f"/_studio/example/{name}").status_code == 404
