"""The account of a difference: its identities on generated scenarios of every family, and small ones by hand."""

from random import Random
from typing import Any

import numpy as np
import orjson
import pytest

from engine.contract.entries import Entries, Measure, powers_of_two, quarters
from engine.contract.generated import generate
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario
from engine.reports.cost_accuracy import RECIPES
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES, FAMILIES, read_scenario
from engine.study.run import run_study
from engine.why.extremes import extremes
from engine.why.ledger import POINTS, ledger
from engine.why.paired import of_entry, paired

CHEAP = 0.05
"""Seconds that a cell of a generated scenario may be estimated at."""


def generated(family: str, count: int) -> list[tuple[Scenario, tuple[str, str]]]:
    """So many cheap scenarios of a family with two policies of each, every policy in turn."""
    lot, names = Random(len(family)), list(FAMILIES[family].policies)
    found: list[tuple[Scenario, tuple[str, str]]] = []
    while len(found) < count:
        tree = generate(FAMILIES[family].scenario, RECIPES[family], lot)
        pair = [names[len(found) % len(names)], lot.choice(names)]
        tree |= {"policies": list(dict.fromkeys(pair))}
        tree.pop("population", None)
        try:
            scenario = read_scenario(tree)
        except ScenarioError:
            continue
        if all(FAMILIES[family].cost(scenario, name).seconds < CHEAP for name in pair):
            found.append((scenario, (pair[0], pair[1])))
    return found


@pytest.mark.parametrize("family", FAMILIES)
def test_the_parts_are_the_difference_of_what_the_curves_show(family: str) -> None:
    runs, known = FAMILIES[family].runs, 0
    assert runs.entries is not None
    for scenario, (a, b) in generated(family, len(FAMILIES[family].policies) + 4):
        measured = [runs.simulate(scenario, name, 0) for name in (a, b)]
        one, other = (runs.entries(scenario, name, 0) for name in (a, b))
        for measure in one.measures:
            metric = measure.metric
            pair, back, same = paired(one, other, metric), paired(other, one, metric), paired(one, one, metric)
            if metric not in measured[0] or metric not in measured[1]:
                continue  # no job was taken
            known += 1
            for values, cell in zip(pair.values, measured, strict=True):
                assert values.tolist() == pytest.approx([cell[metric]], rel=1e-9)
            whole = sum(pair.brought.values()) + pair.counted
            difference = measured[1][metric] - measured[0][metric]
            assert whole == pytest.approx(difference, rel=1e-7, abs=1e-7 * abs(measured[0][metric]))
            assert pair.difference == pytest.approx(of_entry(other.measure(metric)) - of_entry(measure), abs=1e-4) or (
                not pair.common.all()
            )
            np.testing.assert_allclose(sum(pair.parts.values()), pair.difference)
            np.testing.assert_array_equal(pair.difference, -back.difference)
            for name, part in pair.parts.items():
                np.testing.assert_array_equal(part, -back.parts[name])
            assert not same.difference.any()
            assert not same.counted.any()
    assert known > len(FAMILIES[family].policies) / 2


def two(name: str, policies: tuple[str, str], **changes: Any) -> Scenario:
    tree = orjson.loads(EXAMPLES[name].canonical())
    tree["study"] |= {"vary": None, "and_vary": None, "precision": None, "replications": 3}
    tree["policies"] = list(policies)
    for section, fields in changes.items():
        tree[section] = tree.get(section, {}) | fields
    return read_scenario(tree)


def test_a_ledger_is_of_all_replications_and_its_groups_and_curves_end_at_the_difference() -> None:
    scenario = two("schnor-system-1", ("SED", "SED-NU"), workload={"jobs": 700})
    found = ledger(scenario, ("SED", "SED-NU"))
    result = run_study(scenario)
    samples = [result.samples(0, name, "response_time") for name in ("SED", "SED-NU")]
    assert found.difference.mean == pytest.approx((samples[1] - samples[0]).mean())
    assert found.difference.half_width > 0
    for groups in found.groups.values():
        assert sum(one.brought.mean for one in groups) == pytest.approx(found.difference.mean)
        assert sum(one.entries for one in groups) == 700
    assert len(found.position) == POINTS
    assert found.first[-1] == pytest.approx(samples[1][0] - samples[0][0])
    assert found.low[-1] == pytest.approx((samples[1] - samples[0]).min())
    assert found.less.mean + found.same.mean + found.more.mean == pytest.approx(1)
    assert sum(count for _, _, count in found.spread) == 3 * 700
    # What travels is short, however many jobs there are.
    assert len(orjson.dumps(found.tree())) < 100_000


