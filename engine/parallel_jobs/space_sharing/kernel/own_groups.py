"""Which machines a job of an own policy takes, compiled: the fastest idle ones, or group by group as a rule says."""

from engine.compiled.compilation import part, small
from engine.parallel_jobs.space_sharing.kernel.own_names import fill
from engine.parallel_jobs.space_sharing.kernel.queues import run_time, run_time_now, start_now
from engine.parallel_jobs.space_sharing.kernel.site import account, add_starting, is_disrupted, set_out, sit_down
from engine.parallel_jobs.space_sharing.kernel.tables import N_RUNNING, N_STARTING
from engine.rules.blocks import BLOCK, evaluate
from engine.rules.names import COLUMN

SPEED_FACTOR, GROUP, GROUP_IDLE, GROUP_SIZE = (
    COLUMN[name] for name in ("speed_factor", "group", "group_idle", "group_size")
)


@part
def start_chosen(site, own, now, j):
    """Start job *j* with the size that it needs, on the machines that it takes."""
    if own.chooses:
        _prefer(site, own, now, j)
        add_starting(site, j)
        site.tally[N_STARTING] -= 1
        site.tally[N_RUNNING] += 1
        k = site.tally[N_RUNNING] - 1
        sit_down(site, k)
        _take_preferred(site, own, now, site.run[k], site.low[j])
        set_out(site, now, k, site.low[j])
    else:
        start_now(site, now, j)


@part
def chosen_time(site, own, now, j):
    """Estimated run time on the machines that job *j* would take now."""
    if not own.chooses:
        return run_time_now(site, j)
    _prefer(site, own, now, j)
    worst, left = 0.0, site.low[j]
    for x in range(own.preferred.shape[0]):
        for g in range(site.free.shape[0]):
            if left > 0 and site.free[g] > 0 and _group(site, own, g) == own.preferred[x]:
                worst = max(worst, site.alpha[g])
                left -= min(site.free[g], left)
    return run_time(site, j, worst)


@small
def _group(site, own, g):
    """The group of the machines in column *g*: where machines may be away each has a column of its own."""
    return own.group_of[site.column[g].number] if is_disrupted(site) else own.group_of[g]


@part
def _prefer(site, own, now, j):
    """Put the groups in the order in which job *j* takes their idle machines."""
    groups = own.preferred.shape[0]
    for x in range(groups):
        own.group_idle[x] = 0
    for g in range(site.free.shape[0]):
        own.group_idle[_group(site, own, g)] += site.free[g]
    for base in range(0, groups, BLOCK):
        n = min(BLOCK, groups - base)
        for x in range(n):
            own.copies[x] = j
        fill(site, own, now, own.copies, 0, n)
        for x in range(n):
            own.table[SPEED_FACTOR, x] = own.group_speed[base + x]
            own.table[GROUP, x] = base + x + 1
            own.table[GROUP_IDLE, x] = own.group_idle[base + x]
            own.table[GROUP_SIZE, x] = own.group_size[base + x]
        evaluate(own.machines, own.table, n, own.stack, own.out)
        for x in range(n):
            own.group_worth[base + x] = own.out[x]
    for x in range(groups):  # which are few
        y = x
        while y > 0 and own.group_worth[own.preferred[y - 1]] < own.group_worth[x]:
            own.preferred[y] = own.preferred[y - 1]
            y -= 1
        own.preferred[y] = x


@small
def _take_preferred(site, own, now, seat, wanted):
    site.seat[seat].number += wanted
    for x in range(own.preferred.shape[0]):
        for g in range(site.free.shape[0]):
            if wanted > 0 and site.free[g] > 0 and _group(site, own, g) == own.preferred[x]:
                more = min(site.free[g], wanted)
                account(site, g, now, more)
                site.held[seat, g] += more
                wanted -= more
