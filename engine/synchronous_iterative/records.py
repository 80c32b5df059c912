"""What becomes of a run; the reference and the kernel give the same arrays."""

from typing import NamedTuple

import numpy as np


class Window(NamedTuple):
    """What is to be logged: from *since* to *until*, both included, ns."""

    since: int
    until: int


EVERYTHING = Window(0, 2**62)


class Log(NamedTuple):
    """What changes on machines, in order of time and machine; of one machine and instant what is so after it.

    Attributes
    ----------
    time : int64 (L,), ns
    machine : int64 (L,)
    jobs : int64 (L,), background jobs on the machine from then on
    computing : bool (L,), whether the application computes there from then on
    """

    time: np.ndarray
    machine: np.ndarray
    jobs: np.ndarray
    computing: np.ndarray


class Records(NamedTuple):
    """Of I iterations on P machines.

    Attributes
    ----------
    begin, barrier : int64 (I,), begin of the parallel part and instant at which all are at the barrier, ns
    arrived : int64 (P, I), instant at which each machine is at the barrier, ns
    end : of the run, ns
    presence : int64 (P,), sum over the background jobs of the time that they spend on the machine until the end, ns
    completed : int64 (P,), background jobs that are done by the end
    log : what was asked for
    """

    begin: np.ndarray
    barrier: np.ndarray
    arrived: np.ndarray
    end: int
    presence: np.ndarray
    completed: np.ndarray
    log: Log
