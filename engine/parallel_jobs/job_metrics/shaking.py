"""What a coincidence is worth: the same log again and again, with arrivals moved by seconds (family README, logs).

After Tsafrir, Ouaknine & Feitelson 2007: a schedule hangs on who comes a second before whom, and a log knows only one
of the ways in which it could have been.
"""

import numpy as np

from engine.inputs.draws import Draws
from engine.parallel_jobs.metric_names import SHAKEN
from engine.parallel_jobs.model import Jobs

FARTHEST = 30
"""An arrival moves by a whole number of seconds, evenly from so many earlier to so many later."""


def moves(seed: int, shake: int, jobs: int) -> np.ndarray:
    """By how many seconds the arrivals move in one shaken log; int64 (J,), the same under every policy."""
    return Draws(seed, shake).stream("shaking").integers(-FARTHEST, FARTHEST + 1, jobs)


def shaken(jobs: Jobs, by: np.ndarray) -> tuple[Jobs, np.ndarray]:
    """The *jobs* with arrivals moved *by* so many seconds, float64 (J,), but not to before the clock begins.

    Also in which order they come now, int64 (J,): of several at one instant the one that was first.
    """
    arrival = np.maximum(0.0, np.cumsum(jobs.gap) + by)
    order = np.argsort(arrival, kind="stable")
    moved = {
        name: column[order]
        for name, column in jobs._asdict().items()
        if name not in ("gap", "speedup") and len(column)  # nobody knows users of some logs, and no job follows others
    }
    return jobs._replace(gap=np.diff(arrival[order], prepend=0.0), **moved), order


def told(values: list[list[dict[str, float]]], whole: list[dict[str, float]]) -> list[dict[str, float]]:
    """What is told of shaken logs, for each of K blocks.

    Parameters
    ----------
    values : for each shaken log and each block its values of the metrics, whose means over the blocks are the log's
    whole : for each shaken log its metrics as a whole

    Returns
    -------
    `OF_SHAKEN_LOGS` for each block: the mean over the shaken logs, and the standard deviation of the whole logs
    """
    found: list[dict[str, float]] = [{} for _ in values[0]]
    for name in SHAKEN:
        if any(name not in one for one in whole):
            continue
        spread = float(np.std([one[name] for one in whole], ddof=1))
        for block, into in enumerate(found):
            into[f"shaken[{name}]"] = float(np.mean([of_shake[block][name] for of_shake in values]))
            into[f"shaking[{name}]"] = spread
    return found
