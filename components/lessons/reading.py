"""Reading lessons from their folder: a front matter in YAML between lines of "---", then sections with "## " heads."""

import os
import re
from functools import cache
from pathlib import Path

import yaml

from components.lessons.lesson import Lesson
from components.lessons.measured import LessonError

FOLDER = Path(__file__).parent.parent.parent / "lessons"
"""The lessons that come with Corral."""

OWN_FOLDER = "CORRAL_LESSONS"
"""Environment variable that names a folder with more of them; of two lessons of one name that in it is taken."""

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LARGEST_FILE = 100_000
HEADS = ("Background", "Run", "Explanation")


def read_lesson(path: Path) -> Lesson:
    """The lesson in the file at *path*; `LessonError` says what is wrong with it."""
    if not NAME.fullmatch(path.stem):
        raise LessonError("the name of the file may have small letters, digits and single hyphens only")
    if path.stat().st_size > LARGEST_FILE:
        raise LessonError(f"the file is longer than {LARGEST_FILE:,} bytes")
    _, line, rest = path.read_text(encoding="utf-8").partition("---\n")
    matter, end, body = rest.partition("\n---\n")
    if not line or not end:
        raise LessonError('the file has to begin with a front matter between two lines of "---"')
    try:
        front = yaml.safe_load(matter)
    except yaml.YAMLError as error:
        raise LessonError(f"the front matter is not YAML: {_where(error)}") from None
    if not isinstance(front, dict):
        raise LessonError("the front matter has to be a list of names with values")
    return Lesson(path.stem, front, _sections(body))


def _where(error: yaml.YAMLError) -> str:
    """What is wrong and in which line of the file, which has one line more before the front matter."""
    problem, mark = getattr(error, "problem", None), getattr(error, "problem_mark", None)
    return f"line {mark.line + 2}: {problem}" if mark is not None else str(error)


def _sections(body: str) -> dict[str, str]:
    parts = re.split(r"^## (.+)$", body, flags=re.MULTILINE)
    found = {head.strip(): text.strip() for head, text in zip(parts[1::2], parts[2::2], strict=True)}
    if list(found) != list(HEADS) or parts[0].strip():
        raise LessonError(f"the text has to consist of the sections {', '.join(f'“## {one}”' for one in HEADS)}")
    return {head.lower(): text for head, text in found.items()}


@cache
def lessons() -> tuple[dict[str, Lesson], dict[str, str]]:
    """All lessons by name, in their order, and for each file that cannot be used the reason."""
    found: dict[str, Lesson] = {}
    broken: dict[str, str] = {}
    own = os.environ.get(OWN_FOLDER)
    for folder in [FOLDER, *([Path(own)] if own else [])]:
        for path in sorted(folder.glob("*.md")):
            if path.stem == "README":
                continue
            try:
                found[path.stem] = read_lesson(path)
            except (LessonError, OSError, UnicodeDecodeError) as error:
                broken[path.name] = str(error)
    return dict(sorted(found.items(), key=lambda one: (one[1].front.order, one[0]))), broken
