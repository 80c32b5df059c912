"""Kernels are compiled beside the pools, what somebody needs first; who needs one that is missing is put off meanwhile.

A worker has one process for this, `Workshop`. It reads from the folder of the kernels what is asked for: so all workers
of a machine know it, and the locks of the files let each kernel be compiled once.
"""

import multiprocessing
import os
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import NamedTuple

from engine.compiled.kernel_folder import kernel_folder
from engine.contract.runs import Kernel
from engine.inputs.scenario import Scenario
from engine.study.kernels import is_loaded, load_timed, needed_by, seconds_of
from engine.study.registry import EXAMPLES, FAMILIES, kernels
from workers.embedded.tether import end_with_parent

BEAT = 0.5
"""Seconds between two looks at what is asked for."""

NICENESS = 10
"""What processes that nobody waits for add to theirs: the pages are served meanwhile, often by the same computer."""

ASKED_NICENESS = 2
"""The same where somebody waits, or will soon: what a kernel begins with it keeps."""

AS_IF_ALONE = 5.0
"""Seconds of a whole core that are added to what a process has had: its first seconds say little of its share."""

TRIES = 3
"""A kernel whose process has died so often is left to who needs it."""

ASKED = "asked"


def load_known() -> list[Kernel]:
    """Load the kernels that were compiled before, so that what is forked later inherits them; the others, those of the
    first example first.
    """
    os.environ["NUMBA_CACHE_DIR"] = str(kernel_folder())  # the same for all that is forked
    return [kernel for kernel in sorted(kernels(), key=_is_later) if not is_loaded(kernel)]


def _is_later(kernel: Kernel) -> bool:
    return kernel not in needed_by(next(iter(EXAMPLES.values())))


def compile_all(processes: int) -> None:
    """Have every kernel compiled and loaded, in so many processes."""
    Workshop(load_known(), processes).work(lambda: False)
    for kernel in kernels():
        kernel.load()


def missing_for(scenario: Scenario) -> list[Kernel]:
    """The kernels that a *scenario* needs and nobody has compiled yet, or else all such kernels of its family: what
    happens to machines by luck may need another one."""
    found = [kernel for kernel in needed_by(scenario) if not is_loaded(kernel)]
    return found or [kernel for kernel in FAMILIES[scenario.family].runs.kernels if not is_loaded(kernel)]


def ask_for(missing: Iterable[Kernel]) -> bool:
    """Let the workshops of this machine compile *missing* before all else; whether they can hear of it."""
    folder = kernel_folder() / ASKED
    try:
        folder.mkdir(exist_ok=True)
        for kernel in missing:
            (folder / kernel.name).open("a").close()  # who has asked already keeps the place
    except OSError:
        return False
    return True


class _Running(NamedTuple):
    kernel: Kernel
    process: BaseProcess
    since: float


class Workshop:
    """What compiles *missing*, and whatever else is asked for.

    Parameters
    ----------
    missing : kernels that are in no cache
    processes : that compile what nobody waits for; what is asked for begins at once, in as many more at the most
    tell : is called with the kernels that are missing, by name, and the seconds until each is there, about
    """

    def __init__(
        self, missing: list[Kernel], processes: int, tell: Callable[[dict[str, float]], None] = lambda _left: None
    ) -> None:
        self._missing = {kernel.name: kernel for kernel in missing}
        self._processes, self._tell = processes, tell
        self._running: list[_Running] = []
        self._died: dict[str, int] = {}
        self._fork = multiprocessing.get_context("fork" if hasattr(os, "fork") else None)

    def work(self, goes_on: Callable[[], bool] = lambda: True) -> None:
        """Compile until nothing is missing, and after that as long as it *goes_on*."""
        while self._missing or goes_on():
            asked = self._asked()
            while (following := self._next(asked)) is not None:
                self._begin(*following)
            self._tell(self._left())
            if self._running:
                wait([one.process.sentinel for one in self._running], timeout=BEAT)
            else:
                time.sleep(BEAT)
            for one in [one for one in self._running if not one.process.is_alive()]:
                self._end(one)

    def _asked(self) -> list[str]:
        """Names that are asked for, who came first before the others."""
        found = []
        with suppress(OSError):
            for entry in os.scandir(kernel_folder() / ASKED):
                with suppress(OSError):
                    found.append((entry.stat().st_ctime, entry.name))
        names = [name for _, name in sorted(found)]
        for kernel in kernels() if names else ():
            if kernel.name in names and kernel.name not in self._missing and self._died.get(kernel.name, 0) < TRIES:
                self._missing[kernel.name] = kernel  # looked for by its process, which ends at once if it is there
        return [name for name in names if name in self._missing]

    def _next(self, asked: list[str]) -> tuple[Kernel, int] | None:
        """What to begin now, and how nice."""
        busy = {one.kernel.name for one in self._running}
        waiting = [name for name in asked if name not in busy]
        if waiting and len(busy) < 2 * self._processes:
            return self._missing[waiting[0]], ASKED_NICENESS
        others = [name for name in self._missing if name not in busy and name not in asked]
        if others and not asked and len(busy) < self._processes:
            kernel = self._missing[others[0]]
            return kernel, NICENESS if _is_later(kernel) else ASKED_NICENESS
        return None

    def _begin(self, kernel: Kernel, niceness: int) -> None:
        process = self._fork.Process(target=_compile, args=(kernel, os.getpid(), niceness), daemon=True)
        process.start()
        self._running.append(_Running(kernel, process, time.monotonic()))

    def _end(self, one: _Running) -> None:
        self._running.remove(one)
        name = one.kernel.name
        if one.process.exitcode:
            self._died[name] = self._died.get(name, 0) + 1
            if self._died[name] < TRIES:
                return
        self._missing.pop(name, None)
        (kernel_folder() / ASKED / name).unlink(missing_ok=True)

    def _left(self) -> dict[str, float]:
        """Seconds by the clock until each is there, if the machine stays as busy as it is."""
        left = {name: seconds_of(kernel) for name, kernel in self._missing.items()}
        for one in self._running:
            passed, spent = time.monotonic() - one.since, _processor_time(one.process.pid)
            share = (spent + AS_IF_ALONE) / (passed + AS_IF_ALONE)
            left[one.kernel.name] = max(1.0, left[one.kernel.name] - spent) / share
        return left


def _processor_time(process: int | None) -> float:
    """What a *process* has had, s; 0 where nobody tells it."""
    with suppress(OSError, ValueError, IndexError):
        told = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def _compile(kernel: Kernel, parent: int, niceness: int) -> None:
    end_with_parent(parent)
    os.nice(niceness)
    if not is_loaded(kernel):
        load_timed(kernel)
