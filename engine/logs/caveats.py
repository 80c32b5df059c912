"""What a reader of results of a log has to know: what was left out, what was assumed, and what is not modelled.

Counted once, by `counts` of the cleaning and by the reader of the file; told in the same sentences everywhere.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine.logs.cleaning.clean import NEVER_STARTED, NO_ESTIMATE, NO_TIME_LIMIT, TOO_LARGE, CleanedLog
from engine.logs.not_modelled import NotModelled, percent, sentences
from engine.logs.result import Reading

COUNTS = (
    *("never_started_jobs", "too_large_jobs", "too_large_work", "other_jobs", "other_work"),
    *("jobs_without_limit", "jobs_without_estimate", "estimates_are_exact"),
)
"""Of a cleaned log: jobs that were left out, and their share of all processor-hours; jobs whose estimate is assumed;
1 if the estimate of every job that is left is its run time, else 0.
"""


class OfFile(NamedTuple):
    """What a reader counted that a table does not hold, and how many jobs the table has."""

    rows: int
    refused: int = 0
    not_over: int = 0
    not_modelled: tuple[NotModelled, ...] = ()


def of_file(reading: Reading) -> OfFile:
    """Give what a reading counted."""
    return OfFile(len(reading.table), reading.refused, reading.not_over, reading.not_modelled)


def counts(log: CleanedLog) -> dict[str, float]:
    """Give `COUNTS` of a cleaned log."""
    found = dict.fromkeys(COUNTS, 0.0)
    for row in log.report:
        if row.rule == NO_TIME_LIMIT:
            found["jobs_without_limit"] += row.jobs
        elif row.rule == NO_ESTIMATE:
            found["jobs_without_estimate"] += row.jobs
        elif row.dropped and row.rule == NEVER_STARTED:
            found["never_started_jobs"] += row.jobs
        elif row.dropped:
            kind = "too_large" if row.rule.startswith(TOO_LARGE) else "other"
            found[f"{kind}_jobs"] += row.jobs
            found[f"{kind}_work"] += row.share
    found["estimates_are_exact"] = float((log.estimate == log.run).all())
    return found


def caveats(found: Mapping[str, float], file: OfFile, estimates_as_recorded: bool = True) -> list[str]:
    """Say what `counts` has *found* and what the *file* tells, in sentences; none where there is nothing to say.

    Estimates are left out if they are not those of the log.
    """
    said = [_left_out(found, file), *sentences(file.not_modelled)]
    if estimates_as_recorded:
        said += _estimates(found)
    return [sentence for sentence in said if sentence]


def _left_out(found: Mapping[str, float], file: OfFile) -> str:
    parts = [
        _part(found["too_large_jobs"], "need more processors than there are", found["too_large_work"]),
        _part(found["never_started_jobs"], "never started"),
        _part(found["other_jobs"], "left out by other rules of the cleaning", found["other_work"]),
    ]
    gone = sum(found[name] for name in ("too_large_jobs", "never_started_jobs", "other_jobs"))
    of_file = [
        f"{number:,} {one if number == 1 else many}"
        for number, one, many in (
            (file.refused, "line of the file could not be read", "lines of the file could not be read"),
            (file.not_over, "job was not over when the file was made", "jobs were not over when the file was made"),
        )
        if number
    ]
    told = "; ".join(of_file)
    if not gone:
        return f"{told}." if told else ""
    verb = "is" if gone == 1 else "are"
    replayed = f"Of {file.rows:,} recorded jobs, {gone:,.0f} {verb} not replayed: {', '.join(filter(None, parts))}"
    return f"{replayed}; {told}." if told else f"{replayed}."


def _part(jobs: float, what: str, work: float = 0.0) -> str:
    if not jobs:
        return ""
    if jobs == 1 and what.startswith("need "):
        what = what.replace("need ", "needs ", 1)
    share = f" ({percent(work)} of the processor-hours)" if work else ""
    return f"{jobs:,.0f} {what}{share}"


def _estimates(found: Mapping[str, float]) -> Iterable[str]:
    if endless := found["jobs_without_limit"]:
        yield f"{_jobs(endless)} no limit of time: backfilling plans a year for each, as Slurm does."
    if found["estimates_are_exact"]:
        yield "Every estimate is the exact run time, so backfilling knows more than any machine does."
    elif missing := found["jobs_without_estimate"]:
        yield f"{_jobs(missing)} no estimate: the exact run time stands for it, which backfilling could not know."


def _jobs(count: float) -> str:
    return f"{count:,.0f} {'job has' if count == 1 else 'jobs have'}"
