"""A section of a lesson's text in passages: some paragraphs, and the picture that stands beside them."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from components.lessons.measured import LessonError
from components.lessons.pictures import Answer, Results, read_picture

BLOCK = re.compile(r"^```picture\n(.*?)^```$\n?", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(#([a-z0-9-]+)\)")
"""Words that show a stage of the picture beside them: [twenty](#twenty)."""


class Passage(NamedTuple):
    """Paragraphs in Markdown, and the stages of their picture by the names that their words have for them."""

    words: str
    stages: Mapping[str, Any]

    def draw(self, results: Results) -> dict[str, str]:
        """Each stage as SVG; what is measured is there once it is known."""
        drawn = {name: picture.draw(results) for name, picture in self.stages.items()}
        return {name: picture for name, picture in drawn.items() if picture}


def read_passages(text: str) -> tuple[Passage, ...]:
    """The passages of a section; `LessonError` says what is wrong with a picture."""
    parts = BLOCK.split(text)
    words, blocks = parts[::2], [*parts[1::2], ""]
    found = []
    for some, block in zip(words, blocks, strict=True):
        stages = read_picture(block) if block else {}
        for name in LINK.findall(some):
            if name not in stages:
                raise LessonError(f'the picture beside "(#{name})" has no stage of that name')
        if some.strip() or stages:
            found.append(Passage(some.strip(), stages))
    return tuple(found)


def answers_in(passages: tuple[Passage, ...]) -> list[Answer]:
    """The pictures of measured results."""
    return [one for passage in passages for one in passage.stages.values() if isinstance(one, Answer)]
