"""Two brokers, each with its workers, started once: the one of Debian, and the private one."""

from collections.abc import Iterator

import pytest

from tests.workers.site import Site, debian_redis
from workers import rescue
from workers.broker import store
from workers.embedded import processes
from workers.embedded.processes import start_workers
from workers.embedded.services import Embedded


@pytest.fixture(scope="session", autouse=True)
def _faulty_and_quick() -> Iterator[None]:
    """Workers whose cells can be told to fail, and less patience with the dead than people have."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(processes, "APP", "tests.workers.faulty")
        patch.setattr(rescue, "QUIET", 2)
        patch.setattr(store, "SILENCE", 3.0)
        yield


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The brokers of a module: those that it names as BROKERS, or both."""
    if "site" in metafunc.fixturenames:
        metafunc.parametrize(
            "site", getattr(metafunc.module, "BROKERS", ("redis", "valkey")), indirect=True, scope="session"
        )


@pytest.fixture(scope="session")
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A broker with one worker of two processes.

    The two speak the same protocol and differ in how they are started and stopped: what every study needs is tried with
    both (`test_studies.py`), and everything else with the one that its module names.
    """
    folder = tmp_path_factory.mktemp("broker")
    if request.param == "valkey":
        with Embedded(2, folder) as embedded:
            yield Site.at(embedded.redis_url)
    else:
        with debian_redis(folder) as (redis_url, _):
            workers = start_workers(redis_url, 2)
            yield Site.at(redis_url)
            workers.stop()
