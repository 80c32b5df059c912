"""What reference and kernel are given besides the jobs: the machine and its rules, in integer nanoseconds."""

from typing import NamedTuple

import numpy as np


class System(NamedTuple):
    """A cluster and the readings of the paper; all times ns.

    Attributes
    ----------
    nodes, slots : P, and processes that a node can have (MPL)
    context_switch, gang_switch, interrupt, move, check : kernel work
    gang_quantum : Q
    interface, wire : of one message; L = 2 interface + wire
    spin : 1.1 L, rounded
    pattern : a `patterns.Pattern`
    skewness : from 0 to 2
    key : uint64, of the skewness of this replication
    always_hand_over : rule 9's option
    equal_level : which boosts may pre-empt at equal level: 0 none, 1 PB and yield, 2 all
    poll_last : rule 13's option
    phase : int64 (P,), time of the first tick of each node, in 1 .. 1 ms; 1 ms if aligned
    backfill : rule 22's option
    load : float (P,), share of each node that its owner takes (rule 23); None for no owners
    """

    nodes: int
    slots: int
    context_switch: int
    gang_switch: int
    interrupt: int
    move: int
    check: int
    gang_quantum: int
    interface: int
    wire: int
    spin: int
    pattern: int
    skewness: float
    key: np.uint64
    always_hand_over: bool
    equal_level: int
    poll_last: bool
    phase: np.ndarray
    backfill: bool = False
    load: np.ndarray | None = None


class Jobs(NamedTuple):
    """The jobs of one replication in order of arrival.

    Attributes
    ----------
    arrival : int64 (J,), ns
    size : int32 (J,), tasks, 2 .. P
    iterations : int32 (J,)
    computation, io : int64 (J,), nominal ns of one iteration
    nominal : int64 (J,), nominal ns of one iteration, communication included
    estimate : int64 (J,), execution time as its user estimates it, ns; asked for by queues of dedicated nodes and by
        backfilled admission
    job_type, size_class : int32 (J,), numbers in the scenario
    """

    arrival: np.ndarray
    size: np.ndarray
    iterations: np.ndarray
    computation: np.ndarray
    io: np.ndarray
    nominal: np.ndarray
    estimate: np.ndarray
    job_type: np.ndarray
    size_class: np.ndarray


MILLISECOND = 1_000_000
LATEST = 2**60
"""Later than everything, ns; and the longest estimate, so that an instant and an estimate can be added."""

EVERY_SECOND = 1000
"""Ticks after which all processes go to the highest level."""

HIGHEST = 59
QUANTUM = np.array([200] * 10 + [160] * 10 + [120] * 10 + [80] * 10 + [40] * 19 + [20], dtype=np.int64) * MILLISECOND
"""Of each level, ns (rule 6)."""
