"""The pages of the lessons: what they show, what they keep to themselves, and what they do with what browsers send."""

import os
from collections.abc import Iterator
from contextvars import copy_context
from typing import Any

import orjson
import pytest
from dash import no_update
from dash._callback_context import context_value
from dash._utils import AttributeDict
from dash.exceptions import PreventUpdate
from plotly.utils import PlotlyJSONEncoder

from components.lessons import reading
from components.lessons.handing_in import to_text
from components.lessons.lesson import Lesson
from components.lessons.reading import lessons
from components.lessons.reveal import reveal
from components.lessons.work import Work
from components.pages.learn import handed_in, lacking, on_answers, on_hand_in, on_reveal, on_tool
from components.pages.learn.layout import of_lesson, overview
from components.pages.learn.outcome import create_explanation, create_outcome, table_of
from components.pages.studio.sketch.sketch import create_sketch
from components.pages.studio.sketch.unlocked_form import create_unlocked
from components.sketches.link import to_link
from engine.inputs.paths import leaves
from engine.study.registry import EXAMPLES, read_scenario
from engine.study.run import run_study
from tests.components.lessons.lesson_files import PREDICTIONS, made_up, write_lesson
from tests.components.test_wiring import ids_of

KINDS = tuple(PREDICTIONS)
GUESSES = {"number": (40.0,), "ordering": (1.0, 2.0, 0.0), "curve": (100.0, 250.0, 300.0)}


