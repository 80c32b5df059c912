"""What builds the form anew: nothing is lost where buttons are pressed together."""

from components.pages.studio.ids import action_id
from components.pages.studio.sketch import on_sketch
from engine.study.registry import EXAMPLES
from tests.components.test_clicks import call_with


def test_buttons_that_are_pressed_together_are_all_heard() -> None:
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    buttons = ['{"action":"add-group","number":0,"type":"studio-action"}.n_clicks']
    buttons.append('{"action":"add-class","number":0,"type":"studio-action"}.n_clicks')
    assert action_id("add-group")["type"] == "studio-action"
    _, draft = call_with(on_sketch.reshape_sketch, buttons, [1, 1], None, None, None, [], [], tree)
    assert len(draft["cluster"]["groups"]) == 3
    assert len(draft["workload"]["job_classes"]) == 2
