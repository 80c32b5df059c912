"""From a scenario and a replication to arrays: the only place where this family draws random numbers."""

import numpy as np

from engine.inputs.arrivals import Batch
from engine.inputs.draws import Draws
from engine.parallel_jobs.inputs.delay_classes import delay_classes
from engine.parallel_jobs.inputs.job_classes import JobClass
from engine.parallel_jobs.inputs.job_stream import AT_RANDOM
from engine.parallel_jobs.inputs.offered_load import capacity
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.site.fair_share import shares_of
from engine.parallel_jobs.inputs.sources.listed import Listed
from engine.parallel_jobs.inputs.sources.modelled import Lublin99, class_of, users_of_model
from engine.parallel_jobs.inputs.sources.user_estimates import Tsafrir05
from engine.parallel_jobs.inputs.speedup import Linear
from engine.parallel_jobs.model import ALL, NONE, SKIP, Jobs, Machines, Rules
from engine.parallel_jobs.policies import POLICIES, PolicyCode
from engine.rules.folding import BY_ARRIVAL


def draw_jobs(scenario: ParallelJobsScenario, replication: int) -> Jobs:
    """The jobs of one replication.

    Every job consumes one number of each stream that is used, whatever its class, so that a changed class leaves the
    draws of the other jobs as they were.
    """
    workload = scenario.workload
    if workload.listed is not None:
        return _listed(workload.listed, scenario.cluster.machines)
    if workload.logged is not None:
        # Imported when there is a log: who only draws jobs need not know how one is cleaned.
        from engine.parallel_jobs.inputs.sources.of_log import logged_jobs

        seed, blocks = scenario.study.seed, scenario.study.replications
        return logged_jobs(workload.logged, scenario.processors, seed, replication, blocks)
    draws = Draws(scenario.study.seed, replication)
    if workload.modelled is not None:
        return _modelled(workload.modelled, scenario, draws)
    job_class = _draw_classes(scenario, draws)
    variates = None
    if workload.same_variate and isinstance(workload.arrivals, AT_RANDOM):
        variates = workload.arrivals.variates(draws, workload.jobs)
    columns = _draw_columns(workload.job_classes, job_class, draws, variates)
    machines = scenario.cluster.machines
    speedup = np.array([kind.speedup.curve(machines) for kind in workload.job_classes])
    for name in ("min_size", "requested"):
        columns[name] = np.minimum(columns[name], machines)  # a rigid job would wait for more for ever
    assert isinstance(workload.arrivals, (*AT_RANDOM, Batch))
    return Jobs(gap=workload.arrivals.gaps(draws, workload.jobs), job_class=job_class, speedup=speedup, **columns)


def _draw_columns(
    kinds: tuple[JobClass, ...], job_class: np.ndarray, draws: Draws, variates: np.ndarray | None
) -> dict[str, np.ndarray]:
    jobs = len(job_class)
    if len(kinds) == 1:  # nothing has to be picked
        drawn = _draw_class(kinds[0], draws, jobs, variates)
        return {name: np.ascontiguousarray(drawn[name], dtype=kind) for name, kind in DRAWN.items()}
    columns: dict[str, np.ndarray] = {name: np.empty(jobs, dtype=kind) for name, kind in DRAWN.items()}
    for number, kind in enumerate(kinds):
        of_kind = job_class == number
        for name, values in _draw_class(kind, draws, jobs, variates).items():
            columns[name][of_kind] = values[of_kind]
    return columns


DRAWN = {
    **dict.fromkeys(("demand", "process_size", "estimate", "expected", "deadline", "profit"), np.float64),
    **dict.fromkeys(("min_size", "max_size", "requested"), np.int32),
    "moldable": np.bool_,
}
"""The arrays of `Jobs` that are drawn class by class, and their types."""


def _draw_class(kind: JobClass, draws: Draws, jobs: int, variates: np.ndarray | None) -> dict[str, np.ndarray]:
    """What all jobs would be if they were of this class; unit exponentials *variates* make their demands, if given."""
    demand = kind.demand.sample(draws, jobs) if variates is None else variates * kind.demand.mean
    low = kind.min_size_spread.sample(draws, "size.smallest", kind.min_size, jobs)
    high = np.maximum(low, kind.max_size_spread.sample(draws, "size.largest", kind.max_size, jobs))
    requested = low if kind.requested_size == "smallest" else high
    return {
        "demand": demand,
        "min_size": requested if kind.kind == "rigid" else low,
        "max_size": requested if kind.kind == "rigid" else high,
        "process_size": np.full(jobs, kind.process_size_kb),
        "requested": requested,
        "moldable": np.full(jobs, kind.kind == "moldable"),
        "estimate": kind.estimate.sample(draws, jobs),
        "expected": np.zeros(jobs),
        "deadline": kind.deadline.sample(draws, demand),
        "profit": kind.profit.sample(draws, jobs),
    }


def _listed(listed: Listed, machines: int) -> Jobs:
    """The jobs of a list: nothing is drawn."""
    columns: dict[str, list[float]] = {
        "demand": [job.demand for job in listed.jobs],
        "min_size": [job.low for job in listed.jobs],
        "max_size": [job.high for job in listed.jobs],
        "process_size": [PROCESS_SIZE] * len(listed.jobs),
        "requested": [job.machines for job in listed.jobs],
        "moldable": [job.kind == "moldable" for job in listed.jobs],
        "estimate": [1.0 if job.estimate is None else job.estimate / job.run for job in listed.jobs],
        "expected": [job.expected for job in listed.jobs],
        "deadline": [np.inf if job.deadline is None else job.deadline for job in listed.jobs],
        "profit": [job.profit for job in listed.jobs],
    }
    kinds = listed.kinds
    return Jobs(
        gap=gaps_of([job.arrival for job in listed.jobs]),
        job_class=np.array([kinds.index(job.kind) for job in listed.jobs], dtype=np.int32),
        speedup=np.array([Linear().curve(machines)] * len(kinds)),
        **{name: np.array(values, dtype=DRAWN[name]) for name, values in columns.items()},
    )


