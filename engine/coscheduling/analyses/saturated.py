"""At which offered load a policy saturates, where arithmetic says so, and what no policy can carry."""

import numpy as np

from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.inputs.workload import SECOND, draw_jobs, system_of
from engine.coscheduling.policies import SCHEMES


def saturated_by(scenario: CoschedulingScenario, policy: str) -> float | None:
    """The offered load at which *policy* has as much to do as it can do; None without a formula.

    There is one for jobs of one size and one time T alone, in whole iterations, without skewness and owners (rule 24).
    Dedicated nodes are then k servers, as many as jobs fit side by side: k jobs in T, in whatever order. Gang
    scheduling of jobs that need all nodes and no more than a quantum Q gives each a slot of its own, which is never cut
    short: one job in CS + Q, but for a single row, which is never switched.
    """
    scheme, workload, cluster = SCHEMES[policy], scenario.workload, scenario.cluster
    classes = [sizes for sizes in workload.size_classes if sizes.weight]
    kinds = [kind for kind in workload.job_types if kind.weight]
    is_even = workload.skewness == 0 and not (cluster.background_load and cluster.loaded_nodes)
    if not hasattr(workload.arrivals, "rate_per_1000_s") or not is_even or not scheme.is_told:
        return None
    lengths = {sizes.execution_time for sizes in classes}
    if len(lengths) > 1 or len({size for sizes in classes for size in sizes.choices}) > 1 or len(kinds) > 1:
        return None
    if any(sizes.variation for sizes in classes):
        return None
    part, (size,), (length,) = cluster.nodes // cluster.partitions, classes[0].choices, lengths
    one, system = draw_jobs(scenario, 0), system_of(scenario, 0)
    alone = int(one.nominal[0]) * int(one.iterations[0])
    if scheme.queue:
        together, takes = part // size, alone
    elif size == part and alone <= system.gang_quantum and system.slots > 1:
        together, takes = 1, system.gang_switch + system.gang_quantum
    else:
        return None
    return float(together * size / part * length * SECOND / takes)


def most_carried(scenario: CoschedulingScenario) -> float:
    """The offered load that no policy can carry more than.

    Processors compute one process at a time, so that the share of computation counts alone, and a node has no more
    processes than its multiprogramming level, none of which is quicker than alone.
    """
    weights = np.array([kind.weight for kind in scenario.workload.job_types])
    computation = np.array([kind.computation for kind in scenario.workload.job_types])
    share = float((weights * computation).sum() / weights.sum()) / 100
    level = float(scenario.cluster.multiprogramming_level)
    return min(level, 1 / share) if share else level
