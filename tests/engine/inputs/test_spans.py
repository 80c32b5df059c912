"""Scenarios that ran over the clock of 64 bits: a segmentation fault, hangs, a negative efficiency, 3 GB."""

from typing import Any

import numpy as np
import pytest

from engine.coscheduling.inputs.workload import draw_jobs, system_of
from engine.coscheduling.kernel import simulation as coscheduling
from engine.coscheduling.policies import SCHEMES
from engine.inputs.draws import Draws
from engine.inputs.paths import put
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario
from engine.inputs.span import LONGEST, SpanError, most_of_a_sum, nanoseconds
from engine.master_worker.inputs.availability import BLOCK, SLAB, uniforms
from engine.study.registry import EXAMPLES, read_scenario
from engine.synchronous_iterative.formulas.queue_length import pollaczek_khinchine
from engine.synchronous_iterative.replication import replicate

ONE_IDLE_MACHINE = {"cluster.groups": [{"count": 1, "load": 0.0}], "policies": ["All Machines"]}


def changed(example: str, **changes: Any) -> Scenario:
    tree = EXAMPLES[example].model_dump(mode="json")
    tree["study"]["vary"] = tree["study"]["and_vary"] = None
    for path, value in changes.items():
        put(tree, path.replace("__", "."), value)
    return read_scenario(tree)


def interactive(**changes: Any) -> Scenario:
    idle = {"family": "synchronous-iterative", "policies": ["All Machines"],
            "cluster": {"groups": [{"count": 1, "load": 0.0}]}}  # fmt: skip
    return read_scenario(idle | changes)


def master(**changes: Any) -> Scenario:
    return read_scenario({"family": "master-worker", "policies": ["Random"]} | changes)


OWNERS = {"presence": "opportunistic", "up": {"mean": 1.0}, "suspended": {"mean": 1.0}, "away_share": 0.0}
RIGID = OWNERS | {"away_share": 100.0, "up": {"mean": 1.0, "kind": "constant"}}


