"""The simulation, to be read: the rules of README.md in SimPy. The parts are beside this.

Same arrays in, same arrays out as `kernel/`, to the nanosecond.
"""

from collections.abc import Generator
from typing import Any

import numpy as np
import simpy

from engine.synchronous_iterative.records import Log, Records, Window
from engine.synchronous_iterative.reference.application import SynchronousApplication
from engine.synchronous_iterative.reference.machine import SharedMachine
from engine.synchronous_iterative.system import Run


def simulate(run: Run, window: Window | None = None) -> Records:
    """Simulate until the application is done; *window* is what is to be in the log, None for nothing."""
    env = simpy.Environment(initial_time=0)
    machines = [SharedMachine(env) for _ in run.work]
    for number, machine in enumerate(machines):
        own = slice(run.first[number], run.first[number + 1])
        env.process(_arrivals(env, machine, run.arrival[own].tolist(), run.demand[own].tolist()))
    application = SynchronousApplication(env, machines, run)
    env.process(application.compute())
    while application.end is None or env.peek() <= application.end:  # all that happens at the very end too
        env.step()
    presence = []
    for machine in machines:
        # nothing has happened since the end, but the clock stands there only if something happened then
        presence.append(machine.presence + (application.end - machine.settled_at) * machine.jobs)
    iterations = len(application.begin)
    return Records(
        begin=np.array(application.begin, dtype=np.int64),
        barrier=np.array(application.barrier, dtype=np.int64),
        arrived=np.array(application.arrived, dtype=np.int64).reshape(iterations, len(machines)).T,
        end=application.end,
        presence=np.array(presence, dtype=np.int64),
        completed=np.array([machine.completed for machine in machines], dtype=np.int64),
        log=_log(machines, window),
    )


def _arrivals(
    env: simpy.Environment, machine: SharedMachine, arrival: list[int], demand: list[int]
) -> Generator[simpy.Event, Any, None]:
    """The background jobs of one machine."""
    for at, how_much in zip(arrival, demand, strict=True):
        yield env.timeout(at - env.now)
        env.process(machine.job(how_much))


def _log(machines: list[SharedMachine], window: Window | None) -> Log:
    rows = [
        (time, number, *state)
        for number, machine in enumerate(machines)
        for time, state in machine.changes.items()
        if window is not None and window.since <= time <= window.until
    ]
    columns = np.array(sorted(rows), dtype=np.int64).reshape(-1, 4).T
    return Log(columns[0].copy(), columns[1].copy(), columns[2].copy(), columns[3].astype(bool))
