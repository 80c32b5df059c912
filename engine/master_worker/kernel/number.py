"""The number of workers of the next iteration, chosen at the barrier."""

from typing import Any

from engine.compiled.compilation import part
from engine.master_worker.kernel.lists import equal_workers, unequal_workers
from engine.master_worker.records import Activity
from engine.master_worker.rules import choose, corrected, efficiency, followed, share
from engine.master_worker.system import Rule

_COMPUTING, _SUSPENDED, _AWAY = int(Activity.COMPUTING), int(Activity.SUSPENDED), int(Activity.AWAY)
_PREDICT, _FEEDBACK = int(Rule.PREDICT), int(Rule.FEEDBACK)


@part
def number_of_workers(work: Any, order: Any, speed: Any, scratch: Any, iterations: Any, rule: Any, total: Any) -> int:
    """What the rule says, given the iteration that has just ended."""
    last = iterations[total.iteration]
    begin = iterations[total.iteration - 1].end if total.iteration > 0 else 0
    there = last.workers * (last.end - begin) - last.spent[_SUSPENDED] - last.spent[_AWAY]
    measured = share(last.spent[_COMPUTING], there)
    if rule.rule == _FEEDBACK:
        return followed(last.workers, measured, rule.target, rule.dead_band, rule.most)
    if rule.rule == _PREDICT:
        if last.efficiency > 0:  # not NaN: something was predicted of it
            total.bias = corrected(total.bias, measured, last.efficiency)
        _replay_window(work, order, speed, scratch, rule, total)
        return _chosen(scratch[3], scratch[4], iterations[total.iteration + 1], rule, total)
    return rule.first


@part
def _replay_window(work: Any, order: Any, speed: Any, scratch: Any, rule: Any, total: Any) -> None:
    """Makespan and time computing for every number, summed over the last iterations."""
    sequence, tree, latest, makespan, busy, one_makespan, one_busy = scratch
    for n in range(rule.most):
        makespan[n] = busy[n] = 0
    following = total.iteration + 1
    for k in range(max(0, following - rule.window), following):
        for t in range(rule.tasks):
            sequence[0, t] = work[k, order[following if rule.learns else k, t]]
        if rule.equal:
            equal_workers(sequence, tree, latest, one_makespan)
            all_work = 0
            for t in range(rule.tasks):
                all_work += sequence[0, t]
            for n in range(rule.most):
                one_busy[0, n] = all_work
        else:
            unequal_workers(sequence, speed, tree, one_makespan, one_busy)
        for n in range(rule.most):
            makespan[n] += one_makespan[0, n]
            busy[n] += one_busy[0, n]


@part
def _chosen(makespan: Any, busy: Any, decision: Any, rule: Any, total: Any) -> int:
    """Choose, and keep what it was seen by."""
    number, within_target, within_time = choose(makespan, busy, total.bias, rule.target, rule.tolerance)
    decision.efficiency = efficiency(busy[number - 1], number, makespan[number - 1])
    decision.bias = total.bias
    decision.within_target, decision.within_time = within_target, within_time
    reached = efficiency(busy[within_time - 1], within_time, makespan[within_time - 1])
    decision.efficiency_within_time = min(1.0, total.bias * reached)
    decision.time_within_target = makespan[within_target - 1] / makespan[rule.most - 1]
    return number
