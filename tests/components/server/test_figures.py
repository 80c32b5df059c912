"""The pictures of a study over HTTP: each tab of each family, by itself and in both colors."""

import re
from typing import Any
from xml.etree import ElementTree

import plotly.graph_objects as go
import pytest
from flask import Flask

from components.pages.studio.tabs import shown_tabs
from components.server.rest import figures, requested, studies
from components.visits import answers
from engine.inputs.scenario import Scenario
from engine.study.registry import EXAMPLES, FAMILIES
from engine.study.run import run_study
from tests.components.server.test_openapi import application, unavailable

SHOWN = ("kumar-two-jobs", "zhang-wl2", "heymann-iterations", "peterson-figure-6")
REFUSED = dict.fromkeys(
    ("data", "decisions", "node-decisions", "task-decisions", "whole", "break"), "there is no figure"
) | {"why": "are computing it"}
"""Tabs without a figure of plotly, and what the workers here do not compute."""


def trace_here(scenario: Scenario, policy: str, point: int, replication: int, window: dict[str, float]) -> Any:
    at_point = scenario.at(scenario.points()[point])
    return FAMILIES[scenario.family].runs.trace(at_point, policy, replication, window)


def race_here(rows: dict[str, tuple[Scenario, str, int]], *where: Any) -> Any:
    return {name: trace_here(*row, *where) for name, row in rows.items()}


class Known:
    """Stands for the client: every example is known, of which the first is computed."""

    def __init__(self) -> None:
        first = EXAMPLES[SHOWN[0]]
        self.results = {first.content_hash(): run_study(first, processes=1)}
        self.scenarios = {EXAMPLES[name].content_hash(): EXAMPLES[name] for name in SHOWN}

    def scenario(self, name: str) -> Scenario | None:
        return self.scenarios.get(name)

    def result(self, scenario: Scenario) -> Any:
        return self.results.get(scenario.content_hash())


@pytest.fixture(scope="module")
def server() -> Any:
    known = Known()
    with pytest.MonkeyPatch.context() as patch:
        for module in (studies, requested, answers):
            patch.setattr(module, "client", lambda: known)
        patch.setattr(figures, "trace_of", trace_here)
        patch.setattr(figures, "race_of", race_here)
        patch.setattr(figures, "ledger_of", unavailable)
        yield application()


def address(name: str, **query: str) -> str:
    asked = "&".join(f"{key}={value}" for key, value in query.items())
    return f"/api/v1/studies/{EXAMPLES[name].content_hash()}/figure?{asked}"


@pytest.mark.parametrize("name", SHOWN)
def test_every_tab_has_its_figures_or_a_sentence(server: Flask, name: str) -> None:
    there = shown_tabs(EXAMPLES[name].model_dump(mode="json"), EXAMPLES[name].policies[0])
    assert len(there) > 3
    for tab in there:
        answer = server.test_client().get(address(name, tab=tab, scheme="dark"))
        if tab in REFUSED:
            assert (answer.status_code, REFUSED[tab] in answer.text) == (503 if tab == "why" else 422, True)
            continue
        assert answer.status_code == 200, (tab, answer.text)
        found = {"curves": answer.json} if tab == "curves" else answer.json
        assert found
        for figure in found.values():
            go.Figure(figure)  # plotly itself validates it


def test_the_small_picture_has_the_colors_of_the_page_it_is_for(server: Flask) -> None:
    drawn = {
        scheme: server.test_client().get(address(SHOWN[0], format="svg", scheme=scheme)) for scheme in ("light", "dark")
    }
    for answer in drawn.values():
        assert ElementTree.fromstring(answer.data).tag == "{http://www.w3.org/2000/svg}svg"
        assert "var(" not in answer.text  # which not every viewer knows
    assert drawn["light"].data != drawn["dark"].data


def test_it_is_a_png_too_with_words_in_it(server: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = server.test_client().get(address(SHOWN[0], format="png"))
    assert answer.data.startswith(b"\x89PNG")  # tests of the browser need a font, too
    assert answer.mimetype == "image/png"
    draw = figures._png
    with monkeypatch.context() as patched:  # whatever fonts there are: the same without its words is a smaller file
        patched.setattr(figures, "_png", lambda drawn, font: draw(re.sub("<text.*?</text>", "", drawn), font))
        assert len(server.test_client().get(address(SHOWN[0], format="png")).data) < 0.7 * len(answer.data)
    monkeypatch.setattr(figures, "_font", lambda: None)
    answer = server.test_client().get(address(SHOWN[0], format="png"))
    assert (answer.status_code, "no fonts" in answer.text) == (422, True)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"tab": "nowhere"}, "tab is 'nowhere'; allowed is one of curves"),
        ({"tab": "fairness", "format": "png"}, "of fairness there is no small picture"),
        ({"tab": "schedule", "replication": "0"}, "replication is '0'; allowed is 1 to"),
        ({"tab": "fairness", "point": "99"}, "point is '99'; allowed is one of"),
    ],
)
def test_what_there_is_not_is_refused_in_a_sentence(server: Flask, query: dict[str, str], sentence: str) -> None:
    answer = server.test_client().get(address(SHOWN[0], **query))
    assert answer.status_code in (400, 422)
    assert sentence in answer.text
