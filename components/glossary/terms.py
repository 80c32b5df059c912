"""The words that are written by hand, in terms.md."""

import re
from pathlib import Path

from components.glossary.anchor import anchor
from components.glossary.entry import Definition, Entry
from engine.study.registry import FAMILIES

PATH = Path(__file__).parent / "terms.md"
KEYS = ("Source", "Family", "See also", "Labels")
LINE = re.compile(rf"^({'|'.join(KEYS)}): (.+)$")


class TermError(ValueError):
    """An entry of terms.md that cannot be read; the message says which and why."""


def read_terms(text: str) -> list[Entry]:
    """All entries of a text as terms.md has them; `TermError` says what is wrong."""
    _, *parts = re.split(r"^## ", text, flags=re.MULTILINE)
    return [_read_term(part) for part in parts]


def _read_term(part: str) -> Entry:
    title, *lines = [line.strip() for line in part.strip().splitlines()]
    found: dict[str, str] = {}
    sentences: list[str] = []
    for line in filter(None, lines):
        if match := LINE.match(line):
            if match[1] in found:
                raise TermError(f"“{title}” has {match[1]} twice")
            found[match[1]] = match[2]
        else:
            sentences.append(line)
    if not sentences:
        raise TermError(f"“{title}” has no definition")
    families = _listed(found.get("Family", ""))
    if unknown := set(families) - FAMILIES.keys():
        raise TermError(f"“{title}” is of {', '.join(sorted(unknown))}; a family is one of {', '.join(FAMILIES)}")
    definition = Definition(" ".join(sentences), "", found.get("Source", ""), families)
    labels, see = _listed(found.get("Labels", "")), _listed(found.get("See also", ""))
    return Entry(anchor(title), title, [definition], labels, see, is_term=True)


def _listed(text: str) -> tuple[str, ...]:
    """The parts of a list with semicolons."""
    return tuple(part.strip() for part in text.split(";") if part.strip())
