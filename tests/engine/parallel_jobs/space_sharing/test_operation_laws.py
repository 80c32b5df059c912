"""What queues, windows, predictions and preemption do: streams by hand, and laws on generated ones."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.inputs.rejection import ScenarioError
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.site.operation import of_queue
from engine.parallel_jobs.inputs.workload import draw_jobs, machines_of, simulated_as
from engine.parallel_jobs.model import Jobs, Operation, OwnRules, QueueRules, Window
from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.records import Happening, Reason, Records
from engine.parallel_jobs.space_sharing.kernel import simulation as kernel
from engine.parallel_jobs.space_sharing.reference import simulation as reference
from engine.parallel_jobs.space_sharing.rules.estimates import estimated_time
from engine.parallel_jobs.space_sharing.rules.operated import queued
from engine.rules.tree import RuleError
from tests.engine.parallel_jobs.space_sharing.operations import drawn, operated, own, policies
from tests.engine.parallel_jobs.streams import streams
from tests.engine.parallel_jobs.systems import FREE_MIGRATION, System, differences, jobs, machines

OWN = int(PolicyCode.OWN)
LAW = settings(max_examples=30, deadline=None)


def told(arrival: Sequence[float], run: Sequence[float], size: Sequence[int], user: Sequence[int], **more: Any) -> Jobs:
    """Rigid jobs of users; *estimate* in s where it is not the run time."""
    own_jobs = jobs(arrival, [r * n for r, n in zip(run, size, strict=True)], [(n, n) for n in size])
    expected = np.array(more.get("estimate", run), dtype=float) * np.array(size)
    expected[expected == own_jobs.demand] = 0.0
    multiple = np.where(expected > 0, expected / own_jobs.demand, 1.0)
    return own_jobs._replace(user=np.array(user), estimate=multiple, expected=expected)


def both(stream: Jobs, processors: int, operation: Operation, rules: OwnRules, checkpoint: float = 0.0) -> Records:
    """The records of the kernel, after a look at the reference."""
    told_rules = FREE_MIGRATION._replace(own=rules, operation=operation, checkpoint=checkpoint)
    system = System(stream, machines((processors, 1)), told_rules)
    records = kernel.run(*system, OWN, with_log=True)
    assert differences(reference.run(*system, OWN), records) == []
    return records


def test_a_job_that_waits_for_a_limit_blocks_nobody() -> None:
    """First come, first served on four processors: the second job of user 1 waits for his first, user 2 passes it."""
    stream = told([0, 1, 2, 3], [10, 10, 5, 4], [1, 1, 1, 4], [1, 1, 2, 3])
    one_each = Operation((QueueRules(None, most_jobs=1),))
    assert both(stream, 4, one_each, own(reservation="none")).start.tolist() == [0, 10, 2, 20]
    none = Operation((QueueRules(None),))
    assert both(stream, 4, none, own(reservation="none")).start.tolist() == [0, 1, 2, 11]
    two_in_all = Operation((QueueRules(None, most=4, most_of_user=1),))
    found = both(stream, 4, two_in_all, own(reservation="none"))
    assert found.start.tolist()[:3] == [0, 10, 2]
    assert Reason(found.reason[3]) == Reason.BY_QUEUE  # which asks for more than any user may have
    assert (found.reason[:3] == Reason.NONE).all()


def test_who_asks_for_longer_than_his_queue_allows_is_refused() -> None:
    stream = told([0, 0, 0], [5, 5, 5], [1, 1, 2], [1, 2, 3], estimate=[5, 50, 50])
    short = Operation((QueueRules(of_queue("size < 2"), longest=10.0),))
    found = both(stream, 4, short, own())
    assert found.reason.tolist() == [Reason.NONE, Reason.BY_QUEUE, Reason.NONE]
    assert found.end.tolist() == [5, 0, 5]


def test_nobody_is_started_who_would_run_into_a_window() -> None:
    """Two processors, reserved from 10 to 20: who ends at 10 starts, who would end at 11 does when it is over."""
    stream = told([5, 5, 6], [5, 6, 1], [1, 1, 1], [1, 2, 3])
    known = Operation(windows=(Window(10, 20, 2, 0),))
    assert both(stream, 2, known, own()).start.tolist() == [5, 20, 6]
    assert both(stream, 2, known, own(reservation="none")).start.tolist() == [5, 20, 20]
    later = Operation(windows=(Window(10, 20, 2, 6),))  # nobody knows of it at 5
    assert both(stream, 2, later, own()).start.tolist() == [5, 5, 20]
    half = Operation(windows=(Window(10, 20, 1, 0),))  # at 10 the window takes what is freed, at 11 the other is free
    assert both(stream, 2, half, own()).start.tolist() == [5, 5, 11]


def test_who_overruns_keeps_his_processors() -> None:
    """Its prediction says 1 s, and it takes 100: the window gets what is left, and who comes waits for its end."""
    stream = told([0, 0, 5, 30], [1, 1, 100, 1], [1, 1, 1, 2], [1, 1, 1, 2], estimate=[200, 200, 200, 1])
    found = both(stream, 2, Operation(windows=(Window(20, 40, 2, 0),), predicts=True), own())
    assert found.start.tolist() == [40, 40, 41, 141]  # without a past all three would run into it, by their estimates
    past = told([0, 0, 5, 30], [1, 1, 100, 1], [1, 1, 1, 2], [1, 1, 1, 2], estimate=[9, 9, 200, 1])
    found = both(past, 2, Operation(windows=(Window(20, 40, 2, 0),), predicts=True), own())
    assert found.start.tolist() == [0, 0, 5, 105]


def test_predictions_by_hand() -> None:
    """User 1 has run 10 s twice, so that his third job is expected to end at 30: the fifth, of 20 s, would delay the
    fourth, until at 35 the third still runs and is expected at 80, a minute after its start.
    """
    stream = told(
        [0, 0, 20, 21, 22, 35], [10, 10, 30, 5, 20, 5], [1, 1, 1, 2, 1, 1], [1, 1, 1, 2, 2, 3],
        estimate=[100, 100, 100, 5, 20, 5],
    )  # fmt: skip
    assert both(stream, 2, Operation((QueueRules(None),)), own()).start.tolist() == [0, 0, 20, 50, 22, 42]
    assert both(stream, 2, Operation(predicts=True), own()).start.tolist() == [0, 0, 20, 55, 35, 50]


LOW, HIGH = QueueRules(of_queue("size > 1"), 0.0, may_be_preempted=True), QueueRules(None, 1.0, may_preempt=True)


URGENT = Operation(
    (
        QueueRules(of_queue("size == 3 and estimate < 100"), 1.0, may_preempt=True),
        QueueRules(None, may_be_preempted=True),
    )
)
"""Small estimates of all three processors preempt all others."""


def test_several_victims_wait_by_their_numbers() -> None:
    """Jobs 0, 1 and 2 start at 0, 10 and 20 and are preempted by job 3 at 30: the last one to go waited first (F3)."""
    stream = told([0, 10, 20, 30, 31], [100, 100, 100, 10, 5], [1, 1, 1, 3, 1], [1] * 5, estimate=[200] * 3 + [10, 5])
    found = both(stream, 3, URGENT, own(reservation="none"))
    assert found.end.tolist() == [110, 120, 130, 40, 115]
    assert preempted(found) == [2, 1, 0]
    assert restarted(found) == [0, 1, 2]


def preempted(records: Records) -> list[int]:
    """The jobs that lost their processors, in the order of the log."""
    return records.log.job[records.log.happening == Happening.EVICTION].tolist()


def restarted(records: Records) -> list[int]:
    """Of these, who started again, in that order."""
    first, again = set[int](), list[int]()
    for job in records.log.job[records.log.happening == Happening.START].tolist():
        (again.append if job in first else first.add)(job)
    return again


@pytest.mark.parametrize(("asked", "starts"), [(947, 62), (949, 120)])
def test_what_is_left_of_an_estimate_is_the_estimate_less_what_was_computed(asked: float, starts: float) -> None:
    """Job 0, 100 s of an estimated 1000 s, is preempted at 50 and starts again at 60: until 1010, its user thinks.

    So the head of the queue has all three processors then, and who is to end by then may pass it. That the job was at
    half of its run time made it 560, which nobody can know (F2).
    """
    stream = told([0, 50, 61, 62], [100, 10, 10, 5], [2, 3, 3, 1], [1] * 4, estimate=[1000, 10, 600, asked])
    found = both(stream, 3, URGENT, own(reservation=1))
    assert found.start.tolist()[3] == starts
    assert found.end.tolist()[:2] == [110, 60]


@pytest.mark.parametrize(("asked", "starts"), [(967, 62), (969, 160)])
def test_a_prediction_is_over_when_a_job_has_computed_for_so_long(asked: float, starts: float) -> None:
    """The same after a job of its user that took 20 s: job 1 is expected to take no longer, and computes for 30 s.

    From then on its user's 1000 s count again: less 30 s, from 60 on, it is expected to end at 1030 and not at once.
    """
    estimate = [20, 1000, 10, 600, asked]
    stream = told([0, 20, 50, 61, 62], [20, 120, 10, 10, 5], [1, 2, 3, 3, 1], [1, 1, 2, 3, 4], estimate=estimate)
    found = both(stream, 3, URGENT._replace(predicts=True), own(reservation=1))
    assert found.start.tolist()[4] == starts


@pytest.mark.parametrize(
    ("work", "rate", "seconds"),
    [
        (200.0, 2.0, 1000.0),  # nothing was computed, or all of it was lost
        (100.0, 2.0, 950.0),  # 50 s on two machines
        (100.0, 1.0, 1900.0),  # on one, or on two of half the speed
        (100.0, 4.0, 475.0),
    ],
)
def test_an_estimate_counts_what_was_computed_at_the_rate_of_then(work: float, rate: float, seconds: float) -> None:
    """A job of 100 s and an estimate of 1000 s on two machines; a multiple of 10 is one of what is left."""
    assert estimated_time(work, rate, 10.0, 200.0, 2000.0) == seconds
    assert estimated_time(work, rate, 10.0, 200.0, 0.0) == 10 * work / rate


def test_who_may_preempt_does_and_who_is_preempted_goes_on_from_a_checkpoint() -> None:
    """At 4 six of ten seconds are left, and a checkpoint takes one when it goes on."""
    stream = told([0, 4], [10, 3], [2, 1], [1, 2])
    found = both(stream, 2, Operation((LOW, HIGH)), own(), checkpoint=1.0)
    assert found.start.tolist() == [0, 4]
    assert found.end.tolist() == [14, 7]
    assert found.checkpoints.tolist() == [1, 0]
    assert found.lost.tolist() == [0, 0]
    alike = Operation((LOW, HIGH._replace(priority=0.0)))  # of one priority nobody preempts anybody
    assert both(stream, 2, alike, own(), checkpoint=1.0).start.tolist() == [0, 10]


def test_of_several_the_lowest_priority_goes_first_and_then_who_began_last() -> None:
    """Three run on three processors when one is needed, then another: the last of the lowest, then the one before."""
    queues = (
        QueueRules(of_queue("class == 1 and estimate < 20"), 2.0, may_preempt=True),
        QueueRules(of_queue("estimate > 100"), 0.0, may_be_preempted=True),
        QueueRules(None, 1.0, may_be_preempted=True),
    )
    stream = told([0, 1, 2, 5, 6], [200, 200, 50, 4, 4], [1, 1, 1, 1, 1], [1, 2, 3, 4, 5])
    found = both(stream, 3, Operation(queues), own())
    assert found.checkpoints.tolist() == [1, 1, 0, 0, 0]
    assert found.start.tolist() == [0, 1, 2, 5, 6]
    assert found.end.tolist() == [203, 206, 52, 9, 10]  # who was evicted last goes on first


# laws -----------------------------------------------------------------------------------------------------------------


@LAW
@given(system=streams(), rules=policies(), seed=st.integers(0, 10**6))
def test_limits_hold_at_every_instant(system: System, rules: OwnRules, seed: int) -> None:
    operation = drawn(seed, preempts=False)
    system = operated(system, rules, operation, seed)
    found = kernel.run(*system, OWN)
    size, ran = np.minimum(system.jobs.requested, len(system.machines.group)), found.reason == Reason.NONE
    of = queued(operation, system.jobs, size, float(system.machines.speed_factor.min()))
    for now in np.unique(found.start[ran]):
        there = ran & (found.start <= now) & (now < found.end)
        for queue, _ in enumerate(of.most):
            mine = there & (of.queue == queue)
            assert size[mine].sum() <= of.most[queue]
            for user in range(4):
                own_jobs = mine & (system.jobs.user == user)
                assert size[own_jobs].sum() <= of.most_of_user[queue]
                assert own_jobs.sum() <= of.most_jobs[queue]
    assert (found.reason[of.refused] == Reason.BY_QUEUE).all()


@LAW
@given(system=streams(), rules=policies(), seed=st.integers(0, 10**6))
def test_windows_that_everybody_knows_are_free_where_nobody_overruns(
    system: System, rules: OwnRules, seed: int
) -> None:
    windows = tuple(window._replace(known=0.0) for window in drawn(seed).windows)
    operation = Operation(windows=windows)
    system = operated(system, rules, operation, seed)
    found, machines_there = kernel.run(*system, OWN), len(system.machines.group)
    size, ran = np.minimum(system.jobs.requested, machines_there), found.reason == Reason.NONE
    for now in np.unique([*found.start[ran], *(window.begins for window in windows)]):
        used = size[ran & (found.start <= now) & (now < found.end)].sum()
        reserved = sum(window.processors for window in windows if window.begins <= now < window.ends)
        assert used + reserved <= machines_there or used == 0


@LAW
@given(system=streams(), rules=policies())
def test_predictions_of_exact_estimates_are_never_longer(system: System, rules: OwnRules) -> None:
    """Everybody ends; and nobody is predicted who is his user's first."""
    alone = operated(system, rules, Operation(predicts=True))
    alone = alone._replace(jobs=alone.jobs._replace(user=np.arange(len(system.jobs.gap))))
    plain = alone._replace(rules=alone.rules._replace(operation=Operation()))
    assert differences(kernel.run(*alone, OWN), kernel.run(*plain, OWN)) == []


