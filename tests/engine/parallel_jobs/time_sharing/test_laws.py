"""Laws that hold whatever the numbers are: queueing theory, conservation, invariants of every instant."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import pdtr

from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEventKind, MachineEvents, with_users
from engine.parallel_jobs.model import Jobs, Machines
from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.records import OPENING, Happening, Records
from engine.parallel_jobs.replay.events import events
from engine.parallel_jobs.time_sharing.kernel import simulation as kernel
from engine.parallel_jobs.time_sharing.reference import simulation as reference
from tests.engine.parallel_jobs.systems import (
    PAPER_RULES,
    System,
    differences,
    disrupted_systems,
    instants,
    jobs_of,
    machines,
    paper,
    systems,
)

SED, SED_NU, SED_NM = PolicyCode.SED, PolicyCode.SED_NU, PolicyCode.SED_NM
CODES = {"SED": SED, "SED-NU": SED_NU, "SED-NM": SED_NM}
Run = Callable[..., Records]
BOTH = pytest.mark.parametrize("run", [reference.run, kernel.run], ids=["reference", "kernel"])
EVERY_POLICY = pytest.mark.parametrize("policy", CODES)

MEAN_DEMAND = 6.0
"""s; of the jobs of all queueing laws."""


# queueing theory ------------------------------------------------------------------------------------------------------


def stream(rate: float, sizes: tuple[int, int], exponential: bool, n_jobs: int, replication: int) -> Jobs:
    """Poisson arrivals; demands constant or exponential."""
    rng = np.random.default_rng([1996, replication])
    gap = rng.exponential(1 / rate, n_jobs)
    demand = rng.exponential(MEAN_DEMAND, n_jobs) if exponential else np.full(n_jobs, MEAN_DEMAND)
    return jobs_of(gap, demand, [sizes] * n_jobs, np.zeros(n_jobs))


class Queue(NamedTuple):
    """A law of queueing theory: a system, and the mean wait that it must have (s)."""

    cluster: Machines
    sizes: tuple[int, int]
    exponential: bool
    rate: float
    wait: float
    service: float


def m_d_1(utilization: float, service: float, cluster: Machines, sizes: tuple[int, int]) -> Queue:
    """Pollaczek-Khinchine with constant service."""
    wait = utilization * service / (2 * (1 - utilization))
    return Queue(cluster, sizes, False, utilization / service, wait, service)


def m_m_c(servers: int, utilization: float, service: float, cluster: Machines, sizes: tuple[int, int]) -> Queue:
    """Erlang's C formula; with one server the residence is service / (1 - utilization)."""
    offered = servers * utilization
    blocked = 1 - pdtr(servers - 1, offered) / pdtr(servers, offered)  # Erlang B: Poisson(n) over its sum to n
    waiting = blocked / (1 - utilization * (1 - blocked))
    return Queue(cluster, sizes, True, offered / service, waiting * service / (servers * (1 - utilization)), service)


T = MEAN_DEMAND
QUEUES = {
    "one machine is M/D/1": m_d_1(0.7, T, machines((1, 1)), (1, 1)),
    "one machine of speed factor 4 is M/D/1 with 4 T": m_d_1(0.7, 4 * T, machines((1, 4)), (1, 1)),
    "one machine is M/M/1": m_m_c(1, 0.7, T, machines((1, 1)), (1, 1)),
    "8 equal machines for all jobs are M/D/1 with T / 8": m_d_1(0.7, T / 8, machines((8, 1)), (1, 8)),
    "and a largest size beyond them changes nothing": m_d_1(0.7, T / 8, machines((8, 1)), (3, 99)),
    "6 machines of which a job uses 1 are M/M/6": m_m_c(6, 0.7, T, machines((6, 1)), (1, 1)),
    "6 machines of which a job needs 2 are M/M/3 with T / 2": m_m_c(3, 0.7, T / 2, machines((6, 1)), (2, 2)),
    "6 slow machines in two groups are M/M/2 with 3 T / 3": m_m_c(2, 0.7, T, machines((2, 3), (4, 3)), (3, 3)),
}


def check_mean(samples: np.ndarray, expected: float, precision: float) -> None:
    """Four standard errors over replications, which must be small enough to notice a wrong rule."""
    error = samples.std(ddof=1) / np.sqrt(len(samples))
    assert 4 * error < precision * expected, "this test could not fail"
    assert abs(samples.mean() - expected) < 4 * error


