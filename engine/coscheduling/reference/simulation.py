"""Coscheduling, to be read: the rules of README.md in SimPy. The parts are beside this.

Same arrays in, same arrays out as `kernel/`, to the nanosecond.
"""

from engine.coscheduling.policies import Scheme
from engine.coscheduling.records import Records, Window
from engine.coscheduling.reference.dedicated_cluster import DedicatedCluster
from engine.coscheduling.reference.dynamic_cluster import DynamicCluster
from engine.coscheduling.reference.gang_cluster import GangCluster
from engine.coscheduling.system import Jobs, System


def run(jobs: Jobs, system: System, scheme: Scheme, window: Window | None = None) -> Records:
    """Simulate one replication until all jobs have ended.

    Parameters
    ----------
    jobs : in order of arrival, none larger than the cluster
    window : what is to be in the log and in the intervals; None for neither
    """
    if scheme.queue:
        system = system._replace(slots=1)
    kind = DedicatedCluster if scheme.queue else GangCluster if scheme.gang else DynamicCluster
    cluster = kind(jobs, system, scheme, window)
    return cluster.run(cluster.nodes)
