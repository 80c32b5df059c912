"""Ticks: only those are simulated at which something can happen (rules 12 and 13)."""

import numpy as np

from engine.compiled.compilation import inlined, part
from engine.coscheduling.kernel.log import note_process
from engine.coscheduling.kernel.processor import READY_AGAIN, boost, process_at, progress, put_off, stop, to_tail, work
from engine.coscheduling.kernel.tables import (
    AFTER_IO,
    LEVEL,
    NEVER,
    NOBODY,
    NOT_QUEUED,
    READY,
    RUNNING,
    S1,
    S2,
    S3,
    THERE,
)
from engine.coscheduling.records import Happening
from engine.coscheduling.system import EVERY_SECOND, HIGHEST, MILLISECOND, QUANTUM

LIFTED, BOOSTED = int(Happening.LEVEL), int(Happening.BOOSTED)
YIELDED = int(Happening.YIELDED)
PERIODIC_BOOST_OR_YIELD = 1


@inlined
def _preempts(processes, n, p, rule):
    """Rule 12: whether the head of the queue takes the processor from *p* at a tick."""
    head = n.best_key // LEVEL
    own = HIGHEST - p.level
    if head != own:
        return head < own
    mark = process_at(processes, n, n.best).mark
    return 0 < mark <= rule.equal_level


@inlined
def expect_tick(processes, n, rule, now):
    """Find the next tick at which something happens; the events before it may not change that."""
    n.tick = NEVER
    if n.processes > 0 and rule.told == 0:
        due = n.lift
        next_instant = max(now, n.ticked + 1)
        if n.running == NOBODY:
            if n.holder != NOBODY:
                due = next_instant
        else:
            p = process_at(processes, n, n.running)
            if n.ready > 0 and (rule.boost or _preempts(processes, n, p, rule)):
                due = next_instant
            else:
                due = min(due, max(next_instant, n.began + p.quantum))
        past = max(0, due - n.phase)
        n.tick = n.phase + (past + MILLISECOND - 1) // MILLISECOND * MILLISECOND


@part
def lift_all(processes, n, rule, log, total, now):
    """Every 1000th tick: all to the highest level, in the order in which they would have been dispatched."""
    for slot in range(rule.slots):
        p = process_at(processes, n, slot)
        if p.level != HIGHEST and (p.state == READY or p.state == RUNNING):
            note_process(log, total, now, p, LIFTED, slot, HIGHEST)
    while True:
        first, first_key = NOBODY, NOT_QUEUED
        for slot in range(rule.slots):
            p = process_at(processes, n, slot)
            if p.level != HIGHEST and p.key < first_key:
                first, first_key = slot, p.key
        if first == NOBODY:
            break
        n.ready -= 1
        if n.best == first:
            n.best_key = NOT_QUEUED
        p = process_at(processes, n, first)
        p.level = HIGHEST
        to_tail(n, p, first)
    for slot in range(rule.slots):
        process_at(processes, n, slot).level = HIGHEST
    n.lift += EVERY_SECOND * MILLISECOND


# whom periodic boost, or a process that yields, chooses ---------------------------------------------------------------


@inlined
def _state(p):
    """S1 to S3 as a bit, 0 if the process waits in vain; without branches, for speed."""
    return S1 * ((p.position <= AFTER_IO) << (p.there > 0)) + S3 * (p.position == THERE)


@inlined
def _number(state):
    """The number of a state: 1 to 3."""
    return 3 if state == S3 else state


@inlined
def _choose_first(processes, n, rule, first, stage_1, stage_2, stage_3):
    """Go through the stages, each time through who is ready or running from slot *first* on; all in one pass.

    Returns
    -------
    tuple
        the slot or NOBODY; its place among the candidates; looks
    """
    second, second_place, third, third_place, place = NOBODY, 0, NOBODY, 0, 0
    slot = first
    for _ in range(rule.slots):
        p = process_at(processes, n, slot)
        is_candidate = (p.state == READY) | (p.state == RUNNING)
        state = _state(p) * is_candidate
        if state & stage_1 != 0:
            return slot, place, place + 1
        if state & stage_2 != 0 and second == NOBODY:
            second, second_place = slot, place
        if state & stage_3 != 0 and third == NOBODY:
            third, third_place = slot, place
        place += is_candidate
        slot += 1
        if slot == rule.slots:
            slot = 0
    if second != NOBODY:
        return second, second_place, place + second_place + 1
    if third != NOBODY:
        return third, third_place, 2 * place + third_place + 1
    return NOBODY, 0, place * (1 + (stage_2 != 0) + (stage_3 != 0))


