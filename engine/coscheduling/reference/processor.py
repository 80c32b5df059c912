"""A processor: kernel work, the progress of the process that runs, and what that does next (rules 7, 9 and 10).

Who runs is decided by the subclasses: `dynamic_node.py` and `gang_node.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import simpy

from engine.coscheduling.policies import Waiting
from engine.coscheduling.records import Activity, Happening
from engine.coscheduling.reference.instants import Occurrence, Rank
from engine.coscheduling.reference.network import Message, NetworkInterface
from engine.coscheduling.reference.notebook import NOBODY
from engine.coscheduling.reference.process import Process, State
from engine.coscheduling.reference.program import Compute, InputOutput, IterationDone, Receive, Send

if TYPE_CHECKING:
    from engine.coscheduling.reference.cluster import Cluster


class Processor:
    """One node.

    Attributes
    ----------
    running : the process that has the processor, or None
    since : until when the diary is written, ns. If that is in the future, kernel work goes on until then; if not, since
        then the running process has made progress, or the processor has been idle
    """

    def __init__(self, cluster: Cluster, number: int) -> None:
        self.cluster, self.number = cluster, number
        self.env, self.system, self.scheme = cluster.env, cluster.system, cluster.scheme
        self.interface = NetworkInterface(self.env, self, self.system.interface, self.system.wire)
        self.diary = cluster.notebook.diaries[number]
        self.running: Process | None = None
        self.since = 0
        self.expected: Occurrence | None = None
        self.expected_at: int | None = None

    # what a subclass decides ------------------------------------------------------------------------------------------

    def on_delivery(self, process: Process, channel: int) -> None:
        """What a delivery does besides being there: nothing, an interrupt, a wake-up."""

    def on_spin_over(self, process: Process) -> None:
        """What the running process does that has spun for long enough."""
        raise NotImplementedError

    def on_input_output(self, process: Process, duration: int) -> None:
        """The process has begun I/O, and is not running any more."""
        raise NotImplementedError

    def on_input_output_end(self, process: Process) -> None:
        """The I/O of a process has ended."""
        raise NotImplementedError

    def on_end(self, process: Process) -> None:
        """The process has ended, and is not running any more."""
        raise NotImplementedError

    # time -------------------------------------------------------------------------------------------------------------

    def account(self) -> None:
        """Write down what the processor has done until now, and let the running process have made that progress."""
        elapsed = self.env.now - self.since
        if elapsed <= 0:
            return
        process = self.running
        if process is None:
            self.diary.spend(elapsed, Activity.IDLE)
        else:
            process.processor_time += elapsed
            if process.awaited is None:
                process.remaining -= elapsed
                self._spend(elapsed, Activity.COMPUTING, process)
            else:
                if process.spin_left is not None:
                    process.spin_left -= elapsed
                self._spend(elapsed, Activity.SPINNING, process)
        self.since = self.env.now

    def _spend(self, duration: int, activity: Activity, process: Process) -> None:
        """Write down what is done on account of a process; the diary does not tell whom kernel work is for."""
        whose = NOBODY if activity == Activity.OVERHEAD else (process.job, process.task)
        self.diary.spend(duration, activity, whose)
        self.cluster.spent[process.job, activity] += duration

    def work(self, duration: int, whose: Process, activity: Activity = Activity.OVERHEAD) -> None:
        """Do kernel work on account of a process, when that which has come up before is done (rule 7)."""
        self.account()
        self._spend(duration, activity, whose)
        self.since += duration
        process = self.running
        if process is not None and self.env.now <= process.began:
            process.began = self.since  # it has not begun yet, and begins later

    def leave(self, state: State) -> Process:
        """Let the running process leave the processor."""
        process = self.running
        assert process is not None
        self.account()
        process.quantum = process.quantum_left(self.env.now)
        process.state = state
        self.running = None
        return process

    def expect(self) -> None:
        """Look forward to the end of what the running process does, if nothing comes between."""
        at = self._end_of_burst()
        if at == self.expected_at:
            return
        self.expected_at, self.expected = at, None
        if at is not None:
            self.expected = Occurrence(self.env, at - self.env.now, Rank.PROCESSOR, self._due)

    def _end_of_burst(self) -> int | None:
        process = self.running
        if process is None:
            return None
        if process.awaited is None:
            return self.since + process.remaining
        if not process.waits_in_vain:
            return self.since
        return None if process.spin_left is None else self.since + process.spin_left

    def _due(self, event: simpy.Event) -> None:
        if event is not self.expected:
            return  # something came between
        self.expected, self.expected_at = None, None
        self.account()
        assert self.running is not None
        if self.running.waits_in_vain:
            self.on_spin_over(self.running)
        else:
            self.go_on(self.running)
        self.expect()

    # the running process ----------------------------------------------------------------------------------------------

    def go_on(self, process: Process) -> None:
        """Take the steps of the program that take no time, until one that does."""
        if process.awaited is not None:
            self.receive(process, process.awaited)
        while True:
            step = next(process.steps, None)
            match step:
                case Compute(duration) if duration > 0:
                    process.remaining = duration
                    return
                case InputOutput(duration) if duration > 0:
                    self.leave(State.BLOCKED_IO)
                    self.note(Happening.BLOCKED_IO, process)
                    Occurrence(
                        self.env, duration, Rank.IO_END, lambda _: self._input_output_ends(process), process.slot
                    )
                    self.on_input_output(process, duration)
                    return
                case Send(task, channel):
                    self.send(process, process.peers[task], channel)
                case Receive(channel):
                    if not process.pending[channel]:
                        process.awaited = channel
                        process.spin_left = self.spin_time
                        return
                    self.receive(process, channel)
                case IterationDone():
                    process.iteration += 1
                    self.cluster.work_done += int(self.cluster.jobs.nominal[process.job])
                case None:
                    self.leave(State.ENDED)
                    self.note(Happening.ENDED, process)
                    self.on_end(process)
                    self.cluster.task_ended(process)
                    return

    @property
    def spin_time(self) -> int | None:
        """How long a process spins at most that does not just wait, ns."""
        return None if self.scheme.waiting == Waiting.BUSY_WAIT else self.system.spin

    def _input_output_ends(self, process: Process) -> None:
        self.on_input_output_end(process)
        self.expect()

    # messages ---------------------------------------------------------------------------------------------------------

    def send(self, process: Process, receiver: Process, channel: int) -> None:
        """Hand a message to the interface."""
        self.cluster.tally.sent += 1
        self.note_message(Happening.SENT, receiver, channel, process.iteration)
        self.interface.send(Message(receiver, channel, process.iteration))

    def receive(self, process: Process, channel: int) -> None:
        """Take a message that is there."""
        process.awaited = process.spin_left = None
        self.note_message(Happening.RECEIVED, process, channel, process.pending[channel].popleft())

    def deliver(self, message: Message) -> None:
        """The interface has taken in a message for a process of this node."""
        process, channel = message.receiver, message.channel
        self.cluster.tally.delivered += 1
        process.pending[channel].append(message.iteration)
        self.note_message(Happening.DELIVERED, process, channel, message.iteration)
        spins = process is self.running and process.awaited == channel
        self.on_delivery(process, channel)
        # who spins takes it in the same instant; during kernel work, or woken by it, as soon as it can make progress
        if spins and self.env.now >= self.since:
            self.account()
            self.go_on(process)
        self.expect()

    # the log ----------------------------------------------------------------------------------------------------------

    def note(self, happening: Happening, process: Process, other: int | None = None) -> None:
        """Write a row of the log about a process; without *other*, its level."""
        whose = (process.job, process.task)
        other = process.level if other is None else other
        self.cluster.notebook.note(self.env.now, self.number, happening, whose, process.slot, other)

    def note_message(self, happening: Happening, process: Process, channel: int, iteration: int) -> None:
        """Write a row of the log about a message."""
        whose = (process.job, process.task)
        self.cluster.notebook.note(self.env.now, self.number, happening, whose, channel, iteration)
