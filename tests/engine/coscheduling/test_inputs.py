"""From a scenario to jobs and machine: moments, percentages, refusals in sentences."""

from typing import Any

import numpy as np
import pytest

from engine.coscheduling.inputs.hyper_erlang import fit, variates
from engine.coscheduling.inputs.patterns import PATTERNS, Pattern, communication_time, messages_sent
from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.inputs.skew import COMPUTATION, INPUT_OUTPUT, skewed
from engine.coscheduling.inputs.workload import draw_jobs, system_of
from engine.coscheduling.papers.examples import EXAMPLES, WORKLOADS, job_types
from engine.coscheduling.policies import POLICIES, SCHEMES, OnDelivery, Waiting
from engine.inputs.draws import Draws
from engine.inputs.rejection import ScenarioError

FREE = {"computation": 20.0, "io": 20.0, "communication": 60.0}


def scenario(**parts: Any) -> CoschedulingScenario:
    workload = {"job_types": job_types("WL7"), **parts.pop("workload", {})}
    return CoschedulingScenario.read({"family": "coscheduling", "policies": ["PB"], "workload": workload, **parts})


@pytest.mark.parametrize("variation", [0.25, 0.4, 0.5, 0.8, 1.0, 1.7, 3.0])
def test_a_fit_has_the_mean_and_the_variation_asked_for(variation: float) -> None:
    """By the moments of the mixture, not by drawing."""
    order, share, short, long = fit(7.0, variation)
    mean = order * (share * short + (1 - share) * long)
    square = order * (order + 1) * (share * short**2 + (1 - share) * long**2)
    assert mean == pytest.approx(7.0)
    assert square / mean**2 - 1 == pytest.approx(variation**2)


def test_variates_have_the_moments_of_the_fit() -> None:
    drawn = variates(Draws(1, 0), "times", 400_000, 1.5)
    assert drawn.mean() == pytest.approx(1.0, abs=0.01)
    assert drawn.std() == pytest.approx(1.5, abs=0.02)
    assert (variates(Draws(1, 0), "times", 5, 0.0) == 1.0).all()


def test_communication_when_nobody_waits() -> None:
    """L = 300, g = 60: rule 1, each by hand."""
    times = {name: communication_time(pattern, 5, 300, 60) for name, pattern in PATTERNS.items()}
    # tree of 5: the worst leaf is task 4, the second child of task 1, which is the first child of the root
    assert times == {"nearest-neighbor": 360, "linear": 300, "all-to-all": 480, "tree": 2 * 300 * 2 + 60}
    assert communication_time(Pattern.TREE, 2, 300, 60) == 600
    assert communication_time(Pattern.TREE, 7, 300, 60) == 1200 + 120


def test_messages_of_an_iteration() -> None:
    assert [messages_sent(pattern, 5) for pattern in PATTERNS.values()] == [10, 20, 8, 5]


def test_skewness_is_uniform_and_the_same_whoever_asks() -> None:
    key = np.uint64(12345)
    drawn = np.array([skewed(10**9, 1.5, key, 3, 2, k, COMPUTATION) for k in range(20_000)]) / 1e9
    assert drawn.min() >= 0.25
    assert drawn.max() <= 1.75
    assert drawn.mean() == pytest.approx(1.0, abs=0.01)
    assert drawn.std() == pytest.approx(1.5 / np.sqrt(12), abs=0.01)
    other = np.array([skewed(10**9, 1.5, key, 3, 2, k, INPUT_OUTPUT) for k in range(20_000)]) / 1e9
    assert abs(np.corrcoef(drawn, other)[0, 1]) < 0.03
    assert skewed(10**9, 1.5, key, 3, 2, 7, COMPUTATION) == round(drawn[7] * 1e9)
    assert skewed(10**9, 0.0, key, 3, 2, 7, COMPUTATION) == 10**9


def test_an_iteration_has_the_shares_of_its_type_and_a_job_its_execution_time() -> None:
    one = scenario(workload={"jobs": 300, "size_classes": [{"execution_time": 2.0}]})
    jobs = draw_jobs(one, 0)
    for number, kind in enumerate(one.workload.job_types):
        own = jobs.job_type == number
        assert jobs.computation[own] / jobs.nominal[own] == pytest.approx(kind.computation / 100, abs=1e-4)
        assert jobs.io[own] / jobs.nominal[own] == pytest.approx(kind.io / 100, abs=1e-4)
    # the number of iterations is whole
    assert (np.abs(jobs.iterations * jobs.nominal - 2_000_000_000) <= jobs.nominal / 2).all()
    assert set(jobs.size) == set(range(2, 33))


