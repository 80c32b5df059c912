"""Space sharing, to be run: the same rules as `reference/`, compiled."""

import numpy as np

from engine.compiled.compilation import compiled, small
from engine.inputs.span import ENDLESS, SpanError
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEventKind, MachineEvents
from engine.parallel_jobs.model import Jobs, Machines, Rules
from engine.parallel_jobs.policies import ORDERED, PolicyCode
from engine.parallel_jobs.records import Reason, Records, empty_records, log_of
from engine.parallel_jobs.space_sharing.kernel.columns import vacate
from engine.parallel_jobs.space_sharing.kernel.conservative import conservative, give_up
from engine.parallel_jobs.space_sharing.kernel.machine_events import UNCHANGED, happen, set_limit
from engine.parallel_jobs.space_sharing.kernel.operated import operated_pass, predict, remember
from engine.parallel_jobs.space_sharing.kernel.operated_tables import operated_tables
from engine.parallel_jobs.space_sharing.kernel.ordered import ordered_pass
from engine.parallel_jobs.space_sharing.kernel.own import admits, own_pass
from engine.parallel_jobs.space_sharing.kernel.own_tables import own_tables
from engine.parallel_jobs.space_sharing.kernel.profits import begin_pass, decide, share_out
from engine.parallel_jobs.space_sharing.kernel.queues import queue_pass
from engine.parallel_jobs.space_sharing.kernel.shares import share
from engine.parallel_jobs.space_sharing.kernel.site import (
    ARRIVAL,
    NO_SEAT,
    carry_out,
    is_disrupted,
    note,
    reject,
    retire,
)
from engine.parallel_jobs.space_sharing.kernel.tables import (
    CONSERVATIVE,
    DEALT,
    FOR_PROFIT,
    LOOKAHEAD,
    MOST_EVER,
    N_ENTRIES,
    N_LEAVING,
    N_REFUSED,
    N_ROWS,
    N_RUNNING,
    N_WAITING,
    OWN,
    UFF,
    Site,
    change_table,
    empty_site,
)
from engine.parallel_jobs.space_sharing.kernel.waiting import NOBODY
from engine.parallel_jobs.space_sharing.rules.backfilling import NEVER, hull
from engine.parallel_jobs.space_sharing.rules.operated import queued, shares_of_largest
from engine.parallel_jobs.space_sharing.rules.orders import ORDERS
from engine.parallel_jobs.space_sharing.rules.placement import as_counted, groups_by_speed, with_machines

LIMIT, TOO_FEW_PROCESSORS = int(MachineEventKind.LIMIT), int(Reason.TOO_FEW_PROCESSORS)
NONE, BY_RULE, BY_QUEUE = int(Reason.NONE), int(Reason.BY_RULE), int(Reason.BY_QUEUE)


@small
def _next_end(site):
    """When the next job ends, its place in *run* (of several the one with the lowest number), and whether others do."""
    soonest, at, several = np.inf, NOBODY, False
    for k in range(site.tally[N_RUNNING]):
        end = site.seat[site.run[k]].end
        if end < soonest:
            soonest, at, several = end, k, False
        elif end == soonest:
            several = True
            if site.crew[k] < site.crew[at]:
                at = k
    return soonest, at, several


