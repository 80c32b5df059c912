"""Two brokers, each with its workers, started once: the one of Debian, and the private one."""

from collections.abc import Iterator

import pytest

from tests.workers.site import Site, debian_redis
from workers import rescue, store
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


@pytest.fixture(scope="session", params=["redis", "valkey"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A broker with one worker of two processes."""
    folder = tmp_path_factory.mktemp("broker")
    if request.param == "valkey":
        with Embedded(2, folder) as embedded:
            yield Site.at(embedded.redis_url)
    else:
        with debian_redis(folder) as (redis_url, _):
            workers = start_workers(redis_url, 2)
            yield Site.at(redis_url)
            workers.stop()
