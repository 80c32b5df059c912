"""The kernels are there before a worker takes its first task; what was never compiled here is, on all cores at once."""

import multiprocessing
import os
from collections.abc import Callable, Iterator
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess

from engine.compiled.compiling import UncompiledError, from_cache_only
from engine.contract.runs import Kernel
from engine.study.registry import kernels
from workers.embedded.tether import end_with_parent

BEAT = 2.0
"""Seconds between two words about how far it is."""

NICENESS = 10
"""What the processes that compile add to theirs: the pages are served meanwhile, often by the same computer."""


def load_kernels(processes: int, tell: Callable[[int, int], None]) -> None:
    """Load all kernels, so that what is forked later inherits them, and compile those that are not in the cache.

    As long as that takes, *tell* is called with how many are compiled of how many that have to be.
    """
    missing = [kernel for kernel in kernels() if not _is_loaded(kernel)]
    if "fork" in multiprocessing.get_all_start_methods():
        for compiled in _compiled(missing, processes):
            tell(compiled, len(missing))
    for kernel in missing:
        kernel.load()


def _is_loaded(kernel: Kernel) -> bool:
    try:
        with from_cache_only():
            kernel.load()
    except UncompiledError:
        return False
    return True


def _compiled(missing: list[Kernel], processes: int) -> Iterator[int]:
    """Have *missing* compiled into the cache by so many processes; how many are, now and then."""
    context, waiting, running = multiprocessing.get_context("fork"), list(missing), list[BaseProcess]()
    while waiting or running:
        while waiting and len(running) < processes:
            one = context.Process(target=_compile, args=(waiting.pop(0), os.getpid()), daemon=True)
            one.start()
            running.append(one)
        yield len(missing) - len(waiting) - len(running)
        wait([one.sentinel for one in running], timeout=BEAT)
        running = [one for one in running if one.is_alive()]


def _compile(kernel: Kernel, parent: int) -> None:
    end_with_parent(parent)
    os.nice(NICENESS)
    kernel.load()
