"""Messages and network interfaces (rules 3 and 4)."""

import numpy as np

from engine.compiled.compilation import inlined
from engine.coscheduling.inputs.patterns import Pattern
from engine.coscheduling.kernel.log import note
from engine.coscheduling.records import Happening

NEAREST_NEIGHBOR, ALL_TO_ALL = int(Pattern.NEAREST_NEIGHBOR), int(Pattern.ALL_TO_ALL)
TREE, LINEAR = int(Pattern.TREE), int(Pattern.LINEAR)
SENT, DELIVERED, RECEIVED = int(Happening.SENT), int(Happening.DELIVERED), int(Happening.RECEIVED)


@inlined
def address(rule, p, k):
    """The task and its channel to which a process sends message *k* of an iteration.

    In a tree, 0 goes to the parent, 1 and 2 go to the children.
    """
    if rule.pattern == TREE:
        if k == 0:
            return (p.task - 1) // 2, (p.task - 1) % 2
        return 2 * p.task + k, 2
    if rule.pattern == NEAREST_NEIGHBOR and k == 1:
        return (p.task - 1 if p.task > 0 else p.tasks - 1), 1
    task = p.task + k + 1
    return (task if task < p.tasks else task - p.tasks), k


@inlined
def send(nodes, processes, inbox, place, soonest, log, rule, total, n, p, k, now):
    """Hand message *k* of an iteration to the interface; it enters the ring of its receiver in order of arrival."""
    task, channel = address(rule, p, k)
    target = place[np.uint64(p.place + task)]
    note(log, total, now, p.node, SENT, p.job, task, channel, p.iteration)
    total.sent += 1
    n.sending_until = max(now, n.sending_until) + rule.interface
    arrival = n.sending_until + rule.wire
    d = processes[np.uint64(target)].node
    m = nodes[np.uint64(d)]
    mask = rule.ring_mask
    x = m.first_message + m.messages
    m.messages += 1
    while x > m.first_message:
        before = inbox[np.uint64(m.ring + ((x - 1) & mask))]
        if before.arrival < arrival or (before.arrival == arrival and before.sender <= n.number):
            break
        moved = inbox[np.uint64(m.ring + (x & mask))]
        moved.arrival, moved.process = before.arrival, before.process
        moved.sender, moved.channel = before.sender, before.channel
        x -= 1
    message = inbox[np.uint64(m.ring + (x & mask))]
    message.arrival, message.process, message.sender, message.channel = arrival, target, n.number, channel
    if x == m.first_message:
        m.delivery = max(arrival, m.taking_until) + rule.interface
        soonest[np.uint64(d)] = min(soonest[np.uint64(d)], m.delivery)
