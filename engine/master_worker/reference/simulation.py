"""Master-worker applications, to be read: the rules of README.md in SimPy. The parts are beside this.

Same arrays in, same arrays out as `kernel/`, to the tick.
"""

from engine.master_worker.records import Records
from engine.master_worker.reference.master import Master
from engine.master_worker.system import System, Tasks


def run(tasks: Tasks, system: System, logged: int = -1) -> Records:
    """Simulate one replication until the last barrier.

    Parameters
    ----------
    logged : the iteration of which the intervals of all workers are kept; -1 for none
    """
    master = Master(tasks, system, logged)
    master.clock.run(until=master.over)
    return master.notebook.records()
