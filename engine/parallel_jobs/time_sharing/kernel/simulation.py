"""The model, to be run: the same rules as `reference/`, compiled. The numbers in comments are those of README.md.

`tables.py` says what the tables hold; `mapping.py`, `migration.py` and `machine_events.py`
do what the clock here lets happen.
"""

import numpy as np

from engine.compiled.compilation import compiled, small
from engine.inputs.span import ENDLESS, SpanError
from engine.parallel_jobs.machine_events.checkpoints import progress_share
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEventKind, MachineEvents, with_users
from engine.parallel_jobs.model import NOBODYS, Jobs, Machines, Rules, Shares
from engine.parallel_jobs.policies import MIGRATING, TIME_SHARING, UPGRADING
from engine.parallel_jobs.records import Happening, Records, empty_records, log_of
from engine.parallel_jobs.time_sharing.kernel.machine_events import happen, set_limit
from engine.parallel_jobs.time_sharing.kernel.mapping import (
    MOST_EVER,
    N_AGAIN,
    N_ENTRIES,
    N_ROWS,
    N_RUNNING,
    PUT_OFF,
    free_chain,
    join,
    leave,
    map_heads,
    note,
    refuse,
    skip_refused,
)
from engine.parallel_jobs.time_sharing.kernel.migration import migrate, upgrade
from engine.parallel_jobs.time_sharing.kernel.tables import END_OF_CHAIN, NEVER, change_table, empty_state

LIMIT = int(MachineEventKind.LIMIT)
NO_GROUPS = Shares()
"""Of users, whom time sharing does not know: each number of groups would be a type, and numba compile anew for it."""

ARRIVAL, END, RELEASE = int(Happening.ARRIVAL), int(Happening.END), int(Happening.RELEASE)


@small
def _next_end(state, hold):
    """Rule 9: the soonest end or release as (instant, position among the running jobs, whether it is a release)."""
    soonest, position, is_release = NEVER, -1, False
    for x in range(state.tally[N_RUNNING]):
        end = state.job[state.job[x].running].end
        if end < soonest:
            soonest, position = end, x
    if hold:
        for x in range(state.tally[N_RUNNING]):
            release = state.job[state.job[x].running].release
            if release != NEVER and (release < soonest or (release == soonest and not is_release)):
                soonest, position, is_release = release, x, True
    return soonest, position, is_release


@compiled
def _simulate(state, changes, jobs, rules, share, policy):
    """Run the clock until every job has ended, or can never start. The *state* is modified in place.

    *changes* are the machine events; *share* is the share of the time in which a job computes.
    """
    n_jobs = jobs.gap.shape[0]
    upgrading = policy in UPGRADING
    migrating = policy in MIGRATING
    # Jobs are numbered in order of arrival, and start in that order: the queue is head .. tail - 1, and before it the
    # evicted jobs.
    head, tail = 0, 0
    next_arrival = jobs.gap[0]
    n_changed, next_change = 0, NEVER
    if changes.shape[0] > 0:
        next_change = changes[0].time
    while (
        tail < n_jobs
        or state.tally[N_RUNNING] > 0
        or (next_change < NEVER and (head < tail or state.tally[N_AGAIN] > 0))
    ):
        now, position, is_release = _next_end(state, rules.hold_old_machines)
        is_arrival = tail < n_jobs and next_arrival < now and next_arrival < next_change
        if is_arrival:
            now = next_arrival
            state.job[tail].arrival = now
            note(state, now, ARRIVAL, tail, -1, 0)
            tail += 1
            if tail < n_jobs:
                next_arrival = now + jobs.gap[tail]
            if state.disruption.shape[0] > 0 and state.disruption[tail - 1].floor > state.tally[MOST_EVER]:
                refuse(state, tail - 1, now)
                head = skip_refused(state, head, tail)
                continue
            if head < tail - 1 or state.tally[N_AGAIN] > 0:
                continue  # the head of the queue is blocked, and an arrival does not change that
        else:
            shared, happened = True, True
            if next_change < now:
                now = next_change
                if changes[n_changed].kind == LIMIT:
                    most = np.int64(changes[n_changed].machine)
                    head = set_limit(state, most, head, tail, now)
                else:
                    happened = happen(state, changes[n_changed], jobs.process_size, rules, now)
                n_changed += 1
                next_change = NEVER
                if n_changed < changes.shape[0]:
                    next_change = now + max(0.0, changes[n_changed].time - now)
                if not happened:
                    continue
            else:
                if position < 0:  # before anything is read or written there
                    raise SpanError(ENDLESS)
                j = state.job[position].running
                if is_release:
                    note(state, now, RELEASE, j, state.job[j].delay_class, 0)
                    chain = state.job[j].first_held
                else:
                    note(state, now, END, j, -1, 0)
                    leave(state, position)
                    chain = join(state, state.job[j].first_place, state.job[j].first_held)
                state.job[j].first_held = END_OF_CHAIN
                state.job[j].release = NEVER
                shared = free_chain(state, chain, now)
            if upgrading:
                if rules.upgrade_only_when_queue_empty and (head < tail or state.tally[N_AGAIN] > 0):
                    state.tally[PUT_OFF] = 1
                elif shared or state.tally[PUT_OFF]:
                    upgrade(state, now)
        head = map_heads(state, jobs, share, head, tail, now)
        if migrating and head == tail and state.tally[N_AGAIN] == 0 and not is_arrival:
            size = jobs.process_size
            migrate(state, size, rules, upgrading, now)


# the door -------------------------------------------------------------------------------------------------------------


def run(
    jobs: Jobs,
    machines: Machines,
    rules: Rules,
    policy: int,
    with_log: bool = False,
    machine_events: MachineEvents = NO_EVENTS,
) -> Records:
    """Simulate one replication; same arrays as `reference.run`.

    With *with_log*, the simulation runs twice: once to count the rows of the log, once to write them.
    """
    if policy not in TIME_SHARING:
        raise ValueError(f"policy {policy} is none of the SED policies")
    machines = with_users(machines, machine_events)
    rules = rules._replace(own=None, shares=NO_GROUPS)
    share = float(progress_share(float(rules.checkpoint_interval), float(rules.checkpoint_cost)))
    jobs = jobs._replace(job_class=jobs.curve, own_curve=NOBODYS)
    rows = entries = 0
    for _ in range(2 if with_log else 1):
        state = empty_state(jobs, machines, rules, machine_events, rows, entries)
        state.tally[MOST_EVER] = len(state.machine)
        _simulate(state, change_table(machine_events, state.machine), jobs, rules, share, int(policy))
        rows, entries = int(state.tally[N_ROWS]), int(state.tally[N_ENTRIES])
    machine, job, disruption = state.machine, state.job, state.disruption
    busy = np.empty(len(machine))
    busy[machine["number"]] = machine["busy"]
    records = empty_records(len(job), 0)._replace(busy=busy, log=log_of(state.log, state.entries))
    columns = {name: job[name] for name in ("arrival", "start", "end", "upgrades", "migrations")}
    columns["size"] = job["processes"]
    if len(disruption):
        disruption = disruption[: len(job)]
        columns |= {name: disruption[name] for name in ("evacuations", "checkpoints", "failures", "lost")}
        columns["size"] = disruption["first_size"]
        columns["reason"] = disruption["reason"]
        started = (disruption["first_size"] > 0) | (disruption["reason"] > 0)
        columns["start"] = np.where(started, job["start"], NEVER)
    return records._replace(**{name: np.ascontiguousarray(column) for name, column in columns.items()})
