"""From a scenario to what reference and kernel are given: the jobs drawn, and the machine in integer nanoseconds."""

import numpy as np

from engine.coscheduling.inputs.hyper_erlang import variates
from engine.coscheduling.inputs.patterns import PATTERNS, communication_time
from engine.coscheduling.inputs.scenario import CoschedulingScenario, JobType, SizeClass
from engine.coscheduling.system import LATEST, MILLISECOND, Jobs, System
from engine.inputs.draws import Draws
from engine.inputs.span import SpanError, nanoseconds

MICROSECOND, SECOND = 1_000, 1_000_000_000
EQUAL_LEVEL = {"none": 0, "boosts": 1, "all": 2}


def draw_jobs(scenario: CoschedulingScenario, replication: int) -> Jobs:
    """The jobs of a replication, whatever the policy; a longer workload begins with the same ones."""
    workload, draws = scenario.workload, Draws(scenario.study.seed, replication)
    n, system = workload.jobs, system_of(scenario, replication)
    job_type = _pick(draws, "job_type", workload.job_types, n)
    size_class = _pick(draws, "size_class", workload.size_classes, n)
    position, size = draws.stream("size").random(n), np.zeros(n, dtype=np.int32)
    seconds = np.zeros(n)
    for number, kind in enumerate(workload.size_classes):
        own, choices = size_class == number, np.array(kind.choices)
        size[own] = choices[(position[own] * len(choices)).astype(int)]
        times = variates(draws, f"execution_time.{number}", n, kind.variation) * kind.execution_time
        seconds[own] = times[own]
    latency = 2 * system.interface + system.wire
    parts = np.zeros((n, 3), dtype=np.int64)
    for j in range(n):
        communication = communication_time(PATTERNS[workload.pattern], int(size[j]), latency, system.interface)
        kind_of_job = workload.job_types[job_type[j]]
        each = communication / kind_of_job.communication
        parts[j] = round(each * kind_of_job.computation), round(each * kind_of_job.io), communication
    nominal = parts.sum(axis=1)
    iterations = np.maximum(1, np.rint(seconds * SECOND / nominal))
    if not (iterations < 2**31).all():
        raise SpanError(f"a job has {iterations.max():.3g} iterations, which is more than can be counted")
    iterations = iterations.astype(np.int32)
    arrival = np.cumsum(nanoseconds(workload.arrivals.gaps(draws, n), "the time between two arrivals"))
    return Jobs(
        arrival, size, iterations, parts[:, 0].copy(), parts[:, 1].copy(), nominal,
        _estimated(nominal * iterations, workload.estimate.sample(draws, n)),
        job_type.astype(np.int32), size_class.astype(np.int32),
    )  # fmt: skip


def _estimated(alone: np.ndarray, multiple: np.ndarray) -> np.ndarray:
    """Estimates in whole ns, of jobs that take so long *alone*; who knows that says it to the nanosecond."""
    rounded = np.minimum(np.rint(alone * multiple), LATEST).astype(np.int64)
    found: np.ndarray = np.where(multiple == 1, alone, rounded)
    return found


def _pick(draws: Draws, name: str, kinds: tuple[JobType, ...] | tuple[SizeClass, ...], n: int) -> np.ndarray:
    weights = np.array([kind.weight for kind in kinds])
    bounds = np.cumsum(weights / weights.sum())
    found: np.ndarray = np.searchsorted(bounds[:-1], draws.stream(name).random(n), side="right")
    return found


def system_of(scenario: CoschedulingScenario, replication: int) -> System:
    """The machine of one partition, and the random numbers that are no jobs."""
    cluster, options = scenario.cluster, scenario.options
    draws = Draws(scenario.study.seed, replication)
    nodes = cluster.nodes // cluster.partitions
    interface, wire = _whole(cluster.interface), _whole(cluster.message_latency)
    if options.message_time == "in-all":
        wire -= 2 * interface
    phase = np.full(nodes, MILLISECOND, dtype=np.int64)
    if options.random_phase:
        phase = draws.stream("phase").integers(1, MILLISECOND + 1, nodes)
    return System(
        nodes=nodes,
        slots=cluster.multiprogramming_level,
        context_switch=_whole(cluster.context_switch),
        gang_switch=_whole(cluster.gang_context_switch),
        interrupt=_whole(cluster.interrupt),
        move=_whole(cluster.queue_move),
        check=_whole(cluster.endpoint_check),
        gang_quantum=_whole(cluster.gang_quantum * 1000),
        interface=interface,
        wire=wire,
        spin=round(cluster.spin_factor * (2 * interface + wire)),
        pattern=int(PATTERNS[scenario.workload.pattern]),
        skewness=scenario.workload.skewness / 100,
        key=np.uint64(draws.stream("skewness").integers(0, 2**63, 1)[0]),
        always_hand_over=options.io_hand_over == "always",
        equal_level=EQUAL_LEVEL[options.equal_level],
        poll_last=options.poll_last,
        phase=phase,
        backfill=options.admission == "backfilling",
    )


def _whole(microseconds: float) -> int:
    return round(microseconds * MICROSECOND)
