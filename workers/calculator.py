"""A process beside this one that computes, so that what runs too long or is wanted no more can be ended.

Compiled code hears no signal that Python would have to handle, and no thread runs beside it. So the worker process
talks to the broker, and a fork of it computes: that one can be killed at any time, with nothing lost but its cell.
"""

import gc
import os
import pickle
import select
import signal
import time
from collections.abc import Callable
from contextlib import nullcontext
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from struct import Struct
from typing import Any

from engine.compiled.compiling import UncompiledError, from_cache_only, watched_by
from workers.bounds import Bounds
from workers.embedded.tether import end_with_parent

LOOK = 0.25
"""Seconds between two looks whether somebody still wants what is computed."""

LARGE = 1_000_000
"""KB; a process that has been this big once is replaced, since it does not give memory back."""

_TOOK = Struct("<d")

DONE, DONE_LARGE, FAILED, UNCOMPILED = b"d", b"l", b"f", b"u"
"""How an answer begins: the bytes, the bytes and farewell, or why there are none."""


class FailedError(Exception):
    """What was to be computed raised an error; the text is what it said."""


class EndedError(Exception):
    """It was ended, since it took too long; the text says how long that was."""


class DiedError(Exception):
    """The process died of it; the text says of what."""


class UnwantedError(Exception):
    """Nobody wanted it any more."""


class Calculator:
    """One process at a time, begun when it is needed; for one thread, and not across a fork."""

    def __init__(self) -> None:
        self.memory = 0
        """Bytes that the process may take beyond what it begins with; 0 is no bound. Read when one is begun."""
        self.took = 0.0
        """Processor time of the last answer, s, without compiling."""
        self._process = 0
        self._pipe: Connection | None = None
        self._answered: select.poll | None = None

    def compute(
        self,
        function: Callable[..., bytes],
        *arguments: Any,
        bounds: Bounds,
        wanted: Callable[[], bool],
        compiles: bool = False,
    ) -> bytes:
        """*function*, of a module, with *arguments*, by the process; *wanted* is asked now and then.

        `FailedError`, `EndedError`, `DiedError` or `UnwantedError` say why there is nothing, and `UncompiledError` that
        a kernel is missing, unless it *compiles* that itself.
        """
        if not hasattr(os, "fork"):
            return _answer(function, arguments, 0, True)[1:]
        request = pickle.dumps((function, arguments, bounds.seconds, compiles))
        try:
            self._ready().send_bytes(request)
        except OSError:  # it died while it had nothing to do
            self.end()
            self._ready().send_bytes(request)
        return self._received(bounds, wanted)

    def end(self) -> int:
        """End the process, if there is one, at once; how it ended, as `os.waitstatus_to_exitcode` puts it."""
        if self._pipe is not None:
            self._pipe.close()
        self._pipe, process, self._process = None, self._process, 0
        if not process:
            return 0
        os.kill(process, signal.SIGKILL)  # one that has died already waits for us to look
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])

    def _received(self, bounds: Bounds, wanted: Callable[[], bool]) -> bytes:
        pipe, answered = self._pipe, self._answered
        if pipe is None or answered is None:
            raise DiedError("there is no process")
        until = time.monotonic() + bounds.wall
        while not answered.poll(1000 * LOOK):
            if time.monotonic() > until:
                self.end()
                raise EndedError(f"took more than {bounds.wall:.0f} s by the clock")
            if not wanted():
                self.end()
                raise UnwantedError
        try:
            answer = pipe.recv_bytes()
        except (EOFError, OSError):
            raise self._obituary(bounds) from None
        (self.took,), answer = _TOOK.unpack_from(answer), answer[_TOOK.size :]
        if answer[:1] != DONE:
            if answer[:1] == FAILED:
                raise FailedError(answer[1:].decode())
            if answer[:1] == UNCOMPILED:
                raise UncompiledError
            self.end()
        return answer[1:]

    def _obituary(self, bounds: Bounds) -> Exception:
        code = self.end()
        if code == -signal.SIGPROF:
            return EndedError(f"took more than {bounds.seconds:.0f} s of processor time, {bounds.words}")
        if code >= 0:
            return DiedError(f"exit status {code}")
        return DiedError(f"{signal.Signals(-code).name}, {signal.strsignal(-code)}")

    def _ready(self) -> Connection:
        if self._pipe is not None:
            return self._pipe
        parent = os.getpid()
        ours, theirs = Pipe()
        self._process = os.fork()
        if not self._process:
            try:
                _serve(parent, theirs, self.memory)
            finally:
                os._exit(1)
        theirs.close()
        self._pipe, self._answered = ours, select.poll()
        self._answered.register(ours.fileno(), select.POLLIN)
        return ours