@part
def _choose_fairly(processes, n, rule, first, now):
    """The same, but the first stage in which there is anybody has the one with the least share of the processor."""
    looks = 0
    for stage in (rule.stage_1, rule.stage_2, rule.stage_3):
        found, found_place, least, place = NOBODY, 0, np.inf, 0
        for x in range(rule.slots):
            slot = first + x if first + x < rule.slots else first + x - rule.slots
            p = process_at(processes, n, slot)
            if p.state == READY or p.state == RUNNING:
                if _state(p) & stage != 0:
                    share = p.used / (now - p.admitted) if now > p.admitted else 0.0
                    if share < least:
                        found, found_place, least = slot, place, share
                place += 1
        if stage != 0:
            looks += place
        if found != NOBODY:
            return found, found_place, looks
    return NOBODY, 0, looks


@inlined
def poll(processes, boosts, n, rule, log, total, now):
    """Periodic boost looks for a process that can go on (rule 13)."""
    running = n.running
    first = running if running != NOBODY else n.holder
    if n.processes < 2 or n.ready == 0 or first == NOBODY:
        return
    if running != NOBODY:
        progress(n, process_at(processes, n, running), log, total, now)
    if rule.fair:
        slot, place, looks = _choose_fairly(processes, n, rule, first, now)
    else:
        stage_1, stage_2, stage_3 = rule.stage_1, rule.stage_2, rule.stage_3
        slot, place, looks = _choose_first(processes, n, rule, first, stage_1, stage_2, stage_3)
    work(n, process_at(processes, n, first), log, total, now, looks * rule.check)
    if slot != NOBODY:
        p = process_at(processes, n, slot)
        state = _number(_state(p))
        boosts[state - 1] += 1
        boosts[3 + place + (running == NOBODY)] += 1
        if slot == running:
            p.level = HIGHEST
        else:
            work(n, process_at(processes, n, first), log, total, now, rule.move)
            boost(n, p, slot, PERIODIC_BOOST_OR_YIELD)
        note_process(log, total, now, p, BOOSTED, slot, state)
    if running != NOBODY:
        put_off(n, process_at(processes, n, running), now)


@inlined
def yield_to_another(processes, n, p, rule, log, total, now):
    """Rule 10: a process that has spun for long enough sinks below all others, and one of them is boosted.

    It spins on all the same, without an end. Progress until now has been made.
    """
    own = n.running
    p.left = NEVER
    n.processor = NEVER
    if n.ready == 0:
        return
    lowest = HIGHEST
    for slot in range(rule.slots):
        other = process_at(processes, n, slot)
        if slot != own and other.state > 0:
            lowest = min(lowest, other.level)
    p.level = min(p.level, max(0, lowest - 1))
    p.state = -1  # not among those to be chosen from
    slot, _, looks = _choose_first(processes, n, rule, own, S3, S2 | S1, 0)
    p.state = RUNNING
    work(n, p, log, total, now, looks * rule.check + rule.move)
    note_process(log, total, now, p, YIELDED, own, p.level)
    if slot != NOBODY:
        chosen = process_at(processes, n, slot)
        state = _number(_state(chosen))
        boost(n, chosen, slot, PERIODIC_BOOST_OR_YIELD)
        note_process(log, total, now, chosen, BOOSTED, slot, state)
    put_off(n, p, now)


# the decision ---------------------------------------------------------------------------------------------------------


@inlined
def decide(processes, n, rule, log, total, now):
    """Who does not run any more after a tick; give a slot to be put back when another has been dispatched."""
    if n.running == NOBODY:
        n.holder = NOBODY
        return NOBODY
    slot = n.running
    p = process_at(processes, n, slot)
    if now - n.began >= p.quantum:
        stop(n, p, rule, log, total, now)
        p.level = max(0, p.level - 1)
        p.quantum = QUANTUM[p.level]
        to_tail(n, p, slot)
        note_process(log, total, now, p, READY_AGAIN, slot, p.level)
        return NOBODY
    if n.ready > 0 and _preempts(processes, n, p, rule):
        stop(n, p, rule, log, total, now)
        note_process(log, total, now, p, READY_AGAIN, slot, p.level)
        return slot
    return NOBODY
