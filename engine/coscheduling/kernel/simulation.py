"""The model, to be run: the same rules as `reference/`, compiled. The numbers in comments are those of README.md.

`clock.py` says who is simulated next, `tables.py` what the tables hold, `part_of_run.py` simulates a part only.
"""

import numpy as np

from engine.coscheduling.kernel.clock import go_on
from engine.coscheduling.kernel.records import records_of, seen_in
from engine.coscheduling.kernel.state import State, first_state
from engine.coscheduling.kernel.tables import ROW, look_at
from engine.coscheduling.policies import Scheme
from engine.coscheduling.records import Records, Window
from engine.coscheduling.system import Jobs, System


def run(jobs: Jobs, system: System, scheme: Scheme, window: Window | None = None) -> Records:
    """Simulate one replication; same arrays as `reference.run`.

    With a *window*, the simulation runs twice: once to count the rows of the log, once to write them.
    """
    log = np.zeros(0, dtype=ROW)
    state = _ended(jobs, system, scheme, window, log)
    if window is not None:
        log = np.zeros(int(state.totals["written"][0]), dtype=ROW)
        state = _ended(jobs, system, scheme, window, log)
    return records_of(jobs, state)._replace(**seen_in(log)._asdict())


def count_events(jobs: Jobs, system: System, scheme: Scheme) -> int:
    """Events of a replication: deliveries, ends of I/O and of bursts, ticks acted upon, and tasks admitted."""
    return int(_ended(jobs, system, scheme, None, np.zeros(0, dtype=ROW)).totals["events"][0])


def _ended(jobs: Jobs, system: System, scheme: Scheme, window: Window | None, log: np.ndarray) -> State:
    """The state in which every job has ended; *log* is written as far as it goes."""
    state = first_state(jobs, system, scheme)
    if window is not None:
        look_at(state.totals, window)
    go_on(state, log)
    return state
