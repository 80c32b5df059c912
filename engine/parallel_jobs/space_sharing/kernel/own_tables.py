"""The state of an own policy as the kernel works with it."""

from typing import NamedTuple

import numpy as np

from engine.compiled.structure import by_reference
from engine.parallel_jobs.model import Jobs, Machines, OwnRules, Shares
from engine.parallel_jobs.space_sharing.rules.fair_share import Sharing, sharing
from engine.parallel_jobs.space_sharing.rules.own_users import numbers_of_users, users_of
from engine.parallel_jobs.space_sharing.rules.placement import groups_by_speed
from engine.rules.blocks import BLOCK
from engine.rules.names import COLUMN
from engine.rules.program import MOST_ON_STACK, Program, compile_rule
from engine.rules.tree import names_in

CLOCK, ALL_USAGE = 0, 1
"""Entries of `OwnTables.clock`: until when usage is counted, and everybody's at the last look."""


@by_reference
class OwnTables(NamedTuple):
    """An own policy, and what it works with; N names, J jobs, U users, P processors.

    Attributes
    ----------
    order, backfill, admit : programs of the rules
    two : whether those that pass do so in another order
    asks : whether not everybody is admitted
    reservation, half_life : as in `OwnRules`
    reads : bool (N,), names that any rule asks for
    user : int64 (J,), whose a job is
    profit, smallest, largest : (J,), as in `Jobs`
    recorded_queue, queue_priority : float64 (J,), `queue` and `queue_priority`
    usage : float64 (U,), processor-seconds; in_use, running, in_line : int64 (U,), processors since the last pass and
        now, and waiting jobs
    sharing, grouped : who shares with whom, and whether anybody is in a group
    fair : float64 (U,), at the last look, of those who have waiting jobs
    clock : float64 (2,), see above
    common : float64 (N,), what is the same for all jobs in a pass
    table : float64 (N, block), names of a block of jobs; stack, out : for `evaluate`
    value, other : float64 (J,), of the waiting jobs: of order and backfill
    behind : int64 (J,), jobs, to work with; copies : int64 (block,), one job as often as there are groups
    machines : program of the rule for groups of machines; chooses : whether there is one
    group_of : int64, the group of each column of the site; where machines may be away, of each machine by its number
    group_speed, group_size : float64 (G,); group_idle : int64 (G,); group_worth : float64 (G,), of the rule
    preferred : int64 (G,), groups, the first one first
    instant, idle : the profile of reservations; tally : int64 (1,), its length
    """

    order: Program
    backfill: Program
    admit: Program
    two: bool
    asks: bool
    reservation: int
    half_life: float
    reads: np.ndarray
    user: np.ndarray
    profit: np.ndarray
    recorded_queue: np.ndarray
    queue_priority: np.ndarray
    smallest: np.ndarray
    largest: np.ndarray
    usage: np.ndarray
    in_use: np.ndarray
    running: np.ndarray
    in_line: np.ndarray
    sharing: Sharing
    grouped: bool
    fair: np.ndarray
    clock: np.ndarray
    common: np.ndarray
    table: np.ndarray
    stack: np.ndarray
    out: np.ndarray
    value: np.ndarray
    other: np.ndarray
    behind: np.ndarray
    copies: np.ndarray
    machines: Program
    chooses: bool
    group_of: np.ndarray
    group_speed: np.ndarray
    group_size: np.ndarray
    group_idle: np.ndarray
    group_worth: np.ndarray
    preferred: np.ndarray
    instant: np.ndarray
    idle: np.ndarray
    tally: np.ndarray


def own_tables(
    own: OwnRules, shares: Shares, jobs: Jobs, machines: Machines, disrupted: bool, windows: int = 0
) -> OwnTables:
    """An own policy to which no job has come.

    *machines* are those of the scenario, also where the kernel counts each as a group of its own (*disrupted*).
    """
    n_jobs, names, processors, groups = len(jobs.gap), len(COLUMN), len(machines.group), len(machines.speed_factor)
    user, users = users_of(jobs)
    reads = np.zeros(names, dtype=bool)
    for rule in (own.order, own.backfill, *(one for one in (own.admit, own.machines) if one)):
        reads[[COLUMN[name] for name in names_in(rule)]] = True
    profile = 2 * processors + 2 * n_jobs + 4 + 2 * windows if own.reservation > 1 or windows else 1
    return OwnTables(
        order=compile_rule(own.order),
        backfill=compile_rule(own.backfill),
        admit=compile_rule(own.admit or own.order),
        two=own.backfill != own.order,
        asks=own.admit is not None,
        reservation=own.reservation,
        half_life=own.half_life,
        reads=reads,
        user=user,
        profit=jobs.profit,
        recorded_queue=jobs.queue.astype(np.float64) if len(jobs.queue) else np.zeros(n_jobs),
        queue_priority=np.zeros(n_jobs),
        smallest=jobs.min_size,
        largest=jobs.max_size,
        usage=np.zeros(users),
        in_use=np.zeros(users, dtype=np.int64),
        running=np.zeros(users, dtype=np.int64),
        in_line=np.zeros(users, dtype=np.int64),
        sharing=sharing(shares, numbers_of_users(jobs)),
        grouped=len(shares.inside) > 0,
        fair=np.zeros(users),
        clock=np.zeros(2),
        common=np.zeros(names),
        table=np.zeros((names, BLOCK)),
        stack=np.zeros((MOST_ON_STACK, BLOCK)),
        out=np.zeros(BLOCK),
        value=np.zeros(n_jobs),
        other=np.zeros(n_jobs),
        behind=np.zeros(n_jobs, dtype=np.int64),
        copies=np.zeros(BLOCK, dtype=np.int64),
        machines=compile_rule(own.machines or own.order),
        chooses=own.machines is not None,
        group_of=(machines.group if disrupted else groups_by_speed(machines)).astype(np.int64),
        group_speed=machines.speed_factor.astype(np.float64),
        group_size=np.bincount(machines.group, minlength=groups).astype(np.float64),
        group_idle=np.zeros(groups, dtype=np.int64),
        group_worth=np.zeros(groups),
        preferred=np.zeros(groups, dtype=np.int64),
        instant=np.zeros(profile),
        idle=np.zeros(profile, dtype=np.int64),
        tally=np.zeros(1, dtype=np.int64),
    )
