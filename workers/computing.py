"""What the process computes that can be ended; nothing here knows of a broker."""

import gzip
from typing import Any

import orjson

from engine.inputs.scenario import Scenario
from engine.study.breaking import break_all, break_policy
from engine.study.cells import Cell, StudyPlan
from engine.study.list_of_log import coscheduled as coscheduled_jobs
from engine.study.of_log import study_of_log
from engine.study.pilots import measured
from engine.study.registry import FAMILIES, parse_scenario
from engine.study.run import run_study
from engine.why.afford import affordable
from engine.why.ledger import ledger, metrics_told
from workers.kept_plans import KeptPlans


def cell(scenario: bytes, index: int) -> bytes:
    """The metrics of one cell of a study, as JSON."""
    plan = _plan(scenario)
    return orjson.dumps(plan.compute(plan.cell(index)))


def trace(text: str, policy: str, replication: int, window: dict[str, float]) -> Any:
    """What the figures replay of one replication."""
    point = _read(text)
    return FAMILIES[point.family].runs.trace(point, policy, replication, window)


def of_family(name: str, refusal: str, text: str, *asked: Any) -> Any:
    """What the family of a scenario answers under this *name*; `ValueError` with the *refusal* if nothing."""
    point = _read(text)
    answer = FAMILIES[point.family].runs.answers.get(name)
    if answer is None:
        raise ValueError(refusal)
    return answer(point, *asked)


def whole(
    text: str, policy: str, replication: int, form: str, against: tuple[str, str] | None = None, _token: str = ""
) -> bytes:
    """The whole schedule of one replication, packed for windows of it, or as a file for others: csv, parquet or swf.

    *against* another policy, by a metric, the file is of how much each job differs under *policy*.
    """
    point = _read(text)
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
"""The form of a whole schedule that is no file for others."""


def why(text: str, policies: tuple[str, str], metric: str, follows_states: bool = True) -> dict[str, Any]:
    """Why the second of two policies differs from the first; of another metric where that one is not told.

    Without *follows_states* episodes are left out that take seconds to find.
    """
    point, (first, second) = _read(text), policies
    told = metrics_told(point, first)
    chosen = metric if metric in told else told[0]
    count = affordable(point, (first, second))
    found = ledger(point, (first, second), chosen, count, follows_states=follows_states)
    return found.tree() | {"metrics": told}


def why_sides(text: str, other: str, policy: str, metric: str) -> dict[str, Any]:
    """Why a policy does otherwise in another scenario; of another metric where that one is not told."""
    point, beside = _read(text), _read(other)
    told = metrics_told(point, policy)
    chosen = metric if metric in told else told[0]
    count = min(affordable(one, (policy, policy)) for one in (point, beside))
    return ledger(point, (policy, policy), chosen, count, beside).tree() | {"metrics": told}


def broken(text: str, policy: str, against: str, metric: str) -> dict[str, Any]:
    """The smallest example found on which a policy is worst against another."""
    return break_policy(_read(text), policy, against, metric)


def broken_all(text: str, metric: str) -> dict[str, Any]:
    """The same of every two policies of the scenario."""
    return break_all(_read(text), metric)


def log(data: bytes, called: str, zone: str = "") -> bytes:
    """What is told of the file of a log, as JSON, and behind the end of its line the encoded table."""
    told, encoded = study_of_log(data, called, zone)
    return orjson.dumps(told) + b"\n" + encoded


def coscheduled(text: str, asked: str, first: int | None, divided_by: float | None) -> bytes:
    """The scenario of coscheduling that is *asked* for with the jobs of a replay of a log, as JSON."""
    return coscheduled_jobs(_read(text), _read(asked), first, divided_by).canonical()


def pilot(text: str, policy: str) -> dict[str, float]:
    """What the first cell of a policy takes."""
    return {"seconds": measured(_read(text), policy)}


def preview(text: str, _seconds: float | None = None) -> bytes:
    """The result of a whole study, which has to be small."""
    return run_study(_read(text)).to_bytes()


def _read(text: str) -> Scenario:
    return parse_scenario(text.encode())


_PLANS = KeptPlans()


def _plan(scenario: bytes) -> StudyPlan:
    return _PLANS.get(scenario, lambda: StudyPlan(parse_scenario(scenario)))
