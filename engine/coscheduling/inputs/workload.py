"""From a scenario to what reference and kernel are given: the jobs drawn, and the machine in integer nanoseconds."""

from typing import NamedTuple

import numpy as np

from engine.coscheduling.inputs.background import load_of_each
from engine.coscheduling.inputs.hyper_erlang import variates
from engine.coscheduling.inputs.listed import Listed
from engine.coscheduling.inputs.patterns import PATTERNS, communication_time
from engine.coscheduling.inputs.scenario import CoschedulingScenario, JobType, SizeClass, Workload
from engine.coscheduling.system import LATEST, MILLISECOND, Jobs, System
from engine.inputs.draws import Draws
from engine.inputs.span import SpanError, nanoseconds

MICROSECOND, SECOND = 1_000, 1_000_000_000
EQUAL_LEVEL = {"none": 0, "boosts": 1, "all": 2}


def draw_jobs(scenario: CoschedulingScenario, replication: int) -> Jobs:
    """The jobs of a replication, whatever the policy; a longer workload begins with the same ones."""
    workload, draws = scenario.workload, Draws(scenario.study.seed, replication)
    given = _drawn(workload, draws) if workload.listed is None else _listed(workload, workload.listed, draws)
    return jobs_of(workload, given, system_of(scenario, replication))


def jobs_of(workload: Workload, given: "Given", system: System) -> Jobs:
    """What the jobs that are *given* do on the *system*, by the types and the pattern of the *workload*."""
    job_type, size = given.job_type, given.size
    latency = 2 * system.interface + system.wire
    alike = list(zip(size.tolist(), job_type.tolist(), strict=True))
    iteration_of = {}  # once for those alike: thousands of jobs have few sizes and types
    for tasks, kind in set(alike):
        communication = communication_time(PATTERNS[workload.pattern], tasks, latency, system.interface)
        kind_of_job = workload.job_types[kind]
        each = communication / kind_of_job.communication
        iteration_of[tasks, kind] = round(each * kind_of_job.computation), round(each * kind_of_job.io), communication
    parts = np.array([iteration_of[one] for one in alike], dtype=np.int64).reshape(len(size), 3)
    nominal = parts.sum(axis=1)
    iterations = np.maximum(1, np.rint(given.seconds * SECOND / nominal))
    if not (iterations < 2**31).all():
        raise SpanError(f"a job has {iterations.max():.3g} iterations, which is more than can be counted")
    iterations = iterations.astype(np.int32)
    return Jobs(
        given.arrival, size, iterations, parts[:, 0].copy(), parts[:, 1].copy(), nominal,
        _estimated(nominal * iterations, given.multiple, given.estimate),
        job_type.astype(np.int32), given.size_class.astype(np.int32),
    )  # fmt: skip


class Given(NamedTuple):
    """J jobs as a scenario gives them.

    Attributes
    ----------
    arrival : int64 (J,), ns, ascending
    size, job_type, size_class : int (J,)
    seconds : float64 (J,), how long each takes alone, s; iterations make it about that
    multiple : float64 (J,), estimate over the time alone, where `estimate` says nothing
    estimate : float64 (J,), s; NaN where a job says none of its own
    """

    arrival: np.ndarray
    size: np.ndarray
    job_type: np.ndarray
    size_class: np.ndarray
    seconds: np.ndarray
    multiple: np.ndarray
    estimate: np.ndarray


def _drawn(workload: Workload, draws: Draws) -> Given:
    """By the laws of arrivals and of size classes."""
    n, arrivals = workload.jobs, workload.arrivals
    assert not isinstance(arrivals, Listed)
    size_class = _pick(draws, "size_class", workload.size_classes, n)
    position, size = draws.stream("size").random(n), np.zeros(n, dtype=np.int32)
    seconds = np.zeros(n)
    for number, kind in enumerate(workload.size_classes):
        own, choices = size_class == number, np.array(kind.choices)
        size[own] = choices[(position[own] * len(choices)).astype(int)]
        times = variates(draws, f"execution_time.{number}", n, kind.variation) * kind.execution_time
        seconds[own] = times[own]
    return Given(
        arrival=np.cumsum(nanoseconds(arrivals.gaps(draws, n), "the time between two arrivals")),
        size=size,
        job_type=_pick(draws, "job_type", workload.job_types, n),
        size_class=size_class,
        seconds=seconds,
        multiple=workload.estimate.sample(draws, n),
        estimate=np.full(n, np.nan),
    )


def _listed(workload: Workload, listed: Listed, draws: Draws) -> Given:
    """As they stand in the list; drawn is the type of a job that does not say it, whatever the others say."""
    n, names = workload.jobs, [kind.name for kind in workload.job_types]
    drawn = _pick(draws, "job_type", workload.job_types, n) if listed.draws_types else np.zeros(n, dtype=int)
    multiple, estimate = listed.estimates(workload.estimate, draws)
    return Given(
        arrival=nanoseconds(listed.arrivals(), "an arrival"),
        size=listed.column("tasks").astype(np.int32),
        job_type=listed.type_numbers(names, drawn),
        size_class=np.zeros(n, dtype=np.int32),
        seconds=listed.column("run"),
        multiple=multiple,
        estimate=estimate,
    )


def _estimated(alone: np.ndarray, multiple: np.ndarray, own: np.ndarray) -> np.ndarray:
    """Estimates in whole ns, of jobs that take so long *alone*; who knows that says it to the nanosecond.

    What a job says of its *own* (s) is never less than what it takes in whole iterations.
    """
    rounded = np.minimum(np.rint(alone * multiple), LATEST).astype(np.int64)
    told = np.where(multiple == 1, alone, rounded)
    seconds = nanoseconds(np.where(np.isnan(own), 0.0, own), "an estimate")
    found: np.ndarray = np.where(np.isnan(own), told, np.maximum(alone, seconds))
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
        load=load_of_each(cluster.background_load, cluster.loaded_nodes, nodes),
    )


def _whole(microseconds: float) -> int:
    return round(microseconds * MICROSECOND)
