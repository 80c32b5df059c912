"""Fair start times: when each job would have started under the same policy if nobody had come after it.

After Sabin, Kochhar & Sadayappan, ICPP 2004, and Sabin & Sadayappan, JSSPP 2005; the definition is that of the
specification, which was not compared with theirs word by word.
"""

from collections.abc import Callable

import numpy as np

from engine.parallel_jobs import simulation
from engine.parallel_jobs.fair_start.past import Past, counts_from_first, counts_users, past_of
from engine.parallel_jobs.fair_start.streams import Schedule, schedule_of, stream_of
from engine.parallel_jobs.inputs.workload import Jobs, Machines, Rules
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEvents
from engine.parallel_jobs.records import Records

Run = Callable[..., Records]
"""A kernel, or the reference: what `simulation.run` is."""


def fair_starts(
    schedule: Schedule,
    which: np.ndarray,
    machines: Machines,
    rules: Rules,
    policy: int,
    machine_events: MachineEvents = NO_EVENTS,
    past: Past | None = None,
    run: Run = simulation.run,
) -> np.ndarray:
    """Of these jobs of the *schedule*; float64, as *which*, s. Infinite if it never starts, as machines are gone.

    The same machine events happen. *past* is what is simulated, if it is not to be as little as the policy allows.
    """
    if past is None:
        past = past_of(machines, rules, policy, machine_events)
    from_first = counts_from_first(rules, policy)
    found = np.empty(len(which))
    for place, number in enumerate(which.tolist()):
        jobs, last = stream_of(schedule, number, past, from_first)
        found[place] = run(jobs, machines, rules, policy, machine_events=machine_events).start[last]
    return found


def prepared(jobs: Jobs, records: Records, rules: Rules) -> Schedule:
    """The schedule of a replication, to be asked for fair starts."""
    return schedule_of(jobs, records, counts_users(rules))
