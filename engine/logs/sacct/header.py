"""The first line of accounting output: which column is what, by name, and what stands between the fields."""

import re
from dataclasses import dataclass

from engine.logs.limits import LogError
from engine.logs.result import quoted
from engine.logs.sacct import tres

COMMAND = (
    "SLURM_TIME_FORMAT=%s sacct --allusers --allocations --duplicates --parsable2 --starttime=2024-01-01 "
    "--endtime=2025-01-01 --format=JobID,User,Account,Partition,QOS,Submit,Start,End,Elapsed,Timelimit,AllocCPUS,"
    "ReqCPUS,State,ReqTRES,AllocTRES,Reservation,Eligible"
)
"""What makes a file that can be read."""

MADE_BY = f"make it with: {COMMAND}"

READ = (
    *("jobid", "user", "account", "partition", "qos", "submit", "start", "end", "elapsed", "elapsedraw", "timelimit"),
    *("timelimitraw", "alloccpus", "ncpus", "allocnodes", "nnodes", "reqcpus", "reqnodes", "suspended", "state"),
    *("eligible", "reservation", "reqmem", *tres.COLUMNS),
)
"""Columns that are read; others are not looked at, for they may say much about people."""

FREE_TEXT = (
    *("jobname", "comment", "admincomment", "systemcomment", "submitline", "workdir", "extra", "constraints"),
    *("reason", "wckey", "container", "stdin", "stdout", "stderr"),
)
"""Columns that may hold any text, a delimiter or a line end too."""

OF_SLURM = (
    *("elapsed", "elapsedraw", "timelimit", "timelimitraw", "alloccpus", "ncpus", "allocnodes", "nnodes", "reqcpus"),
    *("reqnodes", "suspended", "eligible", *tres.COLUMNS, *FREE_TEXT),
)
"""Columns that hardly any other list of jobs has."""

LIKELY = ("submit", "start", "end", "state", "user", "account", "partition", "qos")

OF_SPREADSHEETS = (b",", b";", b"\t")
"""Delimiters of files in which fields may stand in quotes."""

CUT = b"\x1f"
"""Stands between fields once several characters did, or once quotes are gone."""

_NAMES = {
    **dict(zip(("jobid", "submit", "start", "state"), ("JobID", "Submit", "Start", "State"), strict=True)),
    **{"user": "User", "account": "Account", "partition": "Partition", "qos": "QOS", "end": "End"},
    **{"elapsed": "Elapsed", "elapsedraw": "ElapsedRaw", "timelimit": "Timelimit", "timelimitraw": "TimelimitRaw"},
    **{"alloccpus": "AllocCPUS", "ncpus": "NCPUS", "allocnodes": "AllocNodes", "nnodes": "NNodes"},
    **{"reqcpus": "ReqCPUS", "reqnodes": "ReqNodes", "suspended": "Suspended", "alloctres": "AllocTRES"},
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
    ends_with_cut : bool
        Whether each line ends with a delimiter, as `--parsable` makes them.
    delimiter : bytes
        What stands between fields.
    free : tuple of int
        Places of columns that may hold any text.
    """

    places: dict[str, int]
    fields: int
    ends_with_cut: bool
    delimiter: bytes = b"|"
    free: tuple[int, ...] = ()

    @property
    def cut(self) -> bytes:
        """The one byte that stands between fields when they are cut."""
        return self.delimiter if len(self.delimiter) == 1 and self.delimiter not in OF_SPREADSHEETS else CUT

    def first(self, *names: str) -> str | None:
        """Give the first of some columns that is there."""
        return next((name for name in names if name in self.places), None)


def looks_like_accounting(line: bytes) -> bool:
    """Whether a first line names columns of `sacct`, whatever stands between them: a JobID alone says nothing."""
    if line.startswith(b";"):
        return False
    names = set(_NAME.findall(line.lower()[:4000]))
    if not names & {b"jobid", b"jobidraw"}:
        return False
    if b"|" not in line and any(mark in line for mark in (b",", b";", b"\t")) and b"state" not in names:
        return False  # a table that calls its numbers of jobs so
    known = names & {name.encode() for name in LIKELY}
    return bool(names & {name.encode() for name in OF_SLURM}) or (len(known) >= 2 and b"|" in line)


_NAME = re.compile(rb"[a-z][a-z0-9]*")
_BETWEEN = re.compile(rb'\s*"?[A-Za-z][A-Za-z0-9]*"?([^A-Za-z0-9"]{1,20})"?[A-Za-z]')


def read_header(line: bytes) -> Header:
    """Read the first line; raises `LogError` if its fields cannot be told apart, or if it lacks a column."""
    delimiter = _delimiter(line)
    words = line.strip(b"\r\n").split(delimiter)
    names = [name.strip(b' \t\r"').lower().decode("ascii", "replace") for name in words]
    places: dict[str, int] = {}
    for place, name in enumerate(names):
        if name in READ:
            places.setdefault(name, place)
    if "jobidraw" in names:  # of the same job: a number of its own for each task of an array
        places.setdefault("jobid", names.index("jobidraw"))
    texts = (*FREE_TEXT, *(tres.COLUMNS if delimiter == b"," else ()))
    free = tuple(place for place, name in enumerate(names) if name in texts)
    header = Header(places, len(names), names[-1] == "", delimiter, free)
    needed = [("jobid",), ("submit",), ("start",), ("state",), ("elapsed", "elapsedraw", "end")]
    needed.append(("alloccpus", "ncpus", "allocnodes", "nnodes", "alloctres"))
    for some in needed:
        if header.first(*some) is None:
            missing = " or ".join(_NAMES[name] for name in some)
            raise LogError(f"this accounting output has no column {missing}; {MADE_BY}")
    return header


def _delimiter(line: bytes) -> bytes:
    """Find what stands between the first two names, and between all others."""
    found = _BETWEEN.match(line)
    between = found[1] if found else b""
    if not between.strip(b" "):
        raise LogError(
            f"this accounting output has blanks between its fields, so that values may be cut or shifted; {MADE_BY}"
        )
    if any(not _NAME.fullmatch(one.strip(b' \t\r"').lower()) for one in line.strip(b"\r\n").split(between) if one):
        raise LogError(
            f"this accounting output has {quoted(between)} between its first two fields and something else between "
            f"others; {MADE_BY}"
        )
    return between
