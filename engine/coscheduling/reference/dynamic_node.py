"""A node under the dynamic schemes: who runs is decided on the node alone (rules 5 to 13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.coscheduling.policies import HEURISTICS, OnDelivery, Waiting
from engine.coscheduling.records import Activity, Happening
from engine.coscheduling.reference.feedback_queue import FeedbackQueue
from engine.coscheduling.reference.heuristics import Choice, choose, readiness
from engine.coscheduling.reference.instants import Occurrence, Rank
from engine.coscheduling.reference.process import Mark, Process, State
from engine.coscheduling.reference.processor import Processor
from engine.coscheduling.rules import Readiness
from engine.coscheduling.system import EVERY_SECOND, HIGHEST, MILLISECOND

if TYPE_CHECKING:
    from engine.coscheduling.reference.cluster import Cluster

ACTIVE = (State.READY, State.RUNNING)


class DynamicNode(Processor):
    """A processor with a feedback queue.

    Attributes
    ----------
    slots : the processes of the node, None where there is none
    last : the process that ran last, or None if that has ended
    holder : the process for whose short I/O the processor is held, or None
    known : who was running at the last tick, as the interface knows it
    """

    def __init__(self, cluster: Cluster, number: int) -> None:
        super().__init__(cluster, number)
        self.slots: list[Process | None] = [None] * self.system.slots
        self.queue = FeedbackQueue()
        self.last: Process | None = None
        self.holder: Process | None = None
        self.known: Process | None = None
        self.ticking = False

    @property
    def processes(self) -> list[Process]:
        """Everybody on the node, in slot order."""
        return [process for process in self.slots if process is not None]

    def from_slot(self, first: int) -> list[Process]:
        """Everybody on the node, in slot order from one slot on."""
        around = self.slots[first:] + self.slots[:first]
        return [process for process in around if process is not None]

    # coming and going -------------------------------------------------------------------------------------------------

    def admit(self, process: Process) -> None:
        """Give a process the lowest free slot, and let it run if nobody else can (rule 5)."""
        if not self.processes:
            self.last = process  # so that it begins without a switch (rule 8)
        process.slot, process.admitted = self.slots.index(None), self.env.now
        self.slots[process.slot] = process
        self.queue.to_tail(process)
        self.note(Happening.ADMITTED, process)
        self.dispatch_if_idle()
        self.expect()
        self._expect_tick()

    def on_end(self, process: Process) -> None:
        """Its slot is free at once, and the next is dispatched."""
        self.slots[process.slot] = None
        self.last = None
        if self.known is process:
            self.known = None
        self.dispatch()

    # the processor ----------------------------------------------------------------------------------------------------

    def dispatch(self) -> None:
        """Let the head of the queue run, after a switch if need be (rule 8)."""
        process = self.next_process()
        if process is None:
            return
        self.queue.remove(process)
        self._run(process)

    def next_process(self) -> Process | None:
        """Who is dispatched."""
        return self.queue.head

    def dispatch_if_idle(self) -> None:
        """The same if nobody runs, and nobody holds the processor."""
        if self.running is None and self.holder is None:
            self.dispatch()

    def _run(self, process: Process) -> None:
        self.account()
        if process is not self.last:
            self.work(self.system.context_switch, process, Activity.SWITCHING)
        self.running = self.last = process
        process.state, process.mark = State.RUNNING, Mark.NOBODY
        process.began = self.since
        if self.scheme.waiting == Waiting.SPIN_YIELD and process.awaited is not None:
            process.spin_left = self.spin_time  # begun anew (rule 10)
        self.note(Happening.DISPATCHED, process)

    def boost(self, process: Process, mark: Mark) -> None:
        """Move a ready process to the head of the highest level, with a fresh quantum."""
        self.queue.remove(process)
        self._to_the_front(process, mark)

    def _to_the_front(self, process: Process, mark: Mark) -> None:
        process.state, process.level, process.mark = State.READY, HIGHEST, mark
        process.refresh_quantum()
        self.queue.to_head(process)

    # I/O (rule 9) -----------------------------------------------------------------------------------------------------

    def on_input_output(self, process: Process, duration: int) -> None:
        """Hold the processor if it is over soon, else let the next run."""
        if duration > self.system.context_switch or self.system.always_hand_over:
            self.dispatch()
        else:
            self.holder = process

    def on_input_output_end(self, process: Process) -> None:
        """Ready, at the head of the highest level."""
        if self.holder is process:
            self.holder = None
        self._to_the_front(process, Mark.OTHERS)
        self.note(Happening.IO_ENDED, process)
        self.dispatch_if_idle()

    # waiting for messages (rules 10 and 11) ---------------------------------------------------------------------------

    def on_spin_over(self, process: Process) -> None:
        """Block, or yield."""
        if self.scheme.waiting == Waiting.SPIN_YIELD:
            process.spin_left = None  # not again until its next receive or dispatch
            if len(self.queue):
                self._yield(process)
            return
        self.leave(State.BLOCKED_MESSAGE)
        self.work(self.system.move, process)
        self.note(Happening.BLOCKED_MESSAGE, process)
        self.dispatch()

    def _yield(self, process: Process) -> None:
        others = self.from_slot(process.slot)[1:]
        below = max(0, min(other.level for other in others) - 1)
        process.level = min(process.level, below)
        candidates = [other for other in others if other.state is State.READY]
        chosen = self.chosen(candidates, HEURISTICS.index("A"), False)
        self.work(chosen.looks * self.system.check + self.system.move, process)
        self.note(Happening.YIELDED, process)
        if chosen.process is not None:
            state = readiness(chosen.process)
            self.boost(chosen.process, Mark.PERIODIC_BOOST_OR_YIELD)
            self.note(Happening.BOOSTED, chosen.process, state.number)

    def on_delivery(self, process: Process, channel: int) -> None:
        """Wake who waits for this very message; under DCS, interrupt unless the receiver is known to run."""
        woken = process.state is State.BLOCKED_MESSAGE and process.awaited == channel
        if not (woken or self.demands(process)):
            return
        self.cluster.tally.interrupts += 1
        self.work(self.system.interrupt, process)
        self.note(Happening.INTERRUPTED, process, 0)
        if woken:
            self.work(self.system.move, process)
            self._to_the_front(process, Mark.OTHERS)
            self.note(Happening.WOKEN, process)
            self.dispatch_if_idle()
        elif process.state is State.READY:
            self.work(self.system.move, process)
            self.boost(process, Mark.OTHERS)
            self.note(Happening.BOOSTED, process, 0)

    def demands(self, process: Process) -> bool:
        """Whether a message for a process interrupts the node."""
        return self.scheme.on_delivery == OnDelivery.INTERRUPT and process is not self.known

    # ticks (rules 12 and 13) ------------------------------------------------------------------------------------------

    def _expect_tick(self) -> None:
        """A node without processes needs no ticks."""
        if self.ticking or not self.processes:
            return
        first = int(self.system.phase[self.number])
        number = max(0, -(-(self.env.now - first) // MILLISECOND))  # not before now
        self._expect_tick_at(first + number * MILLISECOND)

    def _expect_tick_at(self, instant: int) -> None:
        self.ticking = True
        Occurrence(self.env, instant - self.env.now, Rank.TICK, lambda _: self._tick())

    def _tick(self) -> None:
        self.ticking = False
        if not self.processes:
            return
        self.account()
        number = (self.env.now - int(self.system.phase[self.number])) // MILLISECOND + 1
        polls = self.scheme.on_delivery == OnDelivery.PERIODIC_BOOST
        if number % EVERY_SECOND == 0:
            self._raise_all()
        if polls and not self.system.poll_last:
            self._poll()
        self._schedule()
        if polls and self.system.poll_last:
            self._poll()
        self.known = self.running
        self.expect()
        self._expect_tick_at(self.env.now + MILLISECOND)

    def _raise_all(self) -> None:
        for process in self.processes:
            if process.level != HIGHEST and process.state in ACTIVE:
                self.note(Happening.LEVEL, process, HIGHEST)
        self.queue.raise_all()
        for process in self.processes:
            process.level = HIGHEST

    def _schedule(self) -> None:
        """The decision of a tick."""
        process, head = self.running, self.queue.head
        if process is None:
            self.holder = None
            self.dispatch()
        elif process.quantum_left(self.env.now) <= 0:
            self.leave(State.READY)
            process.level = max(0, process.level - 1)
            process.refresh_quantum()
            self.queue.to_tail(process)
            self.note(Happening.READY, process)
            self.dispatch()
        elif head is not None and self._preempts(head, process):
            following = self.next_process()
            assert following is not None
            self.queue.remove(following)
            self.leave(State.READY)
            self.queue.to_head(process)
            self.note(Happening.READY, process)
            self._run(following)

    def _preempts(self, head: Process, process: Process) -> bool:
        """By a higher level; by the same if a boost may do that, which an option says (rule 12)."""
        if head.level != process.level:
            return head.level > process.level
        return Mark.NOBODY < head.mark <= self.system.equal_level

    def chosen(self, candidates: list[Process], heuristic: int, fair: bool) -> Choice:
        """Whom periodic boost, or a process that yields, boosts."""
        return choose(candidates, heuristic, fair, self.env.now)

    def _poll(self) -> None:
        """Periodic boost looks for a process that can go on (rule 13)."""
        # a processor that is held has nobody running; then the look begins after the one that ran last
        first = self.running or self.holder
        if len(self.processes) < 2 or not len(self.queue) or first is None:
            return
        candidates = [process for process in self.from_slot(first.slot) if process.state in ACTIVE]
        chosen, place, looks = self.chosen(candidates, self.scheme.heuristic, self.scheme.fair)
        self.work(looks * self.system.check, first)
        if chosen is None:
            return
        state = readiness(chosen)
        assert state != Readiness.WAITS_IN_VAIN
        self.cluster.tally.by_state[state.number - 1] += 1
        self.cluster.tally.by_position[place + (self.running is None)] += 1
        if chosen is self.running:
            chosen.level = HIGHEST  # its quantum goes on, and who runs has no mark
        else:
            self.work(self.system.move, first)
            self.boost(chosen, Mark.PERIODIC_BOOST_OR_YIELD)
        self.note(Happening.BOOSTED, chosen, state.number)
