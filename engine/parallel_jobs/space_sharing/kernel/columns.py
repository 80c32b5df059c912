"""The columns of a site with machine events: a machine each, the fastest first, and before them those that are gone."""

from engine.compiled.compilation import part, small
from engine.parallel_jobs.space_sharing.kernel.tables import (
    FREE,
    N_LEAVING,
    N_RUNNING,
    PROCESSORS,
)
from engine.parallel_jobs.space_sharing.kernel.waiting import NOBODY

NO_MACHINE = "there is no machine of that number"


@part
def column_of(site, machine):
    """Where a machine stands."""
    g = 0
    while g < site.column.shape[0] and site.column[g].number != machine:
        g += 1
    if g == site.column.shape[0]:
        raise IndexError(NO_MACHINE)
    return g


@small
def owner(site, g):
    """The place in *run* of the job that has the machine of column *g*."""
    found = NOBODY
    for k in range(site.tally[N_RUNNING]):
        if site.held[site.run[k], g] > 0:
            found = k
    return found


@small
def let_in(site, g, change):
    """Let an idle machine be there (1) or not (-1)."""
    site.free[g] += change
    site.tally[FREE] += change


@part
def vacate(site):
    """Let the machines go that were only there for a job which has left them; whether there were any."""
    found = False
    for g in range(site.column.shape[0]):
        if site.column[g].leaving and site.free[g] > 0:
            found = True
            site.column[g].leaving, site.column[g].gone = False, True
            site.tally[N_LEAVING] -= 1
            site.tally[PROCESSORS] -= 1
            let_in(site, put_in_place(site, g), -1)
    return found


@small
def _stands_before(site, a, b):
    """Whether the machine of column *a* is to stand before that of column *b*."""
    one, other = site.column[a], site.column[b]
    if one.gone != other.gone:
        return one.gone
    return site.alpha[a] < site.alpha[b] or (site.alpha[a] == site.alpha[b] and one.number < other.number)


@part
def _exchange(site, a, b):
    """Let two columns change places."""
    for k in range(site.tally[N_RUNNING]):
        seat = site.run[k]
        site.held[seat, a], site.held[seat, b] = site.held[seat, b], site.held[seat, a]
    site.alpha[a], site.alpha[b] = site.alpha[b], site.alpha[a]
    site.free[a], site.free[b] = site.free[b], site.free[a]
    site.busy[a], site.busy[b] = site.busy[b], site.busy[a]
    site.busy_since[a], site.busy_since[b] = site.busy_since[b], site.busy_since[a]
    site.used[a], site.used[b] = site.used[b], site.used[a]
    one, other = site.column[a], site.column[b]
    one.number, other.number = other.number, one.number
    one.users, other.users = other.users, one.users
    one.gone, other.gone = other.gone, one.gone
    one.leaving, other.leaving = other.leaving, one.leaving
    one.until, other.until = other.until, one.until
    one.delay_class, other.delay_class = other.delay_class, one.delay_class


@part
def put_in_place(site, g):
    """Move column *g*, which alone may be out of order; where it is then."""
    while g > 0 and _stands_before(site, g, g - 1):
        _exchange(site, g - 1, g)
        g -= 1
    while g < site.alpha.shape[0] - 1 and _stands_before(site, g + 1, g):
        _exchange(site, g, g + 1)
        g += 1
    return g
