"""The pages of classes without a broker: what the teacher's page gets, and what students send."""

import os
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from dash import html, no_update
from dash.exceptions import PreventUpdate

from components.lessons.lesson import Lesson
from components.pages.classes import known as known_module
from components.pages.classes import on_look, on_teacher, seats, session
from components.pages.classes.door import read_code
from components.pages.classes.ids import Id, part_id
from components.pages.classes.one_at_a_time import BLANK, PART
from components.pages.classes.teacher import create_teacher
from tests.components.lessons.lesson_files import lesson_of, made_up
from workers.classes.sessions import GONE, ClassError, Seat, Session
from workers.client import UNREACHABLE

CODE, KEY, TOKEN = "ABC234", "a" * 32, "b" * 32


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Lesson:
    return lesson_of(tmp_path_factory.mktemp("lessons"), "number")


def seat(
    number: int = 1, nickname: str = "Ada", prediction: Any = (), answers: Any = (), handed_in: float | None = None
) -> Seat:
    predicted = 60.0 if prediction else None
    return Seat(number, nickname, prediction, answers, 0.0, predicted, None, handed_in, predicted)


# What comes from browsers.


@pytest.mark.parametrize("typed", ["abc234", " ABC 234 ", "abc-234"])
def test_a_code_may_be_typed_in_many_ways(typed: str) -> None:
    assert read_code(typed) == CODE


@pytest.mark.parametrize("typed", ["ABC23", "ABC2345", "ABC10O", "", None, 7, "A" * 10_000, "../etc", "ABC\u212a34"])
def test_what_is_no_code_is_none(typed: Any) -> None:
    assert read_code(typed) == ""


class OneClass:
    """A class that is in no broker."""

    def __init__(self, lesson: str) -> None:
        self.now: Session | None = Session(CODE, lesson, 0.0, False, 1)
        self.people: list[Seat] = []
        self.written: list[Any] = []

    def session(self, code: str) -> Session | None:
        return self.now if code == CODE else None

    def is_teacher(self, code: str, key: str) -> bool:
        return self.session(code) is not None and key == KEY

    def find(self, code: str, _visitor: str) -> Session | None:
        return self.session(code)

    def seats(self, code: str) -> tuple[Session, list[Seat]] | None:
        return (self.now, self.people) if self.now and code == CODE else None

    def reveal(self, _code: str, shown: bool) -> None:
        assert self.now is not None
        self.now = self.now._replace(revealed=shown, version=self.now.version + 1)

    def join(self, code: str, _token: str, nickname: str, _visitor: str) -> int:
        if self.session(code) is None:
            raise ClassError(GONE, gone=True)
        self.people.append(seat(len(self.people) + 1, nickname))
        return len(self.people)

    def write(self, *work: Any, visitor: str = "") -> int:
        self.written.append(work)
        return 1

    def close(self, _code: str) -> None:
        self.now = None


@pytest.fixture(scope="module")
def web() -> Any:
    os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:1/0")  # never spoken to
    from components.server.shell import create_server

    return create_server().test_client()


@pytest.fixture
def one(lesson: Lesson, monkeypatch: pytest.MonkeyPatch) -> OneClass:
    """A class on the lesson with a number to predict."""
    found = OneClass(lesson.name)
    for module in (on_look, on_teacher, seats, session):
        monkeypatch.setattr(module, "classes", lambda: found)
    for module in (on_teacher, seats, session):
        monkeypatch.setattr(module, "lessons", lambda: ({lesson.name: lesson}, {}))
    monkeypatch.setattr(known_module, "known_result", lambda _: made_up(lesson))
    return found


PARTS = ("prediction", "question-1", "question-2")
PLACES = {"parts": "part", "figures": "figure", "words": "words", "tables": "table"}
ALONE = ("seen", "counts", "who", "reveal", "revealed", "compute_row", "compute_said", "said", "is_over")


