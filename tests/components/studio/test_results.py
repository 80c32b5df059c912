"""What families show of a whole result: every place of a tab gets something, and every table is a file."""

from typing import Any

import pytest
from dash import no_update

from components.pages.studio.answer.on_results import draw_result, outputs_of
from components.pages.studio.face import FACES, ResultPictures
from components.pages.studio.families.parallel_jobs import fair_start_panel, whom_panel
from components.pages.studio.families.parallel_jobs.log import panel as log_panel
from components.pages.studio.on_open import Opened
from components.pages.studio.tabs import shown_tabs
from engine.study.registry import EXAMPLES
from tests.components.studio.without_workers import answer_here, answers_here

RESULTS = [(family, *shown) for family, face in FACES.items() for shown in face.results]
VALUES = {"fairness": None, "losses": "point"}
"""What the fields hold, by tab."""


def tree_with(family: str, tab: str) -> dict[str, Any]:
    """The first example of the *family* that has the *tab*."""
    trees = (one.model_dump(mode="json") for one in EXAMPLES.values() if one.family == family)
    return next(tree for tree in trees if tab in shown_tabs(tree, None))


def told(tree: dict[str, Any]) -> Opened:
    return {"study": {"tree": tree}, "which": None, "point": "0", "step": None, "scheme": "light"}


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a log is like is told without workers."""
    monkeypatch.setattr(log_panel, "answer_of", answer_here)
    monkeypatch.setattr(log_panel, "heard_of", lambda _scenario: {})
    monkeypatch.setattr(whom_panel, "answer_of", answer_here)
    monkeypatch.setattr(fair_start_panel, "answers_of", answers_here)


@pytest.mark.parametrize(("family", "tab", "pictures"), RESULTS)
def test_every_place_of_a_tab_gets_what_belongs_there(family: str, tab: str, pictures: ResultPictures) -> None:
    found = draw_result(family, tab, pictures, told(tree_with(family, tab)), VALUES.get(tab))
    parts = [output.component_property for output in outputs_of(pictures)]
    assert len(found) == len(parts)
    assert all(place.data for part, place in zip(parts, found, strict=True) if part == "figure")
    assert [place for part, place in zip(parts, found, strict=True) if part == "className"] == [""] * (
        "className" in parts
    )


def test_what_stands_beside_others_is_away_for_another_family() -> None:
    [types] = (one for tab, one in FACES["coscheduling"].results if tab == "fairness")
    found = draw_result("coscheduling", "fairness", types, told(tree_with("parallel-jobs", "fairness")))
    assert found == ("hidden", no_update, no_update, no_update)
