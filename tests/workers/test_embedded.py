"""The private broker and its workers: what they keep, and that they end."""

import signal
import stat
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from redis import Redis
from redis.exceptions import AuthenticationError

from tests.workers.site import SLOW, Site, ended, in_process, study, until
from workers.embedded.services import Embedded, default_folder

pytestmark = pytest.mark.worker

PROGRAM = """
import signal, sys, time
from pathlib import Path
from workers.embedded import processes
from workers.client import Client
from workers.embedded.services import Embedded
from tests.workers.site import study

processes.APP = "tests.workers.faulty"
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell has its background programs ignore
with Embedded(2, Path(sys.argv[1])) as embedded:
    print(embedded.redis_url, flush=True)
    time.sleep(1000)
"""


@pytest.fixture
def program(tmp_path: Path):
    """A program of its own that runs everything."""
    process = subprocess.Popen([sys.executable, "-c", PROGRAM, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    yield process, process.stdout.readline().strip()
    process.kill()
    process.wait()
    process.stdout.close()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_however_the_program_ends(program: tuple[subprocess.Popen, str], how: signal.Signals) -> None:
    process, redis_url = program
    site = Site.at(redis_url)
    site.begun(site.client.submit(study(SLOW + 61, replications=50)))
    # Broker, worker, its fork that compiles, one for each of three queues, two processes of each, and those in which
    # two of them compute.
    until(lambda: len(psutil.Process(process.pid).children(recursive=True)) == 1 + 2 + 3 + 6 + 2)
    children = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(how)
    process.wait(15)
    until(lambda: ended(children), 5)


@pytest.mark.slow
def test_a_study_goes_on_after_everything_was_killed(program: tuple[subprocess.Popen, str], tmp_path: Path) -> None:
    process, redis_url = program
    scenario, other = study(SLOW + 62, replications=20), study(63)
    first = Site.at(redis_url)
    first.finished(first.client.submit(other))
    name = first.client.submit(scenario)
    first.begun(name)
    process.kill()
    process.wait()
    with Embedded(2, tmp_path) as embedded:
        assert embedded.persistent
        site = Site.at(embedded.redis_url)
        assert site.status(other.content_hash()).state == "done"
        found = site.client.result(other)
        assert found is not None
        assert found.fingerprint() == in_process(other).fingerprint()
        assert site.finished(name).state == "done"
        assert site.computed(name) <= 180 + 2 + 10  # what was under way, and what the last second did not get to disk
        found = site.client.result(scenario)
        assert found is not None
        assert found.fingerprint() == in_process(scenario).fingerprint()


def test_a_second_instance_runs_without_keeping_anything(tmp_path: Path) -> None:
    with Embedded(1, tmp_path) as first, Embedded(1, tmp_path) as second:
        assert (first.persistent, second.persistent) == (True, False)
        assert first.redis_url != second.redis_url
        assert Redis.from_url(second.redis_url).ping()
    with Embedded(1, tmp_path) as third:
        assert third.persistent


def test_a_damaged_file_is_put_aside(tmp_path: Path) -> None:
    (tmp_path / "appendonlydir").mkdir()
    (tmp_path / "appendonlydir" / "appendonly.aof.manifest").write_text("this is not a manifest\n")
    with Embedded(1, tmp_path) as embedded:
        assert Redis.from_url(embedded.redis_url).ping()
    [aside] = tmp_path.glob("unreadable-*")
    assert (aside / "appendonly.aof.manifest").read_text() == "this is not a manifest\n"


def test_a_folder_that_cannot_be_used_is_not_an_end(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with Embedded(1, tmp_path / "file" / "folder") as embedded:
        assert not embedded.persistent
        assert Redis.from_url(embedded.redis_url).ping()


def test_it_is_for_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / 'a "folder" with \\ spaces'
    with Embedded(1, folder) as embedded:
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        password = embedded.redis_url.split(":")[2].split("@")[0]
        assert len(password) >= 32
        with pytest.raises(AuthenticationError):
            Redis.from_url(embedded.redis_url.replace(f":{password}@", "")).ping()
        until(lambda: len(psutil.Process().children(recursive=True)) >= 3)
        for process in psutil.Process().children(recursive=True):
            assert password not in " ".join(process.cmdline())
            for connection in process.net_connections():
                assert connection.status != psutil.CONN_LISTEN or connection.laddr[0] == "127.0.0.1"
    assert [path.name for path in folder.glob("append*")] == ["appendonlydir"]


def test_the_folder_is_where_the_system_wants_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "corral"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert default_folder() == Path.home() / ".local" / "share" / "corral"
