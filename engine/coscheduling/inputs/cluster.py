"""The machine: nodes of one processor each, and what everything costs there (table 3)."""

from typing import Self

from pydantic import model_validator

from engine.inputs.quantity import Strict, quantity

MOST_NODES = 128


class Nodes(Strict):
    """The defaults are those of table 3; the time in an interface is that of rule 4 of README.md."""

    nodes: int = quantity("Nodes", "", 2, MOST_NODES, "Nodes of the cluster, one processor each.", 32)
    partitions: int = quantity(
        "Partitions", "", 1, 16, "Equal parts of the cluster that take jobs in turn; 1 for one cluster.", 1
    )
    multiprogramming_level: int = quantity(
        "Multiprogramming level", "processes per node", 1, 64, "Processes that a node takes at most.", 5
    )
    context_switch: float = quantity(
        "Context switch", "µs", 0, 100_000, "Of the dynamic schemes and of local scheduling.", 200.0, step=50
    )
    gang_context_switch: float = quantity(
        "Context switch of all nodes",
        "µs",
        0,
        1_000_000,
        "Gang scheduling, synchronization included.",
        2000.0,
        step=500,
    )
    gang_quantum: float = quantity(
        "Quantum of gang scheduling", "ms", 1, 60_000, "Time for which all nodes run one row.", 200.0, step=50
    )
    interrupt: float = quantity(
        "Interrupt", "µs", 0, 10_000, "Taken by a node that a delivery interrupts.", 50.0, step=5
    )
    queue_move: float = quantity(
        "Move between queues", "µs", 0, 10_000, "Also blocking on a message, and waking up.", 3.0, step=1
    )
    endpoint_check: float = quantity(
        "Check of an endpoint", "µs", 0, 10_000, "Looking whether a message is there.", 2.0, step=1
    )
    message_latency: float = quantity(
        "Message latency", "µs", 3, 100_000, "One way, for 4096 bytes; see the reading in the options.", 185.48, step=10
    )
    interface: float = quantity(
        "Network interface", "µs", 1, 10_000, "Time of a message in each of the two interfaces, one at a time.", 60.0
    )
    spin_factor: float = quantity(
        "Spin time", "message times", 0, 100, "Spin block and spin yield spin for so many one-way times.", 1.1, step=0.1
    )
    background_load: float = quantity(
        "Background load",
        "1",
        0,
        0.95,
        "Share of the processor that the owner of a node takes; computing takes longer there.",
        0.0,
        step=0.05,
    )
    loaded_nodes: int = quantity(
        "Loaded nodes",
        "",
        0,
        MOST_NODES,
        "Of the first so many nodes owners take it; at most all are.",
        MOST_NODES,
    )

    @property
    def longest_computation(self) -> float:
        """Of a computation, times what it takes alone: that of the node with the most load."""
        return 1.0 / (1.0 - self.background_load) if self.loaded_nodes else 1.0

    @model_validator(mode="after")
    def _partitions_are_large_enough(self) -> Self:
        if self.partitions > self.nodes // 2:
            raise ValueError(
                f"{self.partitions} partitions of {self.nodes} nodes are too small; a job has 2 tasks or more"
            )
        return self
