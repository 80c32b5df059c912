"""The first line of a list of jobs: which column is what, by name, and in which unit."""

from dataclasses import dataclass

from engine.logs.limits import LogError

CUTS = (b",", b";", b"\t")
"""What may stand between fields; the first line says which."""

NAMES = {
    "job": ("job", "job_number", "number"),
    "submit": ("submit", "submit_time", "arrival"),
    "wait": ("wait", "wait_time"),
    "run": ("run", "run_time", "runtime"),
    "allocated": ("size", "allocated", "processors", "machines"),
    "requested": ("requested", "requested_size"),
    "estimate": ("estimate", "requested_time"),
    "status": ("status",),
    "user": ("user",),
    "group": ("group", "account"),
    "queue": ("queue",),
    "partition": ("partition",),
    "preceding": ("preceding",),
    "think": ("think", "think_time"),
    "start": ("start",),
    "end": ("end",),
}
"""What a column may be called, in small letters, by the name of the field of the table."""

SECONDS = {"ms": 0.001, "s": 1.0, "min": 60.0, "h": 3600.0, "d": 86_400.0}
"""Units at the end of a name, as in run_h; seconds without one."""

NEEDED = ("submit", "run", "allocated")
NEEDS = (
    "a list of jobs needs columns submit, run (or start and end) and size; times may say their unit, as submit_s, "
    "run_min or run_h"
)

OF_A_SCHEDULE = ("start", "end")
"""Instants that say run and wait, where these have no columns: what a schedule is exported with."""

_FIELD = {name: field for field, names in NAMES.items() for name in names}
_TIMES = ("submit", "wait", "run", "estimate", "think", *OF_A_SCHEDULE)


@dataclass(frozen=True)
class Column:
    """A column that is read: its place from 0, its name as it stands there, and the seconds of its unit."""

    place: int
    name: str
    seconds: float = 1.0


@dataclass(frozen=True)
class Header:
    """The columns by field of the table, how many fields a line has, and what stands between them."""

    columns: dict[str, Column]
    fields: int
    cut: bytes


def looks_like_list(line: bytes) -> bool:
    """Whether a first line names the columns of a list of jobs: two of those that are needed."""
    return _of(line, _cut(line)).keys() & set(NEEDED) >= {"submit"} and len(_of(line, _cut(line))) > 1


def read_header(line: bytes) -> Header:
    """Read the first line; raises `LogError` if a column is missing or there twice."""
    cut = _cut(line)
    columns = _of(line, cut, refuse=True)
    missing = [NAMES[field][0] for field in NEEDED if field not in columns]
    if "size" in missing and "requested" in columns:
        missing.remove("size")
    if "run" in missing and columns.keys() >= set(OF_A_SCHEDULE):
        missing.remove("run")
    if missing:
        raise LogError(f"this list of jobs has no column {' and no column '.join(missing)}; {NEEDS}")
    return Header(columns, line.count(cut) + 1, cut)


def _cut(line: bytes) -> bytes:
    return max(CUTS, key=line.count)


def _of(line: bytes, cut: bytes, refuse: bool = False) -> dict[str, Column]:
    found: dict[str, Column] = {}
    for place, word in enumerate(line.split(cut)[:1000]):
        name = word.strip(b' \t\r\n"').decode("ascii", "replace").lower()
        field, seconds = _read(name)
        if not field:
            continue
        if field in found and refuse:
            raise LogError(f"the columns {found[field].name} and {name} say the same; one of them has to go")
        found.setdefault(field, Column(place, name, seconds))
    return found


def _read(name: str) -> tuple[str, float]:
    """The field that a column is for, "" for none, and the seconds of its unit."""
    stem, _, unit = name.rpartition("_")
    if unit in SECONDS and _FIELD.get(stem) in _TIMES:
        return _FIELD[stem], SECONDS[unit]
    return _FIELD.get(name, ""), 1.0
