"""The tables that the kernel works on: arrays of structures, of a size that does not depend on how long a run takes."""

import numpy as np

from engine.compiled.structure import record
from engine.coscheduling.inputs.patterns import Pattern
from engine.coscheduling.policies import HEURISTICS, OnDelivery, Scheme, Waiting
from engine.coscheduling.records import Window
from engine.coscheduling.rules import MOST_STAGES, STAGES, Readiness, in_turn
from engine.coscheduling.system import EVERY_SECOND, LATEST, MILLISECOND, Jobs, System
from engine.queues.orders import MOVING

NEVER = LATEST
NOBODY = -1

FREE, READY, RUNNING, BLOCKED_IO, BLOCKED_MESSAGE = range(5)
"""States of a process (rule 6); FREE is a slot that has none."""

COMPUTING, AFTER_IO, IN_VAIN, THERE = range(4)
"""Where a process is in its program: computing, before its sends, in a receive without and with the message."""

LEVEL = 2**48
"""A key in the queue is 59 minus the level, times this, plus a sequence number: the least is dispatched first."""

NOT_QUEUED = 2**62

NO_PAUSE = 2**62


def _integers(*names: str, kind: type = np.int64) -> list[tuple[str, type]]:
    return [(name, kind) for name in names]


NODE = record(
    # the next instant of each kind of event, in the order of rule 17
    *_integers("delivery", "io", "processor", "tick"),
    # the processor. `since`: the running process has made progress until then, or begins then; `began`: its quantum did
    *_integers("running", "since", "began", "work_end", "holder", "last"),
    # the queue. `best`: the slot of its head, with `best_key`; `front`, `back`: the next sequence numbers
    *_integers("ready", "best", "best_key", "first_slot", "processes", "front"),
    # the interface: busy sending and taking in until then; messages on their way here, a ring
    *_integers("first_message", "messages", "ring", "taking_until", "sending_until", "number"),
    # ticks: the first, the last that was acted upon, the next that lifts everybody
    *_integers("ticked", "phase", "lift"),
    # time spent
    *_integers("computing", "spinning", "overhead", "switching"),
    # seldom: what the interface knows (rule 11); if it is told whom to run, the slot of that; the interval being spent
    *_integers("back", "known", "changed", "cell"),
    *_integers("open_since", "open_until", "open_activity", "open_job", "open_task"),
    ("load", np.float64),  # share that its owner takes
)

PROCESS = record(
    # for speed: what is looked at most stands together, in two cache lines
    *_integers("state", "position", "level", "mark", "channel", "step", kind=np.int16),
    ("there", np.int32),  # messages that are there
    # `left`: of the computation or the spin; `used`: processor time; `quantum`: left when it was dispatched
    *_integers("key", "io_end", "left", "quantum", "used"),
    *_integers("iteration", "iterations", "job", kind=np.int32),
    # the program: receives to do in an iteration, children in a tree, sends with which communication opens
    *_integers("receives", "children", "opening", "task", "tasks", "node", kind=np.int16),
    *_integers("computation", "place", "admitted"),
    # time spent on it: what of `used` it spun, and as `Records.spent` has them
    *_integers("spun", "switching", "overhead"),
)

MESSAGE = record(("arrival", np.int64), ("process", np.int32), ("sender", np.int16), ("channel", np.int16))

JOB = record(
    *_integers("arrival", "start", "end", "computation", "io", "nominal", "estimate", "place"),
    *_integers("computing", "spinning", "switching", "overhead"),  # of its tasks that have ended
    *_integers("tasks", "tasks_left", "iterations", "row", "active", "in_turn", "rank", kind=np.int32),
    ("priority", np.float64),
)
"""Entry x of `active`: of gang scheduling, job number x in order of admission; of dedicated nodes, a running job.

Entry x of `in_turn`: job number x of those that wait for dedicated nodes, in the order of the queue. That goes by
`rank`, or by `priority` of the pass where it moves.
"""

RULE = record(
    # `ahead`: iterations that a sender can be ahead of its receiver
    *_integers("nodes", "slots", "channels", "ring_mask", "lookahead", "ahead"),
    *_integers("context_switch", "gang_switch", "interrupt", "move", "check", "gang_quantum", "interface", "wire"),
    # told: whether nodes are told whom to run, by gang scheduling or, if they are dedicated, by the queue
    *_integers("pattern", "waiting", "equal_level", "told", "gang", "queue", "order"),
    # spin: none that ends is as good as never; hand_over: I/O longer than this leaves the processor
    *_integers("spin", "hand_over", "stage_1", "stage_2", "stage_3"),
    ("demand", np.bool_), ("boost", np.bool_), ("poll_last", np.bool_), ("fair", np.bool_), ("backfill", np.bool_),
    ("skewness", np.float64), ("key", np.uint64),
)  # fmt: skip

TOTAL = record(
    *_integers("sent", "delivered", "interrupts", "work", "events", "jobs_over", "next_job", "last_admission"),
    *_integers("work_at_last_admission", "last_end"),
    *_integers("gang_row", "gang_active"),
    # dedicated nodes: idle ones, running jobs, jobs whose nodes are idle again, tasks of those that wait,
    # jobs that came, entries of `in_turn`, and jobs that have been given one
    *_integers("idle_nodes", "running_jobs", "jobs_left", "waiting_tasks", "arrived", "turns", "queued"),
    # backfilled admission: who waited, who had come and how many processes there were when nobody more could pass
    *_integers("tried_head", "tried_arrived", "tried_processes"),
    *_integers("written", "rows", "since", "until", "first_node", "end_node"),
    *_integers("spans"),  # equal parts of the window for which is only summed up what processors do; 0: a full log
    # the clock between two calls. `idle`: gang scheduling has nobody; `admission`, `slot_end`: the next instants of the
    # two, of dedicated nodes the next arrival; `horizon`: nothing from it on has happened;
    # `pause_events`, `pause_time`: when to come back
    *_integers("idle", "admission", "slot_end", "horizon", "pause_events", "pause_time"),
    ("logging", np.bool_),
)

