"""The policies: what they are called, what is said of them, and what only some of them do.

What SED decides is in `time_sharing/rules.py`; what the others do, in `space_sharing/`.
"""

from enum import IntEnum

from engine.contract.family import Policy
from engine.queues.named_orders import ORDERS, RESERVED


class PolicyCode(IntEnum):
    """Numbers of the policies inside the kernel (functions as arguments would defeat numba's disk cache)."""

    SED = 0
    SED_NU = 1
    SED_NM = 2
    FCFS = 3
    FF = 4
    EASY = 5
    CONSERVATIVE = 6
    UFF = 7
    SIMPLE = 8
    SIMPLE_R = 9
    LAZY = 10
    LAZY_R = 11
    SJF = 12
    LJF = 13
    SAF = 14
    LAF = 15
    SQF = 16
    LQF = 17
    F1 = 18
    F2 = 19
    F3 = 20
    F4 = 21
    EDF = 22
    WFP3 = 23
    UNICEF = 24
    XF = 25
    EASY_SJF = 26
    OWN = 27
    MULTIFACTOR = 28


def code_of(name: str) -> PolicyCode:
    """The number of the policy called *name*, such as EASY-SJF."""
    return PolicyCode[name.upper().replace("-", "_")]


TIME_SHARING = (int(PolicyCode.SED), int(PolicyCode.SED_NU), int(PolicyCode.SED_NM))
"""Policies under which several jobs may share a machine; all others are simulated by `space_sharing/`."""

ORDERED = int(PolicyCode.SJF)
"""From this number on, policies are ordered queues: the first has a reservation, as under EASY, but who is first goes
by a priority (`space_sharing/rules/orders.py`)."""

COUNTING = (
    *(int(code) for code in (PolicyCode.FCFS, PolicyCode.FF, PolicyCode.EASY, PolicyCode.CONSERVATIVE)),
    *(int(code) for code in PolicyCode if ORDERED <= code < PolicyCode.OWN),
)
"""Policies that ask for no more than how many machines are idle, where these are equally fast and nothing happens."""

UPGRADING = (int(PolicyCode.SED), int(PolicyCode.SED_NM))
"""Policies that lower a job's delay class when its machines have become faster."""

APPENDING = (int(PolicyCode.SIMPLE), int(PolicyCode.SIMPLE_R))
"""Policies under which who has lost its machines waits behind others who have; under all others before them."""

SHARING = (int(PolicyCode.UFF), int(PolicyCode.SIMPLE), int(PolicyCode.LAZY))
"""Policies that share machines out; under all others of space sharing every job has the size requested."""

MIGRATING = (int(PolicyCode.SED), int(PolicyCode.SED_NU))
"""Policies that move running jobs to faster machines."""

GROUP = "Ordered queues"

MULTIFACTOR = "Multifactor"
"""The policy whose order is a rule of the options."""

IN_PYTHON = "python:"
"""What the names of policies begin with that somebody has written in Python; no scenario may name one."""

OWN_POLICY = "own:"
"""Policies of one's own are named so among all others: own:NAME."""


class Policies(dict[str, Policy]):
    """Every policy by name.

    Whatever is called own:NAME is found as well, though a scenario says what it does; and python:NAME, though a file of
    somebody's does.
    """

    def __missing__(self, name: str) -> Policy:
        if name.startswith(IN_PYTHON):
            title, said = "own policy in Python", "Decides as somebody has written it in Python."
            return Policy(name, title, said, "a file of whoever ran it", PolicyCode.OWN, "Own")
        if not name.startswith(OWN_POLICY):
            raise KeyError(name)
        return Policy(
            name,
            "own policy",
            "An ordered queue that somebody has written as rules.",
            "the scenario's own policies",
            PolicyCode.OWN,
            "Own",
        )


POLICIES = Policies(
    (policy.name, policy)
    for policy in (
        Policy(
            "SED",
            "Shortest Expected Delay",
            "Maps a job to the delay class with the shortest expected delay, upgrades it when it gets its machines for "
            "itself, and migrates it when faster machines are left idle.",
            "Schnor et al. 1996, section 3.3",
            PolicyCode.SED,
            "Time sharing",
        ),
        Policy(
            "SED-NU",
            "Shortest Expected Delay, no upgrading",
            "As SED, but a job keeps the delay that it was assigned.",
            "Schnor et al. 1996, section 4.3.1",
            PolicyCode.SED_NU,
            "Time sharing",
        ),
        Policy(
            "SED-NM",
            "Shortest Expected Delay, no migration",
            "As SED, but a job stays on its machines.",
            "Schnor et al. 1996, section 4.4.1",
            PolicyCode.SED_NM,
            "Time sharing",
        ),
        Policy(
            "FCFS",
            "First-Come-First-Served",
            "Each job takes the size requested, the fastest free machines first, for itself alone, or waits; nobody "
            "passes the one who waits longest.",
            "the usual baseline; Feitelson & Rudolph 1995",
            PolicyCode.FCFS,
            "One size",
        ),
        Policy(
            "FF",
            "First Fit",
            "As FCFS, but whoever fits starts, in order of arrival: the traditional jobs of Kumar 2001.",
            "Kumar 2001, section 4.1.1",
            PolicyCode.FF,
            "One size",
        ),
        Policy(
            "EASY",
            "EASY backfilling",
            "As FCFS, but a job may pass the first in the queue if, by the estimates, it does not delay that one.",
            "Lifka 1995",
            PolicyCode.EASY,
            "One size",
        ),
        Policy(
            "Conservative",
            "Conservative backfilling",
            "Every waiting job has a reservation; a job may pass others if, by the estimates, it delays none of them.",
            "Mu'alem & Feitelson 2001, section 2",
            PolicyCode.CONSERVATIVE,
            "One size",
        ),
        Policy(
            "UFF",
            "Uniform First Fit",
            "Starts whoever fits with its smallest size, in order of arrival; then all running jobs share the machines "
            "evenly, within their limits. Malleable jobs shrink and expand.",
            "Kumar 2001, section 3.2.2",
            PolicyCode.UFF,
            "Resizing",
        ),
        Policy(
            "Simple",
            "Simple Profit",
            "Takes a job at once or not at all: if its deadline can be met and it brings more than it costs the jobs "
            "that shrink for it.",
            "Kumar 2001, section 3.2.4",
            PolicyCode.SIMPLE,
            "Profit",
        ),
        Policy(
            "Simple-R",
            "Simple Profit, rigid",
            "As Simple, but every job has the size requested and keeps it.",
            "Kumar 2001, section 4.2",
            PolicyCode.SIMPLE_R,
            "Profit",
        ),
        Policy(
            "Lazy",
            "Lazy Profit",
            "As Simple, but a job that cannot start now is taken if it can when the job with the earliest deadline has "
            "ended.",
            "Kumar 2001, section 3.2.5",
            PolicyCode.LAZY,
            "Profit",
        ),
        Policy(
            "Lazy-R",
            "Lazy Profit, rigid",
            "As Lazy, but every job has the size requested and keeps it.",
            "Kumar 2001, section 4.2",
            PolicyCode.LAZY_R,
            "Profit",
        ),
        *(Policy(name, one.title, one.words(), one.source, code_of(name), GROUP) for name, one in ORDERS.items()),
        Policy(
            MULTIFACTOR,
            "Multifactor priority",
            "Most age, fair share, size and priority of the queue goes first, each with its weight. " + RESERVED,
            "Slurm, multifactor priority (documentation, 2025)",
            PolicyCode.MULTIFACTOR,
            GROUP,
        ),
    )
)
