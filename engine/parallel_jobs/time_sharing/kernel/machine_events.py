"""Parts of the kernel: what happens to machines, and to the jobs on them (rules 10 to 15 of README.md), compiled."""

from engine.compiled.compilation import inlined, part
from engine.parallel_jobs.machine_events.events import MachineEventKind
from engine.parallel_jobs.records import Happening
from engine.parallel_jobs.time_sharing.kernel.mapping import (
    MOST_EVER,
    N_AGAIN,
    N_RUNNING,
    choose_keeping,
    current_class,
    free_chain,
    join,
    leave,
    mark_affected,
    note,
    proceed,
    refresh,
    refuse,
    remaining_work,
    set_class,
    skip_refused,
    take_stock,
    work_at_checkpoint,
)
from engine.parallel_jobs.time_sharing.kernel.migration import cost, count_moved, lift, move
from engine.parallel_jobs.time_sharing.kernel.tables import END_OF_CHAIN, FREE, NEVER
from engine.parallel_jobs.time_sharing.rules import NOT_NOW, choose_migration_class

USER_ARRIVES, USER_LEAVES, SHUTDOWN, _, RETURN, _, NOTICE_ENDS = (int(kind) for kind in MachineEventKind)
DOWNGRADE, EVICTION, MACHINE = int(Happening.DOWNGRADE), int(Happening.EVICTION), int(Happening.MACHINE)


@part
def happen(
    machine, place, klass, job, strain, of_load, of_processes, log, entries, count, change, process_size, rules, now
):
    """Let a machine event happen, but for what follows after every event that may free machines; whether it does."""
    i, kind, notice, until = change.machine, change.kind, change.notice, change.time + change.notice
    machine[0].chosen = i
    if kind == NOTICE_ENDS:
        if machine[i].load == 0 or not (machine[i].gone and machine[i].until <= change.time):
            return False
        note(machine, log, entries, count, now, MACHINE, SHUTDOWN, -1, 1)
        _clear(
            machine, place, klass, job, strain, of_load, log, entries, count, process_size, rules, i, 0.0, now, now
        )  # fmt: skip
        return True
    note(machine, log, entries, count, now, MACHINE, kind, -1, 1)
    if kind == USER_ARRIVES:
        machine[i].users += 1
        _reload(machine, place, klass, job, of_load, of_processes, i)
        _downgrade(machine, place, klass, job, strain, of_load, log, entries, count, i, now)
    elif kind == USER_LEAVES:
        machine[i].users = max(0, machine[i].users - 1)
        _reload(machine, place, klass, job, of_load, of_processes, i)
        mark_affected(machine, place, job, i)
    elif kind == RETURN:
        machine[i].gone = False
        refresh(machine, place, klass, job, of_load, i)
    elif not machine[i].gone:
        machine[i].gone = True
        machine[i].until = until
        refresh(machine, place, klass, job, of_load, i)
        _clear(
            machine, place, klass, job, strain, of_load, log, entries, count, process_size, rules, i, notice, until, now
        )
    return True


@part
def _reload(machine, place, klass, job, of_load, of_processes, i):
    """Recompute the classes by load of machine *i*: moved up by its users."""
    for load in range(of_load.shape[1]):
        of_load[i, load] = of_processes[i, load + machine[i].users]
    refresh(machine, place, klass, job, of_load, i)


@inlined
def _strike(machine, place, strain, i):
    """Mark the jobs that have processes on machine *i*, those included that a migration has not fetched yet."""
    for p in range(machine[i].first_place, machine[i].end_place):
        j = place[p].occupant
        if j >= 0:
            strain[j].struck = True
        elif j != FREE:
            strain[-2 - j].struck = True


@part
def _downgrade(machine, place, klass, job, strain, of_load, log, entries, count, i, now):
    """Raise the class of the jobs on machine *i* that have become slower than it says."""
    _strike(machine, place, strain, i)
    for x in range(count[N_RUNNING]):
        j = job[x].running
        if not strain[j].struck:
            continue
        strain[j].struck = False
        current = current_class(machine, place, job, of_load, j)
        if current > job[j].delay_class:
            set_class(machine, place, klass, job, of_load, j, current)
            note(machine, log, entries, count, now, DOWNGRADE, j, current, 0)
            if job[j].end > now:
                proceed(klass, job, strain, j, now, max(now, job[j].since))


