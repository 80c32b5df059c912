"""The steps of a study that two processes must not take at once, on a broker without workers."""

from collections.abc import Iterator

import pytest

from engine.study.cells import StudyPlan
from tests.workers.site import debian_redis, study
from workers.broker.store import Go, Store
from workers.calculator import CALCULATOR, DiedError
from workers.tasks import lanes

pytestmark = pytest.mark.worker


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with debian_redis(tmp_path_factory.mktemp("broker")) as (redis_url, _):
        yield Store(redis_url)


def begun(store: Store, name: str) -> tuple[StudyPlan, int]:
    plan = StudyPlan(study(1))
    return plan, store.begin(name, 36, plan.scenario.canonical(), plan.first_round())


def test_lanes_of_an_older_epoch_get_nothing_and_store_nothing(store: Store) -> None:
    plan, old = begun(store, "epochs")
    new = store.restart("epochs", old)
    assert new == old + 1
    wanted = [(0, "key-0"), (1, "key-1")]
    assert store.take("epochs", old, wanted) is None
    assert store.put("epochs", old, "computed", [(0, "key-0", b"{}")]) is Go.STOP
    assert store.put("epochs", old, "failed", [(1, "key-1", b'{"error":"x"}')]) is Go.STOP
    assert store.cells("epochs") == {}
    assert not store.restart("epochs", old)
    assert not store.next_round("epochs", old, 36, None)
    assert not store.next_round("epochs", old, 72, plan.first_round())
    assert not store.is_current("epochs", old)
    record = store.record("epochs")
    assert record is not None
    assert (record.state, record.epoch, record.done, record.cells) == ("running", new, 0, 36)
    # The new epoch, however, goes on, and finds what the old one had computed.
    assert store.is_current("epochs", new)
    taken = store.take("epochs", new, wanted)
    assert taken is not None
    assert taken.cells == [b"{}", None]


def test_each_beginning_of_a_cell_is_counted(store: Store) -> None:
    _, epoch = begun(store, "tries")
    for tries in (1, 2, 3):
        taken = store.take("tries", epoch, [(4, "none-4"), (5, "none-5")])
        assert taken is not None
        assert taken.tries == tries


@pytest.mark.parametrize(("begun_before", "computed"), [(1, 2), (2, 1), (3, 0)])
def test_a_cell_whose_process_dies_is_begun_twice_in_all(
    monkeypatch: pytest.MonkeyPatch, begun_before: int, computed: int
) -> None:
    calls = []

    def die(*_: object, **__: object) -> bytes:
        calls.append(1)
        raise DiedError("SIGSEGV, Segmentation fault")

    monkeypatch.setattr(CALCULATOR, "compute", die)
    plan = StudyPlan(study(2))
    monkeypatch.setattr(lanes, "_plan", lambda _study: plan)
    kind, text = lanes._compute("study", plan, plan.cell(0), begun_before, lambda: True)
    assert (kind, len(calls)) == ("failed", computed)
    assert b"2 worker processes have died of it" in text
    assert computed == 0 or b"(SIGSEGV, Segmentation fault)" in text


def test_a_study_that_is_begun_again_has_another_epoch(store: Store) -> None:
    _, epoch = begun(store, "again")
    assert store.end("again", "cancelled")
    assert not store.is_current("again", epoch)
    _, later = begun(store, "again")
    assert later == epoch + 1
    assert not store.is_current("again", epoch)
