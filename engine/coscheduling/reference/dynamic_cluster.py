"""Admission under the dynamic schemes (rule 5)."""

from engine.coscheduling.reference.cluster import Cluster
from engine.coscheduling.reference.dynamic_node import DynamicNode
from engine.coscheduling.reference.instants import Occurrence, Rank, millisecond_from, next_millisecond


class DynamicCluster(Cluster):
    """Nodes that decide for themselves who runs."""

    def prepare(self) -> None:
        """Make the nodes, and look forward to the first job."""
        self.nodes = [DynamicNode(self, number) for number in range(self.system.nodes)]
        self._expect_admission(0)

    def _expect_admission(self, not_before: int) -> None:
        if self.next_job < len(self.arrival):
            instant = max(not_before, millisecond_from(self.arrival[self.next_job]))
            Occurrence(self.env, instant - self.env.now, Rank.ADMISSION, lambda _: self._admit())

    def _admit(self) -> None:
        while self.job_waits():
            by_load = sorted(self.nodes, key=lambda node: (len(node.processes), node.number))
            chosen = by_load[: self.size[self.next_job]]
            if any(len(node.processes) == self.system.slots for node in chosen):
                break  # the first does not fit, and nobody passes it
            chosen.sort(key=lambda node: node.number)
            for process, node in zip(self.take_job(chosen), chosen, strict=True):
                node.admit(process)
        self._expect_admission(next_millisecond(self.env.now))