@pytest.fixture
def look(one: OneClass, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """What the teacher's page gets when it looks; None if nothing is new."""

    def it(pressed: str = Id.TICK, key: str = KEY, seen: Any = None, scheme: str = "light") -> Any:
        grouping: dict[str, Any] = {name: {"id": name} for name in ALONE}
        grouping |= {name: [{"id": part_id(what, part)} for part in PARTS] for name, what in PLACES.items()}
        monkeypatch.setattr(on_look, "ctx", SimpleNamespace(outputs_grouping=grouping))
        monkeypatch.setattr(on_look, "happened", lambda: {pressed})
        try:
            return on_look.look({"key": key}, 1, 1, 1, scheme, CODE, seen)
        except PreventUpdate:
            return None

    return it


def test_the_first_look_brings_everything(one: OneClass, look: Callable[..., Any]) -> None:
    one.people = [seat(1, prediction=(40.0,)), seat(2)]
    found = look(Id.KEY)
    assert found["words"][0] == "1 prediction: 40 %."
    assert no_update not in [*found["figures"], *found["words"], *found["tables"]]
    assert found["seen"]["joined"] == 2
    assert found["seen"]["told"] == "2 have joined, 1 has predicted, 0 have compared, 0 have handed in."
    assert (found["reveal"], found["revealed"], found["compute_row"]) == ("Reveal", "", "hidden")


def test_nothing_is_sent_while_nothing_changes(look: Callable[..., Any]) -> None:
    seen = look(Id.KEY)["seen"]
    assert look(seen=seen) is None
    assert look(seen=seen, scheme="dark") is not None


def test_only_the_parts_that_changed_are_sent(one: OneClass, look: Callable[..., Any]) -> None:
    assert one.now is not None
    seen = look(Id.KEY)["seen"]
    one.people = [seat(1, prediction=(40.0,), answers=(None, 1.0))]
    one.now = one.now._replace(version=2)
    found = look(seen=seen)
    assert [figure is no_update for figure in found["figures"]] == [False, True, False]
    assert found["words"][1] is no_update


def test_what_nobody_has_said_anything_to_has_no_axes(one: OneClass, look: Callable[..., Any]) -> None:
    one.people = [seat(1, prediction=(40.0,), answers=(None, 1.0))]
    found = look(Id.KEY)
    assert found["parts"] == [PART, BLANK, PART]
    assert look(Id.REVEAL, seen=found["seen"])["words"][1].endswith("Right is 400 s, give or take 4 s.")
    one.people = []
    assert look(Id.KEY)["parts"][0] == PART, "what is measured is worth axes of its own"
    assert look(Id.REVEAL)["parts"] == [BLANK, BLANK, BLANK]


def test_the_questions_stand_one_behind_the_other_and_keys_go_through_them(lesson: Lesson) -> None:
    page = html.Div(create_teacher(None, lesson))
    parts = [found for found in page._traverse() if getattr(found, "className", "") == BLANK]
    assert [found.id["part"] for found in parts] == list(PARTS)
    steps = [found for found in page._traverse() if hasattr(found, "data-step")]
    assert [(getattr(step, "data-step"), getattr(step, "aria-keyshortcuts")) for step in steps] == [
        ("-1", "ArrowLeft"),
        ("1", "ArrowRight"),
    ]
    assert "Prediction · 1 of 3" in str(page)


def test_reveal_shows_what_is_measured_and_hides_it_again(look: Callable[..., Any]) -> None:
    found = look(Id.REVEAL)
    assert (found["reveal"], found["revealed"]) == ("Hide again", "Measured: 50 %.")
    assert "Right is 400 s" in found["words"][1]
    again = look(Id.REVEAL, seen=found["seen"])
    assert (again["reveal"], again["revealed"]) == ("Reveal", "")
    assert "Right" not in again["words"][1]


def test_what_is_not_known_can_be_computed(
    one: OneClass, look: Callable[..., Any], lesson: Lesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    submitted: list[Any] = []
    running = SimpleNamespace(state="running", done=3, total=18)
    workers = SimpleNamespace(
        submit=lambda scenario, _visitor: submitted.append(scenario), status=lambda _: running if submitted else None
    )
    monkeypatch.setattr(known_module, "client", lambda: workers)
    monkeypatch.setattr(known_module, "known_result", lambda _: None)
    found = look(Id.REVEAL)
    assert found["compute_row"] != "hidden"
    assert "not known yet" in found["compute_said"]
    assert "Right is" in found["words"][1]
    assert look(Id.COMPUTE, seen=found["seen"])["compute_said"] == "Computing: 3 of 18 cells."
    assert submitted == [lesson.scenarios["start"]]
    waiting = look(seen=found["seen"])
    monkeypatch.setattr(known_module, "known_result", lambda _: made_up(lesson))
    assert look(seen=waiting["seen"])["revealed"] == "Measured: 50 %."


def test_without_the_key_the_page_gets_nothing(one: OneClass, look: Callable[..., Any]) -> None:
    for key in ("c" * 32, "", "A" * 32, 7):
        assert look(Id.REVEAL, key=key) is None
        for ask in (on_teacher.download, on_teacher.close):
            with pytest.raises(PreventUpdate):
                ask(1, {"key": key}, CODE)
    assert one.now == Session(CODE, "test-number", 0.0, False, 1)


def test_the_page_of_a_class_that_is_gone_says_so_and_stops(
    one: OneClass, look: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_look, "may", lambda *_: CODE)  # between two steps of one look
    one.now = None
    found = look()
    assert (found["said"], found["is_over"]) == (GONE, True)


def test_the_invitation_has_the_address_that_the_browser_sees(one: OneClass) -> None:
    shown, hidden, invitation, large, note, _ = on_teacher.enter({"key": KEY, "origin": "https://corral.example"}, CODE)
    assert (shown, hidden, note) == ("class-teacher", "hidden", "")
    assert f"corral.example/class/{CODE}" in str(invitation)
    assert "data:image/svg+xml" in str(invitation)
    assert ("class-qr-button" in str(invitation), "class-qr-button" in str(large)) == (True, False)


@pytest.mark.parametrize("origin", ["http://127.0.0.1:8050", "http://localhost:8050", "http://[::1]:8050"])
def test_it_is_said_where_students_cannot_reach_the_address(one: OneClass, origin: str) -> None:
    assert "--host 0.0.0.0" in on_teacher.enter({"key": KEY, "origin": origin}, CODE)[4]


def test_a_wrong_key_leads_to_the_door_of_everybody(one: OneClass) -> None:
    found = on_teacher.enter({"key": "c" * 32, "origin": "http://corral.example"}, CODE)
    assert found[:2] == ("hidden", "class-door")
    assert "does not have the key" in found[4]


def test_the_page_of_a_class_holds_nothing_that_only_the_teacher_may_see(one: OneClass) -> None:
    one.people = [seat(1, "Grace", (41.25,))]
    page = str(session.layout("abc234"))
    assert "A lesson of number" in page
    assert "Grace" not in page
    assert "41.25" not in page


def test_a_class_that_is_not_there_says_so_and_asks_for_the_code(one: OneClass) -> None:
    assert "mistyped, closed or expired" in str(session.layout("ABC235"))
    assert "mistyped, closed or expired" in str(session.layout("<script>"))


def test_the_csv_is_named_after_class_and_lesson(one: OneClass) -> None:
    one.people = [seat(1, "Grace", (41.25,))]
    found = on_teacher.download(1, {"key": KEY}, CODE)
    assert found["filename"].startswith(f"corral-class-{CODE}-test-number-")
    assert "Grace" in found["content"]


# What students send.


def post(web: Any, what: str, tree: Any, code: str = CODE) -> Any:
    return web.post(f"/class/{code}/{what}", json=tree)


def test_who_joins_gets_a_clean_name_and_the_way_to_the_lesson(web: Any, one: OneClass) -> None:
    found = post(web, "join", {"seat": TOKEN, "nickname": " Ada\u202e \n Lovelace\u0000 of the very long name"})
    assert found.json == {"state": "joined", "lesson": "test-number", "name": "Ada Lovelace of the very"}
    assert post(web, "join", {"seat": TOKEN}).json["name"] == "student 2"


def test_work_is_read_before_it_is_stored(web: Any, one: OneClass) -> None:
    work = {"prediction": [40], "answers": [None, 1], "revealed": True}
    assert post(web, "work", {"seat": TOKEN, "work": work, "handed_in": True}).json == {"state": "taken"}
    assert one.written == [(CODE, TOKEN, (40.0,), (None, 1.0), True, True)]


@pytest.mark.parametrize(
    ("work", "says"),
    [
        ({"prediction": [201]}, "does not fit the lesson"),
        ({"prediction": [1, 2]}, "does not fit the lesson"),
        ({"answers": [1, 2, 3]}, "more answers than questions"),
        ({"prediction": ["=1"]}, "not the work of a student"),
        ([], "not the work of a student"),
    ],
)
def test_work_that_does_not_fit_is_refused_in_a_sentence(web: Any, one: OneClass, work: Any, says: str) -> None:
    found = post(web, "work", {"seat": TOKEN, "work": work})
    assert found.status_code == 400
    assert says in found.json["said"]
    assert one.written == []


def test_students_are_told_when_the_class_is_gone(web: Any, one: OneClass) -> None:
    one.now = None
    for found in (
        post(web, "join", {"seat": TOKEN}),
        post(web, "work", {"seat": TOKEN, "work": {}}),
        web.get(f"/class/{CODE}/open"),
    ):
        assert (found.status_code, found.json["state"], found.json["said"]) == (200, "gone", GONE)


def test_it_is_said_that_the_broker_is_away(web: Any, one: OneClass, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: Any) -> None:
        raise UNREACHABLE[0]

    monkeypatch.setattr(one, "session", away)
    assert web.get(f"/class/{CODE}/open").status_code == 503
    assert "broker is away" in str(session.layout(CODE))
