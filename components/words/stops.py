"""Why the points of a study stopped where they did, in a sentence."""

from collections import Counter

from components.words.wording import metric_words, number
from engine.results.result import Result
from engine.statistics.stopping import Stop

WORDS = {
    Stop.REPLICATIONS: "ended at the largest number of replications",
    Stop.TIME: "ended with their share of the computing time",
    Stop.CELLS: "ended at the largest number of cells of a study",
    Stop.UNSETTLED: "have no policy that settles",
    Stop.FAILED: "have a cell that failed",
    Stop.OPEN: "are not precise yet",
}


def stop_words(result: Result) -> str:
    """How many points are precise, and which budget ended the others; nothing for a fixed number of replications."""
    precision = result.scenario.study.precision
    if precision is None or result.cells_done == 0:
        return ""
    counts = Counter(verdict.stop for verdict in result.verdicts)
    replications = [verdict.replications for verdict in result.verdicts]
    asked = f"± {number(precision.half_width_percent)} % of {metric_words(precision.metric).title}"
    rest = [f"{count} {_one(WORDS[stop], count)}" for stop, count in counts.items() if stop in WORDS]
    return (
        f"{counts[Stop.PRECISE]} of {len(replications)} points have reached {asked}"
        + (f"; {', '.join(rest)}" if rest else "")
        + f". Replications: {min(replications)} to {max(replications)} per point."
    )


def _one(words: str, count: int) -> str:
    return words if count != 1 else words.replace("have ", "has ", 1).replace("are ", "is ", 1).replace("their", "its")
