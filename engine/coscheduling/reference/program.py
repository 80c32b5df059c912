"""What a task does, step by step (rules 1 to 3)."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.coscheduling.inputs.background import beside_owners
from engine.coscheduling.inputs.patterns import Pattern
from engine.coscheduling.inputs.skew import COMPUTATION, INPUT_OUTPUT, skewed
from engine.coscheduling.system import Jobs, System


@dataclass(frozen=True, slots=True)
class Compute:
    """Needs the processor so long, ns."""

    duration: int


@dataclass(frozen=True, slots=True)
class InputOutput:
    """Takes so long, ns, without the processor."""

    duration: int


@dataclass(frozen=True, slots=True)
class Send:
    """A message to a task, on one of its channels. Costs nothing and never waits."""

    task: int
    channel: int


@dataclass(frozen=True, slots=True)
class Receive:
    """The next message of a channel; a process waits until that is there."""

    channel: int


@dataclass(frozen=True, slots=True)
class IterationDone:
    """Communication is complete."""


Step = Compute | InputOutput | Send | Receive | IterationDone


def program(jobs: Jobs, system: System, job: int, task: int, node: int) -> Iterator[Step]:
    """All steps of a task on a node."""
    load = 0.0 if system.load is None else float(system.load[node])
    computation = int(beside_owners(int(jobs.computation[job]), load))
    exchange = communication(system.pattern, int(jobs.size[job]), task)
    for iteration in range(int(jobs.iterations[job])):
        drawn = (system.skewness, system.key, job, task, iteration)
        yield Compute(int(skewed(computation, *drawn, COMPUTATION)))
        yield InputOutput(int(skewed(int(jobs.io[job]), *drawn, INPUT_OUTPUT)))
        yield from exchange
        yield IterationDone()


def communication(pattern: int, size: int, task: int) -> list[Step]:
    """The part of an iteration in which messages are sent and received (rule 3)."""
    if pattern == Pattern.NEAREST_NEIGHBOR:
        # a task hears its neighbor before it on channel 0, the one behind it on channel 1
        return [Send((task + 1) % size, 0), Send((task - 1) % size, 1), Receive(0), Receive(1)]
    if pattern == Pattern.LINEAR:
        return [Send((task + 1) % size, 0), Receive(0)]
    if pattern == Pattern.ALL_TO_ALL:
        # a task hears the one so many places before it on the channel of that number less one
        sends: list[Step] = [Send((task + distance) % size, distance - 1) for distance in range(1, size)]
        return sends + [Receive(distance - 1) for distance in range(1, size)]
    return _up_and_down(size, task)


def _up_and_down(size: int, task: int) -> list[Step]:
    """Of a tree: channels 0 and 1 are those of the children, 2 that of the parent."""
    children = [child for child in (2 * task + 1, 2 * task + 2) if child < size]
    up: list[Step] = [Receive(channel) for channel in range(len(children))]
    down: list[Step] = [Send(child, 2) for child in children]
    if task == 0:
        return up + down
    return [*up, Send((task - 1) // 2, (task - 1) % 2), Receive(2), *down]


def channels(pattern: int, size: int) -> int:
    """Channels on which a task may receive."""
    return {Pattern.NEAREST_NEIGHBOR: 2, Pattern.LINEAR: 1, Pattern.TREE: 3}.get(Pattern(pattern), size - 1)
