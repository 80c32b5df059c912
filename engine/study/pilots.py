"""Cells that are measured before their study is priced, since no formula tells what they take."""

import multiprocessing
import signal
from math import inf
from multiprocessing.connection import Connection
from time import process_time

from engine.inputs.scenario import Scenario
from engine.study.budget import Budget, budget, pilots_of
from engine.study.registry import FAMILIES

LONGEST = 10.0
"""Seconds of processor time after which a pilot is ended: it is short, or known to be longer."""

LEAST, SHORT = 1e-3, 2.0
"""Seconds below which no clock tells what a pilot takes, and up to which it is measured twice: the first time kernels
may have to be loaded."""


def measured(point: Scenario, policy: str) -> float:
    """Processor time of the first cell of a policy, s, without what was kept of another one's."""
    runs, took = FAMILIES[point.family].runs, inf
    for _ in range(2):
        runs.forget()
        began = process_time()
        runs.simulate(point, policy, 0)
        took = min(took, process_time() - began)
        if took > SHORT:
            break
    return max(took, LEAST)


def priced_here(scenario: Scenario) -> Budget:
    """What a study costs on this computer: each of its pilots is measured now, by a process that can be ended.

    Where there are no such processes nothing is measured.
    """
    taken = dict[str, float]()
    if "fork" in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context("fork")
        for policy, one in pilots_of(scenario).items():
            ours, theirs = context.Pipe(duplex=False)
            process = context.Process(target=_measure, args=(one.point, policy, theirs), daemon=True)
            process.start()
            theirs.close()
            try:
                taken[policy] = float(ours.recv())
            except EOFError:
                process.join()
                if process.exitcode == -signal.SIGPROF:
                    taken[policy] = max(LONGEST, one.cost.seconds)
    return budget(scenario, taken)


def _measure(point: Scenario, policy: str, pipe: Connection) -> None:
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    pipe.send(measured(point, policy))


def refused_here(scenario: Scenario) -> str:
    """Why a study is refused on this computer, or nothing; where only a guess says so its pilots are measured first."""
    found = budget(scenario)
    return (priced_here(scenario) if found.guessed and found.doubt else found).objection
