"""Logs that are sent to a real broker: read by a worker, kept by name, and brought to whoever replays them."""

from pathlib import Path

import pytest

from engine.logs import keeping
from engine.study.registry import read_scenario
from tests.engine.parallel_jobs.logs.test_golden_logs import swf
from tests.workers.site import Site, in_process, until
from workers.client import AnswerError
from workers.recorded import PER_HOUR, Recorded, TooManyLogsError

pytestmark = pytest.mark.worker
BROKERS = ("redis",)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This process keeps its tables elsewhere than the workers do."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    keeping._kept.cache_clear()


def test_a_log_is_read_by_a_worker_and_replayed_by_all(site: Site) -> None:
    logs = Recorded(site.redis_url)
    sent = logs.send(swf("D"), "somebody")
    told = until(lambda: site.client.ask("read_log", sent, "D.swf", "", timeout=1.0))
    tree = told["scenario"]
    tree["workload"]["arrivals"]["carried"] = ""  # as of a long log, which no link carries
    scenario = read_scenario(tree)
    assert scenario.log == told["log"]
    name = site.client.submit(scenario)
    assert site.finished(name)[:4] == ("done", 3, 3, 0)
    result = site.client.result(scenario)
    assert result is not None
    logs.bring(scenario)  # from the broker to this process
    assert result.fingerprint() == in_process(scenario).fingerprint()
    like = until(lambda: site.client.ask("recorded", scenario, timeout=1.0))
    assert like["jobs"] == 7
    assert sum(like["weeks"]["jobs"]) == 7
    assert ["MaxProcs", "4"] in logs.heard(scenario.log)["head"]
    until(lambda: logs.sent(sent) is None)  # as it was sent it may name people


def test_without_its_log_a_study_says_which_one_it_needs(site: Site) -> None:
    logs = Recorded(site.redis_url)
    sent = logs.send(swf("B"), "somebody")
    tree = until(lambda: site.client.ask("read_log", sent, "B.swf", "", timeout=1.0))["scenario"]
    tree["workload"]["arrivals"] |= {"carried": "", "digest": "12" * 32}
    name = site.client.submit(read_scenario(tree))
    site.finished(name)
    assert all("the log 121212121212 is not here: drop its file" in one for one in site.client.failures(name))


def test_what_is_no_log_is_refused_in_words_and_a_visitor_sends_so_many(site: Site) -> None:
    logs = Recorded(site.redis_url)
    sent = logs.send(b"<html>nothing</html>", "somebody")
    with pytest.raises(AnswerError, match="HTML"):
        until(lambda: site.client.ask("read_log", sent, "", "", timeout=1.0))
    for number in range(PER_HOUR - 1):
        logs.send(b"%d" % number, "eager")
    logs.send(b"last", "eager")
    with pytest.raises(TooManyLogsError, match="within an hour"):
        logs.send(b"one more", "eager")
