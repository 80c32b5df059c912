"""A change of a sketch in a few words: "speed factor of “slow” 4 → 1.3", "fast removed", "policies + EASY"."""

from contextlib import suppress
from typing import Any

from components.words.inputs.fields import describe, value_at
from components.words.inputs.unions import choice_words, kind_words
from components.words.wording import number

SWEEPS = ("vary", "and_vary")
ASKED = (*SWEEPS, "goal", "selection", "breaking")
"""What says what the study asks: together one change."""

FOLLOWED = (*SWEEPS, "goal")
"""Those of them that name a field."""

LONGEST_LIST = 4
LONGEST_WORDS = 80


def words_of(a: dict[str, Any], b: dict[str, Any], key: str, at: str | None, now: str | None) -> str:
    """The change called *key*: from the tree *a*, *at* this path, to the tree *b*, where it is there *now*."""
    if key == "study":
        return _short(f"varied: {_varied(a)} → {_varied(b)}")
    if at is None or now is None:
        tree, path, verb = (a, at, "removed") if now is None else (b, now, "added")
        entry = value_at(tree, path or "")
        return f"{entry['name']} {verb}"
    old, new = value_at(a, at), value_at(b, now)
    if now == "policies":
        signs = [*(f"+ {name}" for name in new if name not in old), *(f"− {name}" for name in old if name not in new)]
        return _short(f"policies {', '.join(signs) or 'in another order'}")
    if isinstance(old, dict) and isinstance(new, dict) and "arrivals" in old and "arrivals" in new:
        old, new, now = old["arrivals"], new["arrivals"], f"{now}.arrivals"  # with which the other fields come and go
    title, unit = titled(b, now)
    before, after = _value(now, old), _value(now, new)
    if isinstance(old, dict) and isinstance(new, dict) and (before == after or _tag(old)[0] != _tag(new)[0]):
        return _short(f"{title} changed")
    return _short(f"{title} {before} → {after}{unit}")


def titled(tree: dict[str, Any], path: str) -> tuple[str, str]:
    """The title of what is at *path*, small in front, and its unit."""
    with suppress(KeyError, IndexError, ValueError, TypeError, StopIteration):
        words = describe(tree, path)
        unit = "" if words.unit in ("", "1") else f" {words.unit}"
        return words.title[:1].lower() + words.title[1:], unit
    return path.rpartition(".")[2].replace("_", " "), ""


def _value(path: str, value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, int | float):
        return str(value) if path == "study.seed" else number(value, 6)
    if isinstance(value, dict):
        name, tag = _tag(value)
        return kind_words(name, tag) if tag else "other values"
    if isinstance(value, list):
        if any(isinstance(one, dict) for one in value):
            return str(len(value))
        texts = [_value(path, one) for one in value]
        return (", ".join(texts) or "none") if len(texts) <= LONGEST_LIST else f"{len(texts)} values"
    return choice_words(path.rpartition(".")[2], str(value))


def _tag(value: dict[str, Any]) -> tuple[str, str]:
    """The first text in a part, and its field: what kind it is, if it has kinds."""
    return next(((name, one) for name, one in value.items() if isinstance(one, str)), ("", ""))


def _varied(tree: dict[str, Any]) -> str:
    parts = []
    for name in SWEEPS:
        if vary := tree["study"][name]:
            values = [number(value, 6) for value in vary["values"]]
            shown = values if len(values) <= LONGEST_LIST else [values[0], "…", f"{values[-1]} ({len(values)})"]
            parts.append(f"{titled(tree, vary['field'])[0]} {', '.join(shown)}")
    if goal := tree["study"].get("goal"):
        return f"{titled(tree, goal['field'])[0]} that reaches a goal"
    if breaking := tree["study"].get("breaking"):
        return f"where {breaking['policy']} is worst against {breaking['against']}"
    varied = " and ".join(parts) or "nothing"
    return f"the best over {varied}" if tree["study"].get("selection") else varied


def part_title(tree: dict[str, Any], path: str) -> str:
    """The title of the field at *path*, small in front: "machines of “slow”"."""
    return titled(tree, path)[0]


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_WORDS else f"{text[: LONGEST_WORDS - 1]}…"
