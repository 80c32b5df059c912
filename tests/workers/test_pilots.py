"""A cell that no formula tells is measured by a worker before its study is priced; nothing stored depends on that."""

import orjson
import pytest

from engine.inputs.scenario import Scenario
from engine.study.budget import budget, pilots_of
from engine.study.pilots import LONGEST
from engine.study.registry import read_scenario
from tests.workers.site import Site, in_process, study, until
from workers.client import BudgetError
from workers.questions import asking

pytestmark = pytest.mark.worker
BROKERS = ("redis",)

ENDED = b'{"ended":true}'


def failing(seed: int, jobs: int = 100, replications: int = 4) -> Scenario:
    """The small study with machines that fail."""
    tree = orjson.loads(study(seed, replications=replications).canonical())
    tree["workload"]["jobs"] = jobs
    group = tree["cluster"]["groups"][0]["name"]
    tree["machine_events"] = [{"event": "failures", "group": group, "mean_between": 1e6, "mean_repair": 1e4}]
    return read_scenario(tree)


def test_a_pilot_is_measured_once_for_all_seeds_and_changes_no_result(site: Site) -> None:
    scenario = failing(8001)
    assert site.client.priced(scenario).told == budget(scenario).told == "estimated"
    found = site.client.priced(scenario, 30.0)
    assert (found.told, found.guessed, found.objection) == ("measured", False, "")
    others = failing(8002, replications=8)
    assert site.client.priced(others).seconds == pytest.approx(2 * found.seconds)
    assert found.words == f"36 cells, about {found.seconds:.2g} s on one core (measured)"
    name = site.client.submit(scenario)
    assert site.finished(name)[:4] == ("done", 36, 36, 0)
    result = site.client.result(scenario)
    assert result is not None
    assert result.fingerprint() == in_process(scenario).fingerprint()


def test_a_study_is_refused_by_what_was_measured_and_not_by_a_guess(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half an hour was guessed for what takes a moment; and a moment for what takes half an hour."""
    scenario, guessed = failing(8003), budget(failing(8003))
    monkeypatch.setattr("engine.study.budget.MAXIMUM_SECONDS", guessed.seconds / 1e6)
    assert guessed.objection == ""
    assert budget(scenario).doubt
    with pytest.raises(BudgetError, match=r"on one core \(measured\); at most") as refused:
        site.client.submit(scenario)
    assert not refused.value.later
    monkeypatch.undo()
    for policy, one in pilots_of(scenario).items():
        site.client._store.put_answer(asking("pilot", one.point, policy).key, ENDED)
    least = site.client.priced(scenario)
    assert least.longest_cell >= LONGEST


def test_who_cannot_be_told_yet_is_told_to_come_again(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.study.budget.MAXIMUM_SECONDS", 1e-6)
    monkeypatch.setattr("workers.client.MEASURED", 0.0)
    asked = site.client._answer
    # A quick worker may have answered before the client looks.
    monkeypatch.setattr(site.client, "_answer", lambda _seconds, question: asked(0.0, question) and None)
    with pytest.raises(BudgetError, match="a cell is being measured") as refused:
        site.client.submit(failing(8004, jobs=120))
    assert refused.value.later
    monkeypatch.undo()
    until(lambda: site.client.priced(failing(8004, jobs=120)).told == "measured")
