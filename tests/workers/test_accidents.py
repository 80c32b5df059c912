"""Processes that die at bad moments, and studies that end well all the same."""

import os
import signal
import time
from pathlib import Path

import pytest

from engine.inputs.scenario import Scenario
from engine.study.cells import StudyPlan
from engine.study.registry import read_scenario
from engine.study.run import run_study
from tests.workers.site import DEADLY, SLOW, Site, debian_redis, ended, in_process, study, until
from workers.embedded.processes import start_workers
from workers.rounds import send_lanes

pytestmark = pytest.mark.worker
BROKERS = ("redis",)


def ends_well(site: Site, scenario: Scenario, seconds: float = 40) -> None:
    """Wait for the end of a study and compare it with what is computed here."""
    status = site.finished(scenario.content_hash(), seconds)
    assert status[0] == "done"
    result = site.client.result(scenario)
    assert result is not None
    assert (site.client.failures(scenario.content_hash()), result.complete) == ([], True)
    assert result.fingerprint() == in_process(scenario).fingerprint()


def test_a_process_of_the_pool_is_killed(site: Site) -> None:
    scenario = study(SLOW + 41, replications=10)
    name = site.client.submit(scenario)
    site.begun(name)
    site.pool()[0].kill()
    ends_well(site, scenario)
    # The cell that the process was computing, and one more if it died right after it had sent its lane on.
    assert site.computed(name) <= 90 + 2


def turned_round(kind: str) -> Scenario:
    """A study whose next cells depend on what was found: a goal, or a choice among six alternatives."""
    tree = study(SLOW + 43, values=(0.5, 0.55, 1.0), replications=10).model_dump(mode="json")
    vary = tree["study"]["vary"]
    if kind == "goal":
        criteria = [{"metric": "response_time", "value": 1500.0}]
        goal = {"field": vary["field"], "low": 0.1, "high": 1.3, "step": 0.2, "criteria": criteria}
        tree["study"] |= {"vary": None, "goal": goal | {"maximum_replications": 20}}
    else:
        tree["study"]["selection"] = {"maximum_replications": 30}
    # Jobs take the whole cluster, so that nobody can pass: no number of replications tells the two apart.
    tree["policies"] = ["SED", "SED-NU"] if kind == "goal" else ["FCFS", "EASY"]
    return read_scenario(tree)


@pytest.mark.parametrize("kind", ["goal", "choice"])
def test_a_process_killed_in_the_middle_of_a_search_changes_no_byte(site: Site, kind: str) -> None:
    """Once in the first round, and once after the cells of a later one depend on it. Failure: another cell is wanted
    than here, or one is missing, or counted with another number."""
    scenario = turned_round(kind)
    name = site.client.submit(scenario)
    site.begun(name)
    first = len(StudyPlan(scenario))
    for done in (1, first + 1):
        until(lambda done=done: site.status(name).done >= done, 60)  # type: ignore[misc]
        site.pool()[0].kill()
    assert site.finished(name, 60).state == "done"
    found, here = site.client.result(scenario), run_study(scenario)
    assert found is not None
    assert found.cells_done > first
    assert (site.client.failures(name), found.complete) == ([], True)
    assert found.to_bytes() == here.to_bytes()


@pytest.mark.slow
def test_a_whole_worker_is_killed_while_another_one_lives(site: Site) -> None:
    [first] = site.main_processes()
    second = start_workers(site.redis_url, 1)
    until(lambda: site.client.workers() == 2, 90)
    scenario = study(SLOW + 42, replications=10)
    site.begun(site.client.submit(scenario))
    pool = first.children(recursive=True)
    first.kill()
    until(lambda: ended(pool), 5)
    ends_well(site, scenario)
    second.stop()
    # The one that was killed is started anew.
    until(lambda: len(site.main_processes()) == 1 and site.main_processes() != [first])


@pytest.mark.slow
def test_a_cell_that_kills_its_process_is_given_up(site: Site) -> None:
    name = site.client.submit(study(DEADLY + 43))
    assert site.finished(name, 60)[:4] == ("done", 36, 36, 1)
    assert 35 + 2 <= site.computed(name) <= 35 + 3
    [reason] = site.client.failures(name)
    # Cell 5 of three points and three policies.
    assert reason.startswith("FCFS at workload.arrivals.rate_per_1000_s = 1, replication 1: ")
    assert "processes have died" in reason


def test_a_study_whose_messages_were_never_sent_is_noticed(site: Site) -> None:
    scenario = study(44)
    # A web process that dies between the two steps of a submission.
    site.client._store.begin(scenario.content_hash(), 36, scenario.canonical(), StudyPlan(scenario).first_round())
    ends_well(site, scenario)


def test_a_lane_that_is_on_its_way_twice_goes_on_once(site: Site) -> None:
    scenario = study(SLOW + 47)
    name = scenario.content_hash()
    epoch = site.client._store.begin(name, 36, scenario.canonical(), StudyPlan(scenario).first_round())
    for _ in range(2):
        send_lanes(site.client._send_lane, name, epoch)
    ends_well(site, scenario)
    assert site.computed(name) <= 36 + 4


def test_workers_with_another_engine_say_so(site: Site) -> None:
    scenario = study(45)
    name = "0123456789abcdef" * 2  # the content hash that another version would give it
    epoch = site.client._store.begin(name, 36, scenario.canonical(), StudyPlan(scenario).first_round())
    send_lanes(site.client._send_lane, name, epoch)
    status = site.finished(name)
    assert status.state == "failed"
    assert "another version of the engine" in status.reason


@pytest.mark.slow
def test_the_broker_is_killed_and_comes_back(tmp_path: Path) -> None:
    with debian_redis(tmp_path, keep=True) as (redis_url, broker):
        workers = start_workers(redis_url, 2)
        site = Site.at(redis_url)
        scenario = study(SLOW + 46, replications=15)
        site.begun(site.client.submit(scenario))
        time.sleep(1)  # the file is written to the disk every second
        os.kill(broker.pid, signal.SIGKILL)
        broker.wait()
    port = int(redis_url.rsplit(":", 1)[1].removesuffix("/0"))
    with debian_redis(tmp_path, port, keep=True):
        ends_well(site, scenario, 60)
        workers.stop()
