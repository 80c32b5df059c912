"""Undo and redo: nothing is lost where clicks and edits come together, and nothing grows for ever."""

from typing import Any

from dash import no_update

from components.pages.studio.ids import Id, action_id
from components.pages.studio.sketch import on_history, on_sketch
from components.pages.studio.sketch.on_history import UNDO_STEPS, keep_history
from engine.study.registry import EXAMPLES
from tests.components.test_clicks import call_with

EDIT, UNDO, REDO = "studio-scenario.data", "studio-undo.n_clicks", "studio-redo.n_clicks"


def sketch(number: int) -> dict[str, Any]:
    """A sketch that can be told from others; what is in it does not matter here."""
    return {"number": number}


def history(past: list[int], present: int, future: list[int]) -> dict[str, Any]:
    return {"past": [*map(sketch, past)], "present": sketch(present), "future": [*map(sketch, future)]}


def after(happened: list[str], number: int, known: dict[str, Any], invalid: bool = False) -> tuple[Any, ...]:
    return call_with(keep_history, happened, sketch(number), 1, 1, invalid, known)


def test_an_edit_and_undo_at_once_lose_neither_whichever_is_heard_first() -> None:
    for happened in ([EDIT, UNDO], [UNDO, EDIT]):
        kept, restored, *_ = after(happened, 3, history([1], 2, []))
        assert restored == sketch(2)  # the edit is taken back, and nothing before it
        assert kept == history([1], 2, [3])  # redo brings it again


def test_an_edit_and_redo_at_once_keep_the_edit() -> None:
    kept, restored, *_ = after([REDO, EDIT], 4, history([1], 2, [3]))
    assert restored is no_update
    assert kept == history([1, 2], 4, [])


def test_an_edit_empties_redo_and_the_history_is_bounded() -> None:
    kept, _, undo_away, redo_away = after([EDIT], 99, history([*range(UNDO_STEPS)], 50, [51, 52]))
    assert kept["future"] == []
    assert redo_away
    assert not undo_away
    assert len(kept["past"]) == UNDO_STEPS
    assert kept["past"][-1] == sketch(50)


def test_undo_of_something_invalid_does_not_jump_past_the_last_valid_sketch() -> None:
    kept, restored, *_ = after([UNDO], 20, history([25], 20, []), invalid=True)
    assert (kept, restored) == (no_update, sketch(20))
    _, _, undo_away, _ = after(["studio-run.disabled"], 25, history([], 25, []), invalid=True)
    assert not undo_away  # though nothing was valid before


def test_undo_and_redo_go_step_by_step() -> None:
    kept, restored, *_ = after([UNDO], 3, history([1, 2], 3, []))
    assert (kept, restored) == (history([1], 2, [3]), sketch(2))
    kept, restored, *_ = after([REDO], 2, kept)
    assert (kept, restored) == (history([1, 2], 3, []), sketch(3))


def test_buttons_that_are_pressed_together_are_all_heard() -> None:
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    buttons = ['{"action":"add-group","number":0,"type":"studio-action"}.n_clicks']
    buttons.append('{"action":"add-class","number":0,"type":"studio-action"}.n_clicks')
    assert action_id("add-group")["type"] == "studio-action"
    _, draft = call_with(on_sketch.reshape_sketch, buttons, [1, 1], None, None, None, [], [], tree)
    assert len(draft["cluster"]["groups"]) == 3
    assert len(draft["workload"]["job_classes"]) == 2


def test_the_history_names_the_stores_that_the_page_has() -> None:
    assert {EDIT, UNDO, REDO} == {f"{Id.SCENARIO}.data", f"{Id.UNDO}.n_clicks", f"{Id.REDO}.n_clicks"}
    assert on_history.UNDO_STEPS <= 100