# scenarios ------------------------------------------------------------------------------------------------------------


def scenario(**changes: Any) -> ParallelJobsScenario:
    kind = {"demand": {"distribution": "exponential", "mean": 30.0}, "min_size": 1, "max_size": 3, "kind": "rigid"}
    tree = {
        "family": "parallel-jobs",
        "cluster": {"groups": [{"name": "node", "count": 4, "speed_factor": 1.0}]},
        "workload": {
            "arrivals": {"process": "poisson", "rate_per_1000_s": 60.0},
            "job_classes": [kind | {"name": "a"}, kind | {"name": "b", "max_size": 1}],
            "jobs": 200,
        },
        "policies": ["EASY"],
    }
    return ParallelJobsScenario.read(tree | changes)


@pytest.mark.parametrize("policy", ["FCFS", "FF", "EASY", "Conservative", "SAF", "EASY-SJF", "Multifactor"])
def test_an_unlimited_queue_of_all_changes_no_policy(policy: str) -> None:
    """Each built-in policy is its rule: the same starts, whichever kernel runs it, where estimates are exact."""
    plain = scenario(policies=[policy])
    queue = scenario(policies=[policy], queues=[{"name": "all"}])
    found = []
    for one in (plain, queue):
        code, rules = simulated_as(one, policy)
        found.append(kernel.run(draw_jobs(one, 0), machines_of(one), rules, code))
    assert differences(found[0], found[1]) == []
    assert plain.content_hash() != queue.content_hash()


