"""What each field allows and all of them together do not: times that the clock loses, and events without end."""

from typing import Any

import numpy as np
import pytest

from engine.inputs.draws import Draws
from engine.inputs.rejection import ScenarioError
from engine.parallel_jobs.inputs.demand_quantiles import ladder, quantile, variation
from engine.parallel_jobs.inputs.demands import Constant, Demand, Exponential, Hyperexponential, LogNormal, Uniform
from engine.parallel_jobs.inputs.forecast.disturbance import disturbance
from engine.parallel_jobs.inputs.forecast.span import span
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.machine_events import draws as machine_draws
from engine.parallel_jobs.machine_events.events import MachineEvents
from engine.parallel_jobs.measures import simulate
from engine.parallel_jobs.papers.examples import EXAMPLES

TREE: dict[str, Any] = {
    "family": "parallel-jobs",
    "cluster": {"groups": [{"name": "m", "count": 4, "speed_factor": 1.0}]},
    "workload": {
        "arrivals": {"process": "poisson", "rate_per_1000_s": 1.0},
        "job_classes": [{"demand": {"distribution": "exponential", "mean": 1000.0}, "min_size": 1, "max_size": 4}],
        "jobs": 200,
    },
    "policies": ["FCFS", "SED", "UFF"],
}


def scenario(
    demand: float = 1000.0, rate: float = 1.0, machines: int = 4, events: tuple[dict[str, Any], ...] = (), **more: Any
) -> ParallelJobsScenario:
    tree = TREE | {key: value for key, value in more.items() if key in ("policies", "options")}
    kind = TREE["workload"]["job_classes"][0] | {"demand": {"distribution": "constant", "mean": demand}}
    kind["min_size"], kind["max_size"] = more.get("sizes", (1, 4))
    workload = TREE["workload"] | {"arrivals": {"process": "poisson", "rate_per_1000_s": rate}, "job_classes": [kind]}
    tree["workload"] = workload | {"jobs": more.get("jobs", 200)}
    tree["cluster"] = {"groups": [{"name": "m", "count": machines, "speed_factor": 1.0}]}
    tree["machine_events"] = [{"group": "m", **event} for event in events]
    return ParallelJobsScenario.read(tree)


def refused(path: str, words: str, *arguments: Any, **more: Any) -> None:
    with pytest.raises(ScenarioError) as error:
        scenario(*arguments, **more)
    assert error.value.rejections[0].path == path
    assert words in error.value.rejections[0].sentence


# the clock ------------------------------------------------------------------------------------------------------------


def test_an_interval_between_checkpoints_that_no_clock_resolves_is_refused() -> None:
    """It corrupted the heap: no end was the soonest, and the job before the first one was taken from its machines."""
    refused("options.checkpoint_interval", "too short", options={"checkpoint_interval": 1e-300, "checkpoint_cost": 1e6})
    refused("options.checkpoint_interval", "at least 0.001 s", options={"checkpoint_interval": 5e-4})
    assert scenario(options={"checkpoint_interval": 1e-3}).options.checkpoint_interval == 1e-3
    assert scenario(options={"checkpoint_interval": 0.0, "checkpoint_cost": 1e6}).options.checkpoint_cost == 1e6


def test_checkpoints_that_leave_no_time_for_work_are_refused() -> None:
    refused("options.checkpoint_cost", "get nowhere", options={"checkpoint_interval": 1.0, "checkpoint_cost": 1001.0})
    slow = scenario(options={"checkpoint_interval": 1.0, "checkpoint_cost": 1000.0}, rate=1e-3, jobs=3)
    for policy in slow.policies:
        assert simulate(slow, policy, 0)["response_time"] == pytest.approx(1001 * 250.0)


def test_times_that_the_clock_rounds_are_refused() -> None:
    """Jobs of 1 ms that came every 1e9 s took 1.28 ms."""
    refused("workload.arrivals.rate_per_1000_s", "the clock would round", demand=1e-3, rate=1e-6, jobs=20_000)
    precise = scenario(demand=1.0, rate=1e-4, jobs=1000)
    for policy in precise.policies:
        assert simulate(precise, policy, 0)["response_time"] == pytest.approx(0.25, rel=1e-4)


# machine events -------------------------------------------------------------------------------------------------------

EACH_SECOND = {"event": "failures", "mean_between": 1.0, "mean_repair": 1.0}
SHORT_SESSIONS = {"event": "sessions", "mean_away": 1.0, "mean_session": 1.0}


def test_millions_of_machine_events_are_refused() -> None:
    """They took gigabytes and minutes, though the study was priced at a millisecond."""
    refused("machine_events.0", "machine events are to be expected", 10.0, 100.0, 1000, (SHORT_SESSIONS,), jobs=400)
    refused("machine_events.0", "at most 400,000", 1.0, 1000.0, 1000, (EACH_SECOND,), jobs=20_000)


def test_jobs_that_failures_never_let_end_are_refused_unless_they_write_checkpoints() -> None:
    refused("machine_events.0", "disrupted again and again", 1000.0, 1.0, 4, (EACH_SECOND,))
    often = {"event": "failures", "mean_between": 20.0, "mean_repair": 1.0}
    refused("machine_events.0", "disrupted again and again", 1000.0, 1.0, 4, (often,))
    assert scenario(1000.0, 1.0, 4, (often,), options={"checkpoint_interval": 1.0, "checkpoint_cost": 0.01})


