"""The rules for the number of workers, at the barrier."""

import heapq

import numpy as np

from engine.master_worker.records import Activity
from engine.master_worker.reference.notebook import Notebook
from engine.master_worker.rules import choose, corrected, efficiency, followed, share
from engine.master_worker.system import Rule, System, Tasks, duration


class NumberRule:
    """The same number all the time."""

    def __init__(self, tasks: Tasks, system: System, notebook: Notebook) -> None:
        self.tasks, self.system, self.number, self.notebook = tasks, system, system.number, notebook

    def next_number(self, iteration: int, number: int, now: int) -> int:
        """The number of workers after *iteration*, which has just ended and used *number* of them."""
        return self.number.first

    def measured(self, number: int, now: int) -> float:
        """Efficiency of the iteration: time computing over the time in which the workers were there and up."""
        begin = self.notebook.barriers[-1] if self.notebook.barriers else 0
        there = number * (now - begin) - self.notebook.time_in(Activity.SUSPENDED, Activity.AWAY)
        return share(self.notebook.time_in(Activity.COMPUTING), there)


class Feedback(NumberRule):
    """One more or one less."""

    def next_number(self, iteration: int, number: int, now: int) -> int:
        """By the efficiency that was measured."""
        rule = self.number
        return followed(number, self.measured(number, now), rule.target, rule.dead_band, rule.most)


class Predict(NumberRule):
    """Replay the last iterations for every number."""

    def __init__(self, tasks: Tasks, system: System, notebook: Notebook) -> None:
        super().__init__(tasks, system, notebook)
        self.bias = 1.0
        self.predicted: float | None = None

    def next_number(self, iteration: int, number: int, now: int) -> int:
        """The fastest number with the target efficiency that is not too slow."""
        rule = self.number
        if self.predicted is not None:
            self.bias = corrected(self.bias, self.measured(number, now), self.predicted)
        makespan, busy = np.zeros(rule.most, dtype=np.int64), np.zeros(rule.most, dtype=np.int64)
        for past in range(max(0, iteration + 1 - rule.window), iteration + 1):
            for n in range(1, rule.most + 1):
                end, computing = self._replay(past, iteration + 1, n)
                makespan[n - 1] += end
                busy[n - 1] += computing
        chosen, within_target, within_time = choose(makespan, busy, self.bias, rule.target, rule.tolerance)
        predicted = [efficiency(busy[n], n + 1, makespan[n]) for n in range(rule.most)]
        self.predicted = predicted[chosen - 1]
        row = (
            self.predicted,
            self.bias,
            within_target,
            within_time,
            min(1.0, self.bias * predicted[within_time - 1]),
            makespan[within_target - 1] / makespan[-1],
        )
        for column, value in zip(self.notebook.decision, row, strict=True):
            column[iteration + 1] = value
        return int(chosen)

    def _replay(self, past: int, following: int, workers: int) -> tuple[int, int]:
        """Makespan of a past iteration with so many dedicated workers, and the time in which they compute.

        A policy that learns hands the tasks out as it would in the iteration to come.
        """
        free = [(0, worker) for worker in range(workers)]
        computing = 0
        for task in self.tasks.order[following if self.tasks.learns else past]:
            begin, worker = free[0]
            ticks = duration(int(self.tasks.work[past, task]), int(self.system.crew.speed[worker]))
            heapq.heapreplace(free, (begin + ticks, worker))
            computing += ticks
        return max(free)[0], computing


RULES: dict[int, type[NumberRule]] = {Rule.FIXED: NumberRule, Rule.FEEDBACK: Feedback, Rule.PREDICT: Predict}