@compiled
def _simulate(
    site,
    changes,
    own,
    operated,
    in_turn,
    dealt,
    policy,
    order,
    backfill_order,
    by_the_letter,
    ends,
    sizes,
    least,
    most,
    shares,
):
    """The clock: at each instant all ends by number, all machine events, all arrivals, and then one pass.

    *own* is None unless the policy is somebody's own, *changes* if neither it is nor there are machine events, and
    *operated* unless something is said of how the site is run. *in_turn* is None under a policy that deals out shares,
    *dealt* under one that does not, and both if it is somebody's own. numba leaves out what stands behind None, and
    does not compile it to find that nothing comes there.
    """
    tally = site.tally
    n_jobs = site.gap.shape[0]
    arrived = gone = head = minima = happened = 0
    next_arrival, next_change = 0.0 + site.gap[0], np.inf
    borders, next_border = 0, np.inf
    if changes is not None:  # noqa: SIM102 -- a branch by itself can be left out
        if changes.shape[0] > 0:
            next_change = max(0.0, changes[0].time)
    if operated is not None:
        next_border = operated.border[0]
    while gone < n_jobs:
        soonest, at, several = _next_end(site)
        now = min(soonest, next_arrival)
        if operated is not None:
            now = min(now, next_border)
        if changes is not None:
            now = min(now, next_change)
            if is_disrupted(site) and now == np.inf and tally[N_RUNNING] == 0:
                break  # the machines that those who wait need will never be there
        if not now < np.inf:  # nobody is found who ends, and nothing may be written at his place
            raise SpanError(ENDLESS)
        ended, changed, freed = False, False, NEVER
        while soonest == now:
            done = np.int64(retire(site, now, at))
            ended = True
            if changes is not None:  # noqa: SIM102 -- a branch by itself can be left out
                if tally[N_LEAVING] > 0 and vacate(site):
                    changed = True
            minima -= site.low[done]
            gone += 1
            if operated is not None:
                remember(own, operated, now, done)
            if dealt is not None:
                if policy == CONSERVATIVE:
                    freed = hull(freed, give_up(site, site.booked_end[done], now, site.low[done]))
                elif done == tally[LOOKAHEAD]:
                    tally[LOOKAHEAD] = NOBODY
            if not several:
                break
            soonest, at, several = _next_end(site)
        if operated is not None:
            while next_border == now:
                borders += 1
                next_border = operated.border[borders]
                changed = True
        if changes is not None:
            while next_change == now and gone < n_jobs:
                if changes[happened].kind == LIMIT:
                    set_limit(site, policy, changes[happened].machine, arrived, now)
                    changed = True
                else:
                    fallen = happen(site, policy, changes[happened], now)
                    if fallen != UNCHANGED:
                        changed = True
                        minima -= fallen
                gone += tally[N_REFUSED]
                tally[N_REFUSED] = 0
                happened += 1
                next_change = max(now, changes[happened].time) if happened < changes.shape[0] else np.inf
            if not ended and not changed and next_arrival > now:
                continue
        before, begun = arrived, False
        while arrived < n_jobs and next_arrival == now:
            site.arrival[arrived] = now
            note(site, now, ARRIVAL, arrived, NO_SEAT)
            if is_disrupted(site) and site.disruption[arrived].floor > tally[MOST_EVER]:
                reject(site, now, arrived, TOO_FEW_PROCESSORS)
                gone += 1
            elif own is not None:
                refused = NONE
                if operated is not None:
                    if operated.of.refused[arrived]:
                        refused = BY_QUEUE
                    elif operated.predicts:
                        predict(site, own, operated, arrived)
                if refused == NONE and own.asks and not admits(site, own, now, arrived):
                    refused = BY_RULE
                if refused != NONE:
                    reject(site, now, arrived, refused)
                    gone += 1
                else:
                    site.queue[tally[N_WAITING]] = arrived
                    tally[N_WAITING] += 1
            elif dealt is not None:  # noqa: SIM102 -- a branch by itself can be left out
                if policy in FOR_PROFIT:
                    if not begun:
                        begun = True
                        gone += begin_pass(site, now, policy, by_the_letter)
                    gone += decide(site, now, policy, arrived, by_the_letter)
            arrived += 1
            next_arrival = now + site.gap[arrived] if arrived < n_jobs else np.inf
        if operated is not None:
            operated_pass(site, own, operated, policy, now, ends, sizes)
            gone += tally[N_REFUSED]
            tally[N_REFUSED] = 0
        elif own is not None:
            own_pass(site, own, now, ends, sizes)
        if dealt is not None:
            if policy == UFF:
                minima = share(site, before, arrived, ended or changed, least, most, shares, minima)
            elif policy == CONSERVATIVE:
                conservative(site, now, before, arrived, freed, changed)
            elif policy in FOR_PROFIT:
                if not begun:
                    gone += begin_pass(site, now, policy, by_the_letter)
                share_out(site)
            if policy == UFF or policy in FOR_PROFIT:
                carry_out(site, now)
        if in_turn is not None:
            if policy >= ORDERED:
                ordered_pass(site, now, order, backfill_order, before, arrived, ends, sizes)
            elif policy not in DEALT:
                head = queue_pass(site, now, policy, head, before, arrived, ended or changed, ends, sizes)


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
    if policy == PolicyCode.MULTIFACTOR and rules.own is None:
        raise ValueError("the multifactor priority is a rule, which has to be among the rules")
    preempts = rules.operation is not None and rules.operation.preempts
    groups, machines = machines, as_counted(machines, machine_events, preempts)
    changes = change_table(machine_events)
    site = _run(jobs, machines, groups, rules, int(policy), changes)
    if with_log:
        n_rows, n_entries = int(site.tally[N_ROWS]), int(site.tally[N_ENTRIES])
        site = _run(jobs, machines, groups, rules, int(policy), changes, n_rows, n_entries)
    disrupted = len(changes) > 0 or preempts
    order = site.column["number"] if disrupted else groups_by_speed(machines)
    each = np.zeros(len(order))
    each[order] = site.busy / np.bincount(machines.group, minlength=len(order))[order]
    records = empty_records(len(jobs.gap), 0)._replace(
        arrival=site.arrival,
        start=site.start,
        end=site.end,
        size=site.at_start,
        resizes=site.resizes,
        busy=each[machines.group],
        log=log_of(site.rows, site.entry) if disrupted else with_machines(site.rows, site.held_rows, machines),
    )
    if disrupted:
        columns = {
            name: site.disruption[name] for name in ("upgrades", "migrations", "checkpoints", "failures", "lost")
        }
        columns["evacuations"] = site.disruption["migrations"]
        records = records._replace(**{name: np.ascontiguousarray(column) for name, column in columns.items()})
    may_reject = policy in (*FOR_PROFIT, OWN) or disrupted
    return records._replace(reason=site.reason) if may_reject else records


