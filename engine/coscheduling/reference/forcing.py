"""A scheme of which one decision is forced, to be read; see `engine.coscheduling.forced`."""

from engine.coscheduling.forced import BOOST, NOBODY, RUN, SLOT, START, WAIT, Forced
from engine.coscheduling.policies import Scheme
from engine.coscheduling.records import Records
from engine.coscheduling.reference.cluster import Cluster
from engine.coscheduling.reference.dedicated_cluster import DedicatedCluster
from engine.coscheduling.reference.dynamic_cluster import DynamicCluster
from engine.coscheduling.reference.dynamic_node import DynamicNode
from engine.coscheduling.reference.gang_cluster import GangCluster
from engine.coscheduling.reference.heuristics import Choice, readiness
from engine.coscheduling.reference.process import Process
from engine.coscheduling.rules import Readiness
from engine.coscheduling.system import Jobs, System


class ForcedNode(DynamicNode):
    """A node of which whom it boosts or dispatches may be forced."""

    def _forced(self, *kinds: str) -> Forced | None:
        forced: Forced = self.cluster.forced  # type: ignore[attr-defined]
        is_it = forced.kind in kinds and forced.node == self.number and forced.time == self.env.now
        return forced if is_it else None

    def chosen(self, candidates: list[Process], heuristic: int, fair: bool) -> Choice:
        """The node has looked as ever, whoever it is then."""
        choice = super().chosen(candidates, heuristic, fair)
        if self._forced(NOBODY):
            return Choice(None, -1, choice.looks)
        if forced := self._forced(BOOST):
            for place, process in enumerate(candidates):
                if process.job == forced.job and readiness(process) != Readiness.WAITS_IN_VAIN:
                    return Choice(process, place, choice.looks)
        return choice

    def demands(self, process: Process) -> bool:
        """A message that boosts nobody does not interrupt."""
        return not self._forced(NOBODY) and super().demands(process)

    def next_process(self) -> Process | None:
        """One that is ready."""
        if forced := self._forced(RUN):
            there = (process for queue in self.queue.queues for process in queue if process.job == forced.job)
            return next(there, super().next_process())
        return super().next_process()


class ForcedNodes(DynamicCluster):
    """Nodes, of one of which a decision is forced."""

    node_kind = ForcedNode
    forced: Forced


class ForcedGang(GangCluster):
    """A matrix of which a row has its slot out of turn."""

    forced: Forced

    def next_row(self, rows: list[int]) -> int:
        """That which is forced, if anybody is there."""
        forced = self.forced
        is_it = forced.kind == SLOT and forced.time == self.env.now and forced.node in rows
        return forced.node if is_it else super().next_row(rows)


class ForcedQueue(DedicatedCluster):
    """A queue in which a job starts before its turn, or does not start in its turn."""

    forced: Forced

    def _is_forced(self, kind: str) -> bool:
        return self.forced.kind == kind and self.forced.time == self.env.now

    def before_pass(self) -> None:
        """Who is to start does so first."""
        job = self.forced.job
        if self._is_forced(START) and job in self.queue and self._fits(job):
            self._start(job)

    def _fits(self, job: int) -> bool:
        is_held = self._is_forced(WAIT) and job == self.forced.job
        return not is_held and super()._fits(job)


def run_forced(jobs: Jobs, system: System, scheme: Scheme, forced: Forced) -> Records:
    """Simulate one replication until all jobs have ended; as `simulation.run`."""
    if scheme.queue:
        system = system._replace(slots=1)
    kind = ForcedQueue if scheme.queue else ForcedGang if scheme.gang else ForcedNodes
    forcing: type[Cluster] = type(kind.__name__, (kind,), {"forced": forced})
    cluster = forcing(jobs, system, scheme, None)
    return cluster.run(cluster.nodes)  # type: ignore[attr-defined]
