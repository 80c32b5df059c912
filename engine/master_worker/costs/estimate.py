"""What a cell takes, estimated; measured with `dev costs` on one core of 2.4 GHz."""

from engine.contract.cost import Cost
from engine.master_worker.inputs.interruptions import Course, course
from engine.master_worker.inputs.number import FixedNumber, Predict
from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.losses import applications
from engine.master_worker.policies import BEST_INFORMED, SCHEMES, Dispatch, Order

PER_ASSIGNMENT = 2.6e-9
"""Of list scheduling for all numbers, for each number and task."""

UNEQUAL = 8.0
"""How much longer that takes where speeds differ."""

PER_DRAW = 130e-9
"""Of a task of an iteration: its variation, its place in a random order, and its place in the order of a policy."""

PER_EVENT, PER_WORKER = 60e-9, 1.0e-9
"""Of the general model, for each event, and for each worker in use that is looked at."""

PER_BINDING = 10e-9
"""Of Earliest Completion, for each task and worker."""

PER_PERIOD, BYTES_OF_A_PERIOD = 100e-9, 90.0
"""Of the time between two returns of an owner, drawn for every worker that can be had."""

PER_ITERATION = 0.3e-6

PER_CELL, BYTES_OF_A_CELL = 0.5e-3, 2e6

BYTES_OF_A_TASK = 80.0


def cost(scenario: MasterWorkerScenario, policy: str) -> Cost:
    """What one cell takes."""
    if scenario.population is not None:
        return _of_a_population(scenario)
    job, rule = scenario.application, scenario.workers.number
    tasks = job.tasks * job.iterations
    seconds = PER_CELL + tasks * PER_DRAW
    number = number_guessed(scenario)
    periods = periods_drawn(scenario, course_on(scenario, number))
    for name in {policy, BEST_INFORMED}:
        seconds += one_number_seconds(scenario, number, name) + 2 * periods * PER_PERIOD
        if isinstance(rule, Predict):
            seconds += predict_seconds(scenario)
    if scenario.is_list_scheduling and SCHEMES[policy].dispatch is Dispatch.NEXT_TASK:
        seconds += one_pass_seconds(scenario)
    return Cost(seconds, BYTES_OF_A_CELL + tasks * BYTES_OF_A_TASK + periods * BYTES_OF_A_PERIOD)


def _of_a_population(scenario: MasterWorkerScenario) -> Cost:
    cases = [(one.tasks, one.iterations) for one, _ in applications(scenario)]
    seconds = sum(t * many * (1.3 * t * PER_ASSIGNMENT + 2 * PER_DRAW) for t, many in cases)
    most = max(t * many for t, many in cases)
    return Cost(PER_CELL * len(cases) + seconds, BYTES_OF_A_CELL + 16 * most * BYTES_OF_A_TASK)


def number_guessed(scenario: MasterWorkerScenario) -> int:
    """How many workers are used, about: what a rule comes to is not known beforehand."""
    rule = scenario.workers.number
    return rule.workers if isinstance(rule, FixedNumber) else max(1, scenario.most_workers // 2)


def course_on(scenario: MasterWorkerScenario, number: int) -> Course:
    """What the run comes to, about."""
    return course(scenario.application, scenario.workers, scenario.master, number)


def periods_drawn(scenario: MasterWorkerScenario, found: Course) -> float:
    """Of all workers that can be had: twice as many each time that they are not enough."""
    if found.returns == 0:
        return 0.0
    drawn = 16.0
    while drawn < 1.2 * found.returns:
        drawn *= 2
    number = scenario.workers.number
    most = max(scenario.most_workers, number.workers if isinstance(number, FixedNumber) else 0)
    return drawn * most


def one_pass_seconds(scenario: MasterWorkerScenario) -> float:
    """Every number of dedicated workers."""
    job, most = scenario.application, scenario.most_workers
    slower = 1 if scenario.workers.are_equal else UNEQUAL
    return 0.1e-3 + job.iterations * job.tasks * (most * PER_ASSIGNMENT * slower + PER_DRAW)


def one_number_seconds(scenario: MasterWorkerScenario, number: int, policy: str = BEST_INFORMED) -> float:
    """One replication of the general model, and its order."""
    job, found = scenario.application, course_on(scenario, number)
    tasks = job.tasks * job.iterations
    events = 2 * number * found.returns + tasks * found.begun
    scheme = SCHEMES[policy]
    binding = tasks * number * PER_BINDING if scheme.dispatch is Dispatch.EARLIEST_COMPLETION else 0.0
    order = tasks * PER_DRAW * (scheme.order is not Order.RANDOM)
    return 0.2e-3 + order + job.iterations * PER_ITERATION + events * (PER_EVENT + number * PER_WORKER) + binding


def predict_seconds(scenario: MasterWorkerScenario) -> float:
    """The replays at all barriers."""
    job, rule, most = scenario.application, scenario.workers.number, scenario.most_workers
    window = rule.window if isinstance(rule, Predict) else 8
    slower = 1 if scenario.workers.are_equal else UNEQUAL
    return 1e-3 + job.iterations * min(window, job.iterations) * job.tasks * most * PER_ASSIGNMENT * slower
