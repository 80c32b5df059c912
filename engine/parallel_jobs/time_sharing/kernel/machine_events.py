"""Parts of the kernel: what happens to machines, and to the jobs on them (rules 10 to 15 of README.md), compiled."""

from engine.compiled.compilation import part, small
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
    state,
    change,
    process_size,
    rules,
    now,
):
    """Let a machine event happen, but for what follows after every event that may free machines; whether it does."""
    i, kind, notice, until = change.machine, change.kind, change.notice, change.time + change.notice
    state.machine[0].chosen = i
    if kind == NOTICE_ENDS:
        if state.machine[i].load == 0 or not (state.machine[i].gone and state.machine[i].until <= change.time):
            return False
        note(state, now, MACHINE, SHUTDOWN, -1, 1)
        _clear(state, process_size, rules, i, 0.0, now, now)
        return True
    note(state, now, MACHINE, kind, -1, 1)
    if kind == USER_ARRIVES:
        state.machine[i].users += 1
        _reload(state, i)
        _downgrade(state, i, now)
    elif kind == USER_LEAVES:
        state.machine[i].users = max(0, state.machine[i].users - 1)
        _reload(state, i)
        mark_affected(state, i)
    elif kind == RETURN:
        state.machine[i].gone = False
        refresh(state, i)
    elif not state.machine[i].gone:
        state.machine[i].gone = True
        state.machine[i].until = until
        refresh(state, i)
        _clear(
            state,
            process_size,
            rules,
            i,
            notice,
            until,
            now,
        )
    return True


@part
def _reload(state, i):
    """Recompute the classes by load of machine *i*: moved up by its users."""
    for load in range(state.of_load.shape[1]):
        state.of_load[i, load] = state.of_processes[i, load + state.machine[i].users]
    refresh(state, i)


@small
def _strike(state, i):
    """Mark the jobs that have processes on machine *i*, those included that a migration has not fetched yet."""
    for p in range(state.machine[i].first_place, state.machine[i].end_place):
        j = state.place[p].occupant
        if j >= 0:
            state.disruption[j].disrupted = True
        elif j != FREE:
            state.disruption[-2 - j].disrupted = True


@part
def _downgrade(state, i, now):
    """Raise the class of the jobs on machine *i* that have become slower than it says."""
    _strike(state, i)
    for x in range(state.tally[N_RUNNING]):
        j = state.job[x].running
        if not state.disruption[j].disrupted:
            continue
        state.disruption[j].disrupted = False
        current = current_class(state, j)
        if current > state.job[j].delay_class:
            set_class(state, j, current)
            note(state, now, DOWNGRADE, j, current, 0)
            if state.job[j].end > now:
                proceed(state, j, now, max(now, state.job[j].since))


@part
def _clear(state, process_size, rules, i, notice, until, now):
    """Let the jobs leave machine *i* within the *notice* (-inf for none), which ends at *until*.

    Those stay that end by then, or that can do nothing better before; those that cannot move wait again.
    """
    _strike(state, i)
    x = 0
    while x < state.tally[N_RUNNING]:
        j = state.job[x].running
        stays = True
        if state.disruption[j].disrupted:
            state.disruption[j].disrupted = False
            stays = state.job[j].end <= until or _transfer_ends_in_time(state, j, i, until)
            stays = stays or _evacuate(
                state,
                process_size,
                rules,
                j,
                notice,
                now,
            )
            stays = stays or 0 < notice < cost(rules, process_size[j], state.job[j].processes)
        if stays:
            x += 1
        else:
            _evict(
                state,
                process_size,
                rules,
                x,
                notice,
                now,
            )


@small
def _transfer_ends_in_time(state, j, i, until):
    """Whether job *j* has left machine *i* already, and its processes there are fetched by then."""
    p = state.job[j].first_held
    while p != END_OF_CHAIN:
        if state.place[p].machine == i:
            return state.job[j].since <= until
        p = state.place[p].following
    return False


@part
def _evacuate(state, process_size, rules, j, notice, now):
    """Migrate job *j* if it is not in transfer and there is somewhere to go in time; whether it was."""
    if now < state.job[j].since or state.job[j].first_held != END_OF_CHAIN:
        return False
    size = state.job[j].processes
    lift(state, j, FREE, -1)
    take_stock(state)
    target = choose_migration_class(state.classes["available"][:-1], state.classes.shape[0] - 1, size)
    if target != NOT_NOW:
        choose_keeping(state, j, target)
    lift(state, j, j, 1)
    if target == NOT_NOW:
        return False
    pause = cost(rules, process_size[j], count_moved(state, j))
    if pause > notice:
        return False
    state.disruption[j].evacuations += 1
    hold = rules.hold_old_machines
    move(state, j, pause, hold, now)
    return True


@part
def _evict(state, process_size, rules, position, notice, now):
    """Take a running job off all machines: with a checkpoint if there is time, otherwise without its recent work."""
    j = state.job[position].running
    remaining, kept = remaining_work(state, j, now), work_at_checkpoint(state, j, now)
    pause = cost(rules, process_size[j], state.job[j].processes)
    if pause <= notice:
        state.disruption[j].checkpoints += 1
        state.disruption[j].remaining = remaining
        state.disruption[j].pause = pause
    else:
        state.disruption[j].failures += 1
        state.disruption[j].lost += kept - remaining
        state.disruption[j].remaining = kept
        state.disruption[j].pause = 0.0
    leave(state, position)
    chain = join(state, state.job[j].first_place, state.job[j].first_held)
    state.job[j].first_place = state.job[j].first_held = END_OF_CHAIN
    state.job[j].release = state.job[j].end = NEVER
    free_chain(state, chain, now)
    note(state, now, EVICTION, j, -1, 0)
    if state.disruption[j].floor > state.tally[MOST_EVER]:
        refuse(state, j, now)
    else:
        _put_on_top(state, j, now)


@small
def _put_on_top(state, j, now):
    """Let evicted job *j* start before all others; of those evicted at one instant the lowest number first."""
    x = state.tally[N_AGAIN]
    while (
        x > 0 and state.disruption[x - 1].again < j and state.disruption[state.disruption[x - 1].again].evicted == now
    ):
        state.disruption[x].again = state.disruption[x - 1].again
        x -= 1
    state.disruption[x].again = j
    state.disruption[j].evicted = now
    state.tally[N_AGAIN] += 1


@part
def set_limit(state, most, head, tail, now):
    """Let there never be more than *most* machines again: who waits and cannot do with that is sent away; the head."""
    state.tally[MOST_EVER] = most
    for x in range(state.tally[N_AGAIN] - 1, -1, -1):
        j = state.disruption[x].again
        if state.disruption[j].floor > most:
            for y in range(x, state.tally[N_AGAIN] - 1):
                state.disruption[y].again = state.disruption[y + 1].again
            state.tally[N_AGAIN] -= 1
            refuse(state, j, now)
    for j in range(head, tail):
        if state.disruption[j].floor > most and state.disruption[j].reason == 0:
            refuse(state, j, now)
    return skip_refused(state, head, tail)
