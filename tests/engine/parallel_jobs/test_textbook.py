"""What the notes of the textbook examples say is so in the numbers."""

import pytest

from components.words.verdicts.verdict import verdict
from components.words.wording import first_metric
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.measures import simulate
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.papers.examples_textbook import TEXTBOOK
from engine.parallel_jobs.replay.schedules import Schedule, schedules
from engine.study.ahead import result_ahead
from engine.study.breaking import break_policy


def of(name: str) -> dict[str, Schedule]:
    return {one["policy"]: one for one in schedules(EXAMPLES[name])}


def test_a_convoy() -> None:
    found = of("convoy")
    assert {name: one["wait"] for name, one in found.items()} == {"FCFS": 17.75, "FF": 3.625, "EASY": 3.625}
    assert {one["start"][1] for one in found.values()} == {20}
    assert all(start >= 20 for start in found["FCFS"]["start"][2:] if start is not None)
    assert sum(found["FCFS"]["size"][:1]) == 6  # two of eight machines are idle


def test_backfilling_that_helps() -> None:
    found = of("backfilling-helps")
    assert found["FCFS"]["start"] == [0, 10, 15, 15]
    assert found["EASY"]["start"] == found["Conservative"]["start"] == [0, 10, 2, 15]
    assert found["FF"]["start"] == [0, 18, 2, 9]


def test_backfilling_that_hurts() -> None:
    found = of("backfilling-hurts")
    assert found["EASY"]["start"] == [0, 10, 35, 41, 47, 5]
    assert found["FCFS"]["start"] == found["Conservative"]["start"] == [0, 10, 20, 26, 32, 38]
    assert (found["EASY"]["wait"], found["FCFS"]["wait"]) == (20.5, 18.5)


def test_equal_shares() -> None:
    found = of("equal-shares")
    assert found["FCFS"]["response"] == pytest.approx(47.4)
    assert found["UFF"]["response"] == pytest.approx(24.4)
    assert found["UFF"]["wait"] == 0
    assert (found["FCFS"]["end"][0], found["UFF"]["end"][0]) == (40, 58)


def test_an_upgrade_that_pays() -> None:
    found = of("upgrade-pays")
    assert [found[name]["end"] for name in ("SED", "SED-NU", "FCFS")] == [[16, 28.5], [16, 41], [16, 36]]


def test_longest_first() -> None:
    def ordered(*runs: float) -> Schedule:
        tree = EXAMPLES["longest-first"].model_dump(mode="json")
        tree["workload"]["arrivals"]["jobs"] = [{"arrival": 0, "run": run, "machines": 1} for run in runs]
        return schedules(ParallelJobsScenario.read(tree))[0]

    (found,) = schedules(EXAMPLES["longest-first"])
    assert (found["start"][-1], found["makespan"]) == (5, 11)
    first = ordered(6, 2, 2, 3, 3, 4, 4)
    assert first["makespan"] == ordered(6, 4, 4, 3, 3, 2, 2)["makespan"] == 9
    assert (round(found["wait"] or 0, 2), round(first["wait"] or 0, 2)) == (1.71, 2.0)


@pytest.mark.parametrize(
    ("name", "metric", "ratio", "found_with"),
    [
        ("easy-broken", "response_time", 16 / 7, {"jobs": 4}),
        ("migration-broken", "response_time", 24.5008, {"jobs": 3}),
        ("longest-first-broken", "makespan", 7 / 6, {"jobs": 5, "bag": True}),
        ("any-order-broken", "makespan", 5 / 3, {"jobs": 6, "bag": True}),
    ],
)
def test_broken_policies(name: str, metric: str, ratio: float, found_with: dict[str, int]) -> None:
    """Failure: another ratio than the notes say, or a search that finds a larger one within so many jobs at once."""
    against, policy = EXAMPLES[name].policies
    worse, better = (simulate(EXAMPLES[name], one, 0)[metric] for one in (policy, against))
    assert worse / better == pytest.approx(ratio, rel=1e-9)
    assert len(EXAMPLES[name].workload.arrivals.jobs) <= 6  # type: ignore[union-attr]
    found = break_policy(EXAMPLES[name], policy, against, metric, chains=1, steps=300, **found_with)  # type: ignore[arg-type]
    assert found["best"] <= 1.2 * ratio
    if metric == "makespan":
        m = sum(group.count for group in EXAMPLES[name].cluster.groups)
        assert ratio <= (4 / 3 - 1 / (3 * m) if policy == "LJF" else 2 - 1 / m) + 1e-12


def test_lazy_profit_loses_what_simple_profit_earns() -> None:
    """Failure: other profits than the notes say, or a search for four jobs that finds a loss a fifth larger."""
    earned = {name: simulate(EXAMPLES["lazy-broken"], name, 0)["profit"] for name in ("Simple", "Lazy")}
    assert earned == {"Simple": 20, "Lazy": 1}
    assert [of("lazy-broken")[name]["start"] for name in earned] == [[0, None, 1, 20], [0, 1, None, None]]
    found = break_policy(EXAMPLES["lazy-broken"], "Lazy", "Simple", "profit", chains=2, steps=300, jobs=4)
    assert 0.5 < found["ratio"] <= found["best"] <= 1.2 * 19 / 22


@pytest.mark.parametrize("name", TEXTBOOK)
def test_each_says_what_to_see(name: str) -> None:
    assert EXAMPLES[name].notes.startswith("What to see: ")


def test_where_all_refuse_jobs_the_verdict_is_about_profit() -> None:
    """Failures: a mean response of other jobs under each policy is told; or another example is told by profit, too."""
    about = {name: first_metric(one) for name, one in EXAMPLES.items() if one.study.goal is None}
    assert [name for name, metric in about.items() if metric == "profit"] == ["lazy-broken"]
    mixed = EXAMPLES["lazy-broken"].model_copy(update={"policies": ("Simple", "FCFS")})
    assert first_metric(mixed) == "response_time"
    stored = result_ahead(EXAMPLES["lazy-broken"])
    assert stored is not None
    assert verdict(stored)[0] == "Simple has the highest profit of these jobs: 20 $."
