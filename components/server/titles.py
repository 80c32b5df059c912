"""What pages are called in the browser of which the address says what they are about; "" if it says nothing known."""

from collections.abc import Callable
from typing import Any

from components.lessons.reading import lessons
from components.pages.classes.door import read_code
from engine.papers.catalogue import PAPERS
from engine.study.registry import FAMILIES


def _paper(paper: str = "", **_: Any) -> str:
    return PAPERS[paper].source if paper in PAPERS else ""


def _family(family: str = "", **_: Any) -> str:
    return f"Methods: {FAMILIES[family].title}" if family in FAMILIES else ""


def _lesson(lesson: str = "", **_: Any) -> str:
    found, _broken = lessons()
    return found[lesson].front.title if lesson in found else ""


def _class(code: str = "", **_: Any) -> str:
    plain = read_code(code)
    return f"Class {plain}" if plain else ""


TITLES: dict[str, Callable[..., str]] = {"paper": _paper, "family": _family, "lesson": _lesson, "class": _class}
"""By the name of the page; each takes the parts of the address by name."""


def title_of(page: str, otherwise: str) -> str | Callable[..., str]:
    """The title of the page called *page*: a text, or a function of the parts of its address."""
    of_address = TITLES.get(page)
    if of_address is None:
        return f"Corral – {otherwise}"
    return lambda **parts: f"Corral – {of_address(**parts) or otherwise}"