@pytest.mark.parametrize("law", QUEUES)
def test_equal_machines_are_the_queue_of_the_textbook(law: str) -> None:
    queue = QUEUES[law]
    waits, residences = [], []
    for replication in range(20):
        jobs = stream(queue.rate, queue.sizes, queue.exponential, 40_000, replication)
        records = kernel.run(jobs, queue.cluster, PAPER_RULES, SED)
        settled = slice(4_000, None)  # the queue begins empty
        waits.append((records.start - records.arrival)[settled].mean())
        residences.append((records.end - records.arrival)[settled].mean())
    # Wrong rules are far away: in service times, M/M/1 waits 2.3, M/D/1 1.2, M/M/2 0.96, M/M/3 0.55 and M/M/6 0.19.
    check_mean(np.array(waits), queue.wait, 0.08)
    check_mean(np.array(residences), queue.wait + queue.service, 0.08)


@EVERY_POLICY
@pytest.mark.parametrize("law", QUEUES)
def test_on_equal_machines_every_policy_and_both_programs_take_the_same_path(law: str, policy: str) -> None:
    queue = QUEUES[law]
    jobs = stream(queue.rate, queue.sizes, queue.exponential, 200, 0)
    expected = reference.run(jobs, queue.cluster, PAPER_RULES, SED)
    assert differences(expected, kernel.run(jobs, queue.cluster, PAPER_RULES, CODES[policy], with_log=True)) == []


# the paper's systems --------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(("number", "seconds"), [(1, 800.0), (2, 300.0)])
def test_a_job_that_is_alone_takes_800_s_on_system_1_and_300_s_on_system_2(
    run: Run, number: int, seconds: float
) -> None:
    system = paper(number, 1.0, 10)
    alone = system._replace(jobs=system.jobs._replace(gap=np.full(10, 1000.0)))
    records = run(*alone, SED)
    assert (records.end - records.arrival).tolist() == [seconds] * 10


@pytest.mark.parametrize("rate", [0.3, 1.0, 1.7])
def test_system_1_has_the_same_path_with_and_without_migration(rate: float) -> None:
    system = paper(1, rate)
    records = kernel.run(*system, SED, with_log=True)
    assert differences(records, kernel.run(*system, SED_NM, with_log=True)) == []
    assert records.upgrades.sum() > 0
    assert "end" in differences(records, kernel.run(*system, SED_NU, with_log=True))


@pytest.mark.parametrize("rate", [0.5, 2.0, 3.4])
def test_system_2_has_the_same_path_with_and_without_upgrading(rate: float) -> None:
    system = paper(2, rate)
    records = kernel.run(*system, SED, with_log=True)
    assert differences(records, kernel.run(*system, SED_NU, with_log=True)) == []
    assert records.migrations.sum() > 0
    assert "end" in differences(records, kernel.run(*system, SED_NM, with_log=True))


# every instant --------------------------------------------------------------------------------------------------------


def check_instants(system: System, policy: int, happenings: MachineEvents = NO_EVENTS) -> None:
    records = reference.run(*system, policy, machine_events=happenings)
    over = [*np.isin(records.log.happening[1:], OPENING).tolist(), True]  # whether a row is the last of its event
    times = records.log.time.tolist()
    for now, last, (row, mapping) in zip(times, over, instants(system, records, happenings), strict=True):
        if row.happening != Happening.MACHINE:
            assert row.delay_class == (mapping.delay_class(row.job) if row.job in mapping.running else -1)
        for job, placement in mapping.running.items():
            assert len(set(placement.machines)) == placement.size
            for machine in placement.machines:  # alpha_i load_i <= D_k: nobody is slower than was expected
                if last or row.happening not in (Happening.MACHINE, Happening.DOWNGRADE):
                    assert mapping.class_with(machine, mapping.load(machine)) <= mapping.delay_class(job)
                if last and mapping.gone[machine]:  # only who can end within the notice stays
                    assert within_notice(happenings, machine, now)
        processes = 0
        for machine in range(mapping.n_machines):  # load_i <= alpha_max / alpha_i
            there = mapping.processes(machine)
            assert there <= system.machines.classes.capacity[system.machines.group[machine]]
            processes += there
        assert processes == sum(placement.size + len(placement.held) for placement in mapping.running.values())


