"""Jobs that get faster or slower where they are: upgraded, not upgraded, or with another user beside them."""

from components.pages.studio.families.parallel_jobs.why.words import name
from components.words.wording import number
from engine.parallel_jobs.replay.tree import Occasion, Trace

FEW = 6
"""Jobs that are named."""


def regraded_words(trace: Trace, step: Occasion) -> list[str]:
    """A sentence for each job, or on all those that could be upgraded and are not."""
    found = []
    for one in step.get("regraded", []):
        old, new = (number(trace["classes"][one[side]]) for side in ("before", "after"))
        is_faster = one["after"] < one["before"]
        verb = "is upgraded" if is_faster else "gets slower"
        why = "less else is on its machines than before" if is_faster else "more else is on its machines than before"
        found.append(f"{name(one['job'])} {verb} where it is, from delay {old} to delay {new}: {why}.")
    left = step.get("not_upgraded", [])
    if left:
        names = ", ".join(str(job + 1) for job in left[:FEW])
        more = f" and {len(left) - FEW} more" if len(left) > FEW else ""
        jobs = f"Job{'s' if len(left) > 1 else ''} {names}{more}"
        found.append(f"{jobs} could go on faster on the same machines; this policy upgrades nobody.")
    return found
