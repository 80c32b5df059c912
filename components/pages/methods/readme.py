"""The README of a family, cut into sections with anchors, and these into texts and tables."""

import re
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import engine
from components.glossary.anchor import anchor

FILE_LINK = re.compile(r"\[([^\]]*)\]\((?!https?:|/|#)[^)]*\)")
"""A link to a file, which the page does not serve."""


class Block(NamedTuple):
    """Markdown with equations: a text, or one table."""

    text: str
    is_table: bool


class Section(NamedTuple):
    """A heading with its anchor, and what stands below it."""

    anchor: str
    title: str
    blocks: list[Block]


class Readme(NamedTuple):
    """Title, what stands before the first heading, and the sections."""

    title: str
    before: list[Block]
    sections: list[Section]


@cache
def readme_of(family: str) -> Readme:
    """The README of the *family* with this name."""
    path = Path(engine.__file__).parent / family.replace("-", "_") / "README.md"
    return read(path.read_text(encoding="utf-8"))


def read(text: str) -> Readme:
    """A README that begins with "# Title", in parts; without the comments that say where tables are written into it."""
    text = re.sub(r"^<!--.*-->\n", "", text, flags=re.MULTILINE)
    title, _, rest = text.removeprefix("# ").partition("\n")
    before, *parts = re.split(r"^## ", FILE_LINK.sub(r"\1", rest), flags=re.MULTILINE)
    return Readme(title.strip(), _blocks(before), [_section(part) for part in parts])


def _section(text: str) -> Section:
    title, _, rest = text.partition("\n")
    return Section(anchor(title), title.strip(), _blocks(rest))


def _blocks(text: str) -> list[Block]:
    """Tables apart, since a wide one scrolls by itself."""
    runs = groupby(text.splitlines(), key=lambda line: line.startswith("|"))
    blocks = [Block("\n".join(lines), is_table) for is_table, lines in runs]
    return [block for block in blocks if block.text.strip()]
