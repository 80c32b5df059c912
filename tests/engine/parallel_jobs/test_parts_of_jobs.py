"""What a job's time goes for besides waiting and computing: machines that others hold, and changes of its size."""

from typing import Any

import numpy as np
import orjson
import pytest

from engine.inputs.scenario import Scenario
from engine.parallel_jobs.analyses.why import HELD, RESIZING, entries
from engine.parallel_jobs.inputs.jobs import drawn
from engine.parallel_jobs.records import Happening
from engine.parallel_jobs.replication import replicate
from engine.study.registry import EXAMPLES, read_scenario


def one_point(name: str, policies: list[str], jobs: int, **options: Any) -> Any:
    tree = orjson.loads(EXAMPLES[name].at(EXAMPLES[name].points()[0]).canonical())
    tree["study"] |= {"vary": None, "and_vary": None, "precision": None, "replications": 1}
    tree["policies"], tree["workload"]["jobs"] = policies, jobs
    tree["options"] |= options
    return read_scenario(tree)


def parts(scenario: Scenario, policy: str, metric: str = "response_time") -> dict[str, np.ndarray]:
    return dict(entries(scenario, policy, 0).measure(metric).parts)  # type: ignore[arg-type]


@pytest.mark.parametrize("policy", ["SED", "SED-NU"])
def test_who_comes_during_a_transfer_and_starts_when_it_is_over_has_waited_for_held_machines(policy: str) -> None:
    scenario = one_point("why-migration", [policy], 1_500, hold_old_machines=True)
    jobs = drawn(scenario, 0).jobs
    done = replicate(scenario, policy, 0, jobs, with_log=True)
    log, held, waited = done.records.log, parts(scenario, policy)[HELD], parts(scenario, policy, "wait_time")
    since, told = done.records.start - done.records.arrival, 0
    np.testing.assert_allclose(waited["waiting"] + waited[HELD], since)
    assert (held >= 0).all()
    assert (held <= since + 1e-9).all()
    rows = list(zip(log.time.tolist(), log.happening.tolist(), log.job.tolist(), strict=True))
    # Whoever comes while nothing but a transfer goes on, is alone in the queue, and starts when that is over.
    for n, (time, happening, job) in enumerate(rows[:-2]):
        (released_at, kind, _), (at, then, who) = rows[n + 1], rows[n + 2]
        if (happening, kind, then) == (Happening.ARRIVAL, Happening.RELEASE, Happening.START) and who == job:
            assert at == released_at
            assert held[job] == pytest.approx(released_at - time)
            told += 1
    assert told > 3
    quiet = one_point("why-migration", [policy], 1_500)
    assert HELD not in parts(quiet, policy)


def test_what_changes_of_size_cost_is_told_apart_from_computing() -> None:
    cost, name, policy = 7.0, "side-by-side", "UFF"
    scenario, free = (one_point(name, [policy], 300, resize_cost=seconds) for seconds in (cost, 0.0))
    records = replicate(scenario, policy, 0, drawn(scenario, 0).jobs).records
    assert records.resizes.sum() > 100
    found = parts(scenario, policy)
    np.testing.assert_allclose(found[RESIZING], cost * records.resizes)
    np.testing.assert_allclose(sum(found.values()), records.end - records.arrival)
    assert RESIZING not in parts(free, policy)