@part
def _clear(
    machine, place, klass, job, strain, of_load, log, entries, count, process_size, rules, i, notice, until, now
):
    """Let the jobs leave machine *i* within the *notice* (-inf for none), which ends at *until*.

    Those stay that end by then; those that cannot move wait again.
    """
    _strike(machine, place, strain, i)
    bottom = count[N_AGAIN]
    x = 0
    while x < count[N_RUNNING]:
        j = job[x].running
        stays = True
        if strain[j].struck:
            strain[j].struck = False
            stays = job[j].end <= until or _transfer_ends_in_time(place, job, j, i, until)
            stays = stays or _evacuate(
                machine, place, klass, job, strain, of_load, log, entries, count, process_size, rules, j, notice, now
            )
        if stays:
            x += 1
        else:
            _evict(
                machine, place, klass, job, strain, of_load, log, entries, count, process_size, rules, x, notice, now
            )
    top = count[N_AGAIN] - 1
    while bottom < top:  # the lowest number on top of the pile
        strain[bottom].again, strain[top].again = strain[top].again, strain[bottom].again
        bottom += 1
        top -= 1


@inlined
def _transfer_ends_in_time(place, job, j, i, until):
    """Whether job *j* has left machine *i* already, and its processes there are fetched by then."""
    p = job[j].first_held
    while p != END_OF_CHAIN:
        if place[p].machine == i:
            return job[j].since <= until
        p = place[p].following
    return False


@part
def _evacuate(machine, place, klass, job, strain, of_load, log, entries, count, process_size, rules, j, notice, now):
    """Migrate job *j* if it is not in transfer and there is somewhere to go in time; whether it was."""
    if now < job[j].since or job[j].first_held != END_OF_CHAIN:
        return False
    size = job[j].processes
    lift(machine, place, klass, job, of_load, j, FREE, -1)
    take_stock(klass)
    target = choose_migration_class(klass["available"][:-1], klass.shape[0] - 1, size)
    if target != NOT_NOW:
        choose_keeping(machine, place, klass, job, j, target)
    lift(machine, place, klass, job, of_load, j, j, 1)
    if target == NOT_NOW:
        return False
    pause = cost(rules, process_size[j], count_moved(machine, place, job, j))
    if pause > notice:
        return False
    strain[j].evacuations += 1
    hold = rules.hold_old_machines
    move(machine, place, klass, job, strain, of_load, log, entries, count, j, pause, hold, now)
    return True


@part
def _evict(
    machine, place, klass, job, strain, of_load, log, entries, count, process_size, rules, position, notice, now
):
    """Take a running job off all machines: with a checkpoint if there is time, otherwise without its recent work."""
    j = job[position].running
    remaining, kept = remaining_work(job, j, now), work_at_checkpoint(job, strain, j, now)
    pause = cost(rules, process_size[j], job[j].processes)
    if pause <= notice:
        strain[j].checkpoints += 1
        strain[j].remaining = remaining
        strain[j].pause = pause
    else:
        strain[j].failures += 1
        strain[j].lost += kept - remaining
        strain[j].remaining = kept
        strain[j].pause = 0.0
    leave(job, count, position)
    chain = join(place, job[j].first_place, job[j].first_held)
    job[j].first_place = job[j].first_held = END_OF_CHAIN
    job[j].release = job[j].end = NEVER
    free_chain(machine, place, klass, job, of_load, chain, now)
    note(machine, log, entries, count, now, EVICTION, j, -1, 0)
    if strain[j].floor > count[MOST_EVER]:
        refuse(machine, job, strain, log, entries, count, j, now)
    else:
        strain[count[N_AGAIN]].again = j
        count[N_AGAIN] += 1


@part
def set_limit(machine, job, strain, log, entries, count, most, head, tail, now):
    """Let there never be more than *most* machines again: who waits and cannot do with that is sent away; the head."""
    count[MOST_EVER] = most
    for x in range(count[N_AGAIN] - 1, -1, -1):
        j = strain[x].again
        if strain[j].floor > most:
            for y in range(x, count[N_AGAIN] - 1):
                strain[y].again = strain[y + 1].again
            count[N_AGAIN] -= 1
            refuse(machine, job, strain, log, entries, count, j, now)
    for j in range(head, tail):
        if strain[j].floor > most and strain[j].reason == 0:
            refuse(machine, job, strain, log, entries, count, j, now)
    return skip_refused(strain, head, tail)