@pytest.mark.parametrize(
    ("make", "field", "words"),
    [
        # a segmentation fault, and a hang
        (lambda: interactive(application={"parallel_time": 1e6, "iterations": 100_000}),
         "application.parallel_time", "100,000 iterations could take 1e+11 s"),
        (lambda: interactive(application={"parallel_time": 1.0, "serial_time": 1e5, "iterations": 100_000}),
         "application.serial_time", "100,000 iterations could take 1e+10 s"),
        # hangs
        (lambda: changed("zhang-load", workload__jobs=40,
                         workload__arrivals={"process": "poisson", "rate_per_1000_s": 1e-6}),
         "workload.arrivals.rate_per_1000_s", "40 jobs could take"),
        (lambda: changed("zhang-load", workload__jobs=2000,
                         workload__arrivals={"process": "poisson", "rate_per_1000_s": 1e-4}),
         "workload.arrivals.rate_per_1000_s", "2000 jobs could take"),
        # an efficiency of -2.1e-10
        (lambda: master(master={"bytes_per_task": 1e12, "bandwidth": 0.001}),
         "master.bytes_per_task", "one worker would need 1.1e+12 s"),
        # 3 GB of owners, and a run that was given up after minutes
        (lambda: master(application={"tasks": 1000, "iterations": 1000},
                        workers={"availability": OWNERS, "number": {"rule": "fixed", "workers": 1}}),
         "workers.availability.up.mean", "would come about"),
        (lambda: master(workers={"availability": RIGID},
                        application={"mean_task_time": 1.0, "workload_factor": 50.0, "tasks": 30}),
         "workers.availability.up.mean", "are hardly ever long enough"),
        # given weights of which all but 1 of 1e12 are no work at all
        (lambda: interactive(application={"imbalance": "given", "weights": [1e6, 1e-300], "iterations": 1}),
         "application.weights", "the largest part of an iteration"),
    ],
)  # fmt: skip
def test_what_no_clock_can_count_is_refused_in_a_sentence(make: Any, field: str, words: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        make()
    reason = caught.value.rejections[0]
    assert reason.path == field
    assert words in reason.sentence
    assert "allowed" in reason.sentence or "help" in reason.sentence


def test_draws_do_not_exceed_the_sum_that_spans_allow_for() -> None:
    assert most_of_a_sum(1) >= 53 * np.log(2)
    assert most_of_a_sum(1000) > 1000 + 9 * np.sqrt(1000)


def test_a_number_of_nanoseconds_that_does_not_fit_is_named() -> None:
    assert nanoseconds(np.array([1.0, 0.0]), "a gap").tolist() == [10**9, 0]
    for wrong in (1e19, np.inf, np.nan):
        with pytest.raises(SpanError, match="a gap takes more than"):
            nanoseconds(np.array([1.0, wrong]), "a gap")


def test_the_kernel_of_coscheduling_is_not_handed_arrivals_that_ran_over() -> None:
    scenario: Any = changed("zhang-load", workload__jobs=3)
    jobs, system = draw_jobs(scenario, 0), system_of(scenario, 0)
    for wrong in (-(2**63), LONGEST + 1):
        late = jobs._replace(arrival=np.array([0, 1, wrong]))
        with pytest.raises(SpanError, match="one after the other"):
            coscheduling.run(late, system, SCHEMES["SB"])


def test_a_long_run_beside_jobs_that_never_end_is_counted_to_the_last_bit() -> None:
    """Two years of one iteration on a machine whose owner's jobs take 20 years; shared out, they were negative."""
    application = {"parallel_time": 1e6, "iterations": 60}
    scenario = interactive(application=application, cluster={"groups": [{"count": 1, "load": 0.0}]})
    done = replicate(scenario, "All Machines", 0)  # type: ignore[arg-type]
    assert done.records.end == 60 * 10**15
    assert (np.diff(done.records.barrier) == 10**15).all()


def test_a_block_of_owners_is_drawn_in_pieces_and_is_the_same() -> None:
    """All of a block were drawn at once: 32 times the memory of the one worker that was used."""
    few, many = (uniforms(Draws(1, 2), workers, 2 * SLAB + 3) for workers in (1, BLOCK + 1))
    assert (few == many[:, :, :1]).all()
    assert (many[:, : SLAB // 2] == uniforms(Draws(1, 2), BLOCK + 1, SLAB // 2)).all()


def test_equal_phases_are_the_queue_of_one_phase() -> None:
    """The square root of a difference that is 0, but for rounding, was taken: math domain error at small loads."""
    for load in (7.9e-5, 0.3, 0.95):
        for rate in (2e-6, 0.7, 31.0):
            law = pollaczek_khinchine(load, 0.5, rate, rate)
            at = [law.weight * law.ratio**m + law.other_weight * law.other_ratio**m for m in range(4)]
            assert at == pytest.approx([load**m for m in range(4)], rel=1e-6, abs=1e-12)


def test_a_run_in_which_nobody_draws_any_work_has_no_ratio_to_it() -> None:
    """ZeroDivisionError: a cell that failed by the luck of the draw."""
    from engine.synchronous_iterative.measures import simulate

    application = {"imbalance": "binomial", "objects": 1, "probability": 0.01, "iterations": 1}
    found = [simulate(interactive(application=application), "All Machines", r) for r in range(5)]  # type: ignore[arg-type]
    assert any("formula_error" not in one for one in found)


@pytest.mark.parametrize("by_hour", [[], [0.5, 1.0] * 12])
def test_equations_as_printed_that_come_to_nothing_are_no_division_by_zero(by_hour: list[float]) -> None:
    """Of one object with an event in a hundred iterations the normal density is next to nothing anywhere."""
    from engine.synchronous_iterative.measures import simulate

    application = {"imbalance": "binomial", "objects": 1, "probability": 0.01, "iterations": 3}
    printed = {"options": {"equations": "as-printed"}, "background": {"by_hour": by_hour}, "policies": ["Figure 5"]}
    groups = {"groups": [{"count": 3, "delta": 2, "load": 0.001}, {"name": "n", "count": 1, "load": 0.01}]}
    with np.errstate(all="raise"):
        found = simulate(interactive(application=application, cluster=groups, **printed), "Figure 5", 0)  # type: ignore[arg-type]
    assert found["eta"] >= 0
    assert all(np.isfinite(value) for value in found.values())