def test_a_longer_workload_begins_with_the_same_jobs() -> None:
    arrivals = {"process": "hyper-erlang", "rate_per_1000_s": 500.0, "variation": 2.0}
    sizes = [{"variation": 2.0}, {"variation": 0.4}]
    few, many = (
        draw_jobs(scenario(workload={"jobs": jobs, "arrivals": arrivals, "size_classes": sizes}), 0)
        for jobs in (20, 50)
    )
    assert all((one == other[:20]).all() for one, other in zip(few, many, strict=True))


def test_size_classes_have_their_own_sizes_and_times() -> None:
    classes = [
        {"smallest": 2, "largest": 16, "sizes": "powers-of-two", "execution_time": 0.5},
        {"smallest": 17, "largest": 32, "execution_time": 3.0},
    ]
    jobs = draw_jobs(scenario(workload={"jobs": 200, "size_classes": classes}), 0)
    small = jobs.size_class == 0
    assert set(jobs.size[small]) == {2, 4, 8, 16}
    assert jobs.size[~small].min() >= 17
    assert (jobs.iterations * jobs.nominal)[small].max() < 0.6e9


def test_the_reading_of_the_message_time() -> None:
    beside = system_of(scenario(), 0)
    within = system_of(scenario(options={"message_time": "in-all"}), 0)
    assert (beside.wire, beside.interface) == (185_480, 60_000)
    assert within.wire + 2 * within.interface == 185_480
    assert beside.spin == round(1.1 * (185_480 + 120_000))


@pytest.mark.parametrize(
    ("parts", "path", "words"),
    [
        ({"workload": {"job_types": [{**FREE, "io": 30.0}]}}, "workload.job_types.0", "make 110 %"),
        (
            {"workload": {"size_classes": [{"smallest": 9, "largest": 4}]}},
            "workload.size_classes.0",
            "above the largest",
        ),
        (
            {"cluster": {"nodes": 16}},
            "workload.size_classes.0.largest",
            "32 tasks need as many nodes, but the cluster has 16",
        ),
        ({"cluster": {"partitions": 3}}, "cluster.partitions", "32 nodes cannot be cut into 3 equal parts"),
        ({"policies": ["PB", "PB"]}, "policies", "named twice"),
        ({"cluster": {"context_switch": 1200.0}}, "cluster.context_switch", "can take 1233 µs"),
        ({"cluster": {"endpoint_check": 60.0}}, "cluster.endpoint_check", "can take 1103 µs"),
        ({"policies": ["SED"]}, "policies.0", "no policy of this family"),
        (
            {"options": {"message_time": "in-all"}, "cluster": {"interface": 95.0}},
            "cluster.interface",
            "something has to be left for the wire",
        ),
    ],
)
def test_what_cannot_be_gets_a_sentence(parts: dict[str, Any], path: str, words: str) -> None:
    with pytest.raises(ScenarioError) as error:
        scenario(**parts)
    assert any(reason.path == path and words in reason.sentence for reason in error.value.rejections), str(error.value)


def test_the_design_space_of_table_1_is_complete() -> None:
    plain = {name: scheme for name, scheme in SCHEMES.items() if scheme.heuristic == 0 and not scheme.fair}
    dynamic = {(scheme.waiting, scheme.on_delivery): name for name, scheme in plain.items() if not scheme.is_told}
    assert len(dynamic) == len(Waiting) * len(OnDelivery)
    assert dynamic[Waiting.BUSY_WAIT, OnDelivery.NOTHING] == "Local"
    assert dynamic[Waiting.SPIN_YIELD, OnDelivery.INTERRUPT] == "DCS-SY"
    assert len(POLICIES) == len(SCHEMES) == 2 + 9 + 3 * 9 + 17
    assert list(POLICIES) == list(SCHEMES)


def test_every_workload_of_table_2_is_there() -> None:
    assert [len(WORKLOADS[f"WL{n}"]) for n in range(1, 9)] == [1, 1, 1, 1, 1, 1, 6, 3]
    for types in map(job_types, WORKLOADS):
        assert all(kind["computation"] + kind["io"] + kind["communication"] == 100 for kind in types)


def test_every_example_can_be_read_again() -> None:
    for one in EXAMPLES.values():
        assert CoschedulingScenario.read(one.model_dump(mode="json")) == one
