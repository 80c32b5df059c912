"""Messages and network interfaces (rule 4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.coscheduling.reference.instants import Occurrence, Rank
from engine.coscheduling.reference.process import Process
from engine.occurrence import WholeClock

if TYPE_CHECKING:
    from engine.coscheduling.reference.processor import Processor


@dataclass(frozen=True, slots=True)
class Message:
    """To a process, on one of its channels, from the iteration of that number."""

    receiver: Process
    channel: int
    iteration: int


class NetworkInterface:
    """Sends one message at a time, and takes in one at a time; both take *handling* each."""

    def __init__(self, env: WholeClock, node: Processor, handling: int, wire: int) -> None:
        self.env, self.node, self.handling, self.wire = env, node, handling, wire
        self.sends_until = self.takes_in_until = 0

    def send(self, message: Message) -> None:
        """Let the message out when those before it are out."""
        self.sends_until = max(self.env.now, self.sends_until) + self.handling
        there = message.receiver.node.interface
        delay = self.sends_until + self.wire - self.env.now
        Occurrence(self.env, delay, Rank.ARRIVAL, lambda _: there.take_in(message), place=self.node.number)

    def take_in(self, message: Message) -> None:
        """A message has come over the wire; it is delivered when it has been taken in."""
        self.takes_in_until = max(self.env.now, self.takes_in_until) + self.handling
        delay = self.takes_in_until - self.env.now
        Occurrence(self.env, delay, Rank.DELIVERY, lambda _: self.node.deliver(message))
