"""Partitions with queues of their own: each does what it does alone, and the whole is their sum."""

from functools import partial
from typing import Any

import numpy as np
import pytest

from components.words.methods import methods_paragraph
from components.words.verdicts.verdict import verdict
from engine.inputs.rejection import ScenarioError
from engine.logs.table import FIELDS, Table
from engine.metrics.occupancy import Stays, occupancy_of
from engine.parallel_jobs.analyses.fair_start import Past, fair_starts, prepared
from engine.parallel_jobs.analyses.for_whom import for_whom
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sources.logged import read_table
from engine.parallel_jobs.inputs.sources.of_log import log_of, measured_blocks
from engine.parallel_jobs.inputs.workload import draw_jobs, simulated_as
from engine.parallel_jobs.measures import simulate
from engine.parallel_jobs.model import Jobs, Machines, Rules
from engine.parallel_jobs.policies import COUNTING, POLICIES
from engine.parallel_jobs.records import COLUMNS, Happening, Records
from engine.parallel_jobs.replay.trace import WINDOW_JOBS, trace
from engine.parallel_jobs.replication import Replication, replicate
from engine.parallel_jobs.side_by_side import side_by_side
from engine.parallel_jobs.space_sharing.reference import simulation as reference
from engine.parallel_jobs.whole.pieces import of_partitions
from engine.study.of_log import study_of_log
from engine.study.run import run_study
from tests.engine.parallel_jobs.logs.generated import scenario_of, some_log

ALL = tuple(name for name, policy in POLICIES.items() if policy.code in COUNTING)
COUNTS = {1: 32, 4: 12, 2: 7}
"""Processors of each partition, by its number in the log."""


def parted_log(jobs: int = 400, weeks: int = 12, seed: int = 1) -> Table:
    """Crowded, in whole seconds; partition 9 is on no machine group, and some jobs are larger than their partition."""
    plain, draws = some_log(jobs, weeks, seed), np.random.default_rng(seed)
    columns = {name: plain[name] for name in ("allocated", "user")}
    columns |= {name: 40 * plain[name] for name in ("run", "estimate")}
    return Table.of(columns | {"submit": plain["submit"], "partition": draws.choice([1, 2, 4, 9], jobs)})


def parted(
    table: Table, counts: dict[int, int], policies: tuple[str, ...] = ALL, blocks: int = 4, **changes: Any
) -> Any:
    """A scenario in which each partition has so many machines for itself."""
    tree = scenario_of(table, blocks, policies, **changes).model_dump(mode="json")
    groups = [{"name": f"part {n}", "count": count, "speed_factor": 1.0} for n, count in counts.items()]
    tree["cluster"]["groups"] = groups
    tree["workload"]["arrivals"]["partition_queues"] = ", ".join(map(str, counts))
    return ParallelJobsScenario.read(tree)


def only(table: Table, number: int, machines: int, policies: tuple[str, ...] = ALL) -> Any:
    """A scenario of one partition and no other, on a cluster without groups."""
    scenario = scenario_of(table.at(table["partition"] == number), 1, policies)
    return scenario.at({"cluster.groups.0.count": machines})


def served(scenario: ParallelJobsScenario, policy: str, with_log: bool = False) -> Replication:
    return replicate(scenario, policy, 0, draw_jobs(scenario, 0), with_log)


def _referred(rules: Rules, policy: int, jobs: Jobs, machines: Machines) -> Records:
    return reference.run(jobs, machines, rules, policy)


LOG = parted_log()


@pytest.mark.parametrize("policy", ALL)
def test_each_partition_does_what_it_does_alone_and_nobody_is_lost(policy: str) -> None:
    """A failure is any other start, end, size or busy machine than those of a log of the partition's jobs alone."""
    scenario = parted(LOG, COUNTS, (policy,))
    jobs, machines, _, records = served(scenario, policy)
    waited, busy = 0, list[float]()
    for group, (number, count) in enumerate(COUNTS.items()):
        alone = served(only(LOG, number, count, (policy,)), policy)
        rows = jobs.partition == group
        assert rows.sum() == len(alone.jobs.gap) > 40
        shift = records.arrival[rows][0] - alone.records.arrival[0]  # each has the Monday before its first arrival
        for name in COLUMNS:
            moved = shift if name in ("arrival", "start", "end") else 0
            assert np.array_equal(getattr(records, name)[rows], getattr(alone.records, name) + moved), name
        busy += alone.records.busy.sum(), records.busy[machines.group == group].sum()
        waited += int((records.start > records.arrival)[rows].sum())
    assert waited > 20
    assert busy[::2] == pytest.approx(busy[1::2], rel=1e-12)


