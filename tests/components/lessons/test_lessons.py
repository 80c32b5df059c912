"""Lessons as files, what they measure, what comes of a prediction, and what is handed in."""

import base64
import contextlib
import zlib
from pathlib import Path

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.lessons import reading
from components.lessons.handing_in import LONGEST_TEXT, clean_nickname, from_text, to_text, work_in
from components.lessons.lesson import Lesson
from components.lessons.measured import LessonError, Measured, Place, measure
from components.lessons.reading import read_lesson
from components.lessons.reveal import Closeness, reveal
from components.lessons.work import Work, WorkError, read_work, right_answers
from tests.components.lessons.lesson_files import PREDICTIONS, lesson_of, made_up, write_lesson


@pytest.fixture(scope="module")
def numbers(tmp_path_factory: pytest.TempPathFactory) -> Lesson:
    return lesson_of(tmp_path_factory.mktemp("lessons"), "number")


@pytest.fixture(scope="module")
def orderings(tmp_path_factory: pytest.TempPathFactory) -> Lesson:
    return lesson_of(tmp_path_factory.mktemp("lessons"), "ordering")


@pytest.fixture(scope="module")
def curves(tmp_path_factory: pytest.TempPathFactory) -> Lesson:
    return lesson_of(tmp_path_factory.mktemp("lessons"), "curve")


# The file.


@pytest.mark.parametrize("kind", PREDICTIONS)
def test_a_lesson_of_each_kind_is_read(tmp_path: Path, kind: str) -> None:
    assert lesson_of(tmp_path, kind).front.prediction.kind == kind


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("title: A lesson", "titel: A lesson", "titel"),
        ("schnor-system-1", "schnor-system-99", "there is no example called 'schnor-system-99'"),
        ("workload.jobs: 300", "workload.yobs: 300", "the scenario has no workload.yobs"),
        ("workload.jobs: 300", "workload.jobs: -3", "scenarios.start: "),
        ("unlocked: [policies", "unlocked: [policy", "the first scenario has no policy"),
        ("      study.vary.values: [0.5, 1.0, 1.5]\n", "      study.vary: null\n", "varies no field"),
        ("## Run", "## Walk", "sections"),
        ("right: true, ", "", "exactly one choice has to be right"),
        ("policy: SED}", "policy: SED, scenario: third}", "no scenario called third"),
        ("aim: You", "aim: [You", "the front matter is not YAML: line "),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(LessonError, match=said.replace("[", "\\[")):
        read_lesson(write_lesson(tmp_path, "curve", (old, new)))


def test_a_curve_over_nothing_is_refused(tmp_path: Path) -> None:
    path = write_lesson(tmp_path, "curve", ("      study.vary.values: [0.5, 1.0, 1.5]\n", "      study.vary: null\n"))
    path.write_text(path.read_text().replace("[policies, study.vary]", "[policies]"))
    with pytest.raises(LessonError, match="a curve needs a study that varies a field"):
        read_lesson(path)


def test_a_folder_of_ones_own_adds_lessons_and_names_broken_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_lesson(tmp_path, "number")
    (tmp_path / "no-lesson.md").write_text("nothing")
    (tmp_path / "Bad_Name.md").write_text("nothing")
    monkeypatch.setenv(reading.OWN_FOLDER, str(tmp_path))
    reading.lessons.cache_clear()
    try:
        found, broken = reading.lessons()
    finally:
        reading.lessons.cache_clear()
    assert "test-number" in found
    assert set(broken) >= {"no-lesson.md", "Bad_Name.md"}
    assert all(str(tmp_path) not in reason for reason in broken.values())


# What is measured.


@pytest.mark.parametrize(
    ("wanted", "mean"),
    [
        (Measured(metric="response_time", at=1.0), 200.0),
        (Measured(metric="response_time", policy="SED-NU", at=1.0, how="percent", against=Place(policy="SED")), 50.0),
        (Measured(metric="response_time", at=1.0, how="ratio", against=Place(at=0.5)), 2.0),
        (Measured(metric="response_time", how="lowest-at"), 0.5),
        (Measured(metric="response_time", how="highest-at"), 1.5),
        (Measured(metric="response_time", at=0.5, how="spread-percent"), 4.0),
        (Measured(metric="response_time", at=0.5, replications=1), 98.0),
    ],
)
def test_a_number_of_a_result(numbers: Lesson, wanted: Measured, mean: float) -> None:
    assert measure(wanted, {"": made_up(numbers)}).mean == pytest.approx(mean, rel=1e-3)


