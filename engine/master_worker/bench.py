"""The bench of this family: time per task handed out over the full range of workers, and of the general model."""

from functools import partial
from time import perf_counter

import numpy as np

from engine.compiled.yardstick import Case, Measurement, median_seconds
from engine.master_worker.inputs.application import Application
from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.inputs.workload import draw_workload, sequence_of, tasks_of
from engine.master_worker.kernel import simulation as kernel
from engine.master_worker.kernel.lists import makespans
from engine.master_worker.policies import OF_THE_PAPER
from engine.master_worker.records import Records
from engine.master_worker.reference import simulation as reference
from engine.master_worker.replication import system_of, with_system

ITERATIONS = 35

FEWEST = 4
"""Tasks of whatever is small."""

POOL = {"presence": "opportunistic", "up": {"mean": 30.0}, "suspended": {"mean": 5.0}, "away": {"mean": 15.0}}


def scenario_of(tasks: int, workers: int, pool: bool = False, iterations: int = ITERATIONS) -> MasterWorkerScenario:
    """An application of medium workload factor and variation, and a fixed number of workers."""
    return MasterWorkerScenario.read(
        {
            "family": "master-worker",
            "policies": list(OF_THE_PAPER),
            "application": {"tasks": tasks, "iterations": iterations},
            "workers": {
                "number": {"rule": "fixed", "workers": workers},
                "availability": POOL if pool else {"presence": "always"},
            },
        }
    )


def _all_numbers(tasks: int, small: bool) -> Measurement:
    """Nanoseconds per task handed out, over 1 to T workers and the four policies of the paper."""
    tasks = FEWEST if small else tasks
    workload = draw_workload(Application(tasks=tasks, iterations=ITERATIONS), 1, 0)
    sequences = [sequence_of(workload, policy) for policy in OF_THE_PAPER]

    def run() -> None:
        for sequence in sequences:
            makespans(sequence, tasks)

    run()
    seconds = median_seconds(run, small) / (len(sequences) * ITERATIONS * tasks * tasks)
    slow, same = _reference_per_task(tasks)
    return Measurement("ns per task handed out", seconds * 1e9, seconds, slow / seconds, same)


def _reference_per_task(tasks: int) -> tuple[float, bool]:
    """Seconds of the reference per task handed out, and whether its makespans are the same; at a few numbers."""
    numbers = sorted({1, tasks // 4, tasks // 2, tasks})
    spent, same = 0.0, True
    for workers in numbers:
        scenario = scenario_of(tasks, workers, iterations=2)
        job = tasks_of(scenario.application, "Random", 1, 0)
        begin = perf_counter()
        records = reference.run(job, system_of(scenario, "Random", 0))
        spent += perf_counter() - begin
        fast = makespans(np.take_along_axis(job.work, job.order, axis=1), tasks)[:, workers - 1]
        same &= bool(np.array_equal(np.diff(records.end, prepend=0), fast))
    return spent / (len(numbers) * 2 * tasks), same


def _general(tasks: int, workers: int, small: bool) -> Measurement:
    """Nanoseconds per task of the general model, with workers whose owners come and go."""
    tasks = FEWEST if small else tasks
    scenario, policy = scenario_of(tasks, workers, pool=True), "Random & Average"
    _, system = with_system(scenario, policy, 0)
    job = tasks_of(scenario.application, policy, 1, 0)
    seconds = median_seconds(partial(kernel.run, job, system), small) / job.work.size
    begin = perf_counter()
    slow = reference.run(job, system)
    ratio = (perf_counter() - begin) / job.work.size / seconds
    return Measurement("ns per task", seconds * 1e9, seconds, ratio, identical(slow, kernel.run(job, system)))


def identical(one: Records, other: Records) -> bool:
    """Whether all numbers are equal, to the tick and to the bit."""
    return all(
        np.array_equal(a, b, equal_nan=a.dtype.kind == "f") for a, b in zip(_flat(one), _flat(other), strict=True)
    )


def _flat(records: Records) -> list[np.ndarray]:
    return [*records[:-2], *records.decision, *records.interval]


CASES: dict[str, Case] = {
    **{f"master-worker-{tasks}": partial(_all_numbers, tasks) for tasks in (30, 100, 300)},
    "master-worker-pool-30": partial(_general, 30, 12),
    "master-worker-pool-300": partial(_general, 300, 120),
}
"""Every case by name; W = 50 %, D = 30 %, equal sizes, 35 iterations."""
