"""Clocks that jump: the broker's, when somebody sets it, and those of web servers, which nothing goes by."""

import time
from collections.abc import Iterator

import orjson
import pytest
from limits import RateLimitItemPerMinute

from engine.study.cells import StudyPlan
from tests.workers.site import debian_redis, study
from workers import rescue
from workers.broker.store import WORKERS, Store
from workers.client import Client
from workers.overview import look
from workers.pace import Pace

pytestmark = pytest.mark.worker

HOUR = 3600


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with debian_redis(tmp_path_factory.mktemp("broker")) as (url, _):
        yield url


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
def test_the_clock_of_a_web_server_has_no_say_in_how_often(
    redis_url: str, jump: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit, own = RateLimitItemPerMinute(2), time.time
    here, there = Pace(redis_url), Pace(redis_url)
    visitor = f"visitor {jump}"
    with monkeypatch.context() as patch:
        patch.setattr(time, "time", lambda: own() + jump)
        assert there.refuses(limit, "studies", visitor) is None
    assert here.refuses(limit, "studies", visitor) is None
    with monkeypatch.context() as patch:
        patch.setattr(time, "time", lambda: own() + jump)
        assert there.refuses(limit, "studies", visitor) == 2
    assert here.refuses(limit, "studies", visitor) == 2


def test_what_was_counted_before_the_brokers_clock_was_set_back_is_forgotten(redis_url: str) -> None:
    limit, pace, store = RateLimitItemPerMinute(2), Pace(redis_url), Store(redis_url)
    for _ in range(2):
        pace.refuses(limit, "studies", "back")
    assert pace.refuses(limit, "studies", "back") == 2
    [key] = [key for key in store.redis.keys("corral:pace:*") if store.redis.llen(key) == 2][-1:]
    for key in store.redis.keys("corral:pace:*"):
        store.redis.delete(key)
        store.redis.lpush(key, time.time() + HOUR, time.time() + HOUR)
    assert pace.refuses(limit, "studies", "back") is None


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
def test_a_dead_worker_does_not_live_on_because_a_clock_was_set(redis_url: str, jump: int) -> None:
    store = Store(redis_url)
    store.redis.hset(WORKERS, "dead", f"{time.time() + jump} 0 0.5.0")
    assert "dead" not in store.workers()
    store.beat("living", "0 0.5.0")
    assert set(store.workers()) == {"living"}
    assert store.redis.hexists(WORKERS, "dead") == 0


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
def test_a_study_is_looked_after_although_its_last_beat_is_in_the_future(redis_url: str, jump: int) -> None:
    store, client, scenario = Store(redis_url), Client(redis_url), study(91)
    plan, name = StudyPlan(scenario), f"study-{jump}"
    epoch = store.begin(name, 36, scenario.canonical(), plan.first_round())
    from engine import ENGINE_VERSION

    store.beat("living", f"0 {ENGINE_VERSION}")
    store.redis.hset(f"corral:study:{name}", mapping={"beat": time.time() + jump, "submitted": time.time() + jump})
    store.redis.set(f"corral:looked-after:{name}", time.time() + jump, ex=2 * HOUR)
    record = store.record(name)
    assert record is not None
    assert rescue.abandoned(store, name, record)
    status = client.status(name)
    assert status is not None
    assert status.elapsed >= 0
    assert store.record(name).epoch >= epoch  # type: ignore[union-attr]


def test_an_answer_ordered_before_the_clock_was_set_back_can_be_ordered_again(redis_url: str) -> None:
    store = Store(redis_url)
    assert store.order("question", 30)
    assert not store.order("question", 30)
    store.redis.set("corral:ordered:question", time.time() + HOUR, ex=2 * HOUR)
    assert store.order("question", 30)


def test_a_full_broker_is_said_and_not_taken_for_a_healthy_one(redis_url: str) -> None:
    from components.pages.status import health
    from components.pages.status.seen import words_of
    from components.server import trouble

    store = Store(redis_url)
    store.beat("living", "0 0.5.0")
    assert look(store).refusal == ""
    store.redis.config_set("maxmemory-policy", "noeviction")
    store.redis.config_set("maxmemory", 1)
    try:
        seen = look(store)
        assert "maxmemory" in seen.refusal
        said, status = health.health(seen)
        assert status == 503
        assert "disk or its memory is full" in str(said["refusal"])
        assert words_of(seen) == f"Nothing can be run: {said['refusal']}. Studies go on when there is room."
        told: list[str] = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(trouble, "set_props", lambda _, props: told.append(props["children"]))
            with pytest.raises(Exception, match="maxmemory") as refused:
                Client(redis_url).submit(study(92))
            trouble.tell(refused.value)
        assert "its disk or its memory is full" in told[0]
    finally:
        store.redis.config_set("maxmemory", 0)
    assert look(store).refusal == ""


def test_a_study_that_was_lost_while_a_page_followed_it_is_said_to_be(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from components.pages.studio.answer import on_study
    from components.visits import answers

    monkeypatch.setenv("REDIS_URL", redis_url)
    client = Client(redis_url)
    for place in (answers, on_study):
        monkeypatch.setattr(place, "client", lambda: client)
    scenario = study(93)
    tree = scenario.model_dump(mode="json")
    client.submit(scenario)
    followed = on_study._status(scenario, tree)
    assert (followed["state"], followed.get("lost")) == ("running", None)
    client._store.redis.flushall()
    assert client.status(followed["id"]) is None  # which the page is told as 404, and says as
    fresh = followed | {"state": "unknown", "lost": True}
    words = on_study.show_progress(fresh)
    assert "has lost this study" in words[3]
    assert words[4] == "Run"
    # Run does what it always does, from the scenario that the page holds.
    assert orjson.loads(scenario.canonical()) == orjson.loads(answers.scenario_of(fresh["tree"]).canonical())
