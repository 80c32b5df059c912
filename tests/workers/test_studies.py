"""A study from its submission to its result."""

import threading
import time
from collections.abc import Callable

import numpy as np
import pytest

from engine.inputs.scenario import Scenario
from tests.workers.site import FAILING, SLOW, Site, in_process, study, until
from workers.broker.store import Record
from workers.client import BudgetError, Client, _status

pytestmark = pytest.mark.worker


def test_what_is_left_is_judged_from_the_first_cell_on() -> None:
    """It waited for 100 s, and then 11 cells took 5 s."""
    record = Record(
        "running", 1, 31, 11, 0, 0, 0, 0.0, first=100.0, beat=105.0, finished=0.0, reason="", round="", now=105.0
    )
    assert _status(record).seconds_left == 20 * 5 / 10
    assert _status(record._replace(done=1)).seconds_left is None
    assert _status(record._replace(first=0.0, done=0)).seconds_left is None


def test_cells_arrive_one_by_one_and_are_those_computed_here(site: Site) -> None:
    scenario = study(SLOW + 1)
    name = site.client.submit(scenario)
    site.begun(name)
    status, result = site.status(name), site.client.result(scenario)
    assert result is not None
    assert 8 <= result.cells_done < status.total == 36
    assert status.seconds_left is not None
    assert 0 < status.seconds_left < 30

    status = site.finished(name)
    result = site.client.result(scenario)
    assert status[:5] == ("done", 36, 36, 0, 0)
    assert status.seconds_left is None
    assert result is not None
    assert result.complete
    assert result.fingerprint() == in_process(scenario).fingerprint()


def test_the_cells_of_the_first_replication_come_first(site: Site) -> None:
    scenario = study(SLOW + 2, replications=10)
    name = site.client.submit(scenario)
    until(lambda: site.status(name).done >= 18)
    # The lanes are not in step, but nearly.
    replications = [index // 9 for index in site.client._store.cells(name)]
    assert replications.count(0) >= 6
    assert max(replications) <= 6
    site.client.cancel(name)


def test_many_submit_at_once_and_it_is_computed_once(site: Site) -> None:
    scenario = study(SLOW + 3)
    clients = [Client(site.redis_url) for _ in range(8)]
    threads = [threading.Thread(target=client.submit, args=(scenario,)) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    name = site.client.submit(scenario)
    assert site.finished(name).done == 36
    site.client.submit(scenario)
    assert site.status(name).state == "done"
    assert site.computed(name) == 36


def test_another_value_of_the_sweep_computes_only_its_own_cells(site: Site) -> None:
    site.finished(site.client.submit(study(4, (0.5, 1.0, 1.5))))
    other = site.client.submit(study(4, (0.5, 1.0, 1.25)))
    assert site.finished(other)[:5] == ("done", 36, 36, 0, 24)
    assert site.computed(other) == 12

    # All of it is known: done at once, title and notes aside, and nobody computes anything.
    known = study(4, (1.0, 1.25, 1.5))
    name = site.client.submit(known)
    assert site.status(name)[:5] == ("done", 36, 36, 0, 36)
    assert site.computed(name) == 0
    result = site.client.result(known)
    assert result is not None
    assert result.fingerprint() == in_process(known).fingerprint()


def test_a_cancelled_study_stops_within_a_second_and_can_be_finished_later(site: Site) -> None:
    scenario = study(SLOW + 5, replications=20)
    name = site.client.submit(scenario)
    site.begun(name)
    assert site.client.cancel(name)
    time.sleep(1.0)  # the promise
    status, stopped = site.status(name), site.computed(name)
    time.sleep(0.5)
    assert site.computed(name) == stopped < 60
    assert site.status(name) == status
    assert status.state == "cancelled"
    assert not site.client.cancel(name)

    site.client.submit(scenario)
    status = site.finished(name)
    assert status[:4] == ("done", 180, 180, 0)
    assert site.computed(name) == 180
    result = site.client.result(scenario)
    assert result is not None
    assert result.fingerprint() == in_process(scenario).fingerprint()


def test_a_small_study_does_not_wait_for_a_large_one(site: Site, measured: Callable[[str], None]) -> None:
    rates = tuple(round(0.1 * n, 1) for n in range(1, 21))
    large = site.client.submit(study(SLOW + 6, rates, replications=300))  # nine minutes of work
    site.begun(large)
    began = time.monotonic()
    small = site.client.submit(study(SLOW + 7, replications=2))
    until(lambda: site.status(small).done)
    measured(f"first result of a small study beside nine minutes of work: {time.monotonic() - began:.2f} s (goal 2)")
    # 18 cells of 0.03 s on one process, and at most a few seconds of the large study in between.
    site.finished(small, 6)
    assert site.status(large).state == "running"
    site.client.cancel(large)


def test_what_is_too_large_is_refused_in_a_sentence(site: Site) -> None:
    tree = study(8, replications=200).model_dump(mode="json")
    tree["workload"]["jobs"] = 200_000
    tree["study"]["vary"]["values"] = [0.5 + k / 100 for k in range(33)]
    scenario: Scenario = study(8).read(tree)
    with pytest.raises(BudgetError, match="at most"):
        site.client.submit(scenario)
    assert site.client.status(scenario.content_hash()) is None


def test_a_cell_that_fails_tells_its_reason_and_the_others_are_computed(site: Site) -> None:
    scenario = study(FAILING + 9)
    name = site.client.submit(scenario)
    assert site.finished(name)[:4] == ("done", 36, 36, 9)
    result = site.client.result(scenario)
    assert result is not None
    assert result.cells_done == 27
    assert np.isnan(result.table[:, :, 1]).all()
    reasons = site.client.failures(name)
    assert len(reasons) == 9
    assert reasons[0] == "SED at workload.arrivals.rate_per_1000_s = 0.5, replication 2: cell 9 was told to fail"

    # A failure is not for ever, and not for other studies.
    site.client.submit(scenario)
    assert site.finished(name)[:4] == ("done", 36, 36, 9)
    assert site.computed(name) == 36 + 9


def test_a_study_is_known_by_its_id(site: Site) -> None:
    scenario = study(10, replications=1)
    name = site.client.submit(scenario)
    assert name == scenario.content_hash()
    assert site.client.scenario(name) == scenario
    assert site.client.scenario("0" * 32) is None
    assert site.client.status("0" * 32) is None
    assert site.client.result(study(11)) is None
    assert site.client.failures("0" * 32) == []
