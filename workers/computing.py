"""What the process computes that can be ended; nothing here knows of a broker."""

import gzip
from typing import Any

import orjson

from engine.study.breaking import break_all, break_policy
from engine.study.cells import Cell, StudyPlan
from engine.study.list_of_log import coscheduled as coscheduled_jobs
from engine.study.of_log import study_of_log
from engine.study.registry import FAMILIES, parse_scenario
from engine.study.run import run_study
from engine.why.afford import affordable
from engine.why.ledger import ledger, metrics_told
from workers.kept_plans import KeptPlans


def cell(scenario: bytes, index: int) -> bytes:
    """The metrics of one cell of a study, as JSON."""
    plan = _plan(scenario)
    return orjson.dumps(plan.compute(plan.cell(index)))


def trace(scenario: bytes, policy: str, replication: int, window: dict[str, float]) -> bytes:
    """What the figures replay of one replication, as JSON."""
    point = parse_scenario(scenario)
    return orjson.dumps(FAMILIES[point.family].runs.trace(point, policy, replication, window))


def ask(scenario: bytes, policy: str, replication: int, question: str) -> bytes:
    """What a policy would do with a job that does not exist, as JSON."""
    point = parse_scenario(scenario)
    answer = FAMILIES[point.family].runs.ask
    if answer is None:
        raise ValueError("models of this family cannot be asked")
    return orjson.dumps(answer(point, policy, replication, question.encode()))


def what_if(scenario: bytes, policy: str, replication: int, question: str) -> bytes:
    """The difference that another decision makes, as JSON."""
    point = parse_scenario(scenario)
    answer = FAMILIES[point.family].runs.what_if
    if answer is None:
        raise ValueError("decisions of models of this family cannot be forced")
    return orjson.dumps(answer(point, policy, replication, question.encode()))


def whole(scenario: bytes, policy: str, replication: int, form: str, against: tuple[str, str] | None = None) -> bytes:
    """The whole schedule of one replication, packed for windows of it, or as a file for others: see `FORMS`.

    *against* another policy, by a metric, the file is of how much each job differs under *policy*.
    """
    point = parse_scenario(scenario)
    runs = FAMILIES[point.family].runs
    if form == PACKED:
        if runs.whole is None:
            raise ValueError("models of this family have no schedule of jobs")
        return runs.whole(point, policy, replication)
    if form == "swf":
        if runs.swf is None:
            raise ValueError("models of this family have no jobs that this format tells")
        return gzip.compress(runs.swf(point, policy, replication, None, f'Scenario "{point.title}".'), 1, mtime=0)
    # Imported for who exports: they take as long as all else.
    from engine.reports.rows import table_of
    from engine.results.formats import FORMATS

    plan = StudyPlan(point)
    if against:
        from engine.reports.pairs import table_of_pair
        from engine.results.export import provenance

        pair, metric = (against[0], policy), against[1]
        return FORMATS[form].write(table_of_pair(point, pair, metric, replication, provenance(plan.combine({}))))
    cell = Cell(0, 0, point.policies.index(policy), replication)
    return FORMATS[form].write(table_of(plan.combine({}), plan, cell))


PACKED = "packed"
FORMS = {PACKED: "", "csv": "csv", "parquet": "parquet", "swf": "swf.gz"}
"""What a whole schedule can be had as, and how the name of its file ends."""


def _told(scenario: bytes, name: str, refusal: str, *more: Any) -> bytes:
    """What the part called *name* of the `Runs` of a family says of a scenario, as JSON; ValueError if it has none."""
    point = parse_scenario(scenario)
    found = getattr(FAMILIES[point.family].runs, name)
    if found is None:
        raise ValueError(refusal)
    return orjson.dumps(found(point, *more), option=orjson.OPT_SERIALIZE_NUMPY)


def schedules(scenario: bytes) -> bytes:
    """What becomes of the jobs of a list under every policy, as JSON."""
    return _told(scenario, "schedules", "models of this family have no list of jobs")


def recorded(scenario: bytes) -> bytes:
    """What a log is like, and how it was cleaned, as JSON."""
    point = parse_scenario(scenario)
    found = FAMILIES[point.family].runs.recorded
    if found is None or not getattr(point, "is_logged", False):
        raise ValueError("the jobs of this scenario are not those of a log")
    return orjson.dumps(found(point), option=orjson.OPT_SERIALIZE_NUMPY)


def for_whom(scenario: bytes) -> bytes:
    """What a replication means for whom, as JSON; what is not a number is null."""
    return _told(scenario, "for_whom", "models of this family do not tell for whom a policy is good")


def waiting_moment(scenario: bytes) -> bytes:
    """A moment at which jobs wait, with all that rules may ask for, as JSON."""
    return _told(scenario, "waiting_moment", "policies of this family have no rules")


def fair_start(scenario: bytes, policy: str, replication: int) -> bytes:
    """How much later jobs start than if nobody came after them, as JSON; what is not a number is null."""
    return _told(scenario, "fair_start", "models of this family do not tell when a start is fair", policy, replication)


def why(scenario: bytes, policies: tuple[str, str], metric: str, follows_states: bool = True) -> bytes:
    """Why the second of two policies differs from the first, as JSON; of another metric where that one is not told.

    Without *follows_states* episodes are left out that take seconds to find.
    """
    point = parse_scenario(scenario)
    first, second = policies
    told = metrics_told(point, first)
    chosen = metric if metric in told else told[0]
    count = affordable(point, (first, second))
    found = ledger(point, (first, second), chosen, count, follows_states=follows_states).tree()
    return orjson.dumps(found | {"metrics": told}, option=orjson.OPT_SERIALIZE_NUMPY)


def why_sides(scenario: bytes, other: bytes, policy: str, metric: str) -> bytes:
    """Why a policy does otherwise in another scenario, as JSON; of another metric where that one is not told."""
    point, beside = parse_scenario(scenario), parse_scenario(other)
    told = metrics_told(point, policy)
    chosen = metric if metric in told else told[0]
    count = min(affordable(one, (policy, policy)) for one in (point, beside))
    found = ledger(point, (policy, policy), chosen, count, beside)
    return orjson.dumps(found.tree() | {"metrics": told}, option=orjson.OPT_SERIALIZE_NUMPY)


def broken(scenario: bytes, policy: str, against: str, metric: str) -> bytes:
    """The smallest example found on which a policy is worst against another, as JSON."""
    return orjson.dumps(break_policy(parse_scenario(scenario), policy, against, metric))


def broken_all(scenario: bytes, metric: str) -> bytes:
    """The same of every two policies of the scenario, as JSON."""
    return orjson.dumps(break_all(parse_scenario(scenario), metric))


def log(data: bytes, called: str, zone: str = "") -> bytes:
    """What is told of the file of a log, as JSON, and behind the end of its line the encoded table."""
    told, encoded = study_of_log(data, called, zone)
    return orjson.dumps(told) + b"\n" + encoded


def coscheduled(scenario: bytes, asked: bytes, first: int | None, divided_by: float | None) -> bytes:
    """The scenario of coscheduling that is *asked* for with the jobs of a replay of a log, as JSON."""
    return coscheduled_jobs(parse_scenario(scenario), parse_scenario(asked), first, divided_by).canonical()


def preview(scenario: bytes) -> bytes:
    """The result of a whole study, which has to be small."""
    return run_study(parse_scenario(scenario)).to_bytes()


_PLANS = KeptPlans()


def _plan(scenario: bytes) -> StudyPlan:
    return _PLANS.get(scenario, lambda: StudyPlan(parse_scenario(scenario)))
