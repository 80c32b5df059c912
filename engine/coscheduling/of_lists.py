"""What is measured of listed jobs beside what is measured of any: users and, of backfilled ones too, lost capacity."""

import numpy as np

from engine.coscheduling.inputs.listed import Listed
from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.inputs.workload import SECOND
from engine.coscheduling.policies import SCHEMES
from engine.coscheduling.replication import Replication
from engine.metrics.occupancy import Stays, occupancy_of
from engine.statistics.fairness import class_variation, jain_index


def places_on_a_node(scenario: CoschedulingScenario, policy: str) -> int:
    """How many processes a node takes: of dedicated nodes one, else as many as the multiprogramming level says."""
    return 1 if SCHEMES[policy].queue else scenario.cluster.multiprogramming_level


def capacity_lost(scenario: CoschedulingScenario, policy: str, done: Replication) -> float:
    """Places that are free although waiting jobs ask for them, over all, until the last job of all has ended.

    Jobs wait for places in their own partition. Of a job nothing is known but when all its tasks have ended: its places
    count as taken until then, so that of dynamic schemes, under which tasks end apart, this is the least that is lost.
    """
    start, end = done.of_jobs("start") / SECOND, done.of_jobs("end") / SECOND
    places, until = done.system.nodes * places_on_a_node(scenario, policy), float(end.max())
    lost = 0.0
    for part in done.parts:
        own = part.number
        stays = Stays(done.jobs.arrival[own] / SECOND, start[own], end[own], done.jobs.size[own])
        lost += occupancy_of(stays, places).lost(0.0, until)
    return lost / scenario.cluster.partitions


def of_users(listed: Listed, bounded_slowdown: np.ndarray, counted: slice) -> dict[str, float]:
    """How alike the mean bounded slowdowns of the users are; nothing where fewer than two are known.

    Parameters
    ----------
    bounded_slowdown : float64, of the jobs that are *counted*
    """
    user = np.array([job.user for job in listed.jobs])[counted]
    known = user != ""
    names, place = np.unique(user[known], return_inverse=True)
    if len(names) < 2:
        return {}
    jobs = np.bincount(place)
    means = np.bincount(place, weights=bounded_slowdown[known]) / jobs
    return {"user_variation": class_variation(means), "user_jain_index": jain_index(means)}