@pytest.fixture(scope="module", autouse=True)
def _own_lessons(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("lessons")
    for kind in KINDS:
        write_lesson(folder, kind)
    (folder / "broken.md").write_text("nothing")
    os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:1/0")  # never spoken to
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(reading.OWN_FOLDER, str(folder))
        lessons.cache_clear()
        yield
    lessons.cache_clear()


def lesson(kind: str) -> Lesson:
    return lessons()[0][f"test-{kind}"]


def words_of(component: Any) -> str:
    """Everything that a component would send to the browser, as text."""
    return PlotlyJSONEncoder().encode(component)


def call(callback: Any, triggered: Any, *arguments: Any, value: Any = 1) -> Any:
    def run() -> Any:
        name = triggered if isinstance(triggered, str) else PlotlyJSONEncoder(sort_keys=True).encode(triggered)
        name = name.replace(", ", ",").replace(": ", ":")
        context_value.set(AttributeDict(triggered_inputs=[{"prop_id": f"{name}.n_clicks", "value": value}]))
        return callback(*arguments)

    return copy_context().run(run)


# The pages.


def test_the_list_has_every_lesson_and_names_broken_files() -> None:
    words = words_of(overview())
    assert all(f"/learn/test-{kind}" in words for kind in KINDS)
    assert "broken.md" in words


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_holds_neither_explanation_nor_answers_nor_results(kind: str) -> None:
    words = words_of(of_lesson(f"test-{kind}"))
    assert "It is so." not in words
    assert "Each gets a quarter." not in words
    assert "It is fast." not in words
    assert "studio-curves" not in words


def test_a_page_has_what_classes_hang_on() -> None:
    there = ids_of(of_lesson("test-number"))
    assert {"learn-work", "learn-lesson", "learn-class", "learn-hand-in-class", "learn-reveal"} <= there


def test_a_lesson_that_nobody_knows() -> None:
    assert "No such lesson" in words_of(of_lesson("nobody"))


def test_every_lesson_that_comes_with_corral_has_a_page_and_a_sketch() -> None:
    for name, one in lessons()[0].items():
        assert f"learn-step-{'questions'}" in words_of(of_lesson(name))
        for scenario in one.scenarios.values():
            assert create_unlocked(scenario.model_dump(mode="json"), list(one.front.unlocked)), name


# The tool.


def test_the_tool_comes_when_it_may_be_seen() -> None:
    with pytest.raises(PreventUpdate):
        on_tool.open_tool(None, "test-number", {})


def test_what_was_sketched_is_there_again() -> None:
    tree = lesson("number").start.model_dump(mode="json")
    tree["study"]["vary"]["values"] = [0.25, 0.75]
    scenario = read_scenario(tree)
    assert on_tool._sketched(lesson("number"), to_link(scenario)) == scenario


@pytest.mark.parametrize("link", ["", "x", None, 7, to_link(EXAMPLES["zhang-load"])])
def test_what_the_lesson_does_not_unlock_is_not_brought_in(link: Any) -> None:
    assert on_tool._sketched(lesson("number"), link) is None


def test_a_locked_field_is_not_brought_in() -> None:
    tree = lesson("number").start.model_dump(mode="json")
    tree["workload"]["jobs"] = 301
    assert on_tool._sketched(lesson("number"), to_link(read_scenario(tree))) is None


def test_a_scenario_of_the_lesson_goes_into_the_sketch() -> None:
    pressed = {"type": "learn-scenario", "scenario": "other"}
    tree, _said = call(on_tool.put_in, pressed, [1], "test-number")
    assert tree["cluster"]["groups"][0]["count"] == 8


PARTS = sorted(
    {
        (scenario.family, ".".join(path.split(".")[:depth]), name)
        for name, scenario in EXAMPLES.items()
        for path, value in leaves(scenario.model_dump(mode="json"))
        for depth in (1, 2, 3)
        if value is not None and path.split(".")[0] not in ("version", "title", "notes", "family")
    }
)


def test_every_part_of_every_family_can_be_unlocked() -> None:
    assert {family for family, *_ in PARTS} == {scenario.family for scenario in EXAMPLES.values()}
    for family, path, name in {(family, path): (family, path, name) for family, path, name in PARTS}.values():
        found = create_unlocked(EXAMPLES[name].model_dump(mode="json"), [path])
        assert "studio-field" in words_of(found), (family, path)


def test_a_part_of_another_is_not_there_twice() -> None:
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    found = words_of(create_unlocked(tree, ["workload.jobs", "workload"]))
    assert found.count('"path": "workload.jobs"') == 1


def test_a_path_of_another_scenario_is_left_out() -> None:
    tree = EXAMPLES["zhang-load"].model_dump(mode="json")
    assert "none of the fields" in words_of(create_unlocked(tree, ["cluster.groups", "background"]))


def test_a_field_says_of_which_machines_it_is() -> None:
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    (box, _rest) = create_unlocked(tree, ["cluster.groups.1.speed_factor"])
    assert "of “slow”" in box.children[0].label


def test_the_cluster_of_a_lesson_is_drawn_and_edges_without_a_field_are_locked() -> None:
    """An edge that could be held without a field below would change nothing, or what the lesson locks."""
    held = set()
    for one in lessons()[0].values():
        unlocked = list(one.front.unlocked)
        picture, *fields = create_sketch(one.start.model_dump(mode="json"), unlocked)
        board, found = orjson.loads(picture.to_plotly_json()["props"]["data-board"]), words_of(fields)
        assert (board["open"], board["entries"]) == (unlocked, "")
        paths = [
            edge["path"] for block in board["blocks"] for edge in map(block.get, ("width", "height", "fill")) if edge
        ]
        opened = [path for path in paths if any(f"{path}.".startswith(f"{name}.") for name in unlocked)]
        assert [path for path in opened if f'"path": "{path}"' not in found] == []
        assert ("Arrow keys" in str(picture)) == bool(opened)
        held.update(opened)
    assert "cluster.groups.1.speed_factor" in held


# The reveal.


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_has_prediction_and_measurement(kind: str, scheme: str) -> None:
    one = lesson(kind)
    found = reveal(one, GUESSES[kind], {"start": made_up(one)})
    words = words_of(create_outcome(one, found, scheme))
    assert "you" in words
    assert "measured" in words
    assert len(table_of(one, found.lines).body) == len(found.lines)


@pytest.mark.parametrize("kind", KINDS)
def test_the_explanation_has_the_measured_curves(kind: str) -> None:
    one = lesson(kind)
    words = words_of(create_explanation(one, {"start": made_up(one)}, "light"))
    assert "It is so." in words
    assert "learn-explained-0" in words


class Door:
    """A client that knows how far one study is."""

    def __init__(self, state: str = "") -> None:
        self.state = state
        self.asked: list[Any] = []

    def submit(self, scenario: Any, _visitor: str) -> None:
        self.asked.append(scenario)
        self.state = "running"

    def status(self, _study: str) -> Any:
        counts = {"state": self.state, "done": 3, "total": 18}
        return AttributeDict(counts) if self.state else None


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> Door:
    found = Door()
    monkeypatch.setattr(on_reveal, "client", lambda: found)
    monkeypatch.setattr(on_reveal, "known_result", lambda _scenario: None)
    monkeypatch.setattr(on_reveal, "needs_nothing", lambda _scenario: False)
    return found


def test_nothing_is_run_without_a_click(door: Door) -> None:
    ready, said, *_ = call(on_reveal.follow_lacking, "learn-asked", {}, None, None, "test-number")
    assert "A small study" in said
    assert door.asked == []
    assert not isinstance(ready, dict)


@pytest.mark.parametrize(
    ("pressed", "asked", "clicks"), [("learn-run-lacking", {}, 1), ("learn-asked", {"clicked": True}, None)]
)
def test_what_is_missing_is_run_and_followed(door: Door, pressed: str, asked: Any, clicks: int | None) -> None:
    found = call(on_reveal.follow_lacking, pressed, asked, clicks, None, "test-number")
    assert [one.title for one in door.asked] == ["A small study"]
    assert found[1] == "Computing “A small study”: 3 of 18 cells."
    assert found[-1] is False  # it goes on looking


@pytest.mark.parametrize(("opened", "count"), [({"fixed": True}, 1), ({"fixed": False}, 0), ({"fixed": "x"}, 0)])
def test_a_prediction_that_was_just_fixed_begins_what_is_missing(
    door: Door, monkeypatch: pytest.MonkeyPatch, opened: Any, count: int
) -> None:
    monkeypatch.setattr(lacking, "client", lambda: door)
    monkeypatch.setattr(lacking, "known_result", lambda _scenario: None)
    monkeypatch.setattr(lacking, "visitor", lambda: "somebody")
    monkeypatch.setattr(on_tool, "create_studio", lambda *_parts, **_named: "the tool")
    assert on_tool.open_tool(opened, "test-number", {}) == "the tool"
    assert len(door.asked) == count


def test_what_is_known_is_shown_at_once(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_reveal, "known_result", lambda _scenario: made_up(lesson("number")))
    asked = {"prediction": [40], "at": 1}
    assert call(on_reveal.follow_lacking, "learn-asked", asked, None, None, "test-number")[0] == asked
    outcome, _ = on_reveal.show_outcome(asked, "light", "test-number")
    assert "You predicted 40 %" in words_of(outcome)


def test_a_prediction_that_fits_no_more_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_reveal, "known_result", lambda _scenario: made_up(lesson("number")))
    outcome, _ = on_reveal.show_outcome({"prediction": [4000]}, "light", "test-number")
    assert "cannot be used" in words_of(outcome)