def within_notice(happenings: MachineEvents, machine: int, now: float) -> bool:
    of_machine = happenings.machine == machine
    begin, length = happenings.time[of_machine], happenings.notice[of_machine]
    return bool(((length > 0) & (begin <= now) & (now <= (begin + length) * (1 + 1e-12))).any())


@EVERY_POLICY
@given(system=systems(most_jobs=25))
def test_at_every_instant_no_machine_slows_a_job_below_its_expected_delay(policy: str, system: System) -> None:
    check_instants(system, CODES[policy])


@EVERY_POLICY
@given(case=disrupted_systems(most_jobs=25))
def test_nor_with_users_and_machines_that_come_and_go(policy: str, case: tuple[System, MachineEvents]) -> None:
    check_instants(case[0], CODES[policy], case[1])


@pytest.mark.parametrize("rate", [0.5, 1.5])
@pytest.mark.parametrize("number", [1, 2])
def test_the_same_on_the_systems_of_the_paper(number: int, rate: float) -> None:
    check_instants(paper(number, rate, 60), SED)


def is_next(event: Any, happenings: MachineEvents, number: int) -> bool:
    """Whether an event of the log is the machine event of this *number*; else it is the end of a notice."""
    cause = event.cause
    return number < len(happenings.time) and (event.time, list(cause.machines), cause.job) == (
        happenings.time[number],
        [happenings.machine[number]],
        happenings.kind[number],
    )


def work_done(system: System, records: Records, happenings: MachineEvents = NO_EVENTS) -> np.ndarray:
    """Integral of S(n) / D over the active time of each job, from the log alone; float64 (J,), s."""
    jobs, rules, delay = system.jobs, system.rules, with_users(system.machines, happenings).classes.delay
    done, rate, since, pause = (np.zeros(len(records.end)) for _ in range(4))
    interval = rules.checkpoint_interval
    share = interval / (interval + rules.checkpoint_cost) if interval else 1.0
    on: dict[int, set[int]] = {}
    machine_event = -1

    def cost(job: int, processes: int) -> float:
        process = rules.latency + rules.transfer_per_kb * float(jobs.process_size[job])
        return rules.checkpoint + processes * process

    for event in events(records.log):
        is_begun = event.cause.happening == Happening.MACHINE and is_next(event, happenings, machine_event + 1)
        machine_event += is_begun
        for row in event.rows:
            j = row.job
            if row.happening in (Happening.ARRIVAL, Happening.RELEASE, Happening.MACHINE):
                continue
            done[j] += max(0.0, event.time - since[j]) * rate[j]
            since[j] = max(event.time, since[j])
            if row.happening in (Happening.END, Happening.EVICTION):
                if row.happening == Happening.EVICTION:  # a checkpoint, if there was time for one, has to be read again
                    announced = is_begun and happenings.kind[machine_event] == MachineEventKind.SHUTDOWN
                    in_time = announced and cost(j, len(on[j])) <= happenings.notice[machine_event]
                    pause[j] = cost(j, len(on[j])) if in_time else 0.0
                rate[j] = 0.0
                continue
            if row.happening == Happening.START:
                since[j] = event.time + pause[j]
            elif row.happening == Happening.MIGRATION:
                since[j] = event.time + cost(j, len(set(row.machines) - on[j]))
            on[j] = set(row.machines) or on[j]
            rate[j] = jobs.speedup[jobs.job_class[j], len(on[j])] * share / delay[row.delay_class]
    return done


@EVERY_POLICY
@given(system=systems())
def test_every_job_does_exactly_the_work_that_it_demands(policy: str, system: System) -> None:
    records = kernel.run(*system, CODES[policy], with_log=True)
    # The absolute part is for rounding of the clock, which is large against the shortest jobs.
    np.testing.assert_allclose(work_done(system, records), system.jobs.demand, rtol=1e-9, atol=1e-10)


