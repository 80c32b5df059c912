"""What the Studio says of a study while it is computed, and which replications it goes and fetches."""

from typing import Any

import pytest
from dash import no_update
from dash.exceptions import PreventUpdate

from components.pages.studio import layout
from components.pages.studio.answer.on_study import show_curves, show_progress
from components.pages.studio.answer.progress import LEFT, LOST
from components.pages.studio.ids import Id
from components.pages.studio.replay.on_replay import replication_of
from engine.study.registry import EXAMPLES
from tests.components.test_clicks import call_with

FIRST = EXAMPLES["schnor-system-1"]


@pytest.mark.parametrize(
    ("study", "words"),
    [
        ({"state": "unknown"}, "3 of 12 cells"),
        ({"state": LEFT}, "3 of 12 cells; others wait for it, too, so it goes on; Run joins it again"),
        ({"state": "cancelled"}, "3 of 12 cells, cancelled; Run goes on from here"),
        ({"state": "done", "elapsed": 2.5}, "3 of 12 cells in 2.5 s"),
        ({"state": "done", "elapsed": 2.5, "reused": 9, "failed": 1}, "3 of 12 cells in 2.5 s, 9 reused; 1 failed"),
        (
            {"state": "done", "elapsed": 2.5, "failed": 2, "failure": "FCFS, replication 1: no room"},
            "3 of 12 cells in 2.5 s; 2 failed, the first: FCFS, replication 1: no room",
        ),
        ({"state": "done", "known": True}, "3 of 12 cells, all known already"),
    ],
)
def test_each_state_has_its_words(study: dict[str, Any], words: str) -> None:
    share, said, *_, button = show_progress({"done": 3, "total": 12, "stale": False, **study})
    assert (share, said, button) == (25.0, words, "Run")


def test_while_it_runs_the_browser_says_how_far_it_is() -> None:
    share, said, _, _, button = show_progress({"done": 3, "total": 12, "stale": False, "state": "running"})
    assert (share, said, button) == (no_update, no_update, "Running …")


def test_the_row_is_quiet_where_nothing_is_to_be_told() -> None:
    def row(state: str, **more: Any) -> str:
        shown: str = show_progress({"done": 0, "total": 0, "stale": False, "state": state, **more})[2]
        return shown

    assert row("unknown") == "progress-row idle unknown"
    assert row("done") == "progress-row idle done"
    assert row("done", known=True) == "progress-row done"
    assert row("running") == "progress-row running"
    assert row("cancelled") == "progress-row cancelled"


@pytest.mark.parametrize(
    ("study", "words"),
    [
        ({"state": "unknown", "stale": False}, "Nothing is known about this scenario yet. Press Run."),
        ({"state": "unknown", "stale": True}, no_update),  # the preview says it
        ({"state": "running", "stale": False}, ""),
        ({"state": "done", "stale": True}, no_update),
        ({"state": "unknown", "stale": False, "lost": True}, LOST),
        ({"state": "unknown", "stale": True, "lost": True}, LOST),
    ],
)
def test_whether_the_answer_belongs_to_the_sketch(study: dict[str, Any], words: Any) -> None:
    assert show_progress({"done": 0, "total": 0, **study})[3] == words


def wanted(policy: str, point: int) -> dict[str, Any]:
    tree = FIRST.model_dump(mode="json")
    fields = {Id.REPLAY_POLICY: policy, Id.REPLAY_POINT: str(point), Id.REPLAY_REPLICATION: 2, Id.REPLAY_FIRST_JOB: 1}
    return {"tab": "schedule", "tree": tree, "fields": fields}


def test_only_what_the_study_has_is_fetched() -> None:
    points = len(FIRST.points())
    found = replication_of(wanted("SED", points - 1))
    assert (found["policy"], found["point"], found["replication"]) == ("SED", points - 1, 1)
    for policy, point in (("EASY", 0), ("SED", points), ("EASY", points)):
        with pytest.raises(PreventUpdate):
            replication_of(wanted(policy, point))


def test_curves_are_drawn_again_only_where_there_is_something_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("components.pages.studio.answer.on_study.saturations_known", lambda _result: [])
    tree = FIRST.model_dump(mode="json")
    study = {"tree": tree, "stale": False, "done": 12, "state": "done"}

    def draw(happened: list[str], scheme: str | None, **more: Any) -> tuple[Any, ...]:
        drawn: tuple[Any, ...] = call_with(
            show_curves, happened, study | more, "response_time", "absolute", scheme, None, tree
        )
        return drawn

    with pytest.raises(PreventUpdate):
        draw(["studio-study.data"], "light", done=0, state="running")
    assert draw(["studio-study.data"], "light")
    assert draw(["studio-metric.value"], "light", done=0, state="running")
    light, dark, unknown = (str(draw(["studio-scheme.data"], scheme)) for scheme in ("light", "dark", None))
    assert light == unknown != dark


@pytest.mark.parametrize(("state", "words"), [("running", "Running …"), ("cancelled", "Run"), (LEFT, "Run")])
def test_a_page_that_is_loaded_in_the_middle_of_a_study_says_so_on_its_button(
    monkeypatch: pytest.MonkeyPatch, state: str, words: str
) -> None:
    fresh = FIRST.at_seed(77)
    study = {"tree": {}, "id": "x", "state": state, "done": 3, "total": 12, "failed": 0, "stale": False}
    monkeypatch.setattr(layout, "known_result", lambda _scenario: None)
    monkeypatch.setattr(layout, "status_of", lambda _scenario, _tree: study)
    (button,) = [part for part in layout.create_studio(fresh)._traverse() if getattr(part, "id", "") == Id.RUN]
    assert button.children == words
