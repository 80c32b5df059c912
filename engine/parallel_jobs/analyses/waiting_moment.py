"""A moment at which jobs wait, with all that rules may ask for: what a rule that is being written is tried on."""

from typing import TypedDict

from engine.parallel_jobs.inputs.large_clusters import check_pictured
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs, machines_of, rules_of
from engine.parallel_jobs.machine_events.as_far_as_needed import complete
from engine.parallel_jobs.machine_events.events import MachineEvents
from engine.parallel_jobs.model import Jobs, OwnRules
from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.records import Records
from engine.parallel_jobs.space_sharing.reference.operated import OperatedQueue
from engine.parallel_jobs.space_sharing.reference.own import OwnQueue
from engine.rules.folding import BY_ARRIVAL

FOLLOWED = 300
"""Jobs that are followed, by the readable simulation: half a second where many wait."""

ENOUGH = 12
"""Waiting jobs of the moment that is chosen, all different if there is such a one: ten are told, some come behind."""

LOOKS = 1_000
"""Looks at a waiting job that are kept beside the moment."""

Names = dict[str, float]


class Moment(TypedDict):
    """An instant at which jobs wait under EASY, whoever would serve them otherwise."""

    followed: int  # jobs
    time: float  # s
    jobs: list[int]  # that wait, in order of arrival, from 0
    names: list[Names]  # of each of them, what rules may ask for
    looks: list[Names]  # the same, of one waiting job at one pass each, evenly over the whole run


def waiting_moment(scenario: ParallelJobsScenario) -> Moment:
    """The moment of the first replication at the last value that is varied, or at the first if more wait there.

    Without jobs if nobody waits. `ValueError` if there are too many machines to look at each.
    """
    points = scenario.points()
    found = _moment_of(scenario.at(points[-1]))
    if len(points) == 1 or len(found["jobs"]) >= ENOUGH:
        return found
    first = _moment_of(scenario.at(points[0]))
    return first if len(first["jobs"]) > len(found["jobs"]) else found


def _moment_of(scenario: ParallelJobsScenario) -> Moment:
    check_pictured(scenario)
    jobs, machines = _first_of(draw_jobs(scenario, 0)), machines_of(scenario)
    easy = OwnRules(order=BY_ARRIVAL, backfill=BY_ARRIVAL, admit=None, reservation=1, half_life=604_800.0)
    rules = rules_of(scenario)._replace(own=easy)
    kind = type("Watched", (_Watched, OwnQueue if rules.operation is None else OperatedQueue), {})
    last: list[_Watched] = []

    def simulate(machine_events: MachineEvents) -> Records:
        last[:] = [kind(jobs, machines, rules, PolicyCode.OWN, machine_events=machine_events)]
        return last[0].run()

    complete(scenario, 0, simulate)
    passes = last[0].passes
    time, waiting = min(passes, key=_how_poor, default=(0.0, {}))
    looks = [names for _, seen in passes for names in seen.values()]
    shown = sorted(waiting)
    return {
        "followed": len(jobs.gap),
        "time": time,
        "jobs": shown,
        "names": [waiting[job] for job in shown],
        "looks": looks[:: max(1, -(-len(looks) // LOOKS))],
    }


def _how_poor(seen: tuple[float, dict[int, Names]]) -> tuple[int, int, float]:
    """Jobs that differ tell more of a rule than those of a flurry; and a table is not to be long."""
    time, waiting = seen
    kinds = len({(names["size"], names["estimate"]) for names in waiting.values()})
    return -min(kinds, ENOUGH), abs(len(waiting) - ENOUGH), time


def _first_of(jobs: Jobs) -> Jobs:
    of_each = {
        name: column[:FOLLOWED]
        for name, column in jobs._asdict().items()
        if name != "speedup" and len(column) > FOLLOWED
    }
    return jobs._replace(**of_each)


class _Watched(OwnQueue):
    """Over a queue whose order is a rule: what rules could have asked for at each pass."""

    def prepare(self) -> None:
        super().prepare()
        self.passes: list[tuple[float, dict[int, Names]]] = []

    def _put_in_order(self, names: dict[int, Names]) -> None:
        self.passes.append((self.env.now, names))
        super()._put_in_order(names)
