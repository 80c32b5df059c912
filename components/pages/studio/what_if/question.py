"""The candidate that is asked about, and how the workers are asked."""

import orjson

from components.pages.studio.what_if.candidates import Candidate, Offered


def asked_about(offered: Offered, job: int, choice: str) -> Candidate | None:
    """The candidate of *job* (from 0) with this *choice*; None if there is none, as in a link of somebody else, or if
    it was chosen."""
    there = (one for one in offered.candidates if (one.job, one.choice) == (job, choice))
    return next((one for one in there if not one.is_chosen), None)


def question_of(offered: Offered, asked: Candidate) -> str:
    """What would have come of it, as JSON."""
    return orjson.dumps({"time": offered.time, "job": asked.job, "choice": asked.choice}).decode()