# The questions.


@pytest.mark.parametrize(
    ("question", "given", "said"),
    [
        (0, {"answer": 400, "tries": 1}, "✓ Right. Each gets a quarter."),
        (0, {"answer": 398, "tries": 2}, "✓ Right, at the second try. Each gets a quarter. Exactly: 400 s."),
        (0, {"answer": 300, "tries": 1}, "✕ Not right. 300 s is too low. Try again."),
        (0, {"answer": 300, "tries": 3}, "✕ Not right, at the third try. 300 s is too low. Each gets a quarter."),
        (0, {"answer": None, "tries": 0}, "Type a number first."),
        (1, {"answer": 0, "tries": 1}, "✕ Not right. It is slow."),
        (1, {"answer": 1, "tries": 1}, "✓ Right. It is fast."),
        (1, {"answer": 1.5, "tries": 1}, "✕ Not right. "),
    ],
)
def test_an_answer_is_checked(question: int, given: dict[str, Any], said: str) -> None:
    (reply,), came = call(on_answers.check, {"type": "learn-given", "question": question}, given, "test-number")
    assert came is no_update
    parts = reply.children if isinstance(reply.children, list) else [reply.children]
    assert "".join(str(getattr(part, "children", part)) for part in parts) == said


HOSTILE: list[Any] = [None, 7, "x", [], {}, {"answer": "x"}, {"answer": 1e300}, {"answer": True, "tries": -1}]


