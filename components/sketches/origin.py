"""Which example a sketch came from, what it is called once it was changed, and whose notes it carries.

A scenario says it itself, by its title: so that links, files, undo and old runs need to remember nothing.
"""

from functools import lru_cache
from typing import NamedTuple

from components.sketches.changes import Change, changes
from engine.inputs.scenario import Scenario
from engine.study.registry import EXAMPLES

UNTITLED = "Scenario without a title"

MOST_SAID = 2
"""Changes that are part of a name."""


class Origin(NamedTuple):
    """The example called *name* among the examples, and what was changed since."""

    name: str
    example: Scenario
    changes: tuple[Change, ...]


@lru_cache(maxsize=64)
def origin_of(scenario: Scenario) -> Origin | None:
    """The example with the same title, if there is one in the family."""
    for name, (title, _notes) in EXAMPLES.words.items():  # which are there before any example is read
        if title == scenario.title and (example := EXAMPLES[name]).family == scenario.family:
            return Origin(name, example, tuple(changes(example, scenario)))
    return None


def called(scenario: Scenario) -> str:
    """What the scenario is called: "Schnor et al. 1996, system 1, changed: speed factor of “slow” 4 → 1.3"."""
    origin, title = origin_of(scenario), scenario.title or UNTITLED
    if origin is None or not origin.changes:
        return title
    words = [one.words for one in origin.changes[:MOST_SAID]]
    more = len(origin.changes) - len(words)
    return f"{title}, changed: {', '.join(words)}{f', and {more} more' if more else ''}"


def own_notes(scenario: Scenario) -> str:
    """The notes, unless they are about an example that this scenario is not any more."""
    told_of = [name for name, (_title, notes) in EXAMPLES.words.items() if notes == scenario.notes]
    same = [EXAMPLES[name] for name in told_of]
    if any(example.family == scenario.family and not changes(example, scenario) for example in same):
        return scenario.notes
    return "" if same else scenario.notes
