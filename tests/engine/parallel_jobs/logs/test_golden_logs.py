"""The four tiny logs of `workloads.md`, section 4, as files: every start to the second."""

import numpy as np
import pytest

from engine.parallel_jobs.inputs.workload import draw_jobs
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
