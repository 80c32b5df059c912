"""Seen from outside: fair shares of visitors, the API, health and figures, on real brokers with real workers."""

import hashlib
import os
import re
from collections.abc import Iterator
from typing import Any

import pytest

from components.pages.status import health
from components.visits import answers
from corral import Study
from engine.study.registry import read_scenario
from tests.corral.served import connected
from tests.engine.parallel_jobs.logs.test_golden_logs import swf
from tests.workers.site import SLOW, Site, study, until
from workers.broker.shares import AT_ONCE, PER_MINUTE
from workers.broker.store import Store
from workers.client import BudgetError
from workers.overview import look
from workers.pace import CROWD
from workers.recorded import Recorded

pytestmark = pytest.mark.worker
BROKERS = ("valkey",)


@pytest.fixture
def web(site: Site, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A client of the web server, whose broker is that of the site."""
    monkeypatch.setenv("REDIS_URL", site.redis_url)
    for known in (answers.client, health._store):
        known.cache_clear()
    from components.server.shell import create_server

    yield create_server().test_client()
    for known in (answers.client, health._store):
        known.cache_clear()


def test_a_visitor_has_a_few_studies_at_once_and_may_join_any(site: Site) -> None:
    names = [site.client.submit(study(SLOW + 300 + n, replications=200), "a") for n in range(AT_ONCE)]
    with pytest.raises(BudgetError, match=f"{AT_ONCE} of your studies are running; at most {AT_ONCE} may") as refused:
        site.client.submit(study(SLOW + 310, replications=200), "a")
    assert refused.value.later
    assert site.client.submit(study(SLOW + 300, replications=200), "a") == names[0]  # it is running anyway
    other = site.client.submit(study(SLOW + 310, replications=200), "b")
    site.client.cancel(names[0])
    names.append(site.client.submit(study(SLOW + 311, replications=200), "a"))
    for name in (*names, other):
        site.client.cancel(name)


def test_a_visitor_cannot_start_studies_by_the_hundred(site: Site) -> None:
    for number in range(PER_MINUTE):
        site.client.cancel(site.client.submit(study(SLOW + 400 + number), "hasty"))
    with pytest.raises(BudgetError, match=f"started {PER_MINUTE} studies within a minute"):
        site.client.submit(study(SLOW + 499), "hasty")
    assert CROWD * PER_MINUTE > 1000  # a class behind one address that keeps no cookies
    site.client.cancel(site.client.submit(study(SLOW + 500), "at 10.0.0.1"))


def test_a_study_by_the_api_from_its_cost_to_its_result(site: Site, web: Any) -> None:
    tree = study(501).model_dump(mode="json")
    assert web.post("/api/v1/budget", json=tree).json["cells"] == 36
    begun = web.post("/api/v1/studies", json=tree)
    assert begun.status_code in (200, 202)
    address = f"/api/v1/studies/{begun.json['id']}"
    done = until(lambda: (found := web.get(address).json)["state"] == "done" and found)
    assert (done["done"], done["total"], done["failed"]) == (36, 36, 0)
    rows = web.get(f"{address}/result?of=summaries").json
    assert {row["policy"] for row in rows} == set(study(501).policies)
    answer = web.get(f"{address}/result?of=cells&format=csv")
    assert answer.data.decode().splitlines()[0].startswith('"policy"')
    result = site.client.result(study(501))
    assert result is not None
    assert answer.headers["Corral-Fingerprint"] == result.fingerprint()
    assert read_scenario(web.get(f"{address}/scenario").json) == study(501)
    assert web.delete(address).json["state"] == "done"  # nothing to cancel any more
    assert web.get(f"{address}/result?format=pickle").status_code == 400
    assert web.get("/api/v1/studies/0123/result").status_code == 404


def test_a_log_that_is_sent_again_is_there_again(site: Site, web: Any) -> None:
    """Failure: what had been told of it was told again, though its table had made room or its bytes were not there."""

    def ask(called: str, send: bool = False) -> Any:
        address = f"/api/v1/logs?name={called}" if send else f"/api/v1/logs/{sent}?name={called}"
        return web.post(address, data=swf("D")) if send else web.get(address)

    def read(called: str) -> str:
        return str(until(lambda: ask(called).json.get("log")))

    logs, sent = Recorded(site.redis_url), hashlib.sha256(swf("D")).hexdigest()
    assert ask("a", send=True).status_code in (200, 202)
    table = read("a")
    until(lambda: logs.sent(sent) is None)
    until(lambda: ask("b").status_code == 422)
    assert "send it again" in ask("b").json["detail"]
    for called in ("b", "a"):
        logs.forget(table)  # as if others had taken its room
        assert ask(called, send=True).status_code in (200, 202)
        assert read(called) == table
        assert site.redis.exists(f"corral:log:{table}")


def test_a_study_from_python_has_one_fingerprint_here_and_on_workers(web: Any) -> None:
    wanted = Study(study(504))
    there = connected(web).run(wanted, progress=False)
    assert there.complete
    assert there.fingerprint == wanted.run(1, progress=False).fingerprint


def test_a_preview_by_the_api_has_means_and_intervals_and_starts_nothing(web: Any) -> None:
    scenario = study(503)
    tree = scenario.model_dump(mode="json")
    found = until(lambda: (answer := web.post("/api/v1/preview", json=tree)).status_code == 200 and answer).json
    assert (found["id"], found["metric"], found["unit"]) == (scenario.content_hash(), "response_time", "s")
    assert found["previewed"]["replications"] <= 3
    assert set(found["policies"]) == set(scenario.policies)
    for curve in found["policies"].values():
        assert len(curve["mean"]) == len(found["points"]) > 1
        for low, mean, high in zip(curve["low"], curve["mean"], curve["high"], strict=True):
            assert low is None or low <= mean <= high
    assert web.get(f"/api/v1/studies/{found['id']}").status_code == 404
    other = web.post("/api/v1/preview?metric=utilization", json=tree).json
    assert all(0 < one <= 1 for one in other["policies"]["SED"]["mean"])
    assert web.post("/api/v1/preview?metric=beauty", json=tree).status_code == 400
    tree["workload"]["jobs"] = 10**9
    assert web.post("/api/v1/preview", json=tree).status_code in (400, 422)


def test_too_large_and_too_many_have_statuses_of_their_own(site: Site, web: Any) -> None:
    tree = study(502).model_dump(mode="json")
    tree["study"]["replications"] = 1000
    tree["study"]["vary"]["values"] = [0.5 + n / 100 for n in range(60)]
    assert web.post("/api/v1/studies", json=tree).status_code == 422
    web.set_cookie("corral-visitor", "c" * 32)
    names = []
    for number in range(AT_ONCE + 1):
        answer = web.post("/api/v1/studies", json=study(SLOW + 510 + number, replications=200).model_dump(mode="json"))
        names.append(answer.json.get("id"))
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "5"
    assert "cancel one" in answer.json["errors"][0]
    for name in names[:-1]:
        assert web.delete(f"/api/v1/studies/{name}").json["state"] == "cancelled"


def test_health_and_figures(site: Site, web: Any) -> None:
    before = _figures(web)
    name = site.client.submit(study(520), "d")
    until(lambda: site.status(name).state == "done")
    answer = web.get("/healthz")
    assert answer.status_code == 200
    assert answer.json["broker"] is True
    assert answer.json["workers"] >= 1
    after = _figures(web)
    assert after['corral_cells_total{kind="computed"}'] - before['corral_cells_total{kind="computed"}'] >= 36
    assert after["corral_workers"] >= 1
    assert 'corral_queue_depth{kind="answers"}' in after
    assert web.get("/healthz/web").status_code == 200


def _figures(web: Any) -> dict[str, float]:
    text = web.get("/metrics").data.decode()
    return {name: float(value) for name, value in re.findall(r"^(corral\S+) (\S+)$", text, re.MULTILINE)}


def test_a_broker_that_is_away_is_said_and_not_waited_for() -> None:
    seen = look(Store("redis://127.0.0.1:1/0", patient=False))
    assert (seen.broker, seen.workers, seen.running) == (False, {}, {})
    assert health.health(seen)[1] == 503


def test_what_runs_is_seen(site: Site) -> None:
    name = site.client.submit(study(SLOW + 530, replications=100), "e")
    seen = until(lambda: (found := look(Store(site.redis_url))).running.get(name) and found)
    assert seen.broker
    assert seen.workers
    assert seen.running[name].cells == 900
    assert set(seen.waiting) == {"answers", "first pieces", "further pieces"}
    site.client.cancel(name)
    assert os.environ.get("REDIS_URL") != site.redis_url
