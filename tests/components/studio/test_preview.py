"""The preview's callback: what it draws, when it stays silent, and what it says if there is nothing to draw."""

from typing import Any

import pytest
from dash import no_update
from dash.exceptions import PreventUpdate

from components.pages.studio.answer import on_preview
from components.pages.studio.answer.on_study import ANSWER
from components.pages.studio.ids import Id
from engine.study.preview import preview_of
from engine.study.registry import EXAMPLES
from engine.study.run import run_study

SCENARIO = EXAMPLES["schnor-system-1"]
SPEED = "cluster.groups.1.speed_factor"


@pytest.fixture
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_preview, "known_result", lambda _: None)
    monkeypatch.setattr(on_preview, "needs_nothing", lambda _: False)
    monkeypatch.setattr(on_preview, "is_submitted", lambda _: False)
    monkeypatch.setattr(on_preview, "reusable_cells", lambda _: 33)
    monkeypatch.setattr(on_preview, "preview_of_sketch", lambda scenario: run_study(preview_of(scenario)))


def show(value: Any, path: str = SPEED, opened: str = "curves") -> dict[Any, Any]:
    """What is sent when the field at *path* gets this value, by component and property."""
    draft, study = SCENARIO.model_dump(mode="json"), {"id": SCENARIO.content_hash()}
    sent = on_preview.show_preview(
        [value], opened, [{"path": path}], draft, study, "response_time", "best policy", "light"
    )
    names = [(str(name), part) for name, part in ANSWER]
    return dict(zip([*names, (str(Id.STALE), "children")], sent, strict=True))


@pytest.mark.usefixtures("nothing_known")
def test_a_changed_field_is_drawn_small_and_said_to_be_a_preview() -> None:
    sent = show(3.0)
    assert sent[Id.CURVES, "figure"].data[1].x[:3] == (0.1, 0.5, 1.0)
    assert sent[Id.VERDICT, "children"].startswith("In this preview: ")
    assert sent[Id.FINGERPRINT, "children"] == ""
    stale = sent[Id.STALE, "children"]
    assert stale == "Preview: 3 replications of 400 jobs. Press Run for the whole study; 33 of its cells are known."


@pytest.mark.usefixtures("nothing_known")
def test_without_a_preview_the_old_picture_is_said_to_be_old(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_preview, "preview_of_sketch", lambda _: None)
    sent = show(3.0)
    assert sent.pop((str(Id.STALE), "children")) == on_preview.NO_PREVIEW
    assert all(part is no_update for part in sent.values())


@pytest.mark.usefixtures("nothing_known")
@pytest.mark.parametrize("value", [4.0, 0.5, None, "x"])
def test_what_is_the_same_or_wrong_draws_nothing(value: Any) -> None:
    with pytest.raises(PreventUpdate):
        show(value)


@pytest.mark.usefixtures("nothing_known")
@pytest.mark.parametrize("name", ["is_submitted", "needs_nothing"])
def test_what_is_running_or_known_needs_no_preview(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(on_preview, name, lambda _: True)
    with pytest.raises(PreventUpdate):
        show(3.0)


@pytest.mark.usefixtures("nothing_known")
def test_a_known_result_needs_no_preview(monkeypatch: pytest.MonkeyPatch) -> None:
    class Whole:
        complete = True

    monkeypatch.setattr(on_preview, "known_result", lambda _: Whole())
    with pytest.raises(PreventUpdate):
        show(3.0)


def test_a_tab_that_shows_the_sketch_by_itself_needs_no_preview() -> None:
    with pytest.raises(PreventUpdate):
        show(3.0, opened="numbers")
