"""What if one decision had been another? The undisturbed application beside one in which it is forced."""

from functools import partial

import numpy as np
from pydantic import Field, ValidationError

from engine.contract.effect import Effect, shown, sums
from engine.inputs.quantity import Strict, quantity
from engine.inputs.rejection import ScenarioError, rejections
from engine.master_worker.forced import Forced
from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.inputs.workload import tasks_of
from engine.master_worker.records import Activity, Records
from engine.master_worker.reference.forcing import run_forced
from engine.master_worker.replay.hand_outs import affordable, decisions_at
from engine.master_worker.replication import drawn_as_needed, with_system
from engine.master_worker.system import PER_SECOND, System, Tasks

# Which decision somebody wants to have been another.


class Question(Strict):
    """At an instant, another task for a worker, or another worker for a task."""

    time: float = quantity("At", "s", 0, 1e12, "The instant of the decision, from the beginning of the application.")
    job: int = Field(ge=0, le=2_000_000, title="Task", description="Number of the task, from 0.")
    choice: str = Field(
        pattern=r"^worker [1-9][0-9]{0,5}$", title="Decision", description='Who gets it, such as "worker 3", from 1.'
    )

    @property
    def worker(self) -> int:
        """From 0."""
        return int(self.choice.split()[1]) - 1


def read_question(text: str | bytes) -> Question:
    """What is asked; `ScenarioError` says what is wrong."""
    try:
        return Question.model_validate_json(text)
    except ValidationError as error:
        raise ScenarioError(rejections(error)) from None


def what_if(scenario: MasterWorkerScenario, policy: str, replication: int, text: str | bytes) -> Effect:
    """What comes of the decision of the question *text* (JSON), and goes on as *policy* decides.

    `ScenarioError` says what is wrong with the question, and `ValueError` why it cannot have been so.
    """
    scenario, asked = scenario.model_copy(update={"population": None}), read_question(text)
    job = scenario.application
    if not affordable(job.tasks, job.iterations):
        raise ValueError(
            f"{job.tasks * job.iterations:,} tasks are so many that to hand each of them out anew would take minutes; "
            "choose fewer tasks or iterations"
        )
    forced = _forced(asked, scenario, policy, replication)
    before, _ = with_system(scenario, policy, replication, forced.iteration)
    tasks = tasks_of(job, policy, scenario.study.seed, replication)
    taken = [one for one in decisions_at(scenario, policy, replication, forced.iteration) if one.time == forced.time]
    did = next((one.worker for one in taken if one.tasks[0] == forced.task), None)
    other = next((one.tasks[0] for one in taken if one.worker == forced.worker), None)
    if not taken:
        raise ValueError(f"nothing is handed out at {asked.time:.17g} s, so that nothing is decided then")
    after, _ = drawn_as_needed(scenario, policy, replication, partial(_run, tasks, forced))
    if after is None:
        raise ValueError(
            f"task {forced.task + 1} cannot go to worker {forced.worker + 1} at {asked.time:.10g} s: it does not wait, "
            "or the worker does not ask then"
        )
    # Who asked gets another task; or, if it got none, the task gets to somebody else, as one that is bound does.
    chosen = forced.task, forced.worker
    if did is not None and (other is None or taken[0].ends):
        chosen = forced.task, did
    elif other is not None:
        chosen = other, forced.worker
    return _effect(before, after, forced, chosen)


def _run(tasks: Tasks, forced: Forced, system: System) -> Records | None:
    return run_forced(tasks, system, forced)


def _forced(asked: Question, scenario: MasterWorkerScenario, policy: str, replication: int) -> Forced:
    records, _ = with_system(scenario, policy, replication)
    time, count = round(asked.time * PER_SECOND), scenario.application.tasks
    iteration = int(np.searchsorted(records.end, time, side="right"))
    if asked.job >= count:
        raise ValueError(f"there is no task {asked.job + 1}; there are {count:,}")
    if iteration == len(records.end):
        raise ValueError(f"at {asked.time:.10g} s the application is done, so that nothing is decided then")
    number = int(records.workers[iteration])
    if asked.worker >= number:
        raise ValueError(f"there is no worker {asked.worker + 1} in iteration {iteration + 1}; {number} are in use")
    return Forced(time, iteration, asked.job, asked.worker)


def ends_of(records: Records, iteration: int, tasks: int) -> np.ndarray:
    """When each task of the logged iteration is done, ticks from its begin; int64 (T,)."""
    begin = int(records.end[iteration - 1]) if iteration else 0
    row, found = records.interval, np.zeros(tasks, dtype=np.int64)
    done = (row.activity == Activity.COMPUTING) & (row.task >= 0)
    np.maximum.at(found, row.task[done], row.end[done] - begin)
    return found


def _effect(before: Records, after: Records, forced: Forced, chosen: tuple[int, int]) -> Effect:
    count = int(before.interval.task.max()) + 1
    ends = [ends_of(one, forced.iteration, count) for one in (before, after)]
    d = (ends[1] - ends[0]) / PER_SECOND
    moved = np.flatnonzero(d)
    lengths = [np.diff(one.end, prepend=0) for one in (before, after)]
    length, whole = int((lengths[1] - lengths[0])[forced.iteration]), int(after.end[-1] - before.end[-1])
    begin = int(before.end[forced.iteration - 1]) if forced.iteration else 0
    later_alike = np.array_equal(before.end[forced.iteration :], after.end[forced.iteration :])
    last = begin + max((int(end[moved].max(initial=0)) for end in ends), default=0)
    again = forced.time if not len(moved) else last
    is_same = chosen == (forced.task, forced.worker)
    return {
        "kind": "task",
        "length": length / PER_SECOND,
        "application": whole / PER_SECOND,
        "time": forced.time / PER_SECOND,
        "job": forced.task,
        "did": {"what": "hands out", "machines": {}, "job": chosen[0], "node": chosen[1]},
        "instead": {"what": "hands out", "machines": {}, "job": forced.task, "node": forced.worker},
        "own": float(d[forced.task]),
        **sums(d, forced.task),
        "refused": 0,
        "accepted": 0,
        "profit": 0.0,
        "jobs": count,
        "counted": count,
        "horizon": None,
        "again": again / PER_SECOND if later_alike and not is_same else None,
        "moved": [
            {"job": task, "before": float(ends[0][task]) / PER_SECOND, "after": float(ends[1][task]) / PER_SECOND}
            for task in shown(moved, d)
        ],
    }