def test_where_two_policies_change_sides(numbers: Lesson) -> None:
    wanted = Measured(metric="response_time", policy="SED", how="crossing", against=Place(policy="SED-NU"))
    assert 1.0 < measure(wanted, {"": made_up(numbers)}).mean < 1.5


@pytest.mark.parametrize("place", [Place(policy="FCFS"), Place(at=0.7)])
def test_a_place_that_the_study_has_not_is_said(numbers: Lesson, place: Place) -> None:
    wanted = Measured(metric="response_time", policy=place.policy, at=place.at)
    with pytest.raises(LessonError, match="the study has no"):
        measure(wanted, {"": made_up(numbers)})


# The reveal.


@pytest.mark.parametrize(
    ("guess", "closeness", "said"),
    [
        (50.0, Closeness.CLOSE, "Exactly that."),
        (53.0, Closeness.CLOSE, "Close: 3 points too high."),
        (40.0, Closeness.NEAR, "10 points too low."),
        (0.0, Closeness.FAR, "50 points too low."),
    ],
)
def test_a_predicted_number(numbers: Lesson, guess: float, closeness: Closeness, said: str) -> None:
    found = reveal(numbers, (guess,), {"start": made_up(numbers)})
    assert found.closeness == closeness
    assert found.short == said
    assert f"You predicted {guess:.0f} %. Measured: 50" in found.sentence


@pytest.mark.parametrize(
    ("guess", "said"), [(20.0, "Right direction; 30 points too low."), (-20.0, "Wrong direction; 70 points too low.")]
)
def test_where_numbers_below_0_are_allowed_the_direction_is_told(tmp_path: Path, guess: float, said: str) -> None:
    lesson = read_lesson(write_lesson(tmp_path, "number", ("low: 0", "low: -50")))
    assert reveal(lesson, (guess,), {"start": made_up(lesson)}).short == said


@pytest.mark.parametrize(
    ("order", "closeness", "said"),
    [
        ((1.0, 2.0, 0.0), Closeness.CLOSE, "Your order is right."),
        ((2.0, 1.0, 0.0), Closeness.FAR, "1 of 3 pairs is the other way round. For example idle comes before middle."),
        ((0.0, 2.0, 1.0), Closeness.FAR, "3 of 3 pairs are the other way round. For example idle comes before middle."),
    ],
)
def test_a_predicted_order(orderings: Lesson, order: tuple[float, ...], closeness: Closeness, said: str) -> None:
    found = reveal(orderings, order, {"start": made_up(orderings)})
    assert found.sentence.startswith("Measured order: idle, middle, busy.")
    assert said == f"{found.short} {found.sentence.partition('busy.')[2].strip()}".strip()
    assert found.closeness == closeness


@pytest.mark.parametrize(
    ("heights", "closeness", "said"),
    [
        (
            (110.0, 210.0, 410.0),
            Closeness.CLOSE,
            "Close: 10 s too high on average. You drew a curve that rises,",
        ),
        ((200.0, 300.0, 500.0), Closeness.FAR, "Right direction; 100 s too high on average."),
        ((400.0, 200.0, 100.0), Closeness.FAR, "Wrong direction; 200 s off on average. You drew a curve that falls;"),
        ((150.0, 100.0, 400.0), Closeness.NEAR, "Another shape; 50 s off on average. You drew a curve that has its"),
    ],
)
def test_a_sketched_curve(curves: Lesson, heights: tuple[float, ...], closeness: Closeness, said: str) -> None:
    found = reveal(curves, heights, {"start": made_up(curves)})
    assert f"{found.short} {found.sentence}".startswith(said)
    assert len(found.short) <= 90
    assert found.closeness == closeness


