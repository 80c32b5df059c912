"""Which kernels a study needs is known before it is computed."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from engine.parallel_jobs import runs
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.measures import simulate
from engine.parallel_jobs.space_sharing.kernel import simulation as space_sharing
from engine.parallel_jobs.space_sharing.kernel.counting import run as counting
from engine.parallel_jobs.time_sharing.kernel import simulation as time_sharing
from engine.reports.cost_accuracy import Drawn, cells
from engine.study import kernels
from engine.study.kernels import compiling_words, needed_by, seconds_of
from engine.study.registry import EXAMPLES


class CalledError(Exception):
    """A kernel was about to be run."""


def called(scenario: Any, policy: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The module of the kernel that simulates the first replication."""

    def of(name: str) -> Any:
        def run(*_: Any, **__: Any) -> None:
            raise CalledError(name)

        return run

    with monkeypatch.context() as patch:
        for module in (counting, time_sharing, space_sharing):
            patch.setattr(module, "run", of(module.__name__))
        with pytest.raises(CalledError) as found:
            simulate(scenario, policy, 0)
    return str(found.value)


OF_MODULE = {
    time_sharing.__name__: {"SED"},
    counting.__name__: {"space sharing on equal machines", "own policies on equal machines"},
}


def test_the_kernel_that_is_asked_for_is_the_one_that_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where machine events are drawn none may happen, and then another one is called."""
    drawn = [
        (scenario, policy) for _, scenario, policy in islice(cells("parallel-jobs", Drawn(3, 0.1), Random(3)), 150)
    ]
    known = [
        (one.at(one.points()[0]), policy)
        for one in EXAMPLES.values()
        if one.family == "parallel-jobs" and not one.machine_events  # type: ignore[attr-defined]
        for policy in one.policies
    ]
    seen = set()
    for scenario, policy in (*drawn, *known):
        assert isinstance(scenario, ParallelJobsScenario)
        if scenario.machine_events or policy == "Conservative":  # luck decides there, too: of the estimates
            continue
        asked = runs._kernel_of(scenario, policy)
        module = called(scenario, policy, monkeypatch)
        seen.add(asked)
        assert (asked in OF_MODULE.get(module, ())) == (module in OF_MODULE), (asked, module, policy)
    assert len(seen) > 4, seen


@pytest.mark.parametrize("name", ["schnor-system-1", "users-estimates", "zhang-wl2", "interactive-day"])
def test_a_study_needs_few_kernels(name: str) -> None:
    needed = {one.name for one in needed_by(EXAMPLES[name])}
    assert (
        needed
        == {
            "schnor-system-1": {"SED", "space sharing"},
            "users-estimates": {
                "space sharing by shares and reservations",
                "space sharing on equal machines",
                "workload models",
            },
            "zhang-wl2": {"coscheduling"},
            "interactive-day": {"SED", "space sharing with machine events"},
        }[name]
    )


def test_time_left_is_learned_from_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = (kernel for kernel in runs.KERNELS if kernel.name in ("SED", "space sharing"))
    monkeypatch.setattr(kernels, "_noted", dict)
    assert seconds_of(one) == one.seconds
    monkeypatch.setattr(kernels, "_noted", lambda: {other.name: 3 * other.seconds})
    assert seconds_of(one) == 3 * one.seconds
    monkeypatch.setattr(kernels, "_noted", lambda: {one.name: 7.0, other.name: 3 * other.seconds})
    assert seconds_of(one) == 7.0


def test_what_is_waited_for_is_a_sentence() -> None:
    assert compiling_words(["SED"], 17.0) == "Compiling the model for SED on this computer, once: about 15 s."
    assert compiling_words(["SED", "coscheduling"], 1.0).startswith("Compiling the models for SED and coscheduling on")
