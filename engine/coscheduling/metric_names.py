"""Which metrics a cell of this family measures; `measures` measures them."""

from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.records import Activity
from engine.metrics.job_metrics import JOB_METRICS

PROFILE = {
    Activity.COMPUTING: "computing_share",
    Activity.SPINNING: "spinning_share",
    Activity.SWITCHING: "switching_share",
    Activity.OVERHEAD: "overhead_share",
    Activity.IDLE: "idle_share",
}
"""The performance profile: shares of the time of all processors (section 3.4)."""

METRICS = (
    *JOB_METRICS,
    "execution_time",
    "execution_slowdown",
    "type_variation",
    "jobs_in_system",
    "utilization",
    "saturation_throughput",
    "throughput",
    "makespan",
    *PROFILE.values(),
    "interrupts",
    "messages",
    "boosts",
)

CAPACITY = ("capacity_lost",)
"""Of jobs that are given as a list, or that may pass others where nodes are shared in time; else if it is asked for."""

OF_USERS = ("user_variation", "user_jain_index")
"""Of jobs whose users are named, if there are several."""

STATES = ("S1", "S2", "S3")


def has_capacity(scenario: CoschedulingScenario) -> bool:
    """Whether lost capacity is measured. Not of all: cells that were stored before it was do not have it."""
    options = scenario.options
    return scenario.workload.listed is not None or options.admission == "backfilling" or options.lost_capacity


def metrics_of(scenario: CoschedulingScenario) -> tuple[str, ...]:
    """Those of lists, lost capacity, single job types, states and positions, that a cell of *scenario* can have."""
    listed = scenario.workload.listed
    return (
        *(CAPACITY if has_capacity(scenario) else ()),
        *(OF_USERS if listed is not None and len(listed.users) > 1 else ()),
        *(f"type_slowdown[{kind.name}]" for kind in scenario.workload.job_types),
        *(f"boosts[{state}]" for state in STATES),
        *(f"boosts_at[{n}]" for n in range(scenario.cluster.multiprogramming_level)),
    )