def test_a_log_with_one_partition_is_the_same_to_the_bit() -> None:
    table = Table.of({name: LOG[name] for name in FIELDS} | {"partition": np.full(len(LOG), 3)})
    policies = ("EASY", "Conservative", "SJF", "F1")
    one, plain = parted(table, {3: 32}, policies), scenario_of(table, 4, policies)
    for policy in policies:
        for block in range(4):
            found = {name.replace("part 3", "processor"): value for name, value in simulate(one, policy, block).items()}
            assert found == simulate(plain, policy, block)


def test_the_log_of_what_happens_is_that_of_the_reference_and_machines_are_those_of_the_partition() -> None:
    scenario = parted(parted_log(120), COUNTS)
    for policy in ("FCFS", "FF", "EASY", "Conservative", "SJF"):
        jobs, machines, _, records = served(scenario, policy, with_log=True)
        code, rules = simulated_as(scenario, policy)
        slow = side_by_side(jobs, machines, partial(_referred, rules, code))
        for name in ("start", "end", "size"):
            assert np.array_equal(getattr(slow, name), getattr(records, name)), name
        for one in (slow.log, records.log):
            assert (np.diff(one.time) >= 0).all()
            group = machines.group[one.machine]
            of_row = np.repeat(jobs.partition[one.job], np.diff(one.first_machine))
            assert np.array_equal(group, of_row)
            assert (one.happening == Happening.START).sum() == len(jobs.gap)


def test_metrics_of_the_whole_are_the_sums_of_the_partitions() -> None:
    """Of the weeks that are measured; what is idle in one partition is not lost to another, as in one queue for all."""
    scenario = parted(LOG, COUNTS, ("EASY", "FCFS"), 1)
    whole = simulate(scenario, "FCFS", 0)
    jobs, machines, _, records = served(scenario, "FCFS")
    assert scenario.workload.logged is not None
    (weeks,) = measured_blocks(scenario.workload.logged, scenario.processors, 1)
    used, lost = 0.0, 0.0
    for group in range(3):
        rows, count = jobs.partition == group, int((machines.group == group).sum())
        own = Stays(*(getattr(records, name)[rows] for name in Stays._fields))
        used += occupancy_of(own, count).busy(weeks.since, weeks.until) * count / len(machines.group)
        lost += occupancy_of(own, count).lost(weeks.since, weeks.until) * count / len(machines.group)
    assert whole["utilization"] == pytest.approx(used)
    assert whole["capacity_lost"] == pytest.approx(lost)
    assert 0 < whole["capacity_lost"] < 1 - whole["utilization"]
    one_queue = scenario_of(LOG, 1, ("FCFS",)).at({"cluster.groups.0.count": sum(COUNTS.values())})
    assert whole["capacity_lost"] != simulate(one_queue, "FCFS", 0)["capacity_lost"]
    told = for_whom(scenario)["policies"]["FCFS"]["overall"]
    assert told["wait"] == pytest.approx(whole["wait_time"])


def test_capacity_is_lost_where_somebody_of_the_same_partition_waits() -> None:
    """By hand: partition 1 (2 machines) has 1 idle for 10 s while a job of 2 waits; partition 2 (6) is all idle."""
    table = Table.of({"submit": [0, 0], "run": [10, 10], "allocated": [1, 2], "user": [1, 1], "partition": [1, 1]})
    scenario = parted(table, {1: 2, 2: 6}, ("FCFS",), 1)
    assert simulate(scenario, "FCFS", 0)["capacity_lost"] == pytest.approx(10 * 1 / (20 * 8))


def test_jobs_of_other_partitions_and_larger_than_their_own_are_counted() -> None:
    scenario = parted(LOG, COUNTS)
    assert scenario.workload.logged is not None
    report = {row.rule: row.jobs for row in log_of(scenario.workload.logged, scenario.processors).report}
    assert report["other partitions"] == (LOG["partition"] == 9).sum() > 0
    room = np.array([COUNTS.get(one, 10**6) for one in LOG["partition"].tolist()])
    assert report["size above its partition"] == (LOG["allocated"] > room).sum() > 0
    cut = parted(LOG, COUNTS, cleaning={"too_large": "cut"})
    assert cut.workload.logged is not None
    log = log_of(cut.workload.logged, cut.processors)
    assert (log.size <= [COUNTS[one] for one in log.partition.tolist()]).all()
    assert len(log) == (LOG["partition"] != 9).sum()


def test_processors_have_names_within_their_partition_and_nobody_shares_one() -> None:
    scenario = parted(LOG, COUNTS)
    jobs, machines, _, records = served(scenario, "EASY")
    pieces = of_partitions(records, jobs.partition, machines.group)
    used = np.zeros((len(pieces.job), len(machines.group)), dtype=bool)
    for piece, job in enumerate(pieces.job.tolist()):
        for run in range(pieces.first[piece], pieces.first[piece + 1]):
            used[piece, pieces.low[run] : pieces.low[run] + pieces.length[run]] = True
        assert used[piece].sum() == pieces.size[piece]
        assert (machines.group[used[piece]] == jobs.partition[job]).all()
    for piece in range(len(pieces.job)):
        beside = (pieces.since <= pieces.since[piece]) & (pieces.until > pieces.since[piece])
        assert (used[beside].sum(axis=0) <= 1).all()


