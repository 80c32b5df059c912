"""A look at a study reads what is new, and says what a look at everything would say."""

from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from engine.inputs.scenario import Scenario
from engine.study.cells import StudyPlan
from engine.study.registry import read_scenario
from tests.workers.site import debian_redis, study
from workers.broker.looks import Looks
from workers.broker.store import Store
from workers.client import Client

pytestmark = pytest.mark.worker


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with debian_redis(tmp_path_factory.mktemp("broker")) as (url, _):
        yield url


class Counting(Store):
    """Counts the cells that are read."""

    read = 0

    def some_cells(self, study: str, indices: Any, batch: int) -> dict[int, dict[str, Any]]:
        self.read += len(indices)
        return super().some_cells(study, indices, batch)


def begun(store: Store, scenario: Scenario) -> tuple[StudyPlan, str, int]:
    plan, name = StudyPlan(scenario), scenario.content_hash()
    return plan, name, store.begin(name, len(plan), scenario.canonical(), plan.first_round())


def put(store: Store, plan: StudyPlan, name: str, epoch: int, indices: range) -> None:
    cells = [plan.cell(index) for index in indices]
    store.put(name, epoch, "computed", [(c.index, plan.key(c), orjson.dumps(plan.compute(c))) for c in cells])


def test_a_look_reads_only_what_is_new_and_nothing_twice(redis_url: str) -> None:
    store, scenario = Counting(redis_url), study(81)
    plan, name, epoch = begun(store, scenario)
    looks = Looks(store)
    assert looks.result(scenario) is None
    for until in (10, 20, 36):
        put(store, plan, name, epoch, range(store.extent(name)[1], until))
        found = looks.result(scenario)
        assert found is not None
        assert found.cells_done == until
        assert found.to_bytes() == plan.combine(store.cells(name)).to_bytes()
        assert looks.result(scenario) is found  # the next viewer gets the same, and nothing is read
    assert store.read == 36
    # Another title is another result, of the same table.
    other = scenario.model_copy(update={"title": "another"})
    titled = looks.result(other)
    assert titled is not None
    assert found is not None
    assert (titled.scenario.title, titled.table is found.table) == ("another", True)


def test_what_failed_and_was_tried_again_is_seen(redis_url: str) -> None:
    store, scenario = Store(redis_url), study(82)
    plan, name, epoch = begun(store, scenario)
    client = Client(redis_url)
    store.put(name, epoch, "failed", [(35, "no-key", b'{"error":"lack of something"}')])
    found = client.result(scenario)
    assert found is not None
    assert (found.cells_done, len(found.failed)) == (0, 1)  # nothing to show, but nothing to wait for
    put(store, plan, name, epoch, range(35))
    found = client.result(scenario)
    assert found is not None
    assert (found.cells_done, len(found.failed), len(client.failures(name))) == (35, 1, 1)
    store.end(name, "cancelled")
    _, _, later = begun(store, scenario)
    assert client.failures(name) == []
    put(store, plan, name, later, range(35, 36))
    found = client.result(scenario)
    assert found is not None
    assert (found.cells_done, found.failed, client.failures(name)) == (36, frozenset(), [])


def test_a_study_that_the_broker_has_lost_is_not_remembered(redis_url: str) -> None:
    store, scenario = Store(redis_url), study(83)
    plan, name, epoch = begun(store, scenario)
    client = Client(redis_url)
    put(store, plan, name, epoch, range(36))
    assert client.result(scenario) is not None
    store.redis.flushall()
    assert client.result(scenario) is None
    assert client.status(name) is None
    plan, name, epoch = begun(store, scenario)  # the same epoch as before
    put(store, plan, name, epoch, range(7))
    found = client.result(scenario)
    assert found is not None
    assert found.cells_done == 7


def test_rounds_that_make_a_study_longer_are_joined(redis_url: str) -> None:
    store = Store(redis_url)
    tree = orjson.loads(study(84, replications=10).canonical())
    tree["study"]["precision"] = {"half_width_percent": 0.1, "maximum_replications": 12}
    scenario = read_scenario(tree)
    plan, name, epoch = begun(store, scenario)
    looks = Looks(store)
    for until in (90, 95, 108):
        put(store, plan, name, epoch, range(store.extent(name)[1], until))
        found = looks.result(scenario)
        assert found is not None
        assert found.to_bytes() == plan.combine(store.cells(name)).to_bytes()


def test_only_so_much_is_kept(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(redis_url)
    looks = Looks(store)
    for seed in (85, 86, 87):
        scenario = study(seed)
        plan, name, epoch = begun(store, scenario)
        put(store, plan, name, epoch, range(3))
        found = looks.result(scenario)
        assert found is not None
        monkeypatch.setattr("workers.broker.looks.MOST", 2 * found.table.nbytes)
    assert len(looks._seen) == 2


def test_cells_that_are_stored_are_counted_by_their_content(redis_url: str) -> None:
    store, scenario = Store(redis_url), study(82)
    plan, name, epoch = begun(store, scenario)
    keys = [plan.key(cell) for cell in plan.cells()]
    assert (store.count_known([]), store.count_known(keys)) == (0, 0)
    put(store, plan, name, epoch, range(7))
    assert (store.count_known([]), store.count_known(keys), store.count_known(keys[3:9])) == (0, 7, 4)
