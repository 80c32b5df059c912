"""A migration moves no process in vain: a job keeps those of its machines that suit its target (rule 8)."""

import numpy as np
import pytest

from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEventKind, MachineEvents
from engine.parallel_jobs.policies import POLICIES
from engine.parallel_jobs.records import Happening, Records
from engine.parallel_jobs.time_sharing.kernel import simulation as kernel
from engine.parallel_jobs.time_sharing.reference import simulation as reference
from engine.parallel_jobs.time_sharing.rules import Mapping
from tests.engine.parallel_jobs.systems import (
    FREE_MIGRATION,
    System,
    differences,
    jobs,
    machine_events,
    machines,
    paper,
    saturated,
)

CODES = {name: POLICIES[name].code for name in ("SED", "SED-NU", "SED-NM")}


def both(system: System, policy: str, happenings: MachineEvents = NO_EVENTS) -> Records:
    records = kernel.run(*system, CODES[policy], with_log=True, machine_events=happenings)
    assert differences(reference.run(*system, CODES[policy], machine_events=happenings), records) == []
    return records


def moved_to(records: Records) -> list[list[int]]:
    log = records.log
    rows = np.flatnonzero(log.happening == Happening.MIGRATION)
    return [log.machine[log.first_machine[n] : log.first_machine[n + 1]].tolist() for n in rows]


def two_jobs() -> System:
    """Machine 0 is fast, 1 to 3 are half as fast, 4 takes three times as long. A second to move a process.

    Job 0 takes machines 1 and 2, job 1 what is left: 4, 3 and 0.
    """
    stream = jobs([0, 0], [20, 65], [(2, 2), (3, 3)])
    return System(stream, machines((1, 1), (3, 2), (1, 3)), FREE_MIGRATION._replace(latency=1.0))


@pytest.mark.parametrize("policy", ["SED", "SED-NU"])
def test_only_the_process_on_the_unsuitable_machine_moves(policy: str) -> None:
    """At 20 job 1 has 45 s left and can have delay 2: it keeps 3 and 0 and leaves 4 for 1, which takes 1 s, not 2."""
    records = both(two_jobs(), policy)
    assert moved_to(records) == [[1, 3, 0]]
    assert records.end.tolist() == [20, 20 + 1 + 30]


def test_nor_does_more_move_than_has_to_when_a_machine_is_shut_down() -> None:
    """Four equal machines, a job on 0 and 1; 1 is shut down: 0 is kept, though 2 and 3 would do as well."""
    system = System(jobs([0], [20], [(2, 2)]), machines((4, 1)), FREE_MIGRATION._replace(latency=1.0))
    records = both(system, "SED", machine_events((4, 1, MachineEventKind.SHUTDOWN, 5)))
    assert moved_to(records) == [[0, 2]]
    assert records.end.tolist() == [11]


def slowest_first(self: Mapping, worst_class: int, size: int, but: int = -1) -> list[int]:
    """Rule 4 for a migration as well, as engine 0.5 did it."""
    exact = {machine: self.is_available(machine, but) for machine in range(self.n_machines)}
    usable = [machine for machine in exact if exact[machine] <= worst_class]
    return sorted(usable, key=lambda i: (-exact[i], -self.speed_factor(i), i))[:size]


@pytest.mark.parametrize("policy", CODES)
@pytest.mark.parametrize("system", [paper(1, 1.2, 250), paper(2, 2.0, 250), saturated(2, 150)], ids=["1", "2", "full"])
def test_the_systems_of_the_paper_do_not_change(system: System, policy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = kernel.run(*system, CODES[policy], with_log=True)
    monkeypatch.setattr(Mapping, "slowest_first", slowest_first)
    assert differences(reference.run(*system, CODES[policy]), found) == []
