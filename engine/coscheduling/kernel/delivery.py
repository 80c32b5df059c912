"""The delivery of a message: an interrupt, a boost or a wake-up if need be (rules 10 and 11)."""

import numpy as np

from engine.compiled.compilation import inlined
from engine.coscheduling.kernel.log import note, note_process
from engine.coscheduling.kernel.messages import DELIVERED, TREE
from engine.coscheduling.kernel.processor import boost, known, process_at, progress, put_off, to_the_front, work
from engine.coscheduling.kernel.tables import BLOCKED_MESSAGE, IN_VAIN, NEVER, NOBODY, READY, THERE
from engine.coscheduling.records import Happening

INTERRUPTED, WOKEN, BOOSTED = int(Happening.INTERRUPTED), int(Happening.WOKEN), int(Happening.BOOSTED)

OTHERS = 2
"""The mark of whom its I/O, a wake-up or DCS put at the head of the highest level; that of PB or a yield is 1."""


@inlined
def take_in(inbox, n, rule, now):
    """Take the first message out of the ring: the process it is for, and the channel."""
    message = inbox[np.uint64(n.ring + (n.first_message & rule.ring_mask))]
    target, channel = np.int64(message.process), np.int64(message.channel)
    n.first_message += 1
    n.messages -= 1
    n.taking_until = now
    n.delivery = NEVER
    if n.messages > 0:
        following = inbox[np.uint64(n.ring + (n.first_message & rule.ring_mask))]
        n.delivery = max(following.arrival, now) + rule.interface
    else:
        n.first_message = 0  # for speed: most of the ring stays out of the cache
    return target, channel


@inlined
def deliver(processes, pending, inbox, log, rule, total, n, now):
    """Deliver a message: whether its receiver takes it now, and whether it was an interrupt."""
    target, channel = take_in(inbox, n, rule, now)
    slot = target - n.first_slot
    p = processes[np.uint64(target)]
    x = np.uint64(target * rule.channels + channel)
    total.delivered += 1
    if total.logging:
        index = min(channel, np.int64(p.children)) if rule.pattern == TREE else channel
        iteration = p.iteration + pending[x] + (p.step > index)
        note(log, total, now, p.node, DELIVERED, p.job, p.task, channel, iteration)
    pending[x] += 1
    p.there += 1
    awaited = p.position >= IN_VAIN and p.channel == channel
    woken = awaited and p.state == BLOCKED_MESSAGE
    interrupts = woken or (rule.demand and known(n, now) != slot)
    if interrupts:
        total.interrupts += 1
        running = n.running
        if running != NOBODY:
            r = process_at(processes, n, running)
            progress(n, r, log, total, now)
        work(n, p, log, total, now, rule.interrupt)
        note_process(log, total, now, p, INTERRUPTED, slot, 0)
        if woken:
            work(n, p, log, total, now, rule.move)
            to_the_front(n, p, slot, OTHERS)
            note_process(log, total, now, p, WOKEN, slot, p.level)
        elif p.state == READY:
            work(n, p, log, total, now, rule.move)
            boost(n, p, slot, OTHERS)
            note_process(log, total, now, p, BOOSTED, slot, 0)
        if running != NOBODY:
            put_off(n, process_at(processes, n, running), now)
    takes = False
    if awaited:
        if n.running == slot and now >= n.since:
            progress(n, p, log, total, now)
            takes = True
        elif n.running == slot:
            n.processor = n.since
        p.position, p.left = THERE, 0
    return takes, interrupts
