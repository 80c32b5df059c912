"""Run times that no clock can count: written before the array of jobs, such a job corrupted memory."""

from typing import Any

import numpy as np
import pytest

from engine.inputs.span import SpanError
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEventKind
from engine.parallel_jobs.policies import POLICIES, PolicyCode
from engine.parallel_jobs.space_sharing.kernel import simulation as space_kernel
from engine.parallel_jobs.space_sharing.reference import simulation as space_reference
from engine.parallel_jobs.time_sharing.kernel import simulation as kernel
from engine.parallel_jobs.time_sharing.reference import simulation as reference
from tests.engine.parallel_jobs.streams import REPRESENTED
from tests.engine.parallel_jobs.systems import FREE_MIGRATION, System, jobs, machine_events, machines

SED = (PolicyCode.SED, PolicyCode.SED_NU, PolicyCode.SED_NM)
NEARLY_NO_PROGRESS = FREE_MIGRATION._replace(checkpoint_interval=1e-300, checkpoint_cost=1e6)
"""What scenarios may not say any more: then 1000 s of work take 1e309 s."""

A_USER = machine_events((1, 0, MachineEventKind.USER_ARRIVES, 0))


@pytest.mark.parametrize("happenings", [NO_EVENTS, A_USER], ids=["nothing", "a user"])
@pytest.mark.parametrize("policy", REPRESENTED)
def test_a_job_that_never_ended_was_written_before_the_array(policy: str, happenings: Any) -> None:
    system = System(jobs([0, 1, 2], [1000] * 3, [(1, 1), (4, 4), (2, 2)]), machines((4, 1)), NEARLY_NO_PROGRESS)
    code = POLICIES[policy].code
    runs = (kernel.run, reference.run) if code in SED else (space_kernel.run, space_reference.run)
    for run in runs:
        with pytest.raises(SpanError, match="longer than a clock of 64 bits can count"), np.errstate(over="ignore"):
            run(*system, code, machine_events=happenings)


@pytest.mark.parametrize("policy", ["FCFS", "SED"])
def test_an_event_of_a_machine_that_is_not_there_was_written_behind_the_array(policy: str) -> None:
    system = System(jobs([0], [10], [(1, 1)]), machines((4, 1)), FREE_MIGRATION)
    run = kernel.run if policy == "SED" else space_kernel.run
    with pytest.raises(IndexError):
        run(*system, POLICIES[policy].code, machine_events=machine_events((1, 4, MachineEventKind.FAILURE, 0)))