@pytest.mark.parametrize("kind", PREDICTIONS)
def test_without_a_prediction_the_measurement_is_told(tmp_path: Path, kind: str) -> None:
    lesson = lesson_of(tmp_path, kind)
    found = reveal(lesson, (), {"start": made_up(lesson)})
    assert found.closeness is None
    assert "easured" in found.sentence
    assert all(line.predicted is None for line in found.lines)


# The work.


@pytest.mark.parametrize("answer", [396.0, 400.0, 404.0])
def test_an_answer_within_the_tolerance_is_right(numbers: Lesson, answer: float) -> None:
    assert right_answers(numbers, Work(answers=(answer, 1.0))) == [True, True]


@pytest.mark.parametrize("answers", [(395.0, 0.0), (405.0, 7.0), (-400.0, 0.5)])
def test_other_answers_are_wrong(numbers: Lesson, answers: tuple[float, ...]) -> None:
    assert right_answers(numbers, Work(answers=answers)) == [False, False]


def test_what_is_not_answered_is_neither(numbers: Lesson) -> None:
    assert right_answers(numbers, Work(answers=(None,))) == [None, None]


@pytest.mark.parametrize(
    ("kind", "prediction"),
    [
        ("number", [201.0]),
        ("number", [1.0, 2.0]),
        ("number", ["1"]),
        ("ordering", [0, 1]),
        ("ordering", [0, 1, 1]),
        ("ordering", [0.5, 1, 2]),
        ("curve", [1.0, 2.0]),
        ("curve", [1.0, 2.0, 501.0]),
        ("curve", [1.0, None, 3.0]),
    ],
)
def test_a_prediction_that_does_not_fit_is_refused(tmp_path: Path, kind: str, prediction: list[float]) -> None:
    with pytest.raises(WorkError):
        read_work(lesson_of(tmp_path, kind), {"prediction": prediction})


def test_a_prediction_counts_once_it_is_fixed(numbers: Lesson) -> None:
    tree = {"prediction": [12], "fixed": False, "typed": ["x"], "nickname": "Ada"}
    assert work_in(numbers, tree).prediction == ()
    assert work_in(numbers, tree | {"fixed": True}).prediction == (12,)


# Handing in.

WORK = Work(prediction=(12.0,), answers=(400.0, None), revealed=True)


def test_a_link_brings_back_what_was_handed_in(numbers: Lesson) -> None:
    work, beside = from_text(numbers, to_text(WORK, "Ada", [2, 0]))
    assert work == WORK
    assert (beside.nickname, beside.tries) == ("Ada", (2, 0))


def test_a_link_is_short(curves: Lesson) -> None:
    work = Work(prediction=tuple(float(n) for n in range(40)), answers=(1.0,) * 8, revealed=True)
    assert len(to_text(work, "A" * 24, [3] * 8)) < 1_000


@pytest.mark.parametrize(
    "text", ["", "x", "eNo", "%%%", "A" * (LONGEST_TEXT + 1), to_text(Work(prediction=(999.0,)), "", [])]
)
def test_a_damaged_link_is_refused(numbers: Lesson, text: str) -> None:
    with pytest.raises(WorkError):
        from_text(numbers, text)


def test_a_link_that_unpacks_to_much_is_refused(numbers: Lesson) -> None:
    bomb = zlib.compress(orjson.dumps({"prediction": [0] * 1_000_000}), 9)
    with pytest.raises(WorkError):
        from_text(numbers, base64.urlsafe_b64encode(bomb).decode()[:LONGEST_TEXT])


@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda data: data.decode("latin-1")))
def test_any_text_is_read_or_refused_in_words(numbers: Lesson, text: str) -> None:
    with contextlib.suppress(WorkError):
        from_text(numbers, text)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ada \n Lovelace ", "Ada Lovelace"),
        ("A\u202eda\u0000", "Ada"),
        ("x" * 100, "x" * 24),
        (None, ""),
    ],
)
def test_a_nickname_is_cleaned(typed: str | None, kept: str) -> None:
    assert clean_nickname(typed) == kept
