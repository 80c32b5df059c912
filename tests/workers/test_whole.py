"""Whole schedules from a worker: as a file in a folder that both look into, or by way of the broker."""

import gzip
import os
from pathlib import Path

import pytest

from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.rows import rows
from engine.parallel_jobs.whole.packed import unpack
from engine.study.registry import EXAMPLES
from tests.workers.site import Site, until
from workers import kept_files
from workers.client import AnswerError

pytestmark = pytest.mark.worker
BROKERS = ("redis",)


@pytest.mark.parametrize("is_shared", [True, False])
def test_a_schedule_comes_from_a_worker(
    site: Site, is_shared: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_shared:
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    scenario = EXAMPLES["schnor-system-1"].at({"workload.jobs": 40, "workload.arrivals.rate_per_1000_s": 0.5})
    assert isinstance(scenario, ParallelJobsScenario)
    path = until(lambda: site.client.whole(scenario, "FCFS", 1, timeout=1.0))
    assert (path.parent == tmp_path / "corral" / "schedules") is not is_shared
    head, columns = unpack(path)
    starts = next(column.values for column in rows(scenario, "FCFS", 1) if column.name == "start")
    assert (head["policy"], columns["start"].tolist()) == ("FCFS", list(starts))
    assert site.client.whole(scenario, "FCFS", 1) == path  # nobody is asked again
    path.unlink()
    assert until(lambda: site.client.whole(scenario, "FCFS", 1, timeout=1.0)) == path  # nor is it lost for ever
    packed = until(lambda: site.client.whole(scenario, "FCFS", 1, "swf", timeout=1.0))
    text = gzip.decompress(packed.read_bytes()).decode()
    assert sum(not line.startswith(";") for line in text.splitlines()) == 40
    table = until(lambda: site.client.whole(scenario, "FCFS", 1, "csv", timeout=1.0)).read_text()
    assert len(table.splitlines()) >= 41
    other = EXAMPLES["heymann-variation"].at({})
    with pytest.raises(AnswerError, match="no schedule of jobs"):
        until(lambda: site.client.whole(other, other.policies[0], 0, timeout=1.0))


@pytest.mark.parametrize("key", ["", "../../0123456789abcdef", "0123456789ABCDEF"])
def test_what_is_no_key_names_no_file(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Failure: whoever writes into the broker writes any file of the workers."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "a" / "b"))
    with pytest.raises(ValueError, match="is no key"):
        kept_files.put(key, b"")
    assert not list(tmp_path.rglob("*cdef"))


def test_files_make_room_for_newer_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(kept_files, "MOST_ON_DISK", 100)
    for number in range(4):
        path = kept_files.put(f"{number:016x}", bytes(60))
        os.utime(path, (number, number))
    assert kept_files.find(f"{0:016x}") is None
    assert kept_files.find(f"{3:016x}") is not None
    assert kept_files.find("../../etc/passwd") is None
    assert not kept_files.is_shared("../x.here")
    assert kept_files.is_shared(kept_files.token())
