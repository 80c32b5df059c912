"""Reference and kernel are two programs for one model: the same arrays, bit for bit."""

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given

from engine.parallel_jobs.inputs.workload import draw_jobs, machines_of, rules_of
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEvents
from engine.parallel_jobs.model import Rules
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.records import Happening
from engine.parallel_jobs.time_sharing.kernel import simulation as kernel
from engine.parallel_jobs.time_sharing.reference import simulation as reference
from tests.engine.parallel_jobs.systems import System, differences, disrupted_systems, jobs, jobs_of, machines, systems

CHOICES = [(upgrade, pays, hold) for upgrade in (False, True) for pays in (False, True) for hold in (False, True)]
"""Every combination of the three options."""

CODES = {"SED": PolicyCode.SED, "SED-NU": PolicyCode.SED_NU, "SED-NM": PolicyCode.SED_NM}


def check(system: System, policy: int, happenings: MachineEvents = NO_EVENTS) -> None:
    expected = reference.run(*system, policy, machine_events=happenings)
    found = kernel.run(*system, policy, with_log=True, machine_events=happenings)
    assert differences(expected, found) == []
    without_log = kernel.run(*system, policy, machine_events=happenings)
    assert differences(found, without_log, with_log=False) == []
    assert len(without_log.log.time) == 0


@pytest.mark.parametrize("policy", CODES)
@given(system=systems())
def test_kernel_and_reference_agree_bit_for_bit(policy: str, system: System) -> None:
    check(system, CODES[policy])


@pytest.mark.parametrize("policy", CODES)
@given(case=disrupted_systems(complete=False))
def test_they_agree_whatever_happens_to_the_machines(policy: str, case: tuple[System, MachineEvents]) -> None:
    check(case[0], CODES[policy], case[1])


@pytest.mark.parametrize("policy", CODES)
@pytest.mark.parametrize("example", EXAMPLES)
def test_they_agree_on_the_examples(example: str, policy: str) -> None:
    few = {} if EXAMPLES[example].ends else {"workload.jobs": 300}
    for point in EXAMPLES[example].points()[::4]:
        scenario = EXAMPLES[example].at({**point, **few})
        check(System(draw_jobs(scenario, 0), machines_of(scenario), rules_of(scenario)), CODES[policy])


def small_system(choices: tuple[bool, bool, bool], n_jobs: int = 25) -> System:
    """Jobs with small whole times on three kinds of machines, so that everything happens, and much of it at once.

    The seed was picked for the test below.
    """
    rng = np.random.default_rng(134)
    gap, demand = rng.integers(0, 4, n_jobs), rng.integers(1, 16, n_jobs)
    sizes = list(zip(rng.integers(1, 3, n_jobs).tolist(), rng.integers(3, 9, n_jobs).tolist(), strict=True))
    jobs = jobs_of(gap, demand, sizes, np.ones(n_jobs))
    return System(jobs, machines((2, 1), (2, 1.1), (4, 3.3)), Rules(*choices, 1.0, 0.0, 1.0))


@pytest.mark.parametrize("policy", CODES)
@pytest.mark.parametrize("choices", CHOICES, ids=str)
def test_they_agree_on_a_small_system_under_every_combination_of_options(
    choices: tuple[bool, bool, bool], policy: str
) -> None:
    check(small_system(choices), CODES[policy])


def test_the_small_system_has_everything_that_can_happen_and_every_option_matters() -> None:
    records = [reference.run(*small_system(choices), CODES["SED"]) for choices in CHOICES]
    happened = set(records[CHOICES.index((False, False, True))].log.happening.tolist())
    assert happened == set(list(Happening)[:6])
    assert len({found.end.tobytes() for found in records}) == len(CHOICES)


def test_they_agree_where_a_job_could_leave_again_in_the_instant_of_its_transfer() -> None:
    """Hypothesis found this: transfers that take no time, old machines held, and a release that frees faster ones.

    Both programs then moved a job on that had not released its first machines, and lost count of them.
    """
    rules = Rules(False, False, hold_old_machines=True, checkpoint=0.0, latency=0.0, transfer_per_kb=0.0)
    sizes = [(1, 1), (2, 3), (2, 3), (1, 4), (2, 2), (1, 1)]
    six = jobs([0, 0, 0, 4, 4, 4], [6, 8, 12, 8, 4, 3], sizes)
    system = System(six, machines((2, 2), (1, 3), (1, 4)), rules)
    check(system, CODES["SED-NU"])
    assert kernel.run(*system, CODES["SED-NU"]).busy[3] == pytest.approx(98 / 3)


@pytest.mark.slow
def test_they_agree_without_the_compiler() -> None:
    if os.environ.get("NUMBA_DISABLE_JIT") == "1":
        pytest.skip("this run is without the compiler as a whole")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__, "-k", "small_system"]
    inner = subprocess.run(
        command, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, timeout=200, check=False
    )
    assert inner.returncode == 0, inner.stdout
    assert "25 passed" in inner.stdout
