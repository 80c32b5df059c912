"""What cells are estimated at against what they take; `app.py dev costs` does the same with more of them."""

from bisect import bisect_left
from itertools import islice
from random import Random, SystemRandom

import numpy as np
import pytest

from engine.contract.generated import generate
from engine.reports import cost_accuracy
from engine.reports.cost_accuracy import (
    DECADES,
    DOUBTED,
    RECIPES,
    Drawn,
    Measured,
    cells,
    pace_of,
    run_costs,
    sample,
    taken,
)
from engine.reports.report import costs_report
from engine.study.registry import EXAMPLES, FAMILIES, read_scenario

FACTOR = 10.0

CELLS = 25


def again(one: Measured) -> float:
    """The ratio of the shortest of seven more runs: another program beside it takes caches away, and so time."""
    family = one.scenario.family
    return one._replace(taken=min(taken(family, one.scenario, one.policy) for _ in range(7))).ratio()


@pytest.mark.slow
@pytest.mark.parametrize("family", RECIPES)
def test_no_cell_takes_more_than_ten_times_what_it_is_estimated_at(family: str) -> None:
    """Local was priced at a fifth, a run with owners at a 24,000th, others at an 8,000th."""
    FAMILIES[family].runs.warm_up()
    for one in islice(sample(family, Drawn(11, 0.5, is_told=True), CELLS // 3), CELLS):
        assert one.ratio() > 1 / FACTOR or again(one) > 1 / FACTOR, one


@pytest.mark.slow
def test_of_cells_that_nobody_has_seen_few_take_more_than_ten_times_their_estimate() -> None:
    """Of a scenario each, drawn anew in each run. One in a hundred does: luck, that no estimate knows. Three of twelve
    are by luck in one run of five thousand, and are what a mechanism that nobody counted looks like.
    """
    seed = SystemRandom().randrange(2**32)
    FAMILIES["parallel-jobs"].runs.warm_up()
    seen: dict[str, Measured] = {}
    for one in sample("parallel-jobs", Drawn(seed, 0.1, is_told=True), 12):
        seen.setdefault(one.scenario.at_seed(0).content_hash(), one)
        if len(seen) == 12:
            break
    missed = [one for one in seen.values() if one.ratio() < 1 / FACTOR]
    assert len(missed) < 3, f"seed {seed}: {missed}"


def test_the_floor_holds_for_both_sides() -> None:
    scenario = EXAMPLES["zhang-wl2"]
    assert Measured(1e-9, 1e-3, "GS", scenario).ratio() == 1
    assert Measured(0.5, 1e-3, "GS", scenario).ratio() == 100

    assert Measured(0.02, 0.01, "GS", scenario).ratio(2.0) == Measured(0.02, 0.001, "GS", scenario).ratio(4.0) == 1


def test_cells_below_the_floor_say_nothing_of_the_processor() -> None:
    """They were as near as can be on any: of parallel jobs, the median was that of cells that nobody waits for."""
    twice = np.array([[0.02, 0.01], [0.2, 0.1], [0.06, 0.03]])
    nothing = np.array([[0.001, 0.001]] * 7)
    assert pace_of(np.concatenate([twice, nothing])) == pytest.approx(2.0)
    assert pace_of(nothing) == 1.0


def test_the_report_names_the_worst(capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = run_costs("master-worker", 10, Drawn(longest=0.01))
    text = costs_report([found], "table")
    assert found["lowest"]["ratio"] <= found["median"] <= found["highest"]["ratio"]
    assert found["lowest"]["scenario"] in text
    assert '"highest"' in costs_report([found], "json")
    share, low, high = found["near"]
    assert 0 <= low <= share <= high <= found["not_far"][2] <= 1


def test_cells_of_every_price_are_drawn_and_refused_ones_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only cells of at most 2 s were: what lies above, and what is refused, was held against nothing."""
    lot, prices = Random(2), list[float]()
    drawn = ((10 ** lot.uniform(-3, 4), EXAMPLES["zhang-wl2"], "GS") for _ in range(10_000))
    monkeypatch.setattr(cost_accuracy, "cells", lambda *_: iter(drawn))

    def measure(_scenario: object, _policy: str, bound: float) -> float:
        prices.append(bound)
        return bound

    seen = list(sample("coscheduling", Drawn(), 3, 5000.0, measure))
    of = [bisect_left(DECADES, one.estimated) for one in seen]
    assert set(of) == set(range(len(DECADES) + 1))
    assert all(of.count(n) <= 3 for n in of)
    for one, bound in zip(seen, prices, strict=True):
        assert bound == (DOUBTED if one.estimated > DECADES[-1] else max(1.0, FACTOR * one.estimated))


def test_only_scenarios_with_a_field_or_without_it_are_drawn() -> None:
    """Of parallel jobs, half have machine events; whoever is not named is drawn as ever."""
    drawn = {
        name: [scenario for _, scenario, _ in islice(cells("parallel-jobs", one, Random(5)), 60)]
        for name, one in {
            "all": Drawn(),
            "with": Drawn(having="machine_events"),
            "without": Drawn(lacking="machine_events"),
        }.items()
    }
    assert all(vars(one)["machine_events"] for one in drawn["with"])
    assert not any(vars(one)["machine_events"] for one in drawn["without"])
    assert 5 < sum(bool(vars(one)["machine_events"]) for one in drawn["all"]) < 55


@pytest.mark.parametrize("family", RECIPES)
def test_most_of_what_is_generated_can_be_read(family: str) -> None:
    lot, known = Random(3), FAMILIES[family]
    trees = [generate(known.scenario, RECIPES[family], lot) for _ in range(80)]
    read = 0
    for tree in trees:
        try:
            read_scenario(tree)
        except ValueError:
            continue
        read += 1
    assert read > 36


def test_costs_know_the_policy_the_level_and_the_events() -> None:
    """They were the same for all policies, and knew neither the level nor how often owners come."""
    example = EXAMPLES["zhang-wl5"]
    cost = FAMILIES["coscheduling"].cost
    assert len({cost(example, name).seconds for name in ("PB", "GS", "SB", "SY", "Local", "PB-SY")}) == 6
    crowded = example.at({"cluster.multiprogramming_level": 16})
    assert cost(crowded, "PB").seconds > cost(example, "PB").seconds
    owners = {"presence": "opportunistic", "up": {"mean": 3.0}, "away_share": 0.0}
    plain = {"family": "master-worker", "policies": ["Random"], "application": {"iterations": 1000}}
    often, never = (
        FAMILIES["master-worker"].cost(read_scenario(plain | {"workers": workers}), "Random")
        for workers in ({"availability": owners}, {})
    )
    assert often.seconds > 1.5 * never.seconds
    assert often.bytes > 2 * never.bytes
