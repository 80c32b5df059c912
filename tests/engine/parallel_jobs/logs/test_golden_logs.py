"""The four tiny logs of `workloads.md`, section 4, as files: every start to the second."""

from typing import Any

import numpy as np
import pytest

from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.measures import simulate
from engine.parallel_jobs.replication import replicate
from engine.study.of_log import study_of_log
from engine.study.registry import read_scenario

LOGS = {
    "A": (4, [(0, 10, 3, 10), (1, 5, 4, 5), (2, 7, 1, 7), (3, 9, 1, 9)]),
    "B": (10, [(0, 10, 6, 10), (1, 10, 8, 10), (2, 6, 9, 6), (3, 30, 2, 30), (4, 4, 1, 4)]),
    "C": (4, [(0, 4, 4, 10), (1, 3, 2, 6), (2, 2, 4, 4), (3, 5, 2, 6), (3, 12, 1, 14)]),
    "D": (
        4,
        [(0, 10, 2, 15), (0, 10, 2, 20), (1, 6, 4, 8), (1, 2, 2, 6), (1, 4, 4, 4), (2, 3, 1, 5), (10, 2, 2, 4)],
    ),
}
"""Processors; submit, run, size, estimate in minutes."""

STARTS = {
    "A": {"FCFS": "0 10 15 15", "FF": "0 18 2 9", "EASY": "0 10 2 15", "Conservative": "0 10 2 15"},
    "B": {
        "FCFS": "0 10 20 26 26",
        "FF": "0 10 33 3 4",
        "EASY": "0 10 33 3 4",
        "Conservative": "0 10 20 26 4",
    },
    "C": {"FCFS": "0 4 7 9 9", "FF": "0 4 19 4 7", "EASY": "0 4 9 4 11", "Conservative": "0 4 9 4 11"},
    "D": {
        "FCFS": "0 0 10 16 18 22 22",
        "FF": "0 0 10 16 20 16 18",
        "EASY": "0 0 10 16 19 16 23",
        "Conservative": "0 0 13 10 19 10 23",
    },
}

MEASURED = ("wait_time", "bounded_slowdown", "processor_slowdown", "utilization", "capacity_lost")
MEANS = {
    ("A", "FCFS"): (510, 2.247619, 1.797619, 0.6875, 0.093750),
    ("A", "EASY"): (315, 1.783333, 1.333333, 0.6875, 0.020833),
    ("B", "FCFS"): (864, 3.033333, 2.1, 0.460714, 0.110714),
    ("B", "EASY"): (480, 2.213333, 1, 0.661538, 0.312821),
    ("B", "Conservative"): (600, 1.933333, 1, 0.460714, 0.103571),
    ("C", "EASY"): (228, 2.073333, 1.158333, 0.565217, 0.043478),
    ("D", "FF"): (557.142857, 4.202381, 2.407738, 0.947917, 0.052083),
    ("D", "EASY"): (591.428571, 4.523810, 2.577381, 0.91, 0.05),
    ("D", "Conservative"): (514.285714, 3.880952, 2.077381, 0.91, 0.05),
}
"""Wait (s), bounded slowdown, that per processor, utilization from 0 to the last end, and loss of capacity."""


def swf(name: str) -> bytes:
    processors, jobs = LOGS[name]
    rows = [
        f"{n + 1} {60 * submit} -1 {60 * run} {size} -1 -1 {size} {60 * estimate} -1 1 {n % 3 + 1} 1 -1 1 -1 -1 -1"
        for n, (submit, run, size, estimate) in enumerate(jobs)
    ]
    return "\n".join([f"; MaxProcs: {processors}", *rows, ""]).encode()


@pytest.mark.parametrize("name", LOGS)
@pytest.mark.parametrize("policy", ["FCFS", "FF", "EASY", "Conservative"])
def test_every_job_starts_when_it_should(name: str, policy: str) -> None:
    told, _ = study_of_log(swf(name), f"{name}.swf")
    tree = told["scenario"] | {"policies": [policy]}
    scenario = read_scenario(tree)
    assert scenario.cluster.machines == LOGS[name][0]  # type: ignore[attr-defined]
    records = replicate(scenario, policy, 0, draw_jobs(scenario, 0)).records  # type: ignore[arg-type]
    assert (records.start / 60).tolist() == [float(one) for one in STARTS[name][policy].split()]


@pytest.mark.parametrize(("name", "policy"), MEANS)
def test_means_are_those_of_the_table(name: str, policy: str) -> None:
    """All 45, to half of the last digit that is printed: another schedule, or another definition, is further off."""
    told, _ = study_of_log(swf(name), f"{name}.swf")
    scenario: Any = read_scenario(told["scenario"] | {"policies": [policy]})
    found = simulate(scenario, policy, 0)
    assert [found[metric] for metric in MEASURED] == pytest.approx(MEANS[name, policy], rel=0, abs=5.1e-7)


def test_what_is_told_of_a_file_is_a_study_with_its_table_in_it() -> None:
    told, encoded = study_of_log(swf("D"), "<b>D</b>.swf")
    arrivals = told["scenario"]["workload"]["arrivals"]
    assert arrivals["carried"]
    assert arrivals["called"] == "bD/b.swf"
    assert told["log"] == arrivals["digest"]
    assert told["jobs"] == 7
    assert encoded
    assert np.isclose(arrivals["length"], 600.0)


@pytest.mark.parametrize("ends", ["\r\n", "\n"])
def test_nasty_files_are_the_same_jobs(ends: str) -> None:
    """With a head, a comment in the middle, lines out of order and some that are no jobs."""
    lines = swf("A").decode().splitlines()
    more = [lines[0], "; Note: (</script>", lines[2], lines[1], "; in the middle", *lines[3:]]
    more.append("5 240 -1 -1 1 -1 -1 1 60 -1 5 1 1 -1 1 -1 -1 -1")  # cancelled before it started
    told, _ = study_of_log(ends.join([*more, ""]).encode(), "A")
    plain, _ = study_of_log(swf("A"), "A")
    assert told["jobs"] == plain["jobs"] == 4
    assert any(row["rule"] == "cancelled before start" and row["jobs"] == 1 for row in told["report"])
    starts = []
    for one in (told, plain):
        scenario = read_scenario(one["scenario"] | {"policies": ["EASY"]})
        records = replicate(scenario, "EASY", 0, draw_jobs(scenario, 0)).records  # type: ignore[arg-type]
        starts.append(records.start.tolist())
    assert starts[0] == starts[1]
