"""Dedicated nodes: the queues start whom those of the family of parallel jobs start, and nobody shares a node."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.coscheduling.inputs.patterns import Pattern
from engine.coscheduling.policies import SCHEMES
from engine.coscheduling.records import EVERYTHING, Activity, Happening
from engine.coscheduling.system import Jobs, System
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs, machines_of, rules_of
from engine.parallel_jobs.policies import POLICIES
from engine.parallel_jobs.space_sharing.kernel import simulation as parallel_jobs
from engine.queues.orders import Order
from tests.engine.coscheduling.systems import IMPLEMENTATIONS, LATENCY, MS, US, Case, Job, Run, cases, jobs, system

COMMUNICATION = LATENCY + 60 * US
"""Of an iteration in a ring in which nobody waits, ns."""

DEDICATED = [name for name, scheme in SCHEMES.items() if scheme.queue]

IN_SECONDS = [name for name, scheme in SCHEMES.items() if scheme.order >= Order.F1]
"""Learned from seconds, or made of fractions that are rounded."""

SECOND = 10**9
FRACTION = SECOND // 512
"""Of a second, that both whole nanoseconds and floating-point seconds have exactly."""

pytestmark = pytest.mark.parametrize("run", IMPLEMENTATIONS.values(), ids=IMPLEMENTATIONS)
often = settings(max_examples=20, deadline=None)


class Plain(Case):
    """Jobs that only compute, for times that are known."""

    @property
    def run_time(self) -> np.ndarray:
        """Of each job, ns."""
        return self.jobs.nominal * self.jobs.iterations


@st.composite
def plain_cases(draw: st.DrawFn, unit: int = COMMUNICATION, overrun: bool = True, io: int = 0) -> Plain:
    """Up to 40 jobs that compute for multiples of a *unit* (ns) and come at such instants, or for any time at all.

    What they say of it is right, up to three times too long or, with *overrun*, too short.
    """
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    machine = system(int(rng.integers(2, 17)), slots=1, pattern=int(Pattern.NEAREST_NEIGHBOR))
    count, ties = int(rng.integers(1, 40)), rng.random() < 0.7 or io
    arrival = np.cumsum(rng.integers(0, rng.choice([1, 3, 12]), count) * unit)
    long = rng.integers(1, 12, count) * unit
    if not ties:
        arrival, long = arrival + np.sort(rng.integers(0, unit, count)), long + rng.integers(0, unit, count)
    size = np.minimum(rng.integers(2, machine.nodes + 1, count), rng.choice([3, machine.nodes]))
    said = np.rint(long * rng.choice([1, 1, 1.5, 3, *([0.4] if overrun else [])], count))
    each = zip(size, long, arrival, said, strict=True)
    found = [Job(int(n), int(t) - COMMUNICATION - io, io, 1, int(at), int(told)) for n, t, at, told in each]
    return Plain(jobs(machine, *found), machine, SCHEMES["SS-EASY"])


@st.composite
def plain_cases_of_seconds(draw: st.DrawFn) -> Plain:
    """The same in units of 60 s, for orders that know what a second is; all times are whole 512ths of one.

    As floating-point seconds those are exact, so that both families do the same arithmetic.
    """
    case = draw(plain_cases(unit=60 * SECOND))
    given = case.jobs
    run_time, estimate = (np.maximum(1, column // FRACTION) * FRACTION for column in (case.run_time, given.estimate))
    exact = given._replace(
        arrival=given.arrival // FRACTION * FRACTION,
        computation=given.computation + run_time - case.run_time,
        nominal=run_time,
        estimate=estimate,
    )
    return Plain(exact, case.system, case.scheme)


def starts_of_parallel_jobs(
    given: Jobs, machine: System, run_time: np.ndarray, policy: str, unit: int = 1
) -> list[int]:
    """The same jobs on equal machines in the family of parallel jobs, which counts in floating-point numbers.

    Its second is a *unit*, ns, of ours.
    """
    job_class = {"name": "all", "demand": {"distribution": "constant", "mean": 1.0}, "min_size": 1, "max_size": 1}
    tree = {
        "family": "parallel-jobs",
        "cluster": {"groups": [{"name": "all", "count": machine.nodes, "speed_factor": 1.0}]},
        "workload": {"arrivals": {"process": "batch"}, "job_classes": [job_class], "jobs": len(run_time)},
        "policies": [policy],
    }
    scenario = ParallelJobsScenario.read(tree)
    own = draw_jobs(scenario, 0)._replace(
        gap=np.diff(given.arrival, prepend=0) / unit,
        demand=run_time * given.size / unit,
        expected=given.estimate * given.size / unit,
        **{name: given.size for name in ("min_size", "max_size", "requested")},
    )
    records = parallel_jobs.run(own, machines_of(scenario), rules_of(scenario), POLICIES[policy].code)
    return [round(start * unit) for start in records.start.tolist()]


@pytest.mark.parametrize("policy", [name.removeprefix("SS-") for name in DEDICATED if name not in IN_SECONDS])
def test_they_start_jobs_when_the_family_of_parallel_jobs_does(run: Run, policy: str) -> None:
    @often
    @given(case=plain_cases())
    def starts(case: Plain) -> None:
        found = run(case.jobs, case.system, SCHEMES[f"SS-{policy}"], None)
        assert (found.end - found.start).tolist() == case.run_time.tolist()
        assert found.start.tolist() == starts_of_parallel_jobs(case.jobs, case.system, case.run_time, policy)

    starts()


@pytest.mark.parametrize("policy", [name.removeprefix("SS-") for name in IN_SECONDS])
def test_learned_and_moving_orders_start_jobs_when_the_family_of_parallel_jobs_does(run: Run, policy: str) -> None:
    @often
    @given(case=plain_cases_of_seconds())
    def starts(case: Plain) -> None:
        found = run(case.jobs, case.system, SCHEMES[f"SS-{policy}"], None)
        assert (found.end - found.start).tolist() == case.run_time.tolist()
        assert found.start.tolist() == starts_of_parallel_jobs(case.jobs, case.system, case.run_time, policy, SECOND)

    starts()


@often
@given(case=plain_cases(unit=MS, io=250 * US), less=st.integers(1, 390 * US), offset=st.integers(0, MS - 1))
def test_local_scheduling_of_one_process_is_first_come_first_served(
    run: Run, case: Plain, less: int, offset: int
) -> None:
    """There is nobody to switch to: they differ in that Local admits at whole milliseconds, after those that end then.

    So jobs that end a bit before a whole millisecond start under Local when jobs that end at it start at once.
    """
    shorter = case.jobs._replace(computation=case.jobs.computation - less, nominal=case.jobs.nominal - less)
    local, dedicated = (
        run(one, case.system, SCHEMES[name], None) for one, name in ((shorter, "Local"), (case.jobs, "SS-FCFS"))
    )
    assert local.start.tolist() == dedicated.start.tolist()
    assert local.end.tolist() == (dedicated.end - less).tolist()
    assert local.profile[:, Activity.SWITCHING].sum() == 0
    later = shorter._replace(arrival=shorter.arrival + offset)
    local, dedicated = (run(later, case.system, SCHEMES[name], None) for name in ("Local", "SS-FCFS"))
    assert (local.end - local.start).tolist() == (dedicated.end - dedicated.start).tolist()
    late = local.start - dedicated.start
    assert (late >= 0).all()
    assert (late <= MS * np.arange(1, len(late) + 1)).all()


def _promised(case: Plain, start: np.ndarray, end: np.ndarray, head: int, now: int, without: np.ndarray) -> int:
    """When *head* can start by the estimates if those that run *now* stay until then, and those *without* are not."""
    there = (start <= now) & (end > now) & ~without
    ends = (start + case.jobs.estimate)[there]
    for instant in sorted(ends):
        if case.jobs.size[there][ends > instant].sum() + case.jobs.size[head] <= case.system.nodes:
            return int(instant)
    return now


@often
@given(case=plain_cases(overrun=False))
def test_nobody_who_passes_delays_the_reservation_of_the_head(run: Run, case: Plain) -> None:
    found = run(case.jobs, case.system, SCHEMES["SS-EASY"], None)
    start, end = found.start, found.end
    for now in sorted({*found.arrival.tolist(), *end.tolist()}):
        waiting = np.flatnonzero((found.arrival <= now) & (start > now))
        if not len(waiting):
            continue
        head = int(waiting[0])
        passes = (start == now) & (np.arange(len(start)) > head)
        before = _promised(case, start, end, head, now, passes)
        assert _promised(case, start, end, head, now, np.zeros(len(start), dtype=bool)) <= before
        assert start[head] <= before


def test_who_passes_whom(run: Run) -> None:
    """Seven jobs on 6 nodes, one ms after the other: tasks and times (ms) with which no two queues do the same.

    At 71 ms the second ends, at 100 ms the first: what is idle then goes to somebody else under each.
    """
    machine = system(6)
    sizes = [(3, 100), (2, 70), (2, 100), (5, 70), (3, 70), (3, 40), (2, 90)]
    given = jobs(machine, *(Job(n, t * MS - COMMUNICATION, arrival=k * MS) for k, (n, t) in enumerate(sizes)))
    queues = [name for name in DEDICATED if name not in IN_SECONDS]
    starts = {name: (run(given, machine, SCHEMES[name], None).start // MS).tolist() for name in queues}
    assert starts == {
        "SS-FCFS": [0, 1, 71, 171, 241, 241, 281],
        "SS-FF": [0, 1, 71, 261, 100, 170, 171],  # the fourth waits until nobody is left
        "SS-EASY": [0, 1, 71, 171, 100, 241, 241],  # the fifth passes, and is gone at 171 ms
        "SS-SJF": [0, 1, 251, 111, 181, 71, 181],
        "SS-LJF": [0, 1, 71, 190, 260, 260, 100],
        "SS-SAF": [0, 1, 111, 260, 190, 71, 100],
        "SS-LAF": [0, 1, 170, 100, 170, 270, 240],
        "SS-SQF": [0, 1, 71, 241, 171, 190, 100],
        "SS-LQF": [0, 1, 210, 100, 170, 170, 240],
        "SS-EASY-SJF": [0, 1, 71, 171, 241, 100, 241],  # of those that may pass, the sixth is shorter than the fifth
    }


def test_who_is_first_by_learned_and_moving_orders(run: Run) -> None:
    """Eight jobs on 6 nodes with which no two of all queues do the same: arrivals, tasks and times in s.

    At 60 s, WFP3 has 6.7 for the sixth job, (55 / 50)^3 x 5, and 1.1 for the third. At 110 s, it has 6.7 for the third
    and 2 for the seventh; the expansion factor 2.1 and 2, and UNICEF, which prefers narrow jobs, 0.47 and 1. At 210 s,
    both WFP3 and the expansion factor have the eighth first, then the fourth (34), or the seventh (3.1 to 3.05).
    """
    machine = system(6)
    each = [(0, 2, 20), (0, 5, 40), (0, 5, 100), (5, 4, 100), (5, 3, 120), (5, 5, 50), (20, 2, 90), (120, 2, 20)]
    given = jobs(machine, *(Job(n, t * SECOND - COMMUNICATION, arrival=at * SECOND) for at, n, t in each))
    starts = {name: (run(given, machine, SCHEMES[name], None).start // SECOND).tolist() for name in DEDICATED}
    assert len(set(map(tuple, starts.values()))) == len(DEDICATED)
    assert {name: starts[name] for name in IN_SECONDS} == {
        "SS-F1": [0, 20, 60, 280, 160, 380, 160, 250],
        "SS-F2": [0, 20, 60, 330, 160, 280, 160, 250],
        "SS-F3": [
            0,
            20,
            60,
            330,
            210,
            160,
            210,
            300,
        ],  # 6,860,000 log10(5) for who came at 5 s: the least area of those
        "SS-F4": [0, 20, 60, 210, 310, 160, 210, 300],
        "SS-WFP3": [0, 20, 110, 210, 310, 60, 230, 210],
        "SS-UNICEF": [0, 20, 330, 230, 110, 60, 110, 200],
        "SS-XF": [0, 20, 110, 230, 330, 60, 210, 210],
    }


@often
@given(case=cases(names=DEDICATED))
def test_a_node_is_that_of_a_job_until_all_its_tasks_have_ended(run: Run, case: Case) -> None:
    records = run(*case, EVERYTHING)
    assert records.profile[:, [Activity.SWITCHING, Activity.OVERHEAD]].sum() == 0
    log = records.log
    admitted = log.happening == Happening.ADMITTED
    assert sorted(log.job[admitted].tolist()) == np.repeat(np.arange(len(case.jobs.size)), case.jobs.size).tolist()
    for node in range(case.system.nodes):
        own = log.job[admitted & (log.node == node)]  # in order of time
        assert (records.end[own][:-1] <= records.start[own][1:]).all()


@often
@given(case=cases(names=DEDICATED))
def test_a_job_takes_as_long_as_alone(run: Run, case: Case) -> None:
    """Whoever else is there: but skewness is drawn by its number, so that all have to be looked at in one run each."""
    together = run(*case, None)
    machine = case.system._replace(skewness=0.0)
    exact = run(case.jobs, machine, case.scheme, None)
    for number in range(len(case.jobs.size)):
        alone = Jobs(*(column[number : number + 1] for column in case.jobs))
        found = run(alone, machine, case.scheme, None)
        assert found.start[0] == alone.arrival[0]
        assert found.end[0] - found.start[0] == exact.end[number] - exact.start[number]
    assert together.work_at_last_admission <= (case.jobs.nominal * case.jobs.iterations * case.jobs.size).sum()


def test_the_work_until_the_last_admission_has_nothing_of_later(run: Run) -> None:
    """The last job begins when the first ends, in the middle of an iteration of the second."""
    machine = system(4)
    second = Job(2, 10 * US, iterations=30)
    for longer in range(0, 400, 13):
        first = Job(2, 3 * MS + longer * US)
        given = jobs(machine, first, second, Job(2, 0))
        records = run(given, machine, SCHEMES["SS-FCFS"], None)
        alone, each = given.nominal[:2].tolist()
        assert records.last_admission == records.end[0] == alone
        assert records.work_at_last_admission == 2 * (alone + alone // each * each)
