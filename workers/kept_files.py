"""Answers that are too large for the broker to keep: files of a computer, by the key of what they answer.

Where whoever asks and the worker share a folder, the worker writes the file there; else its bytes go by way of the
broker, once. They can be made anew, so those that nobody has looked at for longest are removed.
"""

import os
import re
import tempfile
import uuid
from contextlib import suppress
from pathlib import Path

import orjson

MOST_ON_DISK = 1_000_000_000
"""Bytes of all files; the newest one stays in any case."""

LONGEST = 400_000_000
"""Bytes of one file."""

KEEP_SENT = 600
"""Seconds for which the broker has the bytes of a file."""

KEY = re.compile(r"[0-9a-f]{16,64}")

_PROCESS = uuid.uuid4()


def folder() -> Path:
    """In the folder for what can be made anew, as `XDG_CACHE_HOME` says."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(home) if os.path.isabs(home) else Path.home() / ".cache") / "corral" / "schedules"


def find(key: str) -> Path | None:
    """The file of this *key*, and a note that it was looked at; None if it is not here."""
    if not KEY.fullmatch(key):
        return None
    path = folder() / key
    try:
        os.utime(path)
    except OSError:
        return None
    return path


def token() -> str:
    """A name by which a worker sees whether this process looks into the same folder."""
    where = folder()
    name = f"{uuid.uuid5(_PROCESS, str(where)).hex}.here"
    with suppress(OSError):  # then the bytes are sent
        where.mkdir(parents=True, exist_ok=True, mode=0o700)
        (where / name).touch()
    return name


def is_shared(name: str) -> bool:
    """Whether the process that gave this `token` looks into the folder of this computer."""
    return re.fullmatch(r"[0-9a-f]{32}\.here", name) is not None and (folder() / name).is_file()


def put(key: str, data: bytes) -> Path:
    """Keep *data*; the file is there as a whole or not at all, and older ones make room. `OSError` if it cannot be."""
    if not KEY.fullmatch(key):
        raise ValueError(f"{key[:40]!r} is no key")
    where = folder()
    where.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, temporary = tempfile.mkstemp(dir=where)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(temporary, where / key)
    except OSError:
        with suppress(OSError):
            os.unlink(temporary)
        raise
    _make_room(where)
    return where / key


def _make_room(where: Path) -> None:
    found = []
    for file in where.iterdir():
        with suppress(OSError):  # another process removes files, too
            found.append((file.stat(), file))
    total = 0
    for status, file in sorted(found, key=lambda one: -one[0].st_mtime)[1:]:
        total += status.st_size
        if total > MOST_ON_DISK:
            file.unlink(missing_ok=True)


def told(size: int, shared: bool) -> bytes:
    """What stands under the key in the broker: how many bytes there are, and whether they are in the shared folder."""
    return orjson.dumps({"bytes": size, "shared": shared})
