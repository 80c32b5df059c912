"""A replication of parallel jobs at a glance: how many jobs each job meets when it arrives."""

from components.pages.studio.replay.overview import Overview, means_words
from components.words.wording import number
from engine.parallel_jobs.replay.trace import WINDOW_JOBS
from engine.parallel_jobs.replay.tree import Trace


def overview_of(trace: Trace) -> Overview:
    """Along the jobs in their order, since windows are of jobs; all windows are of one length."""
    most, jobs, first = max(trace["met"]), trace["jobs"], trace["first_job"]
    of_each = means_words(jobs, trace["met"])
    return Overview(
        f"Jobs that wait or run when each of {number(jobs, 6)} jobs arrives{of_each}: up to {number(most, 3)}",
        "mean number of jobs that wait or run then",
        "job",
        trace["met"],
        jobs,
        first,
        min(first + WINDOW_JOBS, jobs),
    )
