"""Pictures beside a lesson's paragraphs: how they are read, what is refused, and that our own stay in their drawing."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from components.figures.passages.frame import WIDTH
from components.figures.passages.plot import draw_plot
from components.lessons.lesson import Lesson
from components.lessons.measured import LessonError
from components.lessons.passages import read_passages
from components.lessons.reading import FOLDER, read_lesson
from components.pages.learn.text import create_passages
from engine.study.ahead import result_ahead
from tests.components.lessons.lesson_files import write_lesson

OWN = sorted(path.stem for path in FOLDER.glob("*.md") if path.stem != "README")

BLOCK = "```picture\n{}\n```\n"
BARS = BLOCK.format("kind: bars\ntitle: <Two>\nbars: {one: 1, other: 2}")
STAGES = BLOCK.format(
    'kind: schedule\ntitle: First\nrows: {machine: "A 0-4"}\nstages:\n  first: {}\n  last: {title: Last}'
)


def read_all(lesson: Lesson) -> dict[str, str]:
    """Every picture of a lesson, by where it stands."""
    results = {name: result_ahead(lesson.scenarios[name]) for name in lesson.needed()}
    known = {name: result for name, result in results.items() if result is not None}
    known[""] = known[lesson.needed()[0]]
    passages = [*lesson.background, *lesson.explanation]
    return {f"{n} {name}": svg for n, one in enumerate(passages) for name, svg in one.draw(known).items()}


def test_a_text_without_pictures_is_one_passage() -> None:
    (passage,) = read_passages("One paragraph.\n\nAnother one.")
    assert passage == ("One paragraph.\n\nAnother one.", {})


def test_a_picture_goes_with_the_paragraphs_before_it() -> None:
    first, second = read_passages(f"One.\n\n{BARS}\nTwo.")
    assert (first.words, second.words) == ("One.", "Two.")
    assert "&lt;Two&gt;" in first.draw({})[""]
    assert second.draw({}) == {}


def test_words_name_the_stages_of_their_picture() -> None:
    (passage,) = read_passages(f"[Largest first](#first) or [last](#last).\n\n{STAGES}")
    assert list(passage.draw({})) == ["first", "last"]
    shown = str(create_passages([passage]))
    assert shown.count("learn-stage") == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"[Nowhere](#nowhere).\n\n{STAGES}", "has no stage of that name"),
        (BLOCK.format("kind: [unclosed"), "is not YAML"),
        (BLOCK.format("just words"), "a list of names with values"),
        (BLOCK.format("kind: photograph"), "photograph"),
        (BLOCK.format('kind: schedule\ntitle: T\nrows: {machine: "A from 0 to 4"}'), "“T”.* is no bar"),
        (BLOCK.format('kind: schedule\ntitle: T\nrows: {machine: "A 4-0"}'), "is no bar"),
        (BLOCK.format("kind: machines\ntitle: T\ngroups: {fast: five}"), "no number of machines"),
        (BLOCK.format("kind: machines\ntitle: T\ngroups: {fast: 99 A}"), "more than 60 machines"),
        (BLOCK.format("kind: bars\ntitle: T\nbars: {one: 1}\nstages: 7"), "stages"),
        (BLOCK.format("kind: plot\nx: a\ny: b\nlines: {one: [[0, 1]]}"), "lines"),
    ],
)
def test_what_is_wrong_with_a_picture_is_said(text: str, said: str) -> None:
    with pytest.raises(LessonError, match=said):
        read_passages(text)


@pytest.mark.parametrize(
    ("section", "picture", "said"),
    [
        ("A background", "metric: response_time", "gives away what is to be predicted"),
        ("It is so.", "metric: nothing", "no metric called nothing"),
        ("It is so.", "metric: response_time\nscenario: other", "no scenario that reveals"),
        ("It is so.", "metric: response_time\npolicies: [FCFS]", "no policy called FCFS"),
    ],
)
def test_an_answer_is_one_that_may_be_seen(tmp_path: Path, section: str, picture: str, said: str) -> None:
    block = BLOCK.format(f"kind: answer\n{picture}")
    path = write_lesson(tmp_path, "number", (section, f"{block}\n{section}"))
    with pytest.raises(LessonError, match=said):
        read_lesson(path)


@pytest.mark.parametrize("name", OWN)
def test_a_lesson_of_our_own_has_pictures_that_stay_within_their_drawing(name: str) -> None:
    lesson = read_lesson(FOLDER / f"{name}.md")
    assert sum(bool(one.stages) for one in lesson.background) >= 3
    assert sum(bool(one.stages) for one in lesson.explanation) >= 2
    for where, svg in read_all(lesson).items():
        root = ElementTree.fromstring(svg)
        assert len(root.get("aria-label", "")) > 15, where
        if root.get("class") != "passage-picture":
            continue  # as on the page of questions
        for one in root.iter("rect"):
            left, wide = float(one.get("x", 0)), float(one.get("width", 0))
            assert left >= 0, where
            assert left + wide <= WIDTH + 0.1, where
        for text in root.iter("text"):
            long, x = 6.2 * len(text.text or ""), float(text.get("x", 0))
            left = {"start": x, "middle": x - long / 2, "end": x - long}[text.get("text-anchor", "start")]
            assert left >= -6, (where, text.text)
            assert left + long <= WIDTH + 6, (where, text.text)


@pytest.mark.parametrize(
    ("line", "mark", "is_above"),
    [
        (((0, 3), (1, 1), (2, 0)), (1, 1), True),
        (((0, 0), (1, 1), (2, 3)), (1, 1), False),
        (((0, 0), (2, 3)), (2, 3), True),
    ],
)
def test_the_number_of_a_mark_stands_on_the_other_side_of_its_line(
    line: tuple[tuple[float, float], ...], mark: tuple[float, float], is_above: bool
) -> None:
    """A failure: "0.373" struck through by a line that falls."""
    drawn = draw_plot("a", {"b": line}, (mark,), "x", "y")
    (middle,) = re.findall(r'<circle cx="[\d.]+" cy="([\d.]+)"', drawn)
    (number,) = re.findall(rf'<text[^>]* y="([\d.]+)"[^>]*class="name"[^>]*>{mark[1]}<', drawn)
    assert (float(number) < float(middle)) == is_above
