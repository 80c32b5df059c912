"""Admission under the dynamic schemes (rules 5 and 22)."""

from engine.coscheduling.reference.dynamic_node import DynamicNode
from engine.coscheduling.reference.instants import Occurrence, Rank, millisecond_from, next_millisecond
from engine.coscheduling.reference.shared_cluster import Place, SharedCluster


class DynamicCluster(SharedCluster):
    """Nodes that decide for themselves who runs."""

    node_kind = DynamicNode

    def prepare(self) -> None:
        """Make the nodes, and look forward to the first job."""
        self.nodes = [self.node_kind(self, number) for number in range(self.system.nodes)]
        self._expect_admission(0)

    def _expect_admission(self, not_before: int) -> None:
        if self.next_job < len(self.arrival):
            instant = max(not_before, millisecond_from(self.arrival[self.next_job]))
            Occurrence(self.env, instant - self.env.now, Rank.ADMISSION, lambda _: self._admit())

    def _admit(self) -> None:
        self.admit()
        self._expect_admission(next_millisecond(self.env.now))

    def place_of(self, job: int) -> Place | None:
        """On the least loaded nodes, of equal ones the lowest."""
        by_load = sorted(self.nodes, key=lambda node: (len(node.processes), node.number))
        chosen = by_load[: self.size[job]]
        if any(len(node.processes) == self.system.slots for node in chosen):
            return None
        return 0, sorted(chosen, key=lambda node: node.number)

    def put(self, job: int, place: Place) -> None:
        """Its tasks in ascending order of the nodes."""
        for process in self.take_job(job, place[1]):
            self.nodes[process.node.number].admit(process)

    def would_fit(self, job: int, instant: int, taken: Place | None = None) -> bool:
        """Whether enough nodes have a slot that nobody has any more."""
        also = {node.number for node in taken[1]} if taken else set()
        left = [
            sum(self.expected_end(process.job) > instant for process in node.processes) + (node.number in also)
            for node in self.nodes
        ]
        return sum(processes < self.system.slots for processes in left) >= self.size[job]