def _modelled(model: Lublin99, scenario: ParallelJobsScenario, draws: Draws) -> Jobs:
    """The jobs of a workload model: rigid, of linear speedup, so that whole seconds stay whole seconds."""
    machines, jobs = scenario.cluster.machines, scenario.workload.jobs
    drawn = model.sample(draws, machines, capacity(scenario.cluster), jobs)
    classes, estimates = scenario.workload.job_classes, model.estimate
    expected = np.zeros(jobs)
    if isinstance(estimates, Tsafrir05):
        seconds = estimates.of(drawn.run, draws)
        multiple = seconds / drawn.run
        expected = np.where(seconds > drawn.run, seconds * drawn.size, 0.0)
    else:
        multiple = estimates.sample(draws, jobs)
    return Jobs(
        gap=np.diff(drawn.arrival, prepend=0.0),
        demand=drawn.run * drawn.size,
        min_size=drawn.size,
        max_size=drawn.size,
        process_size=np.full(jobs, PROCESS_SIZE),
        job_class=class_of(drawn.size, [kind.min_size for kind in classes]),
        requested=drawn.size,
        moldable=np.zeros(jobs, dtype=np.bool_),
        estimate=multiple,
        expected=expected,
        deadline=np.full(jobs, np.inf),
        profit=classes[0].profit.sample(draws, jobs),
        speedup=np.array([Linear().curve(machines)] * len(classes)),
        user=users_of_model(model, draws, drawn),
    )


PROCESS_SIZE: float = JobClass.model_fields["process_size_kb"].default
"""KB; neither lists nor workload models say anything about it."""


def gaps_of(arrivals: list[float]) -> np.ndarray:
    """Times between arrivals; float64 (J,), s. A clock adds them up to the arrivals: to exactly these if they are whole
    seconds, else to within the last bit, and what arrives at one instant still does.
    """
    now, before, found = 0.0, 0.0, np.zeros(len(arrivals))
    for number, arrival in enumerate(arrivals):
        if arrival > before:
            gap = arrival - now
            near = (gap, np.nextafter(gap, np.inf), np.nextafter(gap, -np.inf))
            found[number] = max(0.0, min(near, key=lambda one: abs(now + one - arrival)))
        now, before = now + found[number], arrival
    return found


def _draw_classes(scenario: ParallelJobsScenario, draws: Draws) -> np.ndarray:
    kinds = scenario.workload.job_classes
    if len(kinds) == 1:
        return np.zeros(scenario.workload.jobs, dtype=np.int32)
    bounds = np.cumsum([kind.weight for kind in kinds])
    uniform = draws.stream("job class").random(scenario.workload.jobs) * bounds[-1]
    drawn: np.ndarray = np.minimum(np.searchsorted(bounds, uniform, side="right"), len(kinds) - 1)
    return drawn.astype(np.int32)


def machines_of(scenario: ParallelJobsScenario) -> Machines:
    """The machines of the scenario's cluster, numbered group after group."""
    groups = scenario.cluster.groups
    return Machines(
        group=np.repeat(np.arange(len(groups), dtype=np.int32), [group.count for group in groups]),
        speed_factor=np.array([group.speed_factor for group in groups]),
        classes=delay_classes(scenario.cluster),
    )


def rules_of(scenario: ParallelJobsScenario, policy: str = "") -> Rules:
    """The scenario's options as plain numbers; and, of an own *policy*, its rules."""
    options, cost = scenario.options, scenario.options.migration
    return Rules(
        options.upgrade_only_when_queue_empty,
        options.migrate_only_if_it_pays,
        options.hold_old_machines,
        cost.checkpoint,
        cost.latency,
        cost.transfer_per_kb,
        options.resize_cost,
        options.lazy_by_the_letter,
        options.checkpoint_interval,
        options.checkpoint_cost,
        options.reservation_depth,
        scenario.own_rules(policy),
        shares_of(scenario.share_groups, options.multifactor.damping),
        scenario.operation,
    )


def simulated_as(scenario: ParallelJobsScenario, policy: str) -> tuple[int, Rules]:
    """The code and the rules by which *policy* is simulated: an own policy may be one that there is."""
    rules = rules_of(scenario, policy)
    return as_built_in(POLICIES[policy].code if rules.own is None else int(PolicyCode.OWN), rules)


def as_built_in(code: int, rules: Rules) -> tuple[int, Rules]:
    """An own policy in order of arrival that admits everybody is the built-in one with its reservation."""
    own = rules.own
    if (
        own is None
        or rules.operation is not None
        or own.admit is not None
        or own.machines is not None
        or not own.order == own.backfill == BY_ARRIVAL
    ):
        return code, rules
    rules = rules._replace(own=None)
    if own.reservation in _BUILT_IN:
        return int(_BUILT_IN[own.reservation]), rules
    depth = 0 if own.reservation == ALL else own.reservation
    return int(PolicyCode.CONSERVATIVE), rules._replace(reservation_depth=depth)


_BUILT_IN = {NONE: PolicyCode.FCFS, SKIP: PolicyCode.FF, 1: PolicyCode.EASY}
