"""All entries of the glossary, and which of them a label or a field leads to."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from components.glossary.anchor import anchor
from components.glossary.derived import field_entries, metric_entries, policy_entries
from components.glossary.described import described
from components.glossary.entry import Definition, Entry, key_of
from engine.metrics.catalogue import METRICS
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


WORD = re.compile(r"\w+")

ALIKE = 0.9
"""Part of the words of the shorter of two definitions that the longer one has, if they say the same."""


@cache
def glossary() -> dict[str, Entry]:
    """Every entry by its anchor, by the alphabet. One word is one entry, however many catalogues define it.

    What is written by hand comes first, and takes in what its labels name.
    """
    found: dict[str, Entry] = {}
    for entry in (*_terms(), *metric_entries(), *policy_entries(), *field_entries()):
        place = _homes().get(entry.anchor, entry.anchor)
        found[place] = _merged(found[place], entry) if place in found else entry
    return dict(sorted(found.items()))


@cache
def _terms() -> tuple[Entry, ...]:
    return tuple(read_terms(PATH.read_text(encoding="utf-8")))


@cache
def _homes() -> dict[str, str]:
    """Where what is called so stands: anchor of a title or label -> anchor of the term."""
    home: dict[str, str] = {}
    for term in _terms():
        for name in {anchor(name) for name in (term.title, *term.labels)}:
            if name in home:
                raise TermError(f"“{name}” of “{term.title}” is in terms.md twice: it leads to “{home[name]}” as well")
            home[name] = term.anchor
    return home


def _merged(entry: Entry, other: Entry) -> Entry:
    definitions = list(entry.definitions)
    for one in other.definitions:
        if not one.label and other.anchor != entry.anchor:
            one = one._replace(label=other.title)
        same = next((known for known in definitions if _is_same(known, one)), None)
        if same is None:
            definitions.append(one)
        else:
            families = tuple(dict.fromkeys((*same.families, *one.families)))
            whole = max(same.text, one.text, key=len)
            definitions[definitions.index(same)] = same._replace(text=whole, families=families)
    labels = tuple(dict.fromkeys((*entry.labels, other.title, *other.labels)))
    return entry._replace(definitions=definitions, labels=labels)


def _is_same(known: Definition, one: Definition) -> bool:
    """Whether one of them says all of the other, in nearly the same words."""
    if known.text == one.text:
        return True
    fewer, more = sorted((set(WORD.findall(each.text.lower())) for each in (known, one)), key=len)
    return known.label == one.label and len(fewer & more) >= ALIKE * len(fewer)


@cache
def labels() -> dict[str, str]:
    """Anchor of every label, by `key_of`."""
    found: dict[str, str] = {}
    for entry in glossary().values():
        for name in (entry.title, *entry.labels):
            if found.setdefault(key_of(name), entry.anchor) != entry.anchor:
                raise TermError(f"“{name}” leads to “{found[key_of(name)]}” and to “{entry.anchor}”")
    return found


@cache
def field_labels() -> dict[str, str]:
    """Anchor of every field by its path, in which "*" stands for any number; a path means the same in every family."""
    found: dict[str, str] = {}
    for one in (field for family in FAMILIES for field in described(family)):
        place = labels()[key_of(one.words.title)]
        if found.setdefault(one.path, place) != place:
            raise TermError(f"{one.path} leads to “{found[one.path]}” and to “{place}”")
    return found


def anchor_of_metric(title: str) -> str | None:
    """The anchor of the metric with this *title*; None if it is no entry. The other entries are not read."""
    place = anchor(key_of(title))
    is_there = any(key_of(metric.title) == key_of(title) for metric in METRICS.values())
    return _homes().get(place, place if is_there else None)


def terms_of(family: str) -> list[Entry]:
    """What is written by hand for one *family*."""
    return [one for one in glossary().values() if one.is_term and family in one.definitions[0].families]


def as_json() -> dict[str, Any]:
    """Everything that words.js needs."""
    entries = glossary()
    return {
        "families": {name: family.title for name, family in FAMILIES.items()},
        "labels": labels(),
        "fields": field_labels(),
        "words": {place: _tree(entry) for place, entry in entries.items()},
    }


def _tree(entry: Entry) -> dict[str, Any]:
    said = {key_of(name) for name in (entry.title, *(one.label for one in entry.definitions))}
    named = [name for name in entry.labels if key_of(name) not in said]
    return {
        "title": entry.title,
        "names": named,
        "means": [_meaning(one) for one in entry.definitions],
        "see": [[labels()[key_of(name)], name] for name in entry.see],
    }


def _meaning(definition: Definition) -> dict[str, Any]:
    return {name: value for name, value in definition._asdict().items() if value}
