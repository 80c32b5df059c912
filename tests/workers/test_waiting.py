"""Who waits for an answer does not keep others from the web server's threads."""

import runpy
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from components.visits.threads import WEB_THREADS
from tests.workers.site import study
from workers.answers import SOON, Answers

THREADS = 16


@pytest.fixture
def answers() -> Answers:
    """Those of workers that never answer."""
    found = Answers("redis://127.0.0.1:1/0", THREADS)
    found._store = SimpleNamespace(  # type: ignore[assignment]
        answer=lambda _key: None,
        want=lambda *_: None,
        order=lambda *_: False,
        listen=lambda _key, seconds: time.sleep(seconds),
    )
    return found


def held(ask: Callable[[int], object], times: int) -> int:
    """How many of so many who ask at once are not told anything soon."""

    def one(number: int) -> float:
        began = time.monotonic()
        assert ask(number) is None
        return time.monotonic() - began

    with ThreadPoolExecutor(times) as pool:
        return sum(took > SOON / 2 for took in pool.map(one, range(times)))


@pytest.mark.parametrize(("seconds", "share"), [(SOON, 4), (SOON + 0.2, 2)])
def test_only_some_threads_wait_and_the_others_are_told_at_once(answers: Answers, seconds: float, share: int) -> None:
    """Failure: each of thirty holds a thread for as long as it waits, and whoever wants a page waits for one."""
    scenarios = [study(seed) for seed in range(801, 831)]
    assert 1 <= held(lambda number: answers.preview(scenarios[number], timeout=seconds), 30) <= THREADS // share
    # They are free again.
    assert held(lambda number: answers.preview(scenarios[number], timeout=seconds), 1) == 1


def test_gunicorn_is_told_of_as_many_threads_as_may_wait() -> None:
    told = runpy.run_path(str(Path(__file__).parents[2] / "gunicorn.conf.py"))
    assert told["threads"] == WEB_THREADS
