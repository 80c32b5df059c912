"""The value of the sweep at which a lesson's replay opens."""

from pathlib import Path

import pytest

from components.lessons.measured import LessonError
from components.lessons.reading import FOLDER, read_lesson
from components.pages.learn.on_tool import _point
from components.pages.studio.page_state import read_state
from components.visits.answers import empty_result
from tests.components.lessons.lesson_files import lesson_of, write_lesson

SHOWS = "show: {at: %s}\nprediction:"


def test_a_replay_opens_at_the_value_that_the_text_names() -> None:
    lesson = read_lesson(FOLDER / "delay-classes.md")
    state = read_state(empty_result(lesson.start), {"tab": "states"} | _point(lesson))
    assert lesson.start.points()[int(state.point)] == {"workload.arrivals.rate_per_1000_s": 1.0}


def test_without_a_value_it_opens_where_it_usually_does(tmp_path: Path) -> None:
    assert _point(lesson_of(tmp_path, "curve")) == {}


def test_a_value_that_is_not_studied_is_refused(tmp_path: Path) -> None:
    path = write_lesson(tmp_path, "curve", ("prediction:", SHOWS % 0.7))
    with pytest.raises(LessonError, match=r"show\.at: the first scenario studies 0\.5, 1, 1\.5, and not 0\.7"):
        read_lesson(path)