CALCULATOR = Calculator()
"""The one of this worker process."""


def _serve(parent: int, pipe: Connection, memory: int) -> None:
    """Be the process: compute what the pipe asks for until its other end is closed."""
    end_with_parent(parent)
    for number in (signal.SIGTERM, signal.SIGPROF):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program
    # The files of the worker are its own: the broker must not hear of it twice, nor a pipe stay open after its end.
    gc.freeze()  # what owns them is never collected here
    os.closerange(3, pipe.fileno())
    os.closerange(pipe.fileno() + 1, 65_536)
    _limit(memory)
    with watched_by(Uncounted()):
        _compute_for(pipe, memory)


def _compute_for(pipe: Connection, memory: int) -> None:
    while True:
        try:
            request = pipe.recv_bytes()
        except EOFError:
            os._exit(0)
        function, arguments, seconds, compiles = pickle.loads(request)
        # Its default action is the end of the process, whatever that computes.
        signal.setitimer(signal.ITIMER_PROF, seconds)
        answer = _answer(function, arguments, memory, compiles)
        left, _ = signal.setitimer(signal.ITIMER_PROF, 0)
        pipe.send_bytes(_TOOK.pack(seconds - left) + answer)


class Uncounted:
    """Compiling is not counted in the processor time of a computation: a bound would end it again and again, and what
    ends before it is compiled is in no cache."""

    def __init__(self) -> None:
        self._left = 0.0

    def begins(self) -> None:
        """Stop the clock."""
        self._left, _ = signal.setitimer(signal.ITIMER_PROF, 0)

    def ends(self) -> None:
        """Let it go on."""
        signal.setitimer(signal.ITIMER_PROF, self._left)


def _answer(function: Callable[..., bytes], arguments: tuple[Any, ...], memory: int, compiles: bool) -> bytes:
    try:
        with nullcontext() if compiles else from_cache_only():
            answer = function(*arguments)
        return (DONE_LARGE if _largest() > LARGE else DONE) + answer
    except MemoryError:
        bound = f"the {memory / 1e9:.1f} GB that it may take" if memory else "there is"
        return FAILED + f"it needs more memory than {bound}".encode()
    except UncompiledError:
        return UNCOMPILED
    except Exception as error:  # whatever a model may raise is the answer
        return FAILED + first_line(error).encode()


def first_line(error: Exception) -> str:
    """What an error says, without the rest of a long story."""
    line = (str(error).splitlines() or [""])[0].strip()
    return (line or type(error).__name__)[:300]


def _limit(memory: int) -> None:
    """Let this process have so many bytes more than it has; where that cannot be said it has no limit."""
    if not memory:
        return
    try:
        import resource

        with open("/proc/self/statm") as file:  # data and stack, in pages
            present = int(file.read().split()[5]) * resource.getpagesize()
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        wanted = present + memory
        resource.setrlimit(resource.RLIMIT_DATA, (wanted if hard < 0 else min(wanted, hard), hard))
    except (ImportError, OSError, ValueError):
        return


def _largest() -> int:
    """KB of memory that this process has had at most."""
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
