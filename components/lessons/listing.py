"""Lessons in the terminal: a list of them, and their answers beside what is measured."""

from collections.abc import Callable, Mapping, Sequence

from tabulate import tabulate

from components.lessons.held import Held, compute, held, seconds
from components.lessons.lesson import Lesson
from components.lessons.measured import LessonError
from components.lessons.reading import FOLDER, lessons, read_lesson
from components.words.wording import number, with_uncertainty
from engine.inputs.scenario import Scenario

Say = Callable[[str], None]


def tell(names: Sequence[str], check: bool, processes: int, say: Say) -> str:
    """List the lessons called *names*, or all; with *check*, hold their answers against what the engine computes.

    Returns which of them cannot be used as they are, with the reasons, or nothing.
    """
    known, broken = lessons()
    if unknown := [name for name in names if name not in known and f"{name}.md" not in broken]:
        return f'there is no lesson "{unknown[0]}"; there are {", ".join(known)}'
    chosen = {name: lesson for name, lesson in known.items() if not names or name in names}
    failed = {file: reason for file, reason in broken.items() if not names or file.removesuffix(".md") in names}
    say(list_lessons(chosen))
    if check:
        failed |= _check(chosen, processes, say)
    lines = [f"{file}: {reason}" for file, reason in failed.items()]
    return "\n".join(["not every lesson can be used as it is", *lines]) if lines else ""


def revealing() -> list[Scenario]:
    """The scenarios by which the predictions of the lessons that come with Corral are revealed."""
    own = [read_lesson(path) for path in sorted(FOLDER.glob("*.md")) if path.stem != "README"]
    return [lesson.scenarios[name] for lesson in own for name in lesson.needed()]


def list_lessons(chosen: Mapping[str, Lesson]) -> str:
    """A line for each lesson: name, title, topic, minutes in class, seconds of computing on one core."""
    rows = [
        (name, lesson.front.title, lesson.front.topic, lesson.front.minutes, seconds(lesson))
        for name, lesson in chosen.items()
    ]
    return tabulate(rows, ("name", "title", "topic", "minutes", "computing (s)"), floatfmt=".1f")


def list_held(found: Sequence[Held]) -> str:
    """What a lesson asks the engine for: the answer in the file, what is measured, and whether the two fit."""
    rows = [
        (
            one.what,
            "" if one.answer is None else number(one.answer),
            with_uncertainty(one.measured),
            one.unit,
            one.objection or "holds",
        )
        for one in found
    ]
    head = ("asked", "answer", "measured", "unit", "")
    return tabulate(rows, head, colalign=("left", "right", "right", "left", "left"), disable_numparse=True)


def _check(chosen: Mapping[str, Lesson], processes: int, say: Say) -> dict[str, str]:
    """{file: reason} of those with an answer that does not hold, or with a question that cannot be computed."""
    failed = {}
    for name, lesson in chosen.items():
        try:
            found = held(lesson, compute(lesson, processes))
        except LessonError as error:
            failed[f"{name}.md"] = str(error)
            continue
        say(f"\n{name}\n{list_held(found)}")
        if objections := [f"{one.what}: {one.objection}" for one in found if one.objection]:
            failed[f"{name}.md"] = "; ".join(objections)
    return failed
