"""What comes of computing a study again, in a sentence."""

from components.words.wording import metric_words, number, point_words
from engine import ENGINE_VERSION
from engine.results.result import Result
from engine.study.cells import StudyPlan
from workers.checks import Checked, differing, recomputed

SILENCE = 90.0
"""Seconds without a new cell after which a check is given up: a worker has ended, or none is there."""


def is_over(found: Checked) -> bool:
    """Whether nothing more will come of a check."""
    return len(found.values) >= found.total or found.silent > SILENCE


def describe_check(result: Result, found: Checked) -> str:
    """Whether the cells that were computed again agree with those of *result*, as far as the check has come."""
    done, every = len(found.values), result.cells_done
    if not is_over(found):
        return f"{number(done, 6)} of {number(found.total, 6)} cells computed again …"
    if done < found.total:
        return (
            f"Given up after {number(done, 6)} of {number(found.total, 6)} cells: no worker has computed one for "
            f"{SILENCE:.0f} s. {_outcome(result, found)}"
        )
    lot = "" if found.total == every else ", drawn by lot, since all would take too long"
    recomputing = f"Recomputed {number(done, 6)} of {number(every, 6)} cells in {number(found.seconds, 2)} s{lot}"
    return f"{recomputing}: {_outcome(result, found)}"


def _outcome(result: Result, found: Checked) -> str:
    others = differing(result, found)
    if others:
        some = "1 cell differs" if len(others) == 1 else f"{number(len(others), 6)} cells differ"
        return f"{some}. {_first(result, found, others[0])}"
    if not found.values:
        return "Nothing was compared."
    if len(found.values) == result.cells_done:
        own = recomputed(result.scenario, found).fingerprint()
        return f"all agree to the last bit; fingerprint {own}, engine {ENGINE_VERSION}."
    return f"all agree to the last bit, engine {ENGINE_VERSION}."


def _first(result: Result, found: Checked, index: int) -> str:
    """Where the first difference is, and what it is."""
    cell, values = StudyPlan(result.scenario).cell(index), found.values[index]
    policy, point = result.scenario.policies[cell.policy], result.points[cell.point]
    at = f"{policy} at {point_words(result.scenario, point)}, replication {cell.replication + 1}"
    if "error" in values:
        return f"The first is {at}, which failed: {values['error']}."
    shown = result.table[cell.point, cell.policy, cell.replication]
    for name, before in zip(result.names, shown.tolist(), strict=True):
        after = values.get(name)
        if after is not None and after != before:
            return f"The first is {at}: {metric_words(name).title} {before!r} before, {after!r} now."
    return f"The first is {at}, which has other metrics now."