def test_of_several_changes_the_one_with_most_events_is_named() -> None:
    rare = {"event": "sessions", "mean_away": 1e5, "mean_session": 10.0}
    refused("machine_events.1", "machine events", 10.0, 100.0, 1000, (rare, SHORT_SESSIONS), jobs=400)


def test_machine_events_are_drawn_no_further_than_they_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A day more, and on 1,000 machines that change each second a day holds 86 million events."""
    monkeypatch.setattr(machine_draws, "MOST_EVENTS", 1000)
    many = scenario(1.0, 1000.0, 1000, (SHORT_SESSIONS,), jobs=100)
    reached: list[float] = []
    before = machine_draws._before

    def watched(of: ParallelJobsScenario, replication: int, horizon: float) -> MachineEvents:
        reached.append(horizon)
        return before(of, replication, horizon)

    monkeypatch.setattr(machine_draws, "_before", watched)
    assert len(machine_draws.draw_machine_events(many, 0, 1e9).time) >= 1000
    assert max(reached) < 60


@pytest.mark.parametrize("policy", ["FCFS", "SED", "UFF"])
@pytest.mark.parametrize("between", [1e3, 3e3, 1e5])
def test_the_expected_span_is_about_the_simulated_one(policy: str, between: float) -> None:
    fails = scenario(1000.0, 0.5, 4, ({"event": "failures", "mean_between": between, "mean_repair": 300.0},))
    measured = np.mean([simulate(fails, policy, replication)["makespan"] for replication in range(3)])
    assert 0.4 < measured / span(fails, policy, disturbance(fails)) < 1.5


@pytest.mark.parametrize("pause", [10.0, 40.0, 57.0])
def test_jobs_that_need_a_machine_whenever_it_goes_last_as_long_as_is_expected(pause: float) -> None:
    """They were priced as if they could go elsewhere: at 9 ms for two seconds of 400,000 events."""
    leaves = {"event": "shutdown", "count": 1, "at": 5.0, "notice": 70.0, "duration": 40.0, "every": 100.0}
    free = {"checkpoint": 0.0, "transfer_per_kb": 0.0}
    options = {"migration": free | {"latency": pause / 4}}
    needs_all = scenario(4000.0, 0.1, 4, (leaves,), policies=["FCFS"], options=options, jobs=20)
    expected = span(needs_all, "FCFS", disturbance(needs_all))
    assert 0.4 < simulate(needs_all, "FCFS", 0)["makespan"] / expected < 1.5
    options = {"migration": free | {"latency": 61.0 / 4}}  # and they leave for longer than the machine is there
    refused(
        "machine_events.0", "disrupted again and again", 4000.0, 0.1, 4, (leaves,), policies=["FCFS"], options=options
    )


@pytest.mark.parametrize("policy", ["FCFS", "LAF", "SED", "UFF"])
def test_jobs_that_need_machines_that_are_added_later_wait_for_them(policy: str) -> None:
    """They were priced as if these were there: at 8 ms for three seconds of 400,000 machine events."""
    later = {"event": "addition", "count": 1, "at": 1e6}
    fails = {"event": "failures", "mean_between": 500.0, "mean_repair": 10.0}
    needs_all = scenario(100.0, 10.0, 4, (later, fails), policies=[policy], jobs=20, sizes=(4, 4))
    expected = span(needs_all, policy, disturbance(needs_all))
    assert 0.4 < simulate(needs_all, policy, 0)["makespan"] / expected < 1.5
    needs_few = scenario(100.0, 10.0, 4, (later, fails), policies=[policy], jobs=20, sizes=(1, 3))
    expected = span(needs_few, policy, disturbance(needs_few))
    assert 0.4 < simulate(needs_few, policy, 0)["makespan"] / expected < 1.5
    assert expected < 1e5
    refused(
        "machine_events.1",
        "machine events",
        100.0,
        10.0,
        4,
        (later | {"at": 1e8}, fails),
        policies=[policy],
        sizes=(4, 4),
    )


# quantiles ------------------------------------------------------------------------------------------------------------

DEMANDS: list[Demand] = [
    Constant(distribution="constant", mean=30.0),
    Exponential(distribution="exponential", mean=30.0),
    Uniform(distribution="uniform", low=10.0, high=50.0),
    LogNormal(distribution="log-normal", mean=30.0, coefficient_of_variation=2.0),
    Hyperexponential(distribution="hyperexponential", mean=30.0, coefficient_of_variation=4.0),
]


@pytest.mark.parametrize("demand", DEMANDS, ids=lambda demand: demand.distribution)
def test_quantiles_are_those_of_what_is_drawn(demand: Demand) -> None:
    drawn = demand.sample(Draws(1, 0), 200_000)
    for above in (0.5, 0.1, 0.01):
        assert quantile(demand, above) == pytest.approx(np.quantile(drawn, 1 - above), rel=0.1)
    assert variation(demand) == pytest.approx(drawn.var() / drawn.mean() ** 2, rel=0.3, abs=1e-12)


@pytest.mark.parametrize("demand", DEMANDS, ids=lambda demand: demand.distribution)
def test_the_steps_to_the_longest_job_have_the_mean(demand: Demand) -> None:
    steps = ladder(demand, 10_000)
    assert sum(share for share, _ in steps) == pytest.approx(1.0)
    assert sum(share * time for share, time in steps) == pytest.approx(demand.mean, rel=0.1)


def test_what_the_examples_ask_for_is_allowed() -> None:
    assert all(ParallelJobsScenario.read(example.model_dump(mode="json")) for example in EXAMPLES.values())