@EVERY_POLICY
@given(case=disrupted_systems())
def test_and_again_what_failures_undo(policy: str, case: tuple[System, MachineEvents]) -> None:
    system, happenings = case
    downs = [n for n, kind in enumerate(happenings.kind) if kind == MachineEventKind.SHUTDOWN]
    ends = {(happenings.time[n] + happenings.notice[n], happenings.machine[n]) for n in downs if happenings.notice[n]}
    if ends & {(happenings.time[n], happenings.machine[n]) for n in downs}:
        return  # the log has the same row for the end of a notice and for another shutdown of that machine
    records = kernel.run(*system, CODES[policy], with_log=True, machine_events=happenings)
    demand = system.jobs.demand + records.lost
    np.testing.assert_allclose(work_done(system, records, happenings), demand, rtol=1e-9, atol=1e-10)
    assert (records.lost >= 0).all()
    assert (records.lost[records.failures == 0] == 0).all()


@EVERY_POLICY
@given(case=st.one_of(systems().map(lambda system: (system, NO_EVENTS)), disrupted_systems()))
def test_the_number_in_system_integrates_to_the_sum_of_residences(
    policy: str, case: tuple[System, MachineEvents]
) -> None:
    system, happenings = case
    records = kernel.run(*system, CODES[policy], with_log=True, machine_events=happenings)
    log = records.log
    step = (log.happening == Happening.ARRIVAL).astype(int) - (log.happening == Happening.END).astype(int)
    present = np.cumsum(step)
    assert present.min() >= 0
    assert present[-1] == 0
    integral = (present[:-1] * np.diff(log.time)).sum()
    np.testing.assert_allclose(integral, (records.end - records.arrival).sum(), rtol=1e-9)


# symmetries -----------------------------------------------------------------------------------------------------------


def stretched(system: System, factor: float) -> System:
    """The same with every time multiplied."""
    jobs, rules = system.jobs, system.rules
    return System(
        jobs._replace(gap=jobs.gap * factor, demand=jobs.demand * factor),
        system.machines,
        rules._replace(
            checkpoint=rules.checkpoint * factor,
            latency=rules.latency * factor,
            transfer_per_kb=rules.transfer_per_kb * factor,
            checkpoint_interval=rules.checkpoint_interval * factor,
            checkpoint_cost=rules.checkpoint_cost * factor,
        ),
    )


@BOTH
@EVERY_POLICY
@given(case=st.one_of(systems(25).map(lambda system: (system, NO_EVENTS)), disrupted_systems(25)))
def test_four_times_all_times_gives_four_times_all_times_bit_for_bit(
    run: Run, policy: str, case: tuple[System, MachineEvents]
) -> None:
    system, happenings = case
    later = happenings._replace(time=happenings.time * 4.0, notice=happenings.notice * 4.0)
    once = run(*system, CODES[policy], machine_events=happenings)
    slow = run(*stretched(system, 4.0), CODES[policy], machine_events=later)
    expected = once._replace(
        **{name: getattr(once, name) * 4.0 for name in ("arrival", "start", "end", "lost", "busy")},
        log=once.log._replace(time=once.log.time * 4.0),
    )
    assert differences(expected, slow) == []


def one_group_per_speed(cluster: Machines, slowest_first: bool = False) -> Machines:
    """The same machines with those of one speed factor side by side."""
    alpha, counts = np.unique(cluster.speed_factor[cluster.group], return_counts=True)
    groups = [(int(count), float(a)) for a, count in zip(alpha, counts, strict=True)]
    return machines(*(groups[::-1] if slowest_first else groups))


@BOTH
@EVERY_POLICY
@given(system=systems(most_jobs=25), slowest_first=st.booleans())
def test_it_does_not_matter_how_the_machines_are_numbered(
    run: Run, policy: str, system: System, slowest_first: bool
) -> None:
    one = run(*system, CODES[policy])
    other = run(system.jobs, one_group_per_speed(system.machines, slowest_first), system.rules, CODES[policy])
    assert set(differences(one, other)) <= {"busy", "log.machine"}
    assert sorted(one.busy) == sorted(other.busy)


@EVERY_POLICY
@given(system=systems(most_jobs=25))
def test_a_group_may_be_written_as_two_that_follow_each_other(policy: str, system: System) -> None:
    whole = one_group_per_speed(system.machines)
    counts = np.bincount(whole.group).tolist()
    halves = [
        (count, float(a))
        for total, a in zip(counts, whole.speed_factor, strict=True)
        for count in (total // 2, total - total // 2)
        if count
    ]
    one = kernel.run(system.jobs, whole, system.rules, CODES[policy], with_log=True)
    other = kernel.run(system.jobs, machines(*halves), system.rules, CODES[policy], with_log=True)
    assert differences(one, other) == []
