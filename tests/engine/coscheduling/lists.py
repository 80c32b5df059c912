"""Generated lists of jobs, as scenarios of this family and of parallel jobs."""

from typing import Any

from hypothesis import strategies as st

from engine.coscheduling.inputs.scenario import CoschedulingScenario

TYPES = [
    {"name": "even", "computation": 25.0, "io": 25.0, "communication": 50.0},
    {"name": "plain", "computation": 99.0, "io": 0.0, "communication": 1.0},
]
ROUND = {"message_latency": 180.0, "interface": 60.0}
"""Costs with which an iteration of a ring takes 720 µs of the first type, and 36 ms of the second."""

STEP = 0.036
"""s, whole iterations of both types."""


def listed(jobs: list[dict[str, Any]], nodes: int = 8, **changes: Any) -> CoschedulingScenario:
    arrivals = {"process": "listed", "jobs": jobs} | changes.pop("arrivals", {})
    workload = {"arrivals": arrivals, "job_types": TYPES, "skewness": 0.0} | changes.pop("workload", {})
    cluster = {"nodes": nodes, **ROUND} | changes.pop("cluster", {})
    tree = {"family": "coscheduling", "cluster": cluster, "workload": workload, "policies": ["SS-EASY", "GS", "SB"]}
    return CoschedulingScenario.read(tree | {"study": {"replications": 1}} | changes)


@st.composite
def jobs_by_hand(draw: st.DrawFn, nodes: int = 8) -> dict[str, Any]:
    """A job with some of its fields; times make ties common."""
    run = draw(st.integers(1, 4)) * STEP
    job: dict[str, Any] = {"arrival": draw(st.integers(0, 12)) * STEP, "tasks": draw(st.integers(2, nodes)), "run": run}
    if draw(st.booleans()):
        job["estimate"] = run * draw(st.sampled_from([1, 2, 3]))
    if draw(st.booleans()):
        job["job_type"] = draw(st.sampled_from([kind["name"] for kind in TYPES]))
    if draw(st.booleans()):
        job["user"] = draw(st.sampled_from(["ann", "bob", "12"]))
    return job
