"""From a log to a list of jobs: sizes, times and users are those of the log, and what its jobs do is assumed."""

from typing import Any, NamedTuple

import numpy as np

from engine.coscheduling.inputs.listed import LATEST, LONGEST, MOST, SHORTEST
from engine.logs.cleaning.clean import CleanedLog
from engine.logs.limits import LogError

FIRST = 200
"""Jobs that are taken if nobody says how many."""

MEAN = 1.0
"""Mean run time that jobs are divided down to if nobody says by how much, s: many quanta, and simulated in a moment."""

DIGITS = 6
"""Decimals of times: whole microseconds."""

LONGEST_NAME = 80


class _Left(NamedTuple):
    """How many jobs are left out: those of one processor, and those wider than a partition."""

    serial: int
    wide: int


def list_of_log(
    log: CleanedLog, called: str, part: int, first: int = FIRST, divided_by: float | None = None
) -> dict[str, Any]:
    """Arrivals of process "listed" with the first jobs of a *log* that have 2 to *part* processors.

    All times are divided by one number, since every millisecond is simulated; where nobody says it, by what makes the
    mean run time about a second. `LogError` says what is wrong.

    Parameters
    ----------
    part : nodes of a partition
    first : how many jobs are taken, at most
    """
    if not 1 <= first <= MOST:
        raise LogError(f"{first:,} jobs are asked for; from 1 to {MOST:,} are allowed")
    fits = (log.size >= 2) & (log.size <= part)
    taken = np.flatnonzero(fits)[:first]
    if not len(taken):
        raise LogError(f"no job of this log has from 2 to {part} processors, as jobs need here: one for each task")
    passed = log.size[: taken[-1] + 1]
    left = _Left(int((passed == 1).sum()), int((passed > part).sum()))
    run = log.run[taken]
    scale = _rounded(float(run.mean()) / MEAN) if divided_by is None else divided_by
    if not 1e-6 <= scale <= 1e9:
        raise LogError(f"times are divided by {scale:g}; from 1e-06 to 1e+09 are allowed")
    jobs = _jobs(log, taken, scale)
    if jobs[-1]["arrival"] > LATEST:
        raise LogError(f"the last job arrives after {jobs[-1]['arrival']:.3g} s; at most {LATEST:.3g} are allowed")
    source = _source(log, taken, called, part, left, scale)
    return {"process": "listed", "jobs": jobs, "source": source}


def in_words(called: str) -> str:
    """What a log is *called*, without what no text of a scenario may have."""
    return "".join(letter for letter in called if letter.isprintable() and letter not in "<>")[:LONGEST_NAME]


def _rounded(value: float) -> float:
    """To two digits, which can be said."""
    return float(f"{value:.2g}")


def _jobs(log: CleanedLog, taken: np.ndarray, scale: float) -> list[dict[str, Any]]:
    arrival = np.round((log.arrival[taken] - log.arrival[taken[0]]) / scale, DIGITS)
    run = np.clip(np.round(log.run[taken] / scale, DIGITS), SHORTEST, LONGEST)
    said = np.clip(np.round(log.estimate[taken] / scale, DIGITS), run, LONGEST)
    columns = (arrival.tolist(), log.size[taken].tolist(), run.tolist(), said.tolist(), log.user[taken].tolist())
    return [
        {"arrival": at, "tasks": size, "run": time, "estimate": told} | ({"user": str(user)} if user >= 0 else {})
        for at, size, time, told, user in zip(*columns, strict=True)
    ]


def _source(log: CleanedLog, taken: np.ndarray, called: str, part: int, left: _Left, scale: float) -> str:
    """What was done with the log, and what is assumed, in words."""
    run = log.run[taken]
    mean, simulated = run.mean(), run / scale
    sentences = [
        f"The first {len(taken):,} of {len(log):,} jobs of the log “{in_words(called)}” that have from 2 to {part} "
        f"processors, here tasks on nodes of their own; {left.serial:,} of one processor and {left.wide:,} of more "
        f"than {part} between them are left out.",
        f"All times are divided by {scale:,.12g}, since every millisecond is simulated: a mean run time of {mean:,.4g} "
        f"s becomes {mean / scale:,.4g} s; costs of nodes and messages are not divided.",
        *_changed(int((simulated < SHORTEST).sum()), f"lengthened to {SHORTEST:g} s"),
        *_changed(int((simulated > LONGEST).sum()), f"shortened to {LONGEST:g} s"),
        "The run time of the log is that alone on its nodes.",
        "No log says what its jobs do: computation, I/O and communication are assumed, and types drawn by weight.",
    ]
    return " ".join(sentences)


def _changed(jobs: int, how: str) -> list[str]:
    return [f"{jobs:,} job{' is' if jobs == 1 else 's are'} {how}."] if jobs else []
