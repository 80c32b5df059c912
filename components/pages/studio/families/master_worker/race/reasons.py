"""Why a policy hands out a task at an instant of a race."""

from bisect import bisect_right
from functools import cached_property
from math import inf

from components.words.wording import number
from engine.contract.course import Change
from engine.master_worker.policies import SCHEMES, Dispatch, Order
from engine.master_worker.replay.task_course import ENDED, LOST, At, course_of
from engine.master_worker.replay.tree import Trace

SENTENCES = 4
"""Of one policy at one instant."""

CHUNKS = (Dispatch.FIXED_CHUNK, Dispatch.GUIDED, Dispatch.FACTORING)


class Reasons:
    """Those of one trace."""

    def __init__(self, trace: Trace) -> None:
        self._trace, self._gantt = trace, trace["gantt"]
        self._scheme = SCHEMES[trace["policy"]]

    @cached_property
    def _changes(self) -> dict[int, tuple[Change, ...]]:
        return dict(course_of(self._trace).changes)

    @cached_property
    def events(self) -> list[float]:
        """The instants (s since the barrier before) at which a task is handed out, lost or done."""
        return sorted({one.time for own in self._changes.values() for one in own} | {self._gantt["length"]})

    @cached_property
    def _times(self) -> tuple[list[float], list[float], list[float]]:
        """When any task is handed out, is lost, is done; s, ascending."""
        every = [one for own in self._changes.values() for one in own]
        handed = sorted(one.time for one in every if isinstance(one.what, At))
        lost, done = (sorted(one.time for one in every if one.what == what) for what in (LOST, ENDED))
        return handed, lost, done

    @cached_property
    def _at(self) -> dict[float, list[int]]:
        """Of which tasks anything changes at an instant (s)."""
        found: dict[float, list[int]] = {}
        for task, own in self._changes.items():
            for one in own:
                found.setdefault(one.time, []).append(task)
        return found

    @cached_property
    def _first(self) -> list[tuple[float, int]]:
        """When each task is handed out first (s), and its place in the order, by number."""
        place = self._gantt["tasks"]["place"]
        return [(own[0].time if own else inf, place[task]) for task, own in sorted(self._changes.items())]

    def _counts(self, time: float) -> tuple[int, int, int]:
        """Tasks that wait, are at a worker, and are done after an instant."""
        begun, lost, done = (bisect_right(times, time) for times in self._times)
        return len(self._changes) - begun + lost, begun - lost - done, done

    def standing(self, time: float) -> str:
        """How many tasks wait, are computed and are done."""
        if time >= self._gantt["length"]:
            return "at the barrier"
        waiting, there, done = self._counts(time)
        return f"{there} computed, {waiting} waiting, {done} done"

    def at(self, time: float, about: tuple[int, ...]) -> list[str]:
        """When, what, and why; what it does with the tasks *about* which policies differ comes first."""
        now = self._at.get(time, [])
        place = self._gantt["tasks"]["place"]
        wanted = sorted(about, key=lambda task: place[task])
        kept = [*wanted, *sorted(set(now) - set(about), key=lambda task: place[task])]
        said = [self._of_task(task, time) for task in kept[:SENTENCES]]
        more = [f"And {len(kept) - SENTENCES} more tasks."] if len(kept) > SENTENCES else []
        return [f"At {number(time, 5)} s: {self.standing(time)}.", *said, *more]

    def _last(self, task: int, time: float) -> Change | None:
        return next((one for one in reversed(self._changes[task]) if one.time <= time), None)

    def _of_task(self, task: int, time: float) -> str:
        name, last, place = f"Task {task + 1}", self._last(task, time), self._gantt["tasks"]["place"]
        if last is None:
            before = sum(start > time and rank < place[task] for start, rank in self._first)
            ahead = f"{before} that wait come before it" if before else "it is the next one"
            return f"{name} waits, number {place[task] + 1} in the order: {ahead}."
        if not isinstance(last.what, At):
            return (
                f"{name} is {'done' if last.what == ENDED else 'lost with its worker'} since {number(last.time, 5)} s."
            )
        if last.time < time:
            return f"{name} is with worker {self._worker(task, last.time) + 1} since {number(last.time, 5)} s."
        return f"{name} is handed out to worker {self._worker(task, time) + 1}: {self._why(task)}."

    def _worker(self, task: int, time: float) -> int:
        columns = self._gantt["intervals"]
        return next(
            columns["worker"][n]
            for n, which in enumerate(columns["task"])
            if which == task and columns["start"][n] == time
        )

    def _why(self, task: int) -> str:
        tasks, is_first = self._gantt["tasks"], self._gantt["iteration"] == 1
        if self._scheme.dispatch == Dispatch.EARLIEST_COMPLETION:
            return "bound at the barrier to whom would have it done first, the largest task first"
        order = self._scheme.order
        if order == Order.ACTUAL:
            why = f"with {number(tasks['work'][task], 4)} s it has the most work of those left"
        elif order == Order.EXPECTED:
            why = f"with {number(tasks['expected'][task], 4)} s it is expected to be the largest of those left"
        elif order == Order.AVERAGE and not is_first:
            why = "of those left it has taken longest on average so far"
        else:
            why = f"it is number {tasks['place'][task] + 1} of a random order"
        return f"{why}, in a chunk" if self._scheme.dispatch in CHUNKS else why
