"""Short links and checks, on real brokers with real workers."""

import time

import orjson
import pytest

from components.share.checking import describe_check
from engine.inputs.scenario import Scenario
from engine.results.result import Result
from engine.study.cells import StudyPlan
from tests.workers.site import SLOW, Site, in_process, study, until
from workers import checks
from workers import links as links_module
from workers.checks import Checked, Checks, TooManyChecksError, differing, sample
from workers.client import Client
from workers.links import KEEP_LINK_DAYS, PER_HOUR, Links, TooManyLinksError, digits_of

pytestmark = pytest.mark.worker
BROKERS = ("valkey",)

YEAR = 366 * 24 * 3600


def test_a_short_link_is_found_again_and_kept_for_another_year_whenever_it_is_opened(site: Site) -> None:
    links = Links(site.redis_url)
    digits = links.shorten("/?s=abc", "a")
    assert digits == digits_of("/?s=abc")
    key = f"corral:link:{digits}"
    site.redis.expire(key, 60)
    assert links.opened(digits) == "/?s=abc"
    assert site.redis.ttl(key) == -1  # what expires may be evicted before
    until = site.redis.zscore("corral:shelf:links", digits)
    assert until is not None
    due = until - time.time()
    assert YEAR < due <= KEEP_LINK_DAYS * 24 * 3600
    assert links.opened("0" * 16) is None


def test_a_visitor_makes_so_many_short_links_and_old_ones_are_free(site: Site) -> None:
    links = Links(site.redis_url)
    for number in range(PER_HOUR):
        links.shorten(f"/?s=many{number}", "eager")
    with pytest.raises(TooManyLinksError, match=f"{PER_HOUR} short links within an hour"):
        links.shorten("/?s=one-more", "eager")
    assert links.opened(digits_of("/?s=one-more")) is None
    assert links.shorten("/?s=many0", "eager") == digits_of("/?s=many0")
    links.shorten("/?s=one-more", "patient")


def test_forged_cookies_do_not_fill_the_broker(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links_module, "PER_DAY", 0)
    with pytest.raises(TooManyLinksError, match="no more short links are made here today"):
        Links(site.redis_url).shorten("/?s=forged", "nobody has seen me")


def checked(site: Site, result: Result) -> Checked:
    """What comes of a check."""
    found = Checks(site.redis_url)
    name = found.begin(result)

    def over() -> Checked | None:
        seen = found.look(name)
        assert seen is not None
        return seen if len(seen.values) == seen.total else None

    seen: Checked = until(over)
    return seen


def run(site: Site, scenario: Scenario) -> Result:
    """The result of a study that the workers have computed."""
    site.finished(site.client.submit(scenario))
    result = site.client.result(scenario)
    assert result is not None
    return result


def test_a_check_of_an_honest_result_agrees(site: Site) -> None:
    result = run(site, study(801))
    found = checked(site, result)
    assert found.total == result.cells_done == 36
    assert differing(result, found) == []
    assert result.fingerprint() in describe_check(result, found)


def test_a_stored_cell_that_is_wrong_is_found(site: Site) -> None:
    scenario = study(802)
    name = scenario.content_hash()
    run(site, scenario)
    plan, wrong = StudyPlan(scenario), orjson.loads(site.redis.hget(f"corral:cells:{name}", "5") or b"")
    wrong["response_time"] += 1e-9
    site.redis.hset(f"corral:cells:{name}", "5", orjson.dumps(wrong))
    site.redis.set(f"corral:cell:{plan.key(plan.cell(5))}", orjson.dumps(wrong))  # where other studies take it from
    result = Client(site.redis_url).result(scenario)
    assert result is not None
    found = checked(site, result)
    assert differing(result, found) == [5]
    assert "1 cell differs" in describe_check(result, found)


def test_a_check_does_not_make_others_wait(site: Site) -> None:
    result = in_process(study(SLOW + 803, replications=30))
    name = Checks(site.redis_url).begin(result)
    assert site.client.ask("trace", study(804), "SED", 0, {}, timeout=10) is not None
    seen = Checks(site.redis_url).look(name)
    assert seen is not None
    assert len(seen.values) < seen.total


def test_of_a_long_study_the_same_cells_are_drawn_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    result = in_process(study(805))
    assert sample(result) == list(range(36))
    monkeypatch.setattr(checks, "SECONDS", 0.0)
    assert len(sample(result)) == 1
    cost = StudyPlan(result.scenario).budget().seconds
    monkeypatch.setattr(checks, "SECONDS", cost / 2)
    assert 9 < len(sample(result)) < 27
    assert sample(result) == sample(result)


def test_a_visitor_begins_so_many_checks(site: Site) -> None:
    result, found = in_process(study(806, values=(0.5,), replications=1)), Checks(site.redis_url)
    for _ in range(checks.PER_MINUTE):
        found.begin(result, "nosy")
    with pytest.raises(TooManyChecksError, match="within a minute"):
        found.begin(result, "nosy")


def test_a_check_that_nobody_knows_is_none(site: Site) -> None:
    assert Checks(site.redis_url).look("nothing") is None
