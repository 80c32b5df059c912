"""The first line of accounting output: which column is what, by name."""

from dataclasses import dataclass

from engine.logs.limits import LogError

COMMAND = (
    "SLURM_TIME_FORMAT=%s sacct --allusers --allocations --duplicates --parsable2 --starttime=2024-01-01 "
    "--endtime=2025-01-01 --format=JobID,User,Account,Partition,QOS,Submit,Start,End,Elapsed,Timelimit,AllocCPUS,"
    "ReqCPUS,State"
)
"""What makes a file that can be read."""

MADE_BY = f"make it with: {COMMAND}"

READ = (
    *("jobid", "user", "account", "partition", "qos", "submit", "start", "end", "elapsed", "elapsedraw", "timelimit"),
    *("timelimitraw", "alloccpus", "ncpus", "allocnodes", "nnodes", "reqcpus", "reqnodes", "suspended", "state"),
)
"""Columns that are read; others are not looked at, for they may say much about people."""

_NAMES = {
    **dict(zip(("jobid", "submit", "start", "state"), ("JobID", "Submit", "Start", "State"), strict=True)),
    **{"user": "User", "account": "Account", "partition": "Partition", "qos": "QOS", "end": "End"},
    **{"elapsed": "Elapsed", "elapsedraw": "ElapsedRaw", "timelimit": "Timelimit", "timelimitraw": "TimelimitRaw"},
    **{"alloccpus": "AllocCPUS", "ncpus": "NCPUS", "allocnodes": "AllocNodes", "nnodes": "NNodes"},
    **{"reqcpus": "ReqCPUS", "reqnodes": "ReqNodes", "suspended": "Suspended"},
}


def written(column: str) -> str:
    """Give the name of a column as Slurm writes it."""
    return _NAMES[column]


@dataclass(frozen=True)
class Header:
    """Where the columns stand.

    Attributes
    ----------
    places : dict
        Name in small letters to place, from 0; only of columns that are read.
    fields : int
        Fields of each line.
    ends_with_bar : bool
        Whether each line ends with a "|", as `--parsable` makes them.
    """

    places: dict[str, int]
    fields: int
    ends_with_bar: bool

    def first(self, *names: str) -> str | None:
        """Give the first of some columns that is there."""
        return next((name for name in names if name in self.places), None)


def looks_like_accounting(line: bytes) -> bool:
    """Whether a first line names columns, with | or with something else between them."""
    if line.startswith(b";"):
        return False
    words = line.lower().replace(b"|", b" ").replace(b",", b" ").replace(b";", b" ").split()
    return b"jobid" in words[:200]


def read_header(line: bytes) -> Header:
    """Read the first line; raises `LogError` if it is cut in another way, or lacks a column."""
    names = [name.strip().lower().decode("ascii", "replace") for name in line.strip().split(b"|")]
    if len(names) < 2:
        raise LogError(f"this is accounting output with something else than | between the fields; {MADE_BY}")
    ends_with_bar = names[-1] == ""
    places: dict[str, int] = {}
    for place, name in enumerate(names):
        if name in READ:
            places.setdefault(name, place)
    header = Header(places, len(names), ends_with_bar)
    needed = [("jobid",), ("submit",), ("start",), ("state",), ("elapsed", "elapsedraw", "end")]
    needed.append(("alloccpus", "ncpus", "allocnodes", "nnodes"))
    for some in needed:
        if header.first(*some) is None:
            missing = " or ".join(_NAMES[name] for name in some)
            raise LogError(f"this accounting output has no column {missing}; {MADE_BY}")
    return header
