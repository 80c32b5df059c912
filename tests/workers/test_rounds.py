"""Studies that replicate to a precision, previews, and cells that are computed only once."""

import time

import orjson
import pytest

from engine.inputs.scenario import Scenario
from engine.study.cells import StudyPlan
from engine.study.preview import preview_of
from engine.study.registry import EXAMPLES, read_scenario
from engine.study.run import run_study
from tests.workers.site import DEADLY, FAILING, SLOW, Site, study, until
from workers.client import AnswerError
from workers.rounds import send_lanes

pytestmark = pytest.mark.worker
BROKERS = ("valkey",)


def precise(seed: int, half_width: float = 5.0, most: int = 40) -> Scenario:
    """A small study with a precision that some points reach early, some late and some never."""
    tree = orjson.loads(study(seed, (0.1, 1.0, 1.5), 10).canonical())
    tree["study"]["precision"] = {"half_width_percent": half_width, "maximum_replications": most}
    return read_scenario(tree)


def same_as_here(site: Site, scenario: Scenario) -> None:
    """The workers come to the bytes of this process."""
    found = site.client.result(scenario)
    assert found is not None
    assert found.complete
    assert found.to_bytes() == run_study(scenario).to_bytes()


def test_a_precision_goes_from_round_to_round_and_ends_with_the_same_bytes(site: Site) -> None:
    scenario = precise(61)
    name = site.client.submit(scenario)
    status = site.finished(name)
    assert status.state == "done"
    assert status.done == status.total > len(StudyPlan(scenario))
    same_as_here(site, scenario)
    assert site.computed(name) == status.total


def test_a_later_round_is_cancelled_and_goes_on_where_it_was(site: Site) -> None:
    scenario = precise(SLOW + 62, half_width=1.0)
    name = site.client.submit(scenario)
    first = len(StudyPlan(scenario))
    until(lambda: site.status(name).done > first + 4)
    assert site.client.cancel(name)
    before = site.status(name).done
    time.sleep(0.3)
    site.client.submit(scenario)
    status = site.finished(name, 60)
    assert status.state == "done"
    same_as_here(site, scenario)
    assert site.computed(name) <= status.total + 4
    assert before >= first


def test_a_round_whose_end_nobody_noticed_is_concluded(site: Site) -> None:
    """The process that stored the last cell of the first round died before it began the next one."""
    scenario = precise(63)
    plan, store = StudyPlan(scenario), site.client._store
    name, first = scenario.content_hash(), plan.first_round()
    epoch = store.begin(name, plan.size(first), scenario.canonical(), first)
    cells = [(cell.index, plan.key(cell), orjson.dumps(plan.compute(cell))) for cell in plan.cells()]
    store.put(name, epoch, "computed", cells)
    assert site.status(name).state == "running"
    send_lanes(site.client._send_lane, name, epoch)
    assert site.finished(name).state == "done"
    same_as_here(site, scenario)


def test_a_failed_cell_ends_its_point_and_not_the_study(site: Site) -> None:
    scenario = precise(FAILING + 64)
    name = site.client.submit(scenario)
    status = site.finished(name)
    assert (status.state, status.failed) == ("done", 9)  # the second replication of three points and three policies
    result = site.client.result(scenario)
    assert result is not None
    assert result.table.shape[2] == 10


def test_a_deadly_cell_ends_its_point_and_not_the_study(site: Site) -> None:
    scenario = precise(DEADLY + 65)
    name = site.client.submit(scenario)
    status = site.finished(name, 60)
    assert (status.state, status.failed) == ("done", 1)
    result = site.client.result(scenario)
    assert result is not None
    assert result.done[0].shape[1] >= 10
    assert result.done[2, :2].all(axis=0).sum() > 10  # another point had more rounds


def test_one_of_ten_values_computes_one_tenth_and_fewer_policies_nothing(site: Site) -> None:
    values = tuple(n / 10 for n in range(1, 11))
    before = study(66, values)
    site.finished(site.client.submit(before))
    changed = study(66, (*values[:4], 0.55, *values[5:]))
    result, missing = site.client.known(changed)
    assert (result.cells_done, missing) == (108, 12)
    name = site.client.submit(changed)
    status = site.finished(name)
    assert (status.total, status.reused, site.computed(name)) == (120, 108, 12)

    tree = orjson.loads(before.canonical())
    tree["policies"] = tree["policies"][1:]
    fewer = read_scenario(tree)
    result, missing = site.client.known(fewer)
    assert missing == 0
    assert result.complete
    name = site.client.submit(fewer)
    assert site.finished(name).reused == 80
    assert site.computed(name) == 0