ROW = record(
    *_integers("time", "until"),
    *_integers("node", "happening", "job", "task", "value", "other", kind=np.int32),
)
"""Of the log; or an interval, whose `happening` is INTERVAL, and whose activity is in `value`."""

INTERVAL = -1

S1, S2, S3 = int(Readiness.NO_MESSAGE), int(Readiness.MESSAGE_BEFORE_RECEIVE), int(Readiness.CAN_RECEIVE)


def _stages(heuristic: int) -> list[int]:
    """The states that are looked for in turn (rule 13); 0: there is no such stage."""
    stages = [int(stage) for stage in STAGES[HEURISTICS[heuristic]]]
    return stages + [0] * (MOST_STAGES - len(stages))


def rule_table(jobs: Jobs, system: System, scheme: Scheme, lookahead: int) -> np.ndarray:
    """What is fixed for a run; one entry."""
    table = np.zeros(1, dtype=RULE)
    for name in RULE.names or ():
        if name in System._fields:
            table[name] = getattr(system, name)
    largest = int(jobs.size.max(initial=2))
    table["channels"] = {Pattern.NEAREST_NEIGHBOR: 2, Pattern.LINEAR: 1, Pattern.TREE: 3}.get(
        Pattern(system.pattern), largest - 1
    )
    # of a process, messages may be on their way: from each of its channels, those of as many iterations as the sender
    # can be ahead, which in a ring with one direction is the ring
    ahead = largest if system.pattern == Pattern.LINEAR else 2
    most = system.slots * int(table["channels"][0]) * ahead
    table["ahead"] = ahead
    table["ring_mask"] = 2 ** int(most).bit_length() - 1
    table["lookahead"] = lookahead
    table["waiting"] = scheme.waiting
    table["spin"] = NEVER if scheme.waiting == Waiting.BUSY_WAIT else system.spin
    table["told"], table["gang"], table["queue"] = scheme.is_told, scheme.gang, scheme.queue
    table["order"] = scheme.order
    table["hand_over"] = -1 if system.always_hand_over or scheme.is_told else system.context_switch
    table["demand"] = scheme.on_delivery == OnDelivery.INTERRUPT
    table["boost"] = scheme.on_delivery == OnDelivery.PERIODIC_BOOST
    table["fair"] = scheme.fair
    table["stage_1"], table["stage_2"], table["stage_3"] = _stages(scheme.heuristic)
    return table


def node_table(system: System, rule: np.ndarray) -> np.ndarray:
    """The nodes, all empty."""
    table = np.zeros(system.nodes, dtype=NODE)
    for name in ("delivery", "io", "processor", "tick"):
        table[name] = NEVER
    for name in ("running", "holder", "last", "best", "known", "cell", "ticked", "open_job", "open_task"):
        table[name] = NOBODY
    table["open_activity"] = NOBODY
    table["best_key"] = NOT_QUEUED
    table["front"] = table["back"] = LEVEL // 2
    table["front"] -= 1
    table["phase"] = system.phase
    if system.load is not None:
        table["load"] = system.load
    table["lift"] = system.phase + (EVERY_SECOND - 1) * MILLISECOND
    table["number"] = np.arange(system.nodes)
    table["first_slot"] = table["number"] * system.slots
    table["ring"] = table["number"] * (rule["ring_mask"][0] + 1)
    return table


def process_table(system: System) -> np.ndarray:
    """The slots of all nodes, all free."""
    table = np.zeros(system.nodes * system.slots, dtype=PROCESS)
    table["key"], table["io_end"] = NOT_QUEUED, NEVER
    table["node"] = np.repeat(np.arange(system.nodes), system.slots)
    return table


def job_table(jobs: Jobs, order: int, slots: int) -> np.ndarray:
    """The jobs, none of which has been admitted, and their places in an order that no wait changes.

    Estimates are of the time until the end at the latest: as if every slot were taken all the time (rule 22).
    """
    table = np.zeros(len(jobs.arrival), dtype=JOB)
    for name in ("arrival", "computation", "io", "nominal", "iterations"):
        table[name] = getattr(jobs, name)
    table["estimate"] = np.minimum(jobs.estimate, LATEST // slots) * slots
    table["estimate"][jobs.estimate > LATEST // slots] = LATEST
    table["tasks"] = table["tasks_left"] = jobs.size
    table["place"][1:] = np.cumsum(jobs.size)[:-1]
    table["start"] = table["end"] = -1
    table["active"] = NOBODY
    if order < MOVING:
        table["rank"][in_turn(jobs, order)] = np.arange(len(table))
    return table


def total_table(nodes: int) -> np.ndarray:
    """What is counted, and how far the clock is; nothing is logged, and nobody pauses; one entry."""
    table = np.zeros(1, dtype=TOTAL)
    table["gang_row"], table["idle_nodes"], table["tried_head"] = -1, nodes, NOBODY
    table["idle"], table["admission"], table["slot_end"] = 1, -1, NEVER
    table["pause_events"] = table["pause_time"] = NO_PAUSE
    return table


def look_at(total: np.ndarray, window: Window, spans: int = 0, sums: int = 0) -> None:
    """Log the window from now on; with *spans*, the first *sums* rows of the log are theirs. Modified: *total*."""
    total["logging"] = True
    for name, value in window._asdict().items():
        total[name] = value
    total["spans"], total["written"] = spans, sums
