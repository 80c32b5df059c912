"""Tables of logs by their names: in files of this computer, where whoever simulates finds them."""

import os
import re
import tempfile
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.logs.encoding import decode, encode
from engine.logs.limits import LogError
from engine.logs.table import Table

IN_MEMORY = 2
"""Tables that a process keeps; each takes up to 100 bytes per job."""

LARGE = 1_000_000
"""Bytes of a file whose table has some hundred thousand jobs."""

MOST_ON_DISK = 1_000_000_000
"""Bytes of all files; those that nobody has read for longest are removed."""

NAME = re.compile(r"[0-9a-f]{64}")


class MissingLogError(LogError):
    """A log that nobody has brought to this installation, or that was forgotten; `name` is that of its table."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the log {name[:12]} is not here: drop its file on the page, or run with --log FILE")
        self.name = name

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.name,)


def keep(table: Table) -> str:
    """Put *table* where `table_of` finds it, and return its name."""
    put(table.name, encode(table))
    return table.name


def table_of(name: str, kept: bool = True) -> Table:
    """The table of this *name*. `MissingLogError` if it is not here; one that is broken is not here, either.

    It stays in memory for who asks next, unless a large one is not to be *kept*: who cleans one keeps what is left.
    """
    if kept:
        return _kept(name)
    with suppress(OSError):
        if _path(name).stat().st_size > LARGE:
            return _read(name)
    return _kept(name)


@lru_cache(maxsize=IN_MEMORY)
def _kept(name: str) -> Table:
    return _read(name)


def _read(name: str) -> Table:
    path = _path(name)
    try:
        found = decode(path.read_bytes())
    except (OSError, LogError):
        raise MissingLogError(name) from None
    if found.name != name:
        raise MissingLogError(name)
    with suppress(OSError):
        path.touch()
    return found


def is_here(name: str) -> bool:
    """Whether there is a file of the table of this *name*."""
    return _path(name).is_file()


def bytes_of(name: str) -> bytes:
    """The encoded table of this *name*; `OSError` if it is not here."""
    return _path(name).read_bytes()


def put(name: str, encoded: bytes) -> None:
    """Keep an encoded table; the file is there as a whole or not at all, and older ones make room."""
    path = _path(name)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, temporary = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(encoded)
        os.replace(temporary, path)
    except OSError:
        os.unlink(temporary)
        raise
    _make_room(path.parent)


def folder() -> Path:
    """Where the files are, in the folder for data of this user, as `XDG_DATA_HOME` says."""
    home = os.environ.get("XDG_DATA_HOME", "")
    return (Path(home) if os.path.isabs(home) else Path.home() / ".local" / "share") / "corral" / "logs"


def _path(name: str) -> Path:
    if not NAME.fullmatch(name):
        raise MissingLogError(name)
    return folder() / name


def _make_room(where: Path) -> None:
    found = sorted(((file.stat(), file) for file in where.iterdir()), key=lambda one: -one[0].st_mtime)
    total = 0
    for status, file in found:
        total += status.st_size
        if total > MOST_ON_DISK:
            file.unlink(missing_ok=True)
