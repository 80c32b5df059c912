"""Spare machines: when they are not there, since nobody needs them (Kumar 2001, section 3.1.4)."""

import numpy as np

from engine.parallel_jobs.machine_events.events import MachineEventKind, MachineEvents


def standby(delay: dict[int, float], down: MachineEvents) -> dict[int, np.ndarray]:
    """The absences of each spare, begin and end, float64 (N, 2), s.

    Whenever a machine that is no spare is down and nobody stands in for it, the idle spare with the lowest number that
    is not down itself is given the task. It comes after its *delay* (s), and is an idle spare again when the machine
    has returned. Machines wait for a spare in the order in which they went down. A spare that goes down while it stands
    in is not replaced. *down* has the shutdowns, failures and returns of all machines.
    """
    absences: dict[int, list[tuple[float, float]]] = {spare: [] for spare in delay}
    idle_since = dict.fromkeys(delay, 0.0)
    stands_in: dict[int, tuple[int, float]] = {}
    waiting: list[int] = []
    broken: set[int] = set()

    def come(spare: int, time: float) -> None:
        absences[spare].append((idle_since.pop(spare), time))

    events = zip(down.time.tolist(), down.machine.tolist(), down.kind.tolist(), strict=True)
    for time, machine, kind in events if delay else ():
        returns = kind == MachineEventKind.RETURN
        if machine in delay:
            (broken.discard if returns else broken.add)(machine)
        elif not returns:
            waiting.append(machine)
        elif machine in waiting:
            waiting.remove(machine)
        else:
            spare, comes = stands_in.pop(machine)
            if comes < time:
                come(spare, comes)
                idle_since[spare] = time
        taken = {spare for spare, _ in stands_in.values()}
        idle = sorted(delay.keys() - taken - broken)
        for spare in idle[: len(waiting)]:
            stands_in[waiting.pop(0)] = spare, time + delay[spare]
    for spare, comes in stands_in.values():
        come(spare, comes)
    for spare in list(idle_since):
        come(spare, np.inf)
    return {spare: np.array(times) for spare, times in absences.items()}