def test_the_same_study_once_more_takes_no_time(site: Site) -> None:
    scenario = study(67)
    name = site.client.submit(scenario)
    site.finished(name)
    began = time.perf_counter()
    site.client.submit(scenario)
    assert site.status(name).state == "done"
    assert site.client.result(scenario) is not None
    assert time.perf_counter() - began < 20  # it takes a few milliseconds
    assert site.computed(name) == 36


def test_a_result_from_elsewhere_is_reused(site: Site) -> None:
    scenario = study(68)
    result = run_study(scenario)
    site.client.remember(result)
    name = site.client.submit(scenario)
    status = site.finished(name)
    assert (status.reused, site.computed(name)) == (36, 0)
    same_as_here(site, scenario)


def test_a_preview_is_the_small_study(site: Site) -> None:
    small = preview_of(precise(69))
    assert site.client.preview(small) is None  # ordered, and nobody waits
    found = site.client.preview(small, timeout=20)
    assert found is not None
    assert found.to_bytes() == run_study(small).to_bytes()


def test_a_preview_that_fails_says_why(site: Site) -> None:
    small = preview_of(study(FAILING + 70))
    with pytest.raises(AnswerError, match="was told to fail"):
        site.client.preview(small, timeout=20)


def all_rejected(seed: int, precision: bool) -> Scenario:
    """Deadlines that no job can keep, so that none is taken and no cell has a response time."""
    tree = orjson.loads(EXAMPLES["schnor-system-1"].canonical())
    kind = {"demand": {"distribution": "constant", "mean": 1000}, "min_size": 1, "max_size": 4}
    tree["cluster"] = {"groups": [{"name": "m", "count": 4, "speed_factor": 1}]}
    tree["workload"] = {
        "arrivals": {"process": "poisson", "rate_per_1000_s": 1},
        "jobs": 20,
        "job_classes": [kind | {"deadline": {"deadline": "constant-deadline", "mean": 1}}],
    }
    tree["policies"] = ["FCFS", "Simple"]
    tree["study"] = {"replications": 3, "seed": seed}
    tree.pop("measurement", None)
    tree.pop("options", None)
    if precision:
        tree["study"] |= {"replications": 10, "precision": {"half_width_percent": 5, "maximum_replications": 20}}
    return read_scenario(tree)


@pytest.mark.parametrize("precision", [False, True])
def test_a_study_in_which_every_job_is_rejected_ends(site: Site, precision: bool) -> None:
    scenario = all_rejected(71 + precision, precision)
    name = site.client.submit(scenario)
    status = site.finished(name)
    assert (status.state, status.done, status.failed) == ("done", status.total, 0)
    found = site.client.result(scenario)
    assert found is not None
    assert found.complete
    assert found.cells_done == status.total
    # What other studies have computed of a smaller one: a loop over rounds that has to end.
    tree = orjson.loads(scenario.canonical())
    tree["policies"] = ["FCFS"]
    result, missing = site.client.known(read_scenario(tree))
    assert missing == 0
    assert result.complete


def with_goal(seed: int) -> Scenario:
    """Up to which rate each policy keeps the mean response short."""
    tree = orjson.loads(study(seed, (0.1,), 10).canonical())
    criteria = [{"metric": "response_time", "value": 2000.0}]
    rate = tree["study"]["vary"]["field"]
    goal = {"field": rate, "low": 0.1, "high": 2.0, "step": 0.1, "criteria": criteria, "maximum_replications": 40}
    tree["study"] |= {"vary": None, "goal": goal}
    return read_scenario(tree)


def test_a_search_goes_from_value_to_value_and_ends_with_the_same_bytes(site: Site) -> None:
    scenario = with_goal(64)
    name = site.client.submit(scenario)
    status = site.finished(name, 60)
    assert status.state == "done"
    assert status.done == status.total > len(StudyPlan(scenario))
    same_as_here(site, scenario)
    # What has been found costs nothing the second time, whoever asks.
    known, missing = site.client.known(scenario)
    assert (missing, known.complete) == (0, True)


def test_a_search_that_is_cancelled_goes_on_where_it_was(site: Site) -> None:
    scenario = with_goal(SLOW + 65)
    name = site.client.submit(scenario)
    first = len(StudyPlan(scenario))
    until(lambda: site.status(name).done > first)
    assert site.client.cancel(name)
    site.client.submit(scenario)
    assert site.finished(name, 60).state == "done"
    same_as_here(site, scenario)