def _run(
    jobs: Jobs,
    machines: Machines,
    groups: Machines,
    rules: Rules,
    policy: int,
    changes: np.ndarray,
    n_rows: int = 0,
    n_entries: int = 0,
) -> Site:
    operation = rules.operation
    disrupted = len(changes) > 0 or (operation is not None and operation.preempts)
    site = empty_site(jobs, machines, rules, policy, disrupted, n_rows, n_entries)
    processors = len(machines.group)
    sizes, least, most, shares = (np.zeros(processors + 1, dtype=np.int64) for _ in range(4))
    happening = changes if disrupted or policy == OWN else None
    order, backfill_order = (int(one) for one in ORDERS.get(policy, (0, 0)))
    letter, ends = rules.lazy_by_the_letter, np.zeros(processors + 1)
    own, operated = None, None
    if rules.own is not None:
        windows = len(operation.windows) if operation else 0
        own = own_tables(rules.own, rules.shares, jobs, groups, disrupted, windows)
    if own is not None and operation is not None:
        site = site._replace(expected=site.expected.copy())
        of = queued(operation, jobs._replace(speedup=site.speedup), site.low, site.fastest)
        own = own._replace(queue_priority=shares_of_largest(of))
        operated = operated_tables(operation, of, jobs, len(own.usage), processors)
    in_turn = True if own is None and (disrupted or policy not in DEALT) else None
    dealt = True if own is None and (disrupted or policy in DEALT) else None
    tables = site, happening, own, operated
    _simulate(*tables, in_turn, dealt, policy, order, backfill_order, letter, ends, sizes, least, most, shares)
    return site