def test_a_replay_tells_why_of_each_partition_what_it_tells_of_it_alone() -> None:
    table, counts = parted_log(90, 1), {1: 32, 4: 12}
    scenario = parted(table, counts, ("EASY",), 1)
    told = trace(scenario, "EASY", 0)
    jobs, known = draw_jobs(scenario, 0), 0
    assert len(jobs.gap) < WINDOW_JOBS
    for group, (number, count) in enumerate(counts.items()):
        alone = trace(only(table, number, count, ("EASY",)), "EASY", 0)
        rows = np.flatnonzero(jobs.partition == group)
        wanted = [(rows[one["job"]], one["outcome"]) for step in alone["steps"] for one in step["decisions"]]
        found = [(one["job"], one["outcome"]) for step in told["steps"] for one in step["decisions"]]
        assert [one for one in found if jobs.partition[one[0]] == group] == wanted
        known += len(wanted)
    assert known > 40
    planned = {line["job"] for step in told["steps"] for line in step["plan"]}
    assert planned <= set(range(len(jobs.gap)))


@pytest.mark.parametrize("policy", ["EASY", "F1", "XF"])
def test_fair_starts_are_those_of_simulating_everybody_before(policy: str) -> None:
    scenario = parted(parted_log(150), COUNTS)
    jobs, machines, _, records = served(scenario, policy)
    code, rules = simulated_as(scenario, policy)
    schedule, which = prepared(jobs, records, rules), np.arange(0, len(jobs.gap), 7)
    few, all_before = (fair_starts(schedule, which, machines, rules, code, past=past) for past in (None, Past.ALL))
    assert np.array_equal(few, all_before)


def test_sentences_say_which_partition_is_where() -> None:
    scenario = parted(LOG, {1: 32, 4: 12}, ("EASY", "FCFS"))
    result = run_study(scenario)
    assert "1 on 32 machines (part 1), 4 on 12 machines (part 4)" in " ".join(verdict(result, "wait_time").more)
    assert "a queue of its own" in methods_paragraph(result)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"workload.arrivals.partition_queues": "1, 2"}, "workload.arrivals.partition_queues"),
        ({"workload.arrivals.partition_queues": "1, 2, 1"}, "workload.arrivals.partition_queues"),
        ({"workload.arrivals.partition_queues": "1, x, 2"}, "workload.arrivals.partition_queues"),
        ({"cluster.groups.1.speed_factor": 2.0}, "cluster.groups"),
        ({"policies": ["SED"]}, "policies.0"),
        ({"policies": ["EASY", "Multifactor"]}, "policies.1"),
        ({"options.predictions": True}, "options.predictions"),
        ({"workload.arrivals.user_feedback": "sessions"}, "workload.arrivals.user_feedback"),
        ({"workload.arrivals.other_sizes": {"assumed": "moldable"}}, "workload.arrivals.other_sizes"),
    ],
)
def test_what_cannot_be_is_refused_where_it_stands(change: dict[str, Any], where: str) -> None:
    tree = parted(LOG, COUNTS, ("EASY",)).model_dump(mode="json")
    for path, value in change.items():
        *ahead, last = path.split(".")
        part: Any = tree
        for step in ahead:
            part = part[int(step) if step.isdigit() else step]
        part[last] = value
    with pytest.raises(ScenarioError) as refused:
        ParallelJobsScenario.read(tree)
    assert where in [one.path for one in refused.value.rejections]


def test_another_size_of_a_partition_is_another_point_and_names_are_those_of_before() -> None:
    scenario = parted(LOG, COUNTS, ("EASY",))
    wider = scenario.at({"cluster.groups.2.count": 16})
    assert wider.processors == (32, 12, 16)
    assert "partition_queues" not in scenario_of(LOG).named_by(set())["workload"]["arrivals"]
    assert scenario.content_hash() != wider.content_hash()


def test_a_link_carries_partitions_and_who_follows_whom_where_the_log_says_it() -> None:
    lines = "\n".join(f"{n} {60 * n} -1 30 1 -1 -1 1 40 -1 1 1 1 -1 1 {n % 2} {n - 1} 5" for n in range(1, 40))
    carried = study_of_log(lines.encode(), "Two partitions")[0]["scenario"]["workload"]["arrivals"]["carried"]
    found = read_table(carried)
    assert found["partition"].tolist() == [n % 2 for n in range(1, 40)]
    assert found["preceding"].tolist()[1:] == list(range(1, 39))
    alone = study_of_log(lines.replace(" 0 ", " 1 ").encode(), "One")[0]["scenario"]["workload"]["arrivals"]["carried"]
    assert set(read_table(alone)["partition"].tolist()) == {-1}