def test_of_a_log_the_blocks_are_what_differs() -> None:
    name = next(name for name, one in EXAMPLES.items() if one.blocks > 1)
    scenario = EXAMPLES[name].at({})
    policies = tuple(scenario.policies[:2])
    entries = FAMILIES[scenario.family].runs.entries
    assert entries is not None
    one, other = (entries(scenario, policy, 0) for policy in policies)
    for metric in ("response_time", "wait_time", "bounded_slowdown"):
        pair = paired(one, other, metric)
        plan = StudyPlan(scenario)
        for number, policy in enumerate(policies):
            cells = [plan.family.runs.simulate(scenario, policy, block)[metric] for block in range(scenario.blocks)]
            assert pair.values[number].tolist() == pytest.approx(cells, rel=1e-9)
        assert sum(pair.brought.values()) + pair.counted == pytest.approx(pair.values[1] - pair.values[0])


def test_a_migration_stands_still_for_what_it_costs() -> None:
    scenario = two("schnor-system-2", ("SED", "SED-NM"), workload={"jobs": 400})
    entries = FAMILIES[scenario.family].runs.entries
    assert entries is not None
    found = entries(scenario, "SED", 0).measure("response_time").parts
    rows = FAMILIES[scenario.family].runs.rows(scenario, "SED", 0)
    migrations = np.asarray(next(one.values for one in rows if one.name == "migrations"))
    cost = scenario.options.migration  # type: ignore[attr-defined]
    sizes = [kind.process_size_kb for kind in scenario.workload.job_classes]  # type: ignore[attr-defined]
    assert len(set(sizes)) == 1
    each = (found["migrating"] - migrations * cost.checkpoint) / (cost.latency + sizes[0] * cost.transfer_per_kb)
    assert migrations.sum() > 20
    np.testing.assert_allclose(each, np.round(each), atol=1e-6)  # whole processes
    assert (each[migrations > 0] >= 1).all()
    assert not found["migrating"][migrations == 0].any()
    assert "migrating" not in entries(scenario, "SED-NM", 0).measure("response_time").parts


def test_entries_that_one_policy_does_not_count_are_told_apart() -> None:
    def entries(values: list[float], counted: list[bool]) -> Entries:
        return Entries("job", (Measure("response_time", {"it": np.array(values)}, np.array(counted)),), {})

    one, other = entries([1.0, 2.0, 9.0], [True, True, True]), entries([2.0, 4.0, 0.0], [True, True, False])
    pair = paired(one, other, "response_time")
    assert pair.difference.tolist() == [1, 2, 0]
    assert pair.brought["it"].tolist() == [1.5]
    # The means are 4 and 3: that the long job is away makes it 2.5 less.
    assert pair.counted.tolist() == [-2.5]
    with pytest.raises(ValueError, match="allowed is response_time"):
        paired(one, other, "profit")
    with pytest.raises(ValueError, match="same jobs: 3 and 1"):
        paired(one, entries([1.0], [True]), "response_time")


def test_groups_by_size_and_rank() -> None:
    assert powers_of_two(np.array([1, 2, 3, 4, 5, 8, 9])).tolist() == [
        *("1", "2", "3 to 4", "3 to 4", "5 to 8", "5 to 8", "9 to 16")
    ]
    assert quarters(np.array([5.0, 1.0, 5.0, 9.0])).tolist() == [
        *("second quarter", "shortest quarter", "third quarter", "longest quarter")
    ]


def test_the_extremes_are_the_jobs_that_differ_most_and_turn_round_with_the_policies() -> None:
    scenario = two("schnor-system-1", ("SED", "SED-NU"), workload={"jobs": 300})
    entries = FAMILIES[scenario.family].runs.entries
    assert entries is not None
    one, other = (entries(scenario, policy, 0) for policy in scenario.policies)
    pair, back = paired(one, other, "response_time"), paired(other, one, "response_time")
    less, more = extremes(pair)
    assert [(row.entry, row.difference) for row in more] == [(n, pair.difference[n]) for n, _ in more]
    assert more[0].difference == pair.difference.max()
    assert less == [] or less[0].difference == pair.difference.min()
    assert [row.difference for row in more] == sorted((row.difference for row in more), reverse=True)
    assert [(row.entry, -row.difference) for row in more] == [tuple(row) for row in extremes(back)[0]]
    assert extremes(paired(one, one, "response_time")) == ([], [])
    found = ledger(scenario, ("SED", "SED-NU")).tree()
    assert found["most_more"][0] == {"entry": more[0].entry, "difference": more[0].difference}
