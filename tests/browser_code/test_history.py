"""Undo and redo, as the browser does them: nothing is lost where clicks and edits meet, nothing grows for ever."""

from typing import Any

from tests.browser_code.node_module import NodeModule, module_of

MOST_STEPS = 50

script = module_of("studio/history.js")


def sketch(number: int) -> dict[str, Any]:
    """A sketch that can be told from others; what is in it does not matter here."""
    return {"number": number}


def history(past: list[int], present: int, future: list[int]) -> dict[str, Any]:
    return {"past": [*map(sketch, past)], "present": sketch(present), "future": [*map(sketch, future)]}


def after(
    module: NodeModule,
    known: dict[str, Any],
    edit: int | None = None,
    undo: int = 0,
    redo: int = 0,
    invalid: bool = False,
) -> tuple[dict[str, Any], dict[str, Any] | None]:
    asked = [known, sketch(edit or 0), edit is not None, {"undo": undo, "redo": redo}, invalid]
    found = module.evaluate("asked => corral.history.after(...asked)", asked)
    return found["history"], found["restored"]


def test_an_edit_and_undo_at_once_lose_neither(script: NodeModule) -> None:
    # the edit is taken back, and nothing before it; redo brings it again
    assert after(script, history([1], 2, []), edit=3, undo=1) == (history([1], 2, [3]), sketch(2))


def test_an_edit_and_redo_at_once_keep_the_edit(script: NodeModule) -> None:
    assert after(script, history([1], 2, [3]), edit=4, redo=1) == (history([1, 2], 4, []), None)


def test_an_edit_empties_redo_and_the_history_is_bounded(script: NodeModule) -> None:
    kept, _ = after(script, history([*range(MOST_STEPS)], 50, [51, 52]), edit=99)
    assert kept == history([*range(1, MOST_STEPS), 50], 99, [])


def test_what_is_no_edit_is_not_remembered(script: NodeModule) -> None:
    """Until the form has followed an undo, the page still has the sketch before it."""
    assert after(script, history([1], 2, [3])) == (history([1], 2, [3]), None)
    assert after(script, history([1], 2, [3]), edit=2) == (history([1], 2, [3]), None)


def test_undo_of_something_invalid_does_not_jump_past_the_last_valid_sketch(script: NodeModule) -> None:
    assert after(script, history([25], 20, []), undo=1, invalid=True) == (history([25], 20, []), sketch(20))
    assert after(script, history([], 20, []), undo=1, invalid=True) == (history([], 20, []), sketch(20))
    assert after(script, history([25], 20, []), undo=2, invalid=True) == (history([], 25, [20]), sketch(25))


def test_undo_and_redo_go_step_by_step_and_several_clicks_count(script: NodeModule) -> None:
    begin = history([1, 2], 3, [])
    kept, restored = after(script, begin, undo=1)
    assert (kept, restored) == (history([1], 2, [3]), sketch(2))
    assert after(script, kept, redo=1) == (begin, sketch(3))
    assert after(script, begin, undo=2) == (history([], 1, [2, 3]), sketch(1))
    assert after(script, begin, undo=9) == (history([], 1, [2, 3]), sketch(1))


def test_what_was_kept_comes_before_what_has_happened_since(script: NodeModule) -> None:
    def before(kept: dict[str, Any], now: dict[str, Any]) -> Any:
        return script.evaluate("both => corral.history.before(...both)", [kept, now])

    kept = history([1, 2], 3, [4])
    assert before(kept, history([], 3, [])) == kept
    assert before(kept, history([3], 7, [])) == history([1, 2, 3], 7, [])
    assert before(kept, history([5], 7, [])) == history([5], 7, [])  # it was of another sketch
