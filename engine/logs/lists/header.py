"""The first line of a table of jobs: which column is what, what is missing, and what stands between the fields."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.logs.limits import LogError
from engine.logs.lists.columns import SYNONYMS, folded, meaning, nearest

CUTS = (b",", b";", b"\t", b"|", b" ")
"""What may stand between fields; the first line says which."""

NEEDS = (
    "a table of jobs needs columns submit, run (or start and end) and size; times may say their unit, as submit_s, "
    "run_min or run_h"
)
RENAME = "rename columns in the first line, or put one there"
MOST = 1_000
"""Columns that are looked at."""

_NUMBER = re.compile(r'"?[-+]?\d[\d.,:eETZ+ /-]*"?')
_JOB = re.compile(rb"\s*(?:[-+]?\d+(?:\.\d*)?\s+){4}")
"""How a job of SWF begins; later in it names may stand, and a user may be called as a column is."""
_SEPARATOR = re.compile(rb'"?sep=(.)"?\s*', re.IGNORECASE)
_QUOTED = re.compile(rb'"(?:[^"]|"")*"')


@dataclass(frozen=True)
class Column:
    """A column that is read: its place from 0, its name as it stands there, and the seconds of its unit."""

    place: int
    name: str
    seconds: float = 1.0


@dataclass(frozen=True)
class Header:
    """The first line.

    Attributes
    ----------
    columns : dict of Column
        By field of the table.
    names : tuple of str
        Of all columns.
    cut : bytes
        What stands between fields.
    by_nodes : bool
        Whether sizes are nodes, for want of processors.
    passed_over : tuple of str
        Columns that say what another one says, which is read.
    """

    columns: dict[str, Column]
    names: tuple[str, ...]
    cut: bytes
    by_nodes: bool = False
    passed_over: tuple[str, ...] = ()


def separator(line: bytes) -> bytes:
    """Give what a line such as `sep=;` says that stands between fields; nothing if it is none."""
    found = _SEPARATOR.fullmatch(line.strip(b"\r\n "))
    return found[1] if found else b""


def cut_of(line: bytes) -> bytes:
    """Give what stands between the names of a first line: where most are known, else where there are most.

    Blanks stand within names ("Submit Time"), so they count only where nothing else cuts a known name out.
    """

    def worth(cut: bytes) -> tuple[int, int]:
        names = names_of(line, cut)
        return sum(meaning(name) is not None for name in names), len(names)

    signs = max((cut for cut in CUTS if cut != b" "), key=worth)
    known, count = worth(signs)
    return signs if known and count > 1 else max(CUTS, key=worth)


def names_of(line: bytes, cut: bytes) -> list[str]:
    """Cut a first line into names, without blanks and quotes around them."""
    bare = line.strip(b" \r\n") if cut != b"\t" else line.strip(b"\r\n")
    between = None if cut == b" " else cut
    if b'"' in bare:
        hidden = _QUOTED.sub(lambda found: found[0].replace(cut, b"\0"), bare)
        words = [word.replace(b"\0", cut) for word in hidden.split(between)]
    else:
        words = bare.split(between)
    return [_shown(word.strip(b' \t\r\n"')) for word in words]


def _shown(word: bytes) -> str:
    text = word[:60].decode("utf-8", "replace")
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def looks_like_table(line: bytes) -> bool:
    """Whether a first line names columns: two words of which one is known, or more than half are no numbers."""
    if _JOB.match(line):
        return False
    cut = cut_of(line)
    names = [name for name in names_of(line, cut)[:MOST] if name]
    if len(names) < 2:
        return bool(names) and meaning(names[0]) is not None
    if any(meaning(name) for name in names):
        return True
    words = sum(not _NUMBER.fullmatch(name) for name in names)
    return cut != b" " and words > len(names) / 2


def read_header(line: bytes, cut: bytes = b"") -> Header:
    """Read the first line, in which *cut* stands between names if that is known.

    Raises
    ------
    LogError
        If a column is missing or there twice; it tells what is there.
    """
    cut = cut or cut_of(line)
    return header_of(names_of(line, cut), cut)


def header_of(names: Sequence[str], cut: bytes = b",") -> Header:
    """Find the columns of a table by their *names*; raises `LogError` if one is missing or there twice."""
    found: dict[str, tuple[int, Column]] = {}
    twice: dict[str, str] = {}
    passed_over: list[str] = []
    for place, name in enumerate(names[:MOST]):
        one = meaning(name)
        if one is None:
            continue
        column = Column(place, name, one.seconds)
        if one.field not in found:
            found[one.field] = one.rank, column
            continue
        rank, other = found[one.field]
        if rank == one.rank:
            twice.setdefault(one.field, name)
        better, worse = (column, other) if one.rank < rank else (other, column)
        found[one.field] = min(rank, one.rank), better
        passed_over.append(worse.name)
    for field in ("submit", "run", "allocated"):
        if field in twice:
            raise LogError(
                f"the columns {_short(found[field][1].name)} and {_short(twice[field])} say the same; one of them has "
                "to go, or to get another name"
            )
    columns = {field: column for field, (_, column) in found.items()}
    by_nodes = "nodes" in columns and not columns.keys() & {"allocated", "requested"}
    if by_nodes:
        columns["allocated"] = columns.pop("nodes")
    if missing := _missing(columns):
        raise LogError(_what_is_there(missing, columns, names))
    columns.pop("nodes", None)
    return Header(columns, tuple(names), cut, by_nodes, tuple(dict.fromkeys(passed_over)))


def _missing(columns: dict[str, Column]) -> list[str]:
    missing = [] if "submit" in columns else ["submit"]
    if "run" not in columns and not ("end" in columns and columns.keys() & {"start", "wait"}):
        missing.append("run")
    return missing if columns.keys() & {"allocated", "requested"} else [*missing, "allocated"]


def _what_is_there(missing: list[str], columns: dict[str, Column], names: Sequence[str]) -> str:
    """Tell of a table without columns that are needed which ones it has, and what to do."""
    if events := _events(columns, names):
        return events
    said = [f"this table has no column {' and no column '.join(SYNONYMS[field][0] for field in missing)}"]
    others = [name for name in names if name and meaning(name) is None][:MOST]
    for field in missing:
        near = [name for name in others if nearest(name, field)]
        if near:
            said.append(f"{_short(near[0])} may be it: rename it to {SYNONYMS[field][0]}")
    if "allocated" in missing and "gpus" in columns:
        said.append(
            f"{_short(columns['gpus'].name)} counts GPUs: rename it to size if the GPUs are to be the processors"
        )
    if "submit" in missing and "start" in columns:
        said.append(f"{_short(columns['start'].name)} says when jobs started, which is not when they were submitted")
    elif "run" in missing and "estimate" in columns:
        said.append(f"{_short(columns['estimate'].name)} is read as what users asked for")
    known = [
        _short(column.name) + ("" if column.name.lower() == SYNONYMS[field][0] else f" ({SYNONYMS[field][0]})")
        for field, column in columns.items()
    ]
    said.append(f"columns known here: {some(known, 160) or 'none'}")
    if others:
        said.append(f"not known: {some([_short(name) for name in others], 120)}")
    return "; ".join([*said, f"{RENAME}: {NEEDS.split('; ', 1)[0]}"])


def _events(columns: dict[str, Column], names: Sequence[str]) -> str:
    """Tell a table with a line for each event of a job, as the traces of some data centers are."""
    low = {folded(name) for name in names}
    if not low & {"event", "eventtype"} or not low & {"time", "timestamp"} or "submit" in columns:
        return ""
    return (
        f"this is a table of events of jobs or tasks (columns {some([_short(name) for name in names if name], 160)}): "
        "it has a line for each event; make a line for each job of it, with columns submit, start, end and size"
    )


def _short(name: str) -> str:
    return name if len(name) <= 30 else f"{name[:29]}…"


def some(words: list[str], room: int) -> str:
    """Give words with commas between, as long as there is *room* (characters), and how many more there are."""
    kept: list[str] = []
    for word in words:
        if kept and len(", ".join([*kept, word])) > room:
            return f"{', '.join(kept)} and {len(words) - len(kept):,} more"
        kept.append(word)
    return ", ".join(kept)
