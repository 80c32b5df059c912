"""Event streams that are open, each of which occupies a thread of the server: a few for everybody, fewer for one."""

from collections import Counter
from dataclasses import dataclass, field
from threading import Event, Lock

from workers.pace import parts

MOST = 4
"""Streams at a time; whoever comes too late asks how far the study is instead."""

OF_ONE = 2
"""Streams of one visitor; the oldest ends when another one is opened."""


@dataclass(eq=False)
class Stream:
    """One of them: the names of its visitor by `workers.pace`, address last, and whether it is to end."""

    who: tuple[str, ...]
    ended: Event = field(default_factory=Event)


class Streams:
    """Those of one process; safe to share between threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._open: list[Stream] = []

    def open(self, visitor: str) -> Stream | None:
        """Another one for *visitor*; None if all are taken by others, none of whom has more than one."""
        fresh = Stream(tuple(parts(visitor)))
        with self._lock:
            own = [one for one in self._open if one.who[0] == fresh.who[0]]
            if len(own) >= OF_ONE:
                self._end(own[0])
            elif len(self._open) >= MOST:
                # Numbers of visitors can be made up, so it is who has most at an address that ends one.
                address, count = Counter(one.who[-1] for one in self._open).most_common(1)[0]
                if count < 2:
                    return None
                self._end(next(one for one in self._open if one.who[-1] == address))
            self._open.append(fresh)
        return fresh

    def close(self, stream: Stream) -> None:
        """It has ended."""
        with self._lock:
            self._end(stream)

    def _end(self, stream: Stream) -> None:
        stream.ended.set()
        if stream in self._open:
            self._open.remove(stream)


STREAMS = Streams()
