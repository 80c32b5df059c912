"""The lessons that come with Corral: every file can be used, and every answer in it is what the engine says."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from app import main
from components.lessons.held import compute, held
from components.lessons.lesson import Lesson
from components.lessons.reading import FOLDER, OWN_FOLDER, lessons, read_lesson
from components.pages.studio.sketch.unlocked_form import NONE, create_unlocked
from components.pages.studio.tabs import shown_tabs
from engine.study.budget import budget
from engine.study.registry import FAMILIES

TOPICS = {
    "delay-classes": "delay classes and virtual homogeneity",
    "upgrading": "upgrading",
    "migration": "when migration pays",
    "gang-and-io": "why gang scheduling wastes quanta on I/O",
    "spinning-or-blocking": "spinning or blocking",
    "multiprogramming-level": "multiprogramming level",
    "fairness": "fairness and Periodic Boost heuristics",
    "malleable-jobs": "rigid against malleable jobs",
    "profit": "accepting jobs for profit",
    "how-many-workers": "how many workers",
    "barrier": "barrier under background load",
    "error-bars": "trust in error bars",
    "estimates": "estimates that users give",
    "one-log": "intervals from one log",
    "users-who-wait": "users who wait for their jobs",
    "dedicated-or-shared": "space sharing beside coscheduling",
    "write-your-own": "policies of one's own",
    "why-upgrading": "from what a gain comes",
    "why-migration": "which part turns when migration stops paying",
    "why-gang-idles": "where the time of the processors goes",
    "worst-case": "where a policy is worst",
    "reach-a-goal": "how many machines are enough",
    "choose-the-best": "which alternative is the best",
}

LONGEST_STUDY = 6.0
"""Estimated seconds on one core, so that a class does not wait."""

UNFINISHED = ("TODO", "FIXME", "To be written", "...")

every_lesson = pytest.mark.parametrize("name", TOPICS)


@cache
def lesson(name: str) -> Lesson:
    return read_lesson(FOLDER / f"{name}.md")


def test_every_topic_has_a_lesson_and_every_file_a_topic() -> None:
    assert {path.stem for path in FOLDER.glob("*.md")} == {*TOPICS, "README"}


def test_every_kind_of_prediction_is_practiced() -> None:
    kinds = Counter(lesson(name).front.prediction.kind for name in TOPICS)
    assert min(kinds[kind] for kind in ("number", "ordering", "curve")) >= 3


@every_lesson
def test_what_a_lesson_asks_for_is_what_the_engine_says(name: str) -> None:
    found = held(lesson(name), compute(lesson(name)))
    assert {one.what: one.objection for one in found if one.objection} == {}
    assert any(one.answer is not None for one in found), "no question is held against the engine"


@every_lesson
def test_no_study_of_a_lesson_keeps_a_class_waiting(name: str) -> None:
    assert max(budget(scenario).seconds for scenario in lesson(name).scenarios.values()) <= LONGEST_STUDY


@every_lesson
def test_every_unlocked_field_has_an_input(name: str) -> None:
    tree, unlocked = lesson(name).start.model_dump(mode="json"), lesson(name).front.unlocked
    assert 2 <= len(unlocked) <= 5
    assert [path for path in unlocked if NONE in str(create_unlocked(tree, [path]))] == []


@every_lesson
def test_the_tool_opens_with_a_tab_and_a_metric_that_are_there(name: str) -> None:
    known, show = lesson(name), lesson(name).front.show
    assert show.tab in shown_tabs(known.start.model_dump(mode="json"), known.start.policies[0])
    assert show.metric in FAMILIES[known.start.family].metrics


@every_lesson
def test_a_lesson_asks_for_a_number_and_for_a_choice(name: str) -> None:
    assert {question.kind for question in lesson(name).front.questions} >= {"number", "choice"}


@every_lesson
def test_texts_are_finished_and_long_enough_to_teach(name: str) -> None:
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    assert [word for word in UNFINISHED if word in text] == []
    assert 300 <= sum(len(one.words.split()) for one in lesson(name).background) <= 600
    assert "**Try:**" in lesson(name).text.run


# the command ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, float], Path]]:
    """Writes a small lesson, with any answer to its question, into a folder of one's own."""
    monkeypatch.setenv(OWN_FOLDER, str(tmp_path))
    lessons.cache_clear()

    def write(name: str, answer: float) -> Path:
        alone = {"metric": "response_time", "policy": "FCFS"}  # a job alone takes 800 s
        number = {"kind": "number", "question": "?", "answer": answer, "measured": alone, "why": "."}
        choices = [{"text": "yes", "right": True, "why": "."}, {"text": "no", "why": "."}]
        front = {
            "title": "Small", "topic": "Tests", "order": 1, "minutes": 1, "aim": ".", "source": ".",
            "scenarios": {"one": {"title": "One job", "example": "schnor-system-1", "set": {
                "workload.jobs": 1, "policies": ["FCFS"], "study.vary": None, "study.replications": 2}}},
            "unlocked": ["policies"],
            "prediction": {"kind": "number", "question": "?", "low": 0, "high": 1000, "measured": alone},
            "questions": [number, {"kind": "choice", "question": "?", "choices": choices}],
        }  # fmt: skip
        body = "".join(f"\n## {head}\n\nText.\n" for head in ("Background", "Run", "Explanation"))
        path = tmp_path / f"{name}.md"
        path.write_text(f"---\n{yaml.safe_dump(front)}---\n{body}", encoding="utf-8")
        return path

    yield write
    lessons.cache_clear()


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["dev", "lessons", *words])


def test_the_command_lists_every_lesson(own: Callable[[str, float], Path]) -> None:
    own("small", 800)
    outcome = run()
    assert outcome.exit_code == 0
    assert all(name in outcome.output for name in (*TOPICS, "small"))


def test_the_command_names_a_broken_file_with_the_reason_and_fails(own: Callable[[str, float], Path]) -> None:
    path = own("small", 800)
    path.write_text(path.read_text().replace("minutes: 1\n", "minutes: none\n"))
    outcome = run()
    assert outcome.exit_code == 1
    assert "small.md: minutes" in outcome.output


def test_the_command_holds_right_answers(own: Callable[[str, float], Path]) -> None:
    own("small", 800)
    outcome = run("small", "--check", "--processes", "1")
    assert outcome.exit_code == 0
    assert "holds" in outcome.output


def test_the_command_fails_for_a_wrong_answer(own: Callable[[str, float], Path]) -> None:
    own("small", 700)
    outcome = run("small", "--check", "--processes", "1")
    assert outcome.exit_code == 1
    assert "small.md: question 1: the answer is not within its tolerance" in outcome.output
