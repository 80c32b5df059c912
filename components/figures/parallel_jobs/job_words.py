"""What there is to say of one job of a replay, in one line."""

from bisect import bisect_left

from components.words.units import instant, unit_for
from components.words.wording import number
from engine.parallel_jobs.replay.tree import Trace


def words_of_job(trace: Trace, job: int) -> str:
    """Its class where there are several, when it came, how long it waited, and whether it met its deadline."""
    here = trace["present"]
    row = bisect_left(here["job"], job)
    parts = [trace["kinds"][here["kind"][row]]] if len(trace["kinds"]) > 1 else []
    parts.append(f"came {instant(here['arrival'][row])}")
    start, end, deadline = here["start"][row], here["end"][row], here["deadline"][row]
    if start is None or end is None:
        parts.append("was not taken")
    else:
        wait = start - here["arrival"][row]
        parts.append(f"waited {span(wait)}" if wait > 0 else "did not wait")
        if deadline is not None:
            late = end - deadline
            parts.append(f"ended {span(abs(late))} {'after' if late > 0 else 'before'} its deadline")
    return ", ".join(parts)


def span(seconds: float) -> str:
    """A length of time in a unit that fits it."""
    unit = unit_for("s", seconds)
    return f"{number(seconds * unit.factor, 3)} {unit.name}"
