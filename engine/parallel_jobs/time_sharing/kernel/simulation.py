"""The model, to be run: the same rules as `reference/`, compiled. The numbers in comments are those of README.md.

`tables.py` says what the tables hold; `mapping.py`, `migration.py` and `machine_events.py`
do what the clock here lets happen.
"""

import numpy as np

from engine.compiled.compilation import compiled, inlined
from engine.inputs.span import ENDLESS, SpanError
from engine.parallel_jobs.inputs.workload import Jobs, Machines, Rules
from engine.parallel_jobs.log_table import LOG, log_of
from engine.parallel_jobs.machine_events.checkpoints import progress_share
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEventKind, MachineEvents, with_users
from engine.parallel_jobs.policies import MIGRATING, TIME_SHARING, UPGRADING
from engine.parallel_jobs.records import Happening, Records, empty_records
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
from engine.parallel_jobs.time_sharing.kernel.tables import (
    END_OF_CHAIN,
    NEVER,
    change_table,
    class_table,
    job_table,
    machine_table,
    place_table,
    strain_table,
)

LIMIT = int(MachineEventKind.LIMIT)
ARRIVAL, END, RELEASE = int(Happening.ARRIVAL), int(Happening.END), int(Happening.RELEASE)


@inlined
def _next_end(job, count, hold):
    """Rule 9: the soonest end or release as (instant, position among the running jobs, whether it is a release)."""
    soonest, position, is_release = NEVER, -1, False
    for x in range(count[N_RUNNING]):
        end = job[job[x].running].end
        if end < soonest:
            soonest, position = end, x
    if hold:
        for x in range(count[N_RUNNING]):
            release = job[job[x].running].release
            if release != NEVER and (release < soonest or (release == soonest and not is_release)):
                soonest, position, is_release = release, x, True
    return soonest, position, is_release


@compiled
def _simulate(
    machine, place, klass, job, strain, of_load, of_processes, log, entries, count, changes, jobs, rules, share, policy
):
    """Run the clock until every job has ended, or can never start. Modified in place: the first six, *log* to *count*.

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
    while tail < n_jobs or count[N_RUNNING] > 0 or (next_change < NEVER and (head < tail or count[N_AGAIN] > 0)):
        now, position, is_release = _next_end(job, count, rules.hold_old_machines)
        is_arrival = tail < n_jobs and next_arrival < now and next_arrival < next_change
        if is_arrival:
            now = next_arrival
            job[tail].arrival = now
            note(machine, log, entries, count, now, ARRIVAL, tail, -1, 0)
            tail += 1
            if tail < n_jobs:
                next_arrival = now + jobs.gap[tail]
            if strain.shape[0] > 0 and strain[tail - 1].floor > count[MOST_EVER]:
                refuse(machine, job, strain, log, entries, count, tail - 1, now)
                head = skip_refused(strain, head, tail)
                continue
            if head < tail - 1 or count[N_AGAIN] > 0:
                continue  # the head of the queue is blocked, and an arrival does not change that
        else:
            shared, happened = True, True
            if next_change < now:
                now = next_change
                if changes[n_changed].kind == LIMIT:
                    most = np.int64(changes[n_changed].machine)
                    head = set_limit(machine, job, strain, log, entries, count, most, head, tail, now)
                else:
                    happened = happen(
                        machine, place, klass, job, strain, of_load, of_processes, log, entries, count,
                        changes[n_changed], jobs.process_size, rules, now
                    )  # fmt: skip
                n_changed += 1
                next_change = NEVER
                if n_changed < changes.shape[0]:
                    next_change = now + max(0.0, changes[n_changed].time - now)
                if not happened:
                    continue
            else:
                if position < 0:  # before anything is read or written there
                    raise SpanError(ENDLESS)
                j = job[position].running
                if is_release:
                    note(machine, log, entries, count, now, RELEASE, j, job[j].delay_class, 0)
                    chain = job[j].first_held
                else:
                    note(machine, log, entries, count, now, END, j, -1, 0)
                    leave(job, count, position)
                    chain = join(place, job[j].first_place, job[j].first_held)
                job[j].first_held = END_OF_CHAIN
                job[j].release = NEVER
                shared = free_chain(machine, place, klass, job, of_load, chain, now)
            if upgrading:
                if rules.upgrade_only_when_queue_empty and (head < tail or count[N_AGAIN] > 0):
                    count[PUT_OFF] = 1
                elif shared or count[PUT_OFF]:
                    upgrade(machine, place, klass, job, strain, of_load, log, entries, count, now)
        head = map_heads(machine, place, klass, job, strain, of_load, log, entries, count, jobs, share, head, tail, now)
        if migrating and head == tail and count[N_AGAIN] == 0 and not is_arrival:
            size = jobs.process_size
            migrate(machine, place, klass, job, strain, of_load, log, entries, count, size, rules, upgrading, now)


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
    share = float(progress_share(float(rules.checkpoint_interval), float(rules.checkpoint_cost)))
    rows = entries = 0
    for _ in range(2 if with_log else 1):
        machine, of_load, of_processes = machine_table(machines)
        job, strain = job_table(len(jobs.gap)), strain_table(jobs, machines, rules, machine_events)
        log, entry, count = np.zeros(rows, dtype=LOG), np.zeros(entries, dtype=np.int32), np.zeros(6, dtype=np.int64)
        count[MOST_EVER] = len(machine)
        place, klass = place_table(machine), class_table(machines, machine)
        changes = change_table(machine_events, machine)
        _simulate(
            *(machine, place, klass, job, strain, of_load, of_processes, log, entry, count, changes),
            *(jobs, rules, share, int(policy)),
        )
        rows, entries = int(count[N_ROWS]), int(count[N_ENTRIES])
    busy = np.empty(len(machine))
    busy[machine["number"]] = machine["busy"]
    records = empty_records(len(job), 0)._replace(busy=busy, log=log_of(log, entry))
    columns = {name: job[name] for name in ("arrival", "start", "end", "upgrades", "migrations")}
    columns["size"] = job["processes"]
    if len(strain):
        strain = strain[: len(job)]
        columns |= {name: strain[name] for name in ("evacuations", "checkpoints", "failures", "lost")}
        columns["size"] = strain["first_size"]
        columns["reason"] = strain["reason"]
        started = (strain["first_size"] > 0) | (strain["reason"] > 0)
        columns["start"] = np.where(started, job["start"], NEVER)
    return records._replace(**{name: np.ascontiguousarray(column) for name, column in columns.items()})
