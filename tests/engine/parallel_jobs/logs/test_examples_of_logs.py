"""What the examples of logs say one can see is in their stored results."""

from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.results.result import Result
from engine.study.ahead import result_ahead
from engine.study.run import run_study


def mean(found: Result, point: int, policy: str, metric: str) -> float:
    return found.estimate(point, policy, metric).mean


def test_differences_between_policies_shrink_where_users_wait_for_their_jobs() -> None:
    """A failure is that the plain replay of the same log has FCFS less than three times, or feedback not some twice."""
    example = EXAMPLES["users-who-wait"]
    tree = example.model_dump(mode="json")
    tree["workload"]["arrivals"]["user_feedback"] = "no"
    ratios = {}
    for name, found in (("wait", result_ahead(example)), ("plain", run_study(ParallelJobsScenario.read(tree)))):
        assert found is not None
        at = found.points.index({"workload.arrivals.load_factor": 1.0})
        ratios[name] = mean(found, at, "FCFS", "wait_time") / mean(found, at, "EASY", "wait_time")
    assert 1.9 < ratios["wait"] < 2.1
    assert ratios["plain"] > 3


def test_only_who_chooses_sizes_gains_where_jobs_are_assumed_to_be_malleable() -> None:
    found = result_ahead(EXAMPLES["malleable-by-assumption"])
    assert found is not None
    none, quarter, every = 0, 1, len(found.points) - 1
    response = [mean(found, point, "UFF", "response_time") for point in (none, quarter, every)]
    assert response[0] == mean(found, none, "FF", "response_time")
    assert 0.75 < response[1] / response[0] < 0.85
    assert 0.22 < response[2] / response[0] < 0.29
    for policy in ("EASY", "FF"):
        assert mean(found, every, policy, "response_time") == mean(found, none, policy, "response_time")


def test_a_wall_between_partitions_costs_more_than_the_best_order_beside_it_gains() -> None:
    """A failure is any wait that the notes do not say, with partitions or in one queue for all processors."""
    example = EXAMPLES["two-partitions"]
    tree = example.model_dump(mode="json")
    tree["workload"]["arrivals"]["partition_queues"] = ""
    waits = {}
    for name, found in (("parted", result_ahead(example)), ("one", run_study(ParallelJobsScenario.read(tree)))):
        assert found is not None
        at = found.points.index({"workload.arrivals.load_factor": 1.0})
        waits[name] = [mean(found, at, policy, "wait_time") / 3600 for policy in ("EASY", "FCFS", "SJF")]
    assert [f"{hours:.2g}" for hours in waits["parted"]] == ["5.2", "9.8", "3.8"]
    assert [f"{hours:.2g}" for hours in waits["one"]] == ["3.1", "6.4", "2.6"]
    assert waits["one"][0] < waits["parted"][2] < waits["parted"][0]
