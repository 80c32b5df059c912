"""Nobody waits for what takes much longer than what he asks for."""

import gc
import time
from collections.abc import Callable, Collection, Iterator
from itertools import pairwise
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import Any

import orjson
import pytest

from engine.inputs.scenario import Scenario
from engine.study.budget import budget
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES, parse_scenario, read_scenario
from tests.workers.site import BUSY, Site, debian_redis, in_process, study, until
from workers import kept_plans, queues
from workers.broker.store import Go, Taken
from workers.calculator import Calculator
from workers.embedded.processes import start_workers
from workers.queues import QUEUES, number_for
from workers.rounds import LANES
from workers.tasks import lanes

BROKERS = ("redis",)
VISITOR, STRANGER = "1 at 10.0.0.1", "2 at 10.0.0.2"


def longest(seed: int) -> Scenario:
    """A study that is accepted, whose cells are estimated at minutes."""
    tree = orjson.loads(EXAMPLES["zhang-load"].canonical())
    tree["policies"] = tree["policies"][:1]
    tree["workload"]["jobs"] = 1_900
    tree["workload"]["size_classes"][0]["execution_time"] *= 30
    tree["study"] |= {"seed": seed, "replications": 3, "vary": None}
    return read_scenario(tree)


@pytest.fixture(params=[2, 1])
def busy(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    """A broker with one worker of two processes, or of one, as a computer with one core has."""
    with debian_redis(tmp_path) as (redis_url, _):
        workers = start_workers(redis_url, request.param)
        yield Site.at(redis_url)
        workers.stop()


def seconds_of(act: Callable[[], Any]) -> float:
    """How long it takes until it is true."""
    began = time.monotonic()
    until(act, 60)
    return time.monotonic() - began


@pytest.mark.worker
def test_cells_of_minutes_stop_neither_previews_nor_first_curves(busy: Site, measured: Callable[[str], None]) -> None:
    """Failure: a stranger waits for them. With one queue nothing came within a minute."""
    studies = [longest(seed) for seed in range(701, 705)]
    assert all(budget(one).longest_cell > 100 and not budget(one).objection for one in studies)
    names = [busy.client.submit(one, VISITOR) for one in studies]
    try:
        time.sleep(1)
        previews = []
        for seed in range(711, 716):
            small = study(seed)
            previews.append(seconds_of(lambda small=small: busy.client.preview(small, timeout=1)))  # type: ignore[misc]
        ordinary = busy.client.submit(study(721, replications=20), STRANGER)
        first = seconds_of(lambda: busy.status(ordinary).done)
        assert {busy.status(name).state for name in names} == {"running"}
        assert busy.finished(ordinary).state == "done"
        measured(f"beside cells of minutes a preview takes {median(previews):.2f} s, a first cell {first:.2f} s")
        assert median(previews) < 2
        assert first < 5
    finally:
        for name in names:
            busy.client.cancel(name)
    until(lambda: all(not worker.in_hand for worker in busy.client._store.workers().values()), 10)


@pytest.mark.worker
def test_what_is_estimated_too_low_is_begun_once_more_in_the_next_queue(site: Site) -> None:
    """Cells that take hundreds of times as long as estimated: each lane loses one half-computed cell, and no more."""
    scenario = study(BUSY + 1, values=(0.5,), replications=4)
    name = site.client.submit(scenario)
    assert site.finished(name, 120)[:4] == ("done", 12, 12, 0)
    result = site.client.result(scenario)
    assert result is not None
    assert result.fingerprint() == in_process(scenario).fingerprint()
    assert 12 < site.computed(name) <= 12 + LANES


@pytest.mark.fast
def test_every_estimate_has_a_queue_and_a_longer_one_no_earlier() -> None:
    estimates = [0.0, 0.5, 1.0, 1.001, 9.0, 11.0, 300.0, float("nan"), float("inf")]
    numbers = [number_for(seconds) for seconds in estimates]
    assert numbers[:7] == [0, 0, 0, 1, 1, 2, 2]
    assert numbers[8] == len(QUEUES) - 1
    for before, queue in pairwise(QUEUES):
        assert before.longest <= before.allowed <= queue.allowed
        assert before.piece < queue.piece
    assert queues.number_here() == len(QUEUES) - 1  # where nothing is ended


@pytest.mark.parametrize(("indices", "end"), [(range(36), 9), ([5, 9, 20], 1), ([9, 20], 2)])
def test_a_first_piece_ends_with_the_first_replication_at_every_point(indices: Collection[int], end: int) -> None:
    """Three policies at three points: before that no curve can be drawn. Of a round without it all are one piece."""
    assert lanes._end_of_first_replication(StudyPlan(study(1)), list(indices)) == end


class _Broker(SimpleNamespace):
    """Knows studies, none of whose cells is there, and stops a lane after its first one."""

    def take(self, _study: str, _epoch: int, wanted: list[Any]) -> Taken:
        return Taken(1, [None] * len(wanted))

    def put(self, *_: Any) -> Go:
        return Go.STOP


def test_a_process_keeps_few_of_the_studies_that_it_has_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failure: it grows with each. Of four hundred different ones 74 MB stayed, a plan for each policy of each."""
    known = {one.content_hash(): one.canonical() for one in map(study, range(1, 151))}
    broker = _Broker(scenario=known.get, round=lambda name: StudyPlan(parse_scenario(known[name])).first_round())
    monkeypatch.setattr(lanes, "store_here", lambda: broker)
    monkeypatch.setattr(Calculator, "compute", lambda *_, **__: b"{}")
    for name in known:
        for lane in range(LANES):
            lanes.advance.run(name, 1, lane, lane)
    kept = _plans_of(known)
    assert 1 <= kept <= 60
    assert kept * max(map(len, known.values())) <= 2 * kept_plans.MOST


def _plans_of(known: Collection[str]) -> int:
    """Those of these studies alone: others may go at any time."""
    gc.collect()
    plans = [one for one in gc.get_objects() if type(one) is StudyPlan]  # a weak reference may be of nothing any more
    return sum(one.scenario.content_hash() in known for one in plans)
