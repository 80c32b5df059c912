"""Who is told when numba compiles, which takes up to minutes, instead of loading what it has in its cache."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol


class Watcher(Protocol):
    """Is told in the thread that compiles, before and after; once for a function with all that it calls."""

    def begins(self) -> None:
        """Something is about to be compiled; what this raises prevents it."""

    def ends(self) -> None:
        """It has been, or it could not be."""


class UncompiledError(Exception):
    """A kernel is not in the cache."""


_watchers: list[Watcher] = []


@contextmanager
def watched_by(watcher: Watcher) -> Iterator[None]:
    """Tell *watcher*, in this process and in those that it forks."""
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)


class _Refusal:
    def begins(self) -> None:
        raise UncompiledError

    def ends(self) -> None:
        pass


@contextmanager
def from_cache_only() -> Iterator[None]:
    """Raise `UncompiledError` where something would have to be compiled."""
    with watched_by(_Refusal()):
        yield


def is_from_cache_only() -> bool:
    """Whether nothing is to be compiled at the moment."""
    return any(isinstance(one, _Refusal) for one in _watchers)


def listen_to(numba: Any) -> None:
    """Hear of what it compiles, from now on."""
    # Its base is numba's, which nobody imports before it is needed.
    listener = type("Listener", (_Listener, numba.core.event.Listener), {})
    numba.core.event.register("numba:compile", listener())


class _Listener:
    """Tells the watchers, and turns off garbage collection meanwhile: most of numba's many objects stay."""

    depth, collects = 0, False

    def on_start(self, _event: Any) -> None:
        self.depth += 1  # first, for an end follows whatever happens here
        if self.depth == 1:
            self.collects = gc.isenabled()
            gc.disable()
            for watcher in tuple(_watchers):
                watcher.begins()

    def on_end(self, _event: Any) -> None:
        self.depth -= 1
        if self.depth == 0:
            if self.collects:
                gc.enable()
            for watcher in tuple(_watchers):
                watcher.ends()
