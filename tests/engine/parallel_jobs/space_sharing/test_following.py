"""A window is explained the same whether what came before it was decided again or followed; and never for minutes."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.parallel_jobs.machine_events.events import MachineEvents
from engine.parallel_jobs.model import OwnRules
from engine.parallel_jobs.policies import TIME_SHARING, PolicyCode
from engine.parallel_jobs.records import Happening, Log
from engine.parallel_jobs.space_sharing.kernel import simulation as kernel
from engine.parallel_jobs.space_sharing.reference import following
from engine.parallel_jobs.space_sharing.reference.explanation import explanation, last_row
from engine.parallel_jobs.space_sharing.reference.simulation import model_of
from tests.engine.parallel_jobs.space_sharing.test_own_policies import OWN, of_users, policies, with_rules
from tests.engine.parallel_jobs.streams import CODES, disrupted_streams
from tests.engine.parallel_jobs.systems import System

SPACE_SHARING = [code for code in CODES.values() if code not in TIME_SHARING and code != PolicyCode.MULTIFACTOR]
GENERATED = settings(max_examples=30, deadline=None)


def log_of(system: System, code: int, happenings: MachineEvents) -> Log:
    return kernel.run(*system, code, with_log=True, machine_events=happenings).log


def decided_again(system: System, code: int, rows: tuple[int, int], happenings: MachineEvents) -> tuple[Any, ...]:
    """What the reference says if nothing is told to it."""
    model = model_of(code, system.rules)(*system, code, explain_from=rows[0], machine_events=happenings)
    model.run_until(rows[1])
    return model.explanations, model.explained_rows, model.plans


def told(system: System, code: int, rows: tuple[int, int], happenings: MachineEvents) -> tuple[Any, ...]:
    log = log_of(system, code, happenings)
    found = explanation(*system, code, rows, log, happenings)
    return found._decisions, found._rows, found._plans


def a_window(system: System, code: int, happenings: MachineEvents, draw: st.DataObject) -> tuple[int, int]:
    log = log_of(system, code, happenings)
    arrivals = [row for row, what in enumerate(log.happening.tolist()) if what == Happening.ARRIVAL]
    first = draw.draw(st.sampled_from(arrivals))
    return first, draw.draw(st.integers(first + 1, len(log.time)))


@GENERATED
@given(case=disrupted_streams(complete=False), code=st.sampled_from(SPACE_SHARING), draw=st.data())
def test_a_window_is_explained_as_if_everything_was_decided(
    case: tuple[System, MachineEvents], code: int, draw: st.DataObject
) -> None:
    system, happenings = case
    rows = a_window(system, code, happenings, draw)
    assert told(system, code, rows, happenings) == decided_again(system, code, rows, happenings)


@GENERATED
@given(case=disrupted_streams(complete=False), rules=policies(), seed=st.integers(0, 9), draw=st.data())
def test_so_it_is_under_own_policies(
    case: tuple[System, MachineEvents], rules: OwnRules, seed: int, draw: st.DataObject
) -> None:
    """Whose users have a past that goes on. Who waits behind whom is old where no machine was idle at a pass."""
    system, happenings = with_rules(of_users(case[0], seed), rules), case[1]
    rows = a_window(system, OWN, happenings, draw)
    *found, plans = told(system, OWN, rows, happenings)
    *expected, expected_plans = decided_again(system, OWN, rows, happenings)
    assert found == expected
    assert running(plans) == running(expected_plans)


def running(plans: dict[int, list[Any]]) -> dict[int, list[Any]]:
    return {row: [line for line in plan if line["state"] == "running"] for row, plan in plans.items()}


@GENERATED
@given(
    case=disrupted_streams(complete=False), code=st.sampled_from(SPACE_SHARING), most=st.integers(0, 40), draw=st.data()
)
def test_what_is_told_within_a_bound_is_the_beginning(
    case: tuple[System, MachineEvents], code: int, most: int, draw: st.DataObject
) -> None:
    system, happenings = case
    rows = a_window(system, code, happenings, draw)
    everything = decided_again(system, code, rows, happenings)
    found = explanation(*system, code, rows, log_of(system, code, happenings), happenings, most_looks=most)
    assert found._decisions == everything[0][: len(found._decisions)]
    if found.told_until is None:
        assert found._decisions == everything[0]
    else:
        assert all(row <= found.told_until for row in found._rows)
        assert len(found._decisions) == sum(row < found.told_until for row in everything[1]) or most == 0


def test_in_overload_a_bound_is_met_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 600 jobs nearly all wait for the others: without following this looked at 600 jobs 1,200 times."""
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
    from engine.parallel_jobs.replay.trace import trace

    scenario = ParallelJobsScenario.read(
        {
            "cluster": {"groups": [{"name": "machine", "count": 4, "speed_factor": 1}]},
            "workload": {
                "arrivals": {"process": "poisson", "rate_per_1000_s": 1000},
                "job_classes": [
                    {
                        "name": "job",
                        "kind": "rigid",
                        "min_size": 1,
                        "max_size": 4,
                        "demand": {"distribution": "exponential", "mean": 60},
                    }
                ],
                "jobs": 600,
            },
            "policies": ["SJF"],
            "study": {"replications": 1},
        }
    )
    looks: list[int] = []
    kind = following.following

    def counted(of: Any) -> Any:
        """Looks are counted."""
        found: Any = kind(of)
        waits = found.waits

        def noted(model: Any) -> list[int]:
            looks.append(len(waits(model)))
            return list(waits(model))

        found.waits = noted
        return found

    monkeypatch.setattr("engine.parallel_jobs.space_sharing.reference.explanation.following", counted)
    monkeypatch.setattr(following.Following, "most_looks", 2_000)
    found = trace(scenario, "SJF", 0)
    assert sum(looks) <= 2_000 + 600
    since = found["untold_from"]
    assert since is not None
    assert 3 < since < len(found["steps"])
    assert all(step["decisions"] for step in found["steps"][1 : since - 1])
    assert not any(step["decisions"] for step in found["steps"][since + 1 :])
    assert all(step["plan"] for step in found["steps"][:-1])  # which is always told


def test_the_rows_of_a_window_end_with_the_events_that_are_shown() -> None:
    from engine.parallel_jobs.inputs.workload import draw_jobs
    from engine.parallel_jobs.replication import replicate
    from tests.engine.parallel_jobs.inputs.test_listed import listed

    jobs = [{"arrival": n, "machines": 1, "run": 10} for n in range(4)]
    scenario = listed(jobs)
    log = replicate(scenario, "FCFS", 0, draw_jobs(scenario, 0), with_log=True).records.log
    assert last_row(log, 0, len(log.time), 2) == 4  # two arrivals, each with its start
    assert last_row(log, 2, len(log.time), 100) == len(log.time)
