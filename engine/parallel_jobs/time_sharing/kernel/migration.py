"""Parts of the kernel: upgrading and migration (rules 7 and 8 of README.md), compiled."""

from engine.compiled.compilation import inlined, part
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
def upgrade(machine, place, klass, job, strain, of_load, log, entries, count, now):
    """Rule 7: lower the class of every running job whose machines allow it."""
    for x in range(count[N_RUNNING]):
        j = job[x].running
        if not (job[j].affected or count[PUT_OFF]):
            continue
        job[j].affected = False
        current = current_class(machine, place, job, of_load, j)
        if current < job[j].delay_class:
            set_class(machine, place, klass, job, of_load, j, current)
            job[j].upgrades += 1
            note(machine, log, entries, count, now, UPGRADE, j, current, 0)
            if job[j].end > now:
                proceed(klass, job, strain, j, now, max(now, job[j].since))
    count[PUT_OFF] = 0


@inlined
def can_gain(machine, place, klass, job, of_load, j):
    """Whether a faster class could have enough machines; for speed, an upper bound before the job is taken off."""
    own, size = job[j].delay_class, job[j].processes
    found = 0
    for k in range(min(own, klass.shape[0] - 1)):
        found += klass[k].count
    p = job[j].first_place
    while p != END_OF_CHAIN and found < size:
        i = place[p].machine
        if of_load[i, machine[i].load] < own:
            found += 1
        p = place[p].following
    return found >= size


@part
def lift(machine, place, klass, job, of_load, j, occupant, step):
    """Take job *j* off its machines in thought (FREE, -1), or put it back (j, +1)."""
    p = job[j].first_place
    while p != END_OF_CHAIN:
        i = place[p].machine
        place[p].occupant = occupant
        machine[i].load += step
        refresh(machine, place, klass, job, of_load, i)
        p = place[p].following


@part
def mark_chosen(machine, size, mark):
    """Mark the *size* chosen machines, or take the marks away."""
    for x in range(size):
        machine[machine[x].chosen].marked = mark


@part
def count_moved(machine, place, job, j):
    """Processes that change their machine when job *j* goes to the chosen ones."""
    moved = job[j].processes
    mark_chosen(machine, job[j].processes, 1)
    p = job[j].first_place
    while p != END_OF_CHAIN:
        moved -= machine[place[p].machine].marked
        p = place[p].following
    mark_chosen(machine, job[j].processes, 0)
    return moved


@inlined
def cost(rules, process_size, processes):
    """Time to write a checkpoint of a job and to transfer so many of its processes, s."""
    return rules.checkpoint + processes * (rules.latency + rules.transfer_per_kb * process_size)


@part
def try_to_migrate(machine, place, klass, job, strain, of_load, log, entries, count, process_size, rules, j, now):
    """Rule 8 for one job; 0 if it stays, 1 if it moved, 2 if it moved away from machines that it shared."""
    size = job[j].processes
    lift(machine, place, klass, job, of_load, j, FREE, -1)
    take_stock(klass)
    slowest = min(job[j].delay_class, klass.shape[0] - 1)
    target = choose_migration_class(klass["available"][:-1], slowest, size)
    if target != NOT_NOW:
        choose_keeping(machine, place, klass, job, j, target)
    lift(machine, place, klass, job, of_load, j, j, 1)
    if target == NOT_NOW:
        return 0
    moved = count_moved(machine, place, job, j)
    if moved == 0:
        return 0
    pause = cost(rules, process_size[j], moved)
    if rules.migrate_only_if_it_pays and not migration_pays(
        pause, remaining_work(job, j, now), job[j].pace / klass[target].delay, job[j].rate
    ):
        return 0
    hold = rules.hold_old_machines
    shared = move(machine, place, klass, job, strain, of_load, log, entries, count, j, pause, hold, now)
    return 2 if shared else 1


@part
def move(machine, place, klass, job, strain, of_load, log, entries, count, j, pause, hold, now):
    """Put job *j* on the chosen machines; whether other jobs are on the machines that it left."""
    size = job[j].processes
    mark_chosen(machine, size, 1)
    chain, left = END_OF_CHAIN, END_OF_CHAIN
    p = job[j].first_place
    while p != END_OF_CHAIN:  # places on machines that were chosen again are kept; that uses up the mark
        following = place[p].following
        i = place[p].machine
        if machine[i].marked:
            machine[i].marked = 0
            place[p].following = chain
            chain = p
        else:
            place[p].following = left
            left = p
        p = following
    for x in range(size):
        i = machine[x].chosen
        if machine[i].marked:
            machine[i].marked = 0
            if machine[i].load == 0:
                machine[i].busy_since = now
            chain = put_on(machine, place, j, i, chain)
    job[j].first_place = chain
    shared = False
    if hold:
        job[j].first_held = left
        p = left
        while p != END_OF_CHAIN:
            place[p].occupant = -2 - j
            refresh(machine, place, klass, job, of_load, place[p].machine)
            p = place[p].following
    else:
        shared = free_chain(machine, place, klass, job, of_load, left, now)
    set_class(machine, place, klass, job, of_load, j, current_class(machine, place, job, of_load, j))
    job[j].migrations += 1
    note(machine, log, entries, count, now, MIGRATION, j, job[j].delay_class, size)
    proceed(klass, job, strain, j, now, now + pause)
    if hold:
        job[j].release = now + (job[j].since - now)
    return shared


@inlined
def migrate(machine, place, klass, job, strain, of_load, log, entries, count, process_size, rules, upgrading, now):
    """Rule 8: slowest class first, then lowest number, each job at most once."""
    for x in range(count[N_RUNNING]):
        job[job[x].running].tried = False
    while True:
        best = -1
        for x in range(count[N_RUNNING]):
            j = job[x].running
            in_transfer = now < job[j].since or job[j].first_held != END_OF_CHAIN
            may_move = not job[j].tried and not in_transfer and now < job[j].end
            if may_move and (best == -1 or job[j].delay_class > job[best].delay_class):
                best = j
        if best == -1 or job[best].delay_class == 0:
            return  # nobody is left, or only jobs in the fastest class
        job[best].tried = True
        if not can_gain(machine, place, klass, job, of_load, best):
            continue
        outcome = try_to_migrate(
            machine, place, klass, job, strain, of_load, log, entries, count, process_size, rules, best, now
        )
        if upgrading and (outcome == 2 or (outcome == 1 and count[PUT_OFF])):
            upgrade(machine, place, klass, job, strain, of_load, log, entries, count, now)
