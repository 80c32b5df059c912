"""Parts of the kernel: upgrading and migration (rules 7 and 8 of README.md), compiled."""

from engine.compiled.compilation import part, small
from engine.parallel_jobs.records import Happening
from engine.parallel_jobs.time_sharing.kernel.mapping import (
    N_RUNNING,
    PUT_OFF,
    choose_keeping,
    current_class,
    free_chain,
    note,
    proceed,
    put_on,
    refresh,
    remaining_work,
    set_class,
    take_stock,
)
from engine.parallel_jobs.time_sharing.kernel.tables import END_OF_CHAIN, FREE
from engine.parallel_jobs.time_sharing.rules import NOT_NOW, choose_migration_class, migration_pays

UPGRADE, MIGRATION = int(Happening.UPGRADE), int(Happening.MIGRATION)


@part
def upgrade(state, now):
    """Rule 7: lower the class of every running job whose machines allow it."""
    for x in range(state.tally[N_RUNNING]):
        j = state.job[x].running
        if not (state.job[j].affected or state.tally[PUT_OFF]):
            continue
        state.job[j].affected = False
        current = current_class(state, j)
        if current < state.job[j].delay_class:
            set_class(state, j, current)
            state.job[j].upgrades += 1
            note(state, now, UPGRADE, j, current, 0)
            if state.job[j].end > now:
                proceed(state, j, now, max(now, state.job[j].since))
    state.tally[PUT_OFF] = 0


@small
def can_gain(state, j):
    """Whether a faster class could have enough machines; for speed, an upper bound before the job is taken off."""
    own, size = state.job[j].delay_class, state.job[j].processes
    found = 0
    for k in range(min(own, state.classes.shape[0] - 1)):
        found += state.classes[k].count
    p = state.job[j].first_place
    while p != END_OF_CHAIN and found < size:
        i = state.place[p].machine
        if state.of_load[i, state.machine[i].load] < own:
            found += 1
        p = state.place[p].following
    return found >= size


@part
def lift(state, j, occupant, step):
    """Take job *j* off its machines in thought (FREE, -1), or put it back (j, +1)."""
    p = state.job[j].first_place
    while p != END_OF_CHAIN:
        i = state.place[p].machine
        state.place[p].occupant = occupant
        state.machine[i].load += step
        refresh(state, i)
        p = state.place[p].following


@part
def mark_chosen(state, size, mark):
    """Mark the *size* chosen machines, or take the marks away."""
    for x in range(size):
        state.machine[state.machine[x].chosen].marked = mark


@part
def count_moved(state, j):
    """Processes that change their machine when job *j* goes to the chosen ones."""
    moved = state.job[j].processes
    mark_chosen(state, state.job[j].processes, 1)
    p = state.job[j].first_place
    while p != END_OF_CHAIN:
        moved -= state.machine[state.place[p].machine].marked
        p = state.place[p].following
    mark_chosen(state, state.job[j].processes, 0)
    return moved


@small
def cost(rules, process_size, processes):
    """Time to write a checkpoint of a job and to transfer so many of its processes, s."""
    return rules.checkpoint + processes * (rules.latency + rules.transfer_per_kb * process_size)


@part
def try_to_migrate(state, process_size, rules, j, now):
    """Rule 8 for one job; 0 if it stays, 1 if it moved, 2 if it moved away from machines that it shared."""
    size = state.job[j].processes
    lift(state, j, FREE, -1)
    take_stock(state)
    slowest = min(state.job[j].delay_class, state.classes.shape[0] - 1)
    target = choose_migration_class(state.classes["available"][:-1], slowest, size)
    if target != NOT_NOW:
        choose_keeping(state, j, target)
    lift(state, j, j, 1)
    if target == NOT_NOW:
        return 0
    moved = count_moved(state, j)
    if moved == 0:
        return 0
    pause = cost(rules, process_size[j], moved)
    if rules.migrate_only_if_it_pays and not migration_pays(
        pause, remaining_work(state, j, now), state.job[j].pace / state.classes[target].delay, state.job[j].rate
    ):
        return 0
    hold = rules.hold_old_machines
    shared = move(state, j, pause, hold, now)
    return 2 if shared else 1


@part
def move(state, j, pause, hold, now):
    """Put job *j* on the chosen machines; whether other jobs are on the machines that it left."""
    size = state.job[j].processes
    mark_chosen(state, size, 1)
    chain, left = END_OF_CHAIN, END_OF_CHAIN
    p = state.job[j].first_place
    while p != END_OF_CHAIN:  # places on machines that were chosen again are kept; that uses up the mark
        following = state.place[p].following
        i = state.place[p].machine
        if state.machine[i].marked:
            state.machine[i].marked = 0
            state.place[p].following = chain
            chain = p
        else:
            state.place[p].following = left
            left = p
        p = following
    for x in range(size):
        i = state.machine[x].chosen
        if state.machine[i].marked:
            state.machine[i].marked = 0
            if state.machine[i].load == 0:
                state.machine[i].busy_since = now
            chain = put_on(state, j, i, chain)
    state.job[j].first_place = chain
    shared = False
    if hold:
        state.job[j].first_held = left
        p = left
        while p != END_OF_CHAIN:
            state.place[p].occupant = -2 - j
            refresh(state, state.place[p].machine)
            p = state.place[p].following
    else:
        shared = free_chain(state, left, now)
    set_class(state, j, current_class(state, j))
    state.job[j].migrations += 1
    note(state, now, MIGRATION, j, state.job[j].delay_class, size)
    proceed(state, j, now, now + pause)
    if hold:
        state.job[j].release = now + (state.job[j].since - now)
    return shared


@small
def migrate(state, process_size, rules, upgrading, now):
    """Rule 8: slowest class first, then lowest number, each job at most once."""
    for x in range(state.tally[N_RUNNING]):
        state.job[state.job[x].running].tried = False
    while True:
        best = -1
        for x in range(state.tally[N_RUNNING]):
            j = state.job[x].running
            in_transfer = now < state.job[j].since or state.job[j].first_held != END_OF_CHAIN
            may_move = not state.job[j].tried and not in_transfer and now < state.job[j].end
            if may_move and (best == -1 or state.job[j].delay_class > state.job[best].delay_class):
                best = j
        if best == -1 or state.job[best].delay_class == 0:
            return  # nobody is left, or only jobs in the fastest class
        state.job[best].tried = True
        if not can_gain(state, best):
            continue
        outcome = try_to_migrate(state, process_size, rules, best, now)
        if upgrading and (outcome == 2 or (outcome == 1 and state.tally[PUT_OFF])):
            upgrade(state, now)
