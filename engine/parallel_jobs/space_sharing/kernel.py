"""Space sharing, to be run: the same rules as `reference.py`, compiled."""

import numpy as np

from engine.compilation import compiled
from engine.parallel_jobs.kernel_tables import log_of
from engine.parallel_jobs.machine_events import NO_EVENTS, MachineEvents
from engine.parallel_jobs.records import Records, empty_records
from engine.parallel_jobs.space_sharing.kernel_machine_events import happen
from engine.parallel_jobs.space_sharing.kernel_profits import lazy, simple
from engine.parallel_jobs.space_sharing.kernel_queues import (
    backfill,
    conservative,
    first_fit,
    heads,
    run_time,
    share,
)
from engine.parallel_jobs.space_sharing.kernel_site import ARRIVAL, NO_SEAT, carry_out, is_struck, note, retire
from engine.parallel_jobs.space_sharing.kernel_tables import (
    CONSERVATIVE,
    EASY,
    FF,
    FOR_PROFIT,
    FREE,
    LAZY,
    LAZY_R,
    N_ENTRIES,
    N_ROWS,
    N_RUNNING,
    N_WAITING,
    SIMPLE,
    SIMPLE_R,
    UFF,
    Site,
    change_table,
    empty_site,
)
from engine.parallel_jobs.space_sharing.placement import as_counted, groups_by_speed, with_machines
from engine.parallel_jobs.space_sharing.waiting import NOBODY, join
from engine.parallel_jobs.workload import Jobs, Machines, Rules


@compiled
def _simulate(site, changes, policy, by_the_letter, ends, sizes, least, most, shares):
    """The clock: ends before machine events before the arrival, of ends the job that started first."""
    seat, run, tally = site.seat, site.run, site.tally
    n_jobs = site.gap.shape[0]
    arrived = gone = head = minima = 0
    previous = 0.0
    changed, next_change = 0, np.inf
    if changes.shape[0] > 0:
        next_change = max(0.0, changes[0].time)
    while gone < n_jobs:
        soonest, at = np.inf, NOBODY
        for k in range(tally[N_RUNNING]):
            if seat[run[k]].end < soonest:
                soonest, at = seat[run[k]].end, k
        arrival = previous + site.gap[arrived] if arrived < n_jobs else np.inf
        new, ended = NOBODY, np.int64(NOBODY)
        if is_struck(site) and next_change < soonest and next_change <= arrival:
            now = next_change
            freed = happen(site, policy, changes[changed], now)
            changed += 1
            next_change = now + max(0.0, changes[changed].time - now) if changed < changes.shape[0] else np.inf
            if freed < 0:
                continue  # it has changed nothing
            minima -= freed
        elif soonest <= arrival:
            if is_struck(site) and at == NOBODY:
                break  # the machines that those who wait need will never be there
            now = soonest
            ended = np.int64(retire(site, now, at))
            minima -= site.low[ended]
            gone += 1
        else:
            now = previous = arrival
            new = arrived
            arrived += 1
            site.arrival[new] = now
            note(site, now, ARRIVAL, new, NO_SEAT)
        if policy == UFF:
            minima = share(site, new, least, most, shares, minima)
        elif policy == FF:
            first_fit(site, now, new)
        elif policy == CONSERVATIVE:
            conservative(site, now, new, ended)
        elif policy in (SIMPLE, SIMPLE_R):
            gone += simple(site, now, new)
        elif policy in (LAZY, LAZY_R):
            gone += lazy(site, now, new, ended, by_the_letter)
        else:
            before = arrived - 1 if new != NOBODY else arrived
            head = heads(site, now, head, arrived, before if policy == EASY else 0)
            again = is_struck(site) and tally[N_WAITING] > 0
            if policy == EASY and (head < arrived or again):
                if new != NOBODY and site.at_start[new] == 0:
                    join(site.waiting, new, site.low[new], run_time(site, new, site.fastest))
                if tally[FREE] > 0 and (head + 1 < arrived or again):
                    backfill(site, now, head, ends, sizes)
        if policy == UFF or policy in FOR_PROFIT:
            carry_out(site, now)


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
    machines = as_counted(machines, machine_events)
    changes = change_table(machine_events)
    site = _run(jobs, machines, rules, int(policy), changes)
    if with_log:
        n_rows, n_entries = int(site.tally[N_ROWS]), int(site.tally[N_ENTRIES])
        site = _run(jobs, machines, rules, int(policy), changes, n_rows, n_entries)
    order = site.column["number"] if len(changes) else groups_by_speed(machines)
    each = np.zeros(len(order))
    each[order] = site.busy / np.bincount(machines.group, minlength=len(order))[order]
    records = empty_records(len(jobs.gap), 0)._replace(
        arrival=site.arrival,
        start=site.start,
        end=site.end,
        size=site.at_start,
        resizes=site.resizes,
        busy=each[machines.group],
        log=log_of(site.rows, site.entry) if len(changes) else with_machines(site.rows, site.held_rows, machines),
    )
    if len(changes):
        columns = {name: site.strain[name] for name in ("upgrades", "migrations", "checkpoints", "failures", "lost")}
        columns["evacuations"] = site.strain["migrations"]
        records = records._replace(**{name: np.ascontiguousarray(column) for name, column in columns.items()})
    return records._replace(reason=site.reason) if policy in FOR_PROFIT else records


def _run(
    jobs: Jobs,
    machines: Machines,
    rules: Rules,
    policy: int,
    changes: np.ndarray,
    n_rows: int = 0,
    n_entries: int = 0,
) -> Site:
    site = empty_site(jobs, machines, rules, policy, len(changes) > 0, n_rows, n_entries)
    processors = len(machines.group)
    sizes, least, most, shares = (np.zeros(processors + 1, dtype=np.int64) for _ in range(4))
    _simulate(site, changes, policy, rules.lazy_by_the_letter, np.zeros(processors + 1), sizes, least, most, shares)
    return site
