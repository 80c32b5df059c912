"""Estimated seconds of computing on one core of 2.4 GHz, from `bench`, rounded up; what budgets are held against."""

from engine.master_worker.losses import applications
from engine.master_worker.number import FixedNumber, Predict
from engine.master_worker.pool import Opportunistic
from engine.master_worker.scenario import MasterWorkerScenario

PER_ASSIGNMENT = 2.6e-9
"""Of list scheduling for all numbers, for each number and task."""

PER_DRAW = 130e-9
"""Of a task of an iteration: its variation, its place in a random order, and its place in the order of a policy."""

PER_EVENT, PER_WORKER = 60e-9, 1.0e-9
"""Of the general model, for each event, and for each worker in use that is looked at."""

PER_CELL = 0.5e-3


def cost(scenario: MasterWorkerScenario) -> float:
    """Estimated seconds of one cell on one core."""
    if scenario.population is not None:
        cases = [(one.tasks, one.iterations) for one, _ in applications(scenario)]
        return PER_CELL + sum(t * many * (1.3 * t * PER_ASSIGNMENT + 2 * PER_DRAW) for t, many in cases)
    number = scenario.workers.number
    guess = number.workers if isinstance(number, FixedNumber) else max(1, scenario.most_workers // 2)
    simulated = 1.3 * one_number_seconds(scenario, guess)  # and LPTF, once for all policies
    if isinstance(number, Predict):
        simulated += 1.3 * predict_seconds(scenario)
    return PER_CELL + simulated + (one_pass_seconds(scenario) if scenario.is_list_scheduling else 0.0)


def one_pass_seconds(scenario: MasterWorkerScenario) -> float:
    """Every number of dedicated workers."""
    job, most = scenario.application, scenario.most_workers
    slower = 1 if scenario.workers.are_equal else 8
    return 0.1e-3 + job.iterations * job.tasks * (most * PER_ASSIGNMENT * slower + PER_DRAW)


def one_number_seconds(scenario: MasterWorkerScenario, number: int) -> float:
    """One replication of the general model."""
    job, owners = scenario.application, scenario.workers.availability
    tasks = job.tasks * job.iterations
    interruptions = 0.0
    if isinstance(owners, Opportunistic):
        time = tasks * job.mean_task_time / number + job.iterations * job.mean_task_time * 3
        interruptions = 2 * number * time / (owners.up.mean + owners.down) * (1 + owners.down / owners.up.mean)
    events = tasks + interruptions
    binding = tasks * number * 10e-9 if "Earliest Completion" in scenario.policies else 0.0
    return 0.2e-3 + tasks * PER_DRAW + events * (PER_EVENT + number * PER_WORKER) + binding


def predict_seconds(scenario: MasterWorkerScenario) -> float:
    """The replays at all barriers."""
    job, rule, most = scenario.application, scenario.workers.number, scenario.most_workers
    window = rule.window if isinstance(rule, Predict) else 8
    slower = 1 if scenario.workers.are_equal else 8
    return 1e-3 + job.iterations * window * job.tasks * most * PER_ASSIGNMENT * slower
