"""Who waits for an answer is told when it is there, and need not look again and again."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.workers.site import debian_redis
from workers.broker.store import Store

pytestmark = pytest.mark.worker


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with debian_redis(tmp_path_factory.mktemp("broker")) as (url, _):
        yield Store(url)


def test_all_who_listen_hear_of_it_and_so_does_who_was_about_to(store: Store) -> None:
    """Had one of them taken what was told, the others would have listened in vain."""
    with ThreadPoolExecutor(3) as several:
        heard = [several.submit(store.listen, "asked", 20.0) for _ in range(3)]
        while store.redis.info("clients")["blocked_clients"] < 3:
            time.sleep(0.01)
        store.put_answer("asked", b"{}")
        assert [one.result(timeout=5) for one in heard] == [True] * 3
    assert store.listen("asked", 20.0)
    assert store.answer("asked") == b"{}"


def test_of_what_was_forgotten_or_never_told_nothing_is_heard(store: Store) -> None:
    store.put_answer("forgotten", b"{}")
    store.forget_answer("forgotten")
    began = time.monotonic()
    assert not store.listen("forgotten", 0.05)
    assert not store.listen("never", 0.05)
    assert time.monotonic() - began < 5
