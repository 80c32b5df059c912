"""What the columns of a table of jobs may be called, by the field of the log that they are; case and blanks aside."""

import re
from typing import NamedTuple

SYNONYMS: dict[str, tuple[str, ...]] = {
    "job": ("job", "job number", "number", "job id", "id", "id job", "job no", "job key", "job name"),
    "submit": (
        *("submit", "submit time", "arrival", "arrival time", "submission", "submission time", "submitted"),
        *("submitted at", "time submit", "job submit time", "submit date", "submit at", "arrival date", "arrive time"),
        *("arrived", "queued at", "created at", "create time", "creation time"),
    ),
    "wait": ("wait", "wait time", "waiting time", "queue time", "queued time", "queue delay", "waited"),
    "run": (
        *("run", "run time", "duration", "elapsed", "elapsed time", "running time", "execution time", "exec time"),
        *("actual run time", "job duration", "elapsed raw", "used walltime", "walltime used", "wall clock time"),
        *("execution duration", "time elapsed"),
    ),
    "allocated": (
        *("size", "allocated", "processors", "machines", "procs", "cores", "cpus", "cpu", "ncpus", "ncores", "nprocs"),
        *("num cpus", "num cores", "num procs", "num processors", "number of cpus", "number of cores", "cpu num"),
        *("number of processors", "core num", "cpu count", "core count", "proc count", "cpu cores", "cores used"),
        *("used procs", "used cores", "used cpus", "allocated processors", "allocated cores", "allocated cpus"),
        *("processors allocated", "cores allocated", "cpus allocated", "alloc cpus", "alloc cores", "cores alloc"),
        *("cpus alloc", "num cores alloc", "num cpus alloc", "slots", "width", "job size", "processor count"),
    ),
    "requested": (
        *("requested", "requested size", "requested processors", "processors requested", "requested cores"),
        *("cores requested", "requested cpus", "cpus requested", "req cpus", "cpus req", "req cores", "cores req"),
        *("req procs", "req n procs", "num cores req", "num cpus req", "requested number of processors"),
    ),
    "estimate": (
        *("estimate", "requested time", "time requested", "time limit", "limit", "walltime", "wall time", "req time"),
        *("requested walltime", "walltime requested", "req walltime", "walltime req", "wallclock req", "wallclock"),
        *("requested run time", "estimated run time", "run time estimate", "user estimate", "time req", "max time"),
        *("job time limit", "requested duration", "wall clock limit", "timelimit raw"),
    ),
    "status": ("status", "state", "job state", "job status", "final state"),
    "user": ("user", "user id", "user name", "uid", "id user", "owner", "submitter"),
    "group": ("group", "account", "group id", "gid", "id group", "project", "project id", "account name", "vo", "vc"),
    "queue": ("queue", "queue id", "queue name", "qos", "id qos"),
    "partition": ("partition", "partition id", "partition name"),
    "preceding": ("preceding", "preceding job", "preceding job number"),
    "think": ("think", "think time", "think time from preceding job"),
    "start": ("start", "start time", "started", "started at", "time start", "begin", "begin time", "starting time"),
    "end": (
        *("end", "end time", "ended", "ended at", "time end", "finish", "finish time", "finished", "finished at"),
        *("completion time", "complete time", "completed at", "stop", "stop time", "stopped", "ending time"),
    ),
    "nodes": (
        *("nodes", "n nodes", "num nodes", "number of nodes", "node count", "node num", "alloc nodes", "nodes alloc"),
        *("allocated nodes", "nodes allocated", "num nodes alloc", "nodes used", "used nodes"),
    ),
    "gpus": (
        *("gpus", "gpu", "n gpus", "num gpu", "num gpus", "number of gpus", "gpu num", "gpu count", "gpus alloc"),
        *("alloc gpus", "allocated gpus", "requested gpus", "gpus requested", "req gpus", "gpus req", "num gpus alloc"),
        *("num gpus req", "gpu request", "used gpus"),
    ),
}
"""In the order in which they are taken, if a table has several of a field; the first is the name that is told."""

SECONDS = {
    **dict.fromkeys(("ns", "nanosecond", "nanoseconds"), 1e-9),
    **dict.fromkeys(("us", "microsecond", "microseconds"), 1e-6),
    **dict.fromkeys(("ms", "msec", "millis", "millisecond", "milliseconds"), 0.001),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), 1.0),
    **dict.fromkeys(("min", "mins", "minute", "minutes"), 60.0),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), 3600.0),
    **dict.fromkeys(("d", "day", "days"), 86_400.0),
}
"""Units at the end of a name, as in run_h or "Run Time (min)"; seconds without one."""

OF_A_SCHEDULE = ("start", "end")
"""Instants that say run and wait, where these are not known: what a schedule is exported with."""
INSTANTS = ("submit", *OF_A_SCHEDULE)
TIMES = (*INSTANTS, "wait", "run", "estimate", "think")
QUANTITIES = ("allocated", "requested", "nodes", "gpus")
_OTHER_UNITS = {"elapsedraw": 1.0, "timelimitraw": 60.0}
"""Of columns that accounting output has in one unit alone."""


class Meaning(NamedTuple):
    """The field that a column is for, the seconds of its unit, and its rank among the names of that field."""

    field: str
    seconds: float
    rank: int


def folded(name: str) -> str:
    """Give a name without case, blanks, underscores, dashes and the like: Submit Time is submittime."""
    return re.sub(r"[\W_]+", "", name.lower())


_FIELDS = {
    folded(synonym): (field, rank) for field, synonyms in SYNONYMS.items() for rank, synonym in enumerate(synonyms)
}


def meaning(name: str) -> Meaning | None:
    """Say what a column of this name is; None if that is not known."""
    whole = folded(name)
    if whole in _FIELDS:
        field, rank = _FIELDS[whole]
        return Meaning(field, _OTHER_UNITS.get(whole, 1.0), rank)
    parts = re.split(r"[\W_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower().strip(" \t_()[]"))
    stem = parts[:-2] if len(parts) > 2 and parts[-2] == "in" else parts[:-1]
    field, rank = _FIELDS.get("".join(stem), ("", 0))
    if field in TIMES and parts[-1] in SECONDS:
        return Meaning(field, SECONDS[parts[-1]], rank)
    return None


def nearest(name: str, field: str) -> bool:
    """Whether a name that is not known is nearly one of a *field*."""
    from difflib import get_close_matches

    return bool(get_close_matches(folded(name), [folded(one) for one in SYNONYMS[field]], 1, 0.8))
