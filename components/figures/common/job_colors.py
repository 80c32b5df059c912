"""Which job has which color: one job, one color in every picture of a trace, and neighbours never the same."""

from collections.abc import Mapping
from math import inf

from components.looks.theme import JOB_COLORS
from engine.parallel_jobs.replay.tree import Trace


def job_colors(trace: Trace) -> dict[int, str]:
    """{job: color} of the jobs of a replay of parallel jobs."""
    return distinct_colors(*_lives(trace))


def distinct_colors(begun: Mapping[int, float], ended: Mapping[int, float]) -> dict[int, str]:
    """{job: color}: by job number, or the next color that no job has that is there at the same time.

    Jobs of which one ends as the other starts count as there at the same time, since their blocks touch.
    """
    colors: dict[int, str] = {}
    for job in sorted(begun, key=lambda job: (begun[job], job)):
        there = {colors[other] for other in colors if ended[other] >= begun[job]}
        wishes = (JOB_COLORS[(job + n) % len(JOB_COLORS)] for n in range(len(JOB_COLORS)))
        colors[job] = next((color for color in wishes if color not in there), JOB_COLORS[job % len(JOB_COLORS)])
    return colors


def _lives(trace: Trace) -> tuple[dict[int, float], dict[int, float]]:
    begun: dict[int, float] = {}
    ended: dict[int, float] = {}
    bars, sizes = trace["bars"], trace["sizes"]
    for job, start, end in zip(bars.get("job", []), bars.get("start", []), bars.get("end", []), strict=True):
        begun[job], ended[job] = min(begun.get(job, start), start), max(ended.get(job, end), end)
    for job, time, size in zip(sizes.get("job", []), sizes.get("time", []), sizes.get("size", []), strict=True):
        begun[job] = min(begun.get(job, time), time)
        # Who has machines still has them when the window ends, unless a later row says otherwise.
        ended[job] = inf if size else time
    return begun, ended