@pytest.mark.parametrize("question", [0, 1, 2, -1, "x", None])
@pytest.mark.parametrize("given", HOSTILE)
def test_hostile_answers_get_words_or_nothing(question: Any, given: Any) -> None:
    try:
        reply, _ = call(on_answers.check, {"type": "learn-given", "question": question}, given, "test-number")
    except PreventUpdate:
        return
    assert "first" in words_of(reply)


# A rule to write: checked by what comes of it.


@pytest.fixture
def computed_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_answers, "small_result_of", run_study)


@pytest.mark.parametrize(
    ("rule", "is_right"),
    [("-area", True), ("-size * log2(estimate)", True), ("-estimate", False), ("-submit", False), ("size", False)],
)
@pytest.mark.usefixtures("computed_here")
def test_a_rule_is_right_by_what_comes_of_it(rule: str, is_right: bool) -> None:
    where = {"type": "learn-given", "question": 1}
    reply, came = call(on_answers.check, where, {"answer": rule, "tries": 2}, "write-your-own")
    assert ("learn-right" in words_of(reply)) == is_right
    assert (came["number"] <= -70) == is_right
    assert came["tries"] == 2
    again, nothing = call(on_answers.check, where, {"answer": came["number"], "tries": 2}, "write-your-own")
    assert words_of(again) == words_of(reply)
    assert "at the second try." in words_of(reply)
    assert nothing is no_update


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("", "Write a rule first."),
        ("-esimate", "did you mean"),
        ("wait > 3", "the order is a number"),
        ("+".join(["log10(wait)"] * 40), "at most 400 are allowed"),
    ],
)
@pytest.mark.usefixtures("computed_here")
def test_what_is_no_rule_is_told_and_is_no_answer(rule: str, said: str) -> None:
    where = {"type": "learn-given", "question": 1}
    reply, came = call(on_answers.check, where, {"answer": rule, "tries": 1}, "write-your-own")
    assert said in words_of(reply)
    assert came is no_update


@pytest.mark.parametrize("name", [None, 7, {}, [], "nobody", "../README"])
def test_a_hostile_name_of_a_lesson_gets_nothing(name: Any) -> None:
    with pytest.raises(PreventUpdate):
        on_tool.open_tool({"fixed": True}, name, {})


# Handing in.


def test_the_link_shows_what_was_handed_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_reveal, "known_result", lambda _scenario: made_up(lesson("number")))
    handed = {"prediction": [40], "fixed": True, "answers": [400, 0], "tries": [1, 2], "nickname": "Ada"}
    address = on_hand_in.pack(handed | {"revealed": True}, "test-number")
    words = words_of(handed_in.layout("test-number", address.partition("&w=")[2]))
    assert all(one in words for one in ("Ada", "You predicted 40 %", "\\u2713 right", "\\u2715 not right", "forged"))


def test_without_results_the_prediction_alone_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_reveal, "known_result", lambda _scenario: None)
    text = to_text(Work(prediction=(1.0, 2.0, 0.0), answers=()), "", [])
    words = words_of(handed_in.layout("test-ordering", text))
    assert "Predicted order: idle, middle, busy. The results of the lesson are not known here yet." in words


@pytest.mark.parametrize("text", ["", "x", 7, "A" * 5_000, None])
def test_a_link_that_cannot_be_read_says_why(text: Any) -> None:
    assert "cannot be read" in words_of(handed_in.layout("test-number", text))


@pytest.mark.parametrize("handed", [None, 7, [], {"prediction": [1e9], "fixed": True}, {"answers": "x"}])
def test_hostile_work_is_not_packed(handed: Any) -> None:
    with pytest.raises(PreventUpdate):
        on_hand_in.pack(handed, "test-number")


def test_the_text_says_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_reveal, "known_result", lambda _scenario: made_up(lesson("number")))
    monkeypatch.setattr(on_hand_in, "results_of", on_reveal.results_of)
    handed = {"prediction": [40], "fixed": True, "answers": [400], "tries": [1], "nickname": "Ada"}
    found = on_hand_in.download(1, handed, "test-number")
    assert all(one in found["content"] for one in ("Ada", "You predicted 40 %", "✓ right", "not answered"))