def test_the_priority_of_a_queue_counts_in_the_multifactor_priority() -> None:
    only = {"age_weight": 0.0, "fair_weight": 0.0, "queue_weight": 1.0}
    queues = [{"name": "small", "jobs": "size == 1", "priority": 7}, {"name": "rest"}]
    one = scenario(policies=["Multifactor"], queues=queues, options={"multifactor": only})
    own_order = [{"name": "first", "order": "if(size == 1, 1, 0)"}]
    other = scenario(policies=["own:first"], own_policies=own_order, queues=queues)
    found = [
        kernel.run(draw_jobs(of, 0), machines_of(of), rules, code)
        for of in (one, other)
        for code, rules in [simulated_as(of, of.policies[0])]
    ]
    assert differences(found[0], found[1]) == []


@pytest.mark.parametrize(
    ("changes", "path", "sentence"),
    [
        ({"queues": [{"name": "a"}, {"name": "a"}]}, "queues.1.name", "another queue"),
        ({"queues": [{"name": "a", "jobs": "size"}]}, "queues.0.jobs", "is yes or no"),
        ({"queues": [{"name": "a", "jobs": "wait > 3"}]}, "queues.0.jobs", "no name here"),
        ({"queues": [{"name": "a", "jobs": "sise > 3"}]}, "queues.0.jobs", "did you mean"),
        (
            {"advance_reservations": [{"name": "a", "begins_s": 5.0, "ends_s": 5.0, "processors": 1}]},
            "advance_reservations.0.ends_s",
            "later is allowed",
        ),
        (
            {"advance_reservations": [{"name": "a", "begins_s": 5.0, "ends_s": 6.0, "processors": 5}]},
            "advance_reservations.0.processors",
            "has 4 machines",
        ),
        ({"queues": [{"name": "a"}], "policies": ["EASY", "UFF"]}, "policies.1", "knows nothing of queues"),
        ({"options": {"predictions": True}, "policies": ["SED"]}, "policies.0", "knows nothing of predictions"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(changes: dict[str, Any], path: str, sentence: str) -> None:
    with pytest.raises(ScenarioError) as error:
        scenario(**changes)
    assert [one.path for one in error.value.rejections] == [path]
    assert sentence in str(error.value)


def test_a_queue_may_only_ask_for_what_is_known_at_an_arrival() -> None:
    assert of_queue("true") is None
    assert of_queue("1 < 2") is None
    assert of_queue("false") is not None
    with pytest.raises(RuleError, match="size, estimate, area"):
        of_queue("idle > 2")
