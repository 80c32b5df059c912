"""What was changed from one sketch to the next, in a few words: the names of the pictures of undo."""

from components.sketches.changes import changes
from components.sketches.origin import UNTITLED, called
from engine.inputs.scenario import Scenario

MOST_SAID = 2
"""Changes that a name tells one by one."""


def step_words(before: Scenario | None, after: Scenario) -> str:
    """What *after* is beside the one *before* it: "speed factor of “slow” 4 → 1.3", or its name where it is another
    study."""
    if before is None or before.family != after.family or before.title != after.title:
        return called(after)
    found = [one.words for one in changes(before, after)]
    if not found:
        return "other notes" if before.notes != after.notes else after.title or UNTITLED
    more = len(found) - MOST_SAID
    return f"{', '.join(found[:MOST_SAID])}{f', and {more} more' if more > 0 else ''}"
