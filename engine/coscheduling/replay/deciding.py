"""The kernel's decisions of one instant, told and, if that is asked for, one of them forced.

Parts of the kernel are replaced by these in the interpreted clock; each calls what it stands for.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.compiled.interpreted import interpreted
from engine.coscheduling.forced import BOOST, NOBODY, OF_A_NODE, RUN, SLOT, START, WAIT, Forced
from engine.coscheduling.kernel import dedicated, delivery, gang, processor, ticks
from engine.coscheduling.kernel.tables import NOBODY as NONE
from engine.coscheduling.kernel.tables import NOT_QUEUED, READY, RUNNING

DEMAND, YIELD = "demand", "yield"
"""What else a decision of a node can be: a message boosts its receiver, and one that yields boosts another."""


class Seen(NamedTuple):
    """A candidate: its job, task, level, how ready it is (1 to 3, 0 if it waits in vain), and processor time, ns."""

    job: int
    task: int
    level: int
    state: int
    used: int
    admitted: int


class Taken(NamedTuple):
    """A decision that was taken: what kind, on which node, among whom, in the order in which they are looked at.

    `chosen` is the number of the candidate; None for nobody. Of gang scheduling, candidates stand for their rows.
    """

    kind: str
    node: int
    candidates: tuple[Seen, ...]
    chosen: int | None


class Deciding:
    """What the clock calls in place of its parts; `taken` are the decisions, and `is_done` whether one was forced."""

    def __init__(self, forced: Forced | None = None) -> None:
        self.forced, self.taken, self.is_done = forced, list[Taken](), False
        self._kind = BOOST

    @property
    def replaced(self) -> dict[str, Callable[..., Any]]:
        """By name."""
        return {
            "_choose_first": self._choose_first,
            "_choose_fairly": self._choose_fairly,
            "yield_to_another": self._yield_to_another,
            "take_head": self._take_head,
            "deliver": self._deliver,
            "change_slot": self._change_slot,
            "_serve": self._serve,
        }

    def _is_here(self, n: Any, *kinds: str) -> bool:
        forced = self.forced
        return forced is not None and forced.kind in kinds and forced.node == n.number

    # whom a node boosts -----------------------------------------------------------------------------------------------

    def _choose_first(self, processes: Any, n: Any, rule: Any, first: int, *stages: int) -> tuple[int, int, int]:
        found = interpreted(ticks._choose_first, {})(processes, n, rule, first, *stages)
        return self._chosen(processes, n, rule, first, found)

    def _choose_fairly(self, processes: Any, n: Any, rule: Any, first: int, now: int) -> tuple[int, int, int]:
        found = interpreted(ticks._choose_fairly, {})(processes, n, rule, first, now)
        return self._chosen(processes, n, rule, first, found)

    def _chosen(
        self, processes: Any, n: Any, rule: Any, first: int, found: tuple[int, int, int]
    ) -> tuple[int, int, int]:
        slots = [(first + x) % rule.slots for x in range(rule.slots)]
        there = [(slot, _at(processes, n, slot)) for slot in slots]
        there = [(slot, p) for slot, p in there if p.state in (READY, RUNNING)]
        chosen = next((place for place, (slot, _) in enumerate(there) if slot == found[0]), None)
        self.taken.append(Taken(self._kind, n.number, tuple(_seen(p) for _, p in there), chosen))
        looks = found[2]  # the scheme has looked, whoever it is then
        if self._is_here(n, NOBODY):
            self.is_done = True
            return NONE, 0, looks
        if self._is_here(n, BOOST):
            for place, (slot, p) in enumerate(there):
                if self.forced is not None and p.job == self.forced.job and _seen(p).state:
                    self.is_done = True
                    return slot, place, looks
        return found

    def _yield_to_another(self, *arguments: Any) -> None:
        self._kind = YIELD
        own = {name: one for name, one in self.replaced.items() if name != "yield_to_another"}
        interpreted(ticks.yield_to_another, own)(*arguments)
        self._kind = BOOST

    def _deliver(
        self, processes: Any, pending: Any, inbox: Any, log: Any, rule: Any, total: Any, n: Any, now: int
    ) -> Any:
        """Of a message that boosts its receiver; one that wakes it is never without an effect."""
        message = inbox[n.ring + (n.first_message & rule.ring_mask)]
        p = processes[message.process]
        slot = message.process - n.first_slot
        replaced: dict[str, Callable[..., Any]] = {}
        if rule.demand and p.state == READY and interpreted(processor.known, {})(n, now) != slot:
            self.taken.append(Taken(DEMAND, n.number, (_seen(p),), 0))
            if self.forced is not None and self._is_here(n, BOOST):
                self.is_done = self.is_done or self.forced.job == p.job  # as it is
            if self._is_here(n, NOBODY):
                self.is_done = True
                replaced = {"known": lambda _n, _now: slot}
        return interpreted(delivery.deliver, replaced)(processes, pending, inbox, log, rule, total, n, now)

    # who runs ---------------------------------------------------------------------------------------------------------

    def _take_head(self, processes: Any, n: Any, rule: Any) -> int:
        slots = [slot for slot in range(rule.slots) if _at(processes, n, slot).key != NOT_QUEUED]
        slots.sort(key=lambda slot: _at(processes, n, slot).key)
        self.taken.append(Taken(RUN, n.number, tuple(_seen(_at(processes, n, slot)) for slot in slots), 0))
        if self._is_here(n, RUN):
            for slot in slots:
                p = _at(processes, n, slot)
                if self.forced is not None and p.job == self.forced.job:
                    self.is_done = True
                    if slot == n.best:
                        break
                    p.key = NOT_QUEUED
                    n.ready -= 1
                    return slot
        return int(interpreted(processor.take_head, {})(processes, n, rule))

    def _change_slot(self, *arguments: Any) -> int:
        *_, job, _soonest, _log, _rule, total, _now = arguments
        wanted = self.forced.node if self.forced is not None and self.forced.kind == SLOT else None
        if wanted is not None:
            total.gang_row = wanted - 1  # those behind it take their turns
        until = interpreted(gang.change_slot, {})(*arguments)
        self.is_done = self.is_done or wanted == total.gang_row
        rows: dict[int, int] = {}
        for x in range(job.shape[0]):
            if job[x].active == NONE:
                break
            rows.setdefault(job[job[x].active].row, job[x].active)
        candidates = tuple(Seen(rows[row], -1, row, 0, 0, 0) for row in sorted(rows))
        self.taken.append(Taken(SLOT, -1, candidates, sorted(rows).index(total.gang_row)))
        return int(until)

    # who starts on dedicated nodes ------------------------------------------------------------------------------------

    def _serve(self, *arguments: Any) -> None:
        nodes, processes, _matrix, place, job, soonest, log, rule, total, now = arguments
        forced = self.forced
        serve = interpreted(dedicated._serve, {"_backfill": self._backfill})
        if forced is None or forced.kind not in (START, WAIT) or forced.time != now or job[forced.job].start >= 0:
            serve(*arguments)
            return
        asked = job[forced.job].tasks
        self.is_done = asked <= total.idle_nodes and job[forced.job].arrival <= now
        if self.is_done and forced.kind == START:
            start = interpreted(dedicated._start, {})
            start(nodes, processes, place, job, soonest, log, rule, total, forced.job, now)
            serve(*arguments)
            return
        self._asked = asked
        job[forced.job].tasks = rule.nodes + 1
        serve(*arguments)
        job[forced.job].tasks = asked

    def _backfill(self, *arguments: Any) -> None:
        """A head that is told to wait has its reservation as ever."""
        job, head, forced = arguments[4], arguments[-1], self.forced
        if forced is not None and forced.kind == WAIT and head == forced.job and self.is_done:
            job[head].tasks = self._asked
        interpreted(dedicated._backfill, {})(*arguments)


def _at(processes: Any, n: Any, slot: int) -> Any:
    return processes[n.first_slot + slot]


def _seen(p: Any) -> Seen:
    state = int(interpreted(ticks._number, {})(interpreted(ticks._state, {})(p)))
    return Seen(p.job, p.task, p.level, state, p.used, p.admitted)


__all__ = ["DEMAND", "OF_A_NODE", "YIELD", "Deciding", "Seen", "Taken"]
