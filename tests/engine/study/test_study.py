"""A study is its cells: the same in any order, each with a name of its own that others may share."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from copy import deepcopy
from itertools import islice
from typing import Any

import numpy as np
import orjson
import pytest

from engine.inputs.paths import leaves, put
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario, content_hash
from engine.metrics.job_metrics import detail_names
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.study.budget import MAXIMUM_CELLS
from engine.study.cells import Cell, StudyPlan, run_cells
from engine.study.registry import EXAMPLES as ALL_EXAMPLES
from engine.study.registry import FAMILIES, read_scenario
from engine.study.run import run_study

BASE = EXAMPLES["schnor-system-1"].at({"workload.jobs": 200})


def scenario(
    policies: Iterable[str] = ("SED", "SED-NU"), rates: Iterable[float] = (0.5, 1.0, 1.5), **study: Any
) -> Scenario:
    tree = orjson.loads(BASE.canonical())
    tree["policies"] = list(policies)
    vary = {"field": "workload.arrivals.rate_per_1000_s", "values": list(rates)}
    tree["study"] = {"vary": vary, "replications": 3, "seed": 5} | study
    return read_scenario(tree)


def keys(study: Scenario) -> dict[tuple[str, str, int], str]:
    """The key of every cell by what it is."""
    plan = StudyPlan(study)
    return {
        (str(plan.points[cell.point]), study.policies[cell.policy], cell.replication): plan.key(cell)
        for cell in plan.cells()
    }


PLAN = StudyPlan(scenario())
VALUES = {cell.index: PLAN.compute(cell) for cell in PLAN.cells()}


# order ----------------------------------------------------------------------------------------------------------------


def test_the_cells_are_all_points_policies_and_replications_once() -> None:
    cells = [(cell.point, cell.policy, cell.replication) for cell in PLAN.cells()]
    assert len(PLAN) == len(cells) == len(set(cells)) == 3 * 2 * 3
    assert [PLAN.cell(cell.index) for cell in PLAN.cells()] == list(PLAN.cells())


def test_the_first_replication_of_the_whole_sweep_comes_first() -> None:
    assert [cell.replication for cell in PLAN.cells()] == [0] * 6 + [1] * 6 + [2] * 6


@pytest.mark.parametrize("seed", range(3))
def test_any_order_of_the_cells_gives_the_same_fingerprint(seed: int) -> None:
    order = np.random.default_rng(seed).permutation(len(PLAN)).tolist()
    shuffled = PLAN.combine({index: VALUES[index] for index in order})
    assert shuffled.fingerprint() == PLAN.combine(VALUES).fingerprint()
    assert shuffled.to_bytes() == PLAN.combine(VALUES).to_bytes()


def test_a_cell_computed_twice_is_the_same_to_the_last_bit() -> None:
    text = scenario().canonical()
    again = run_cells(text, [7, 3, 7]) | run_cells(text, list(range(len(PLAN))))
    assert again == VALUES
    assert PLAN.combine(again).fingerprint() == PLAN.combine(VALUES).fingerprint()


@pytest.mark.slow
def test_two_processes_give_the_bytes_of_one() -> None:
    seen = []
    two = run_study(scenario(), 2, lambda done, total: seen.append((done, total)))
    assert two.to_bytes() == run_study(scenario()).to_bytes() == PLAN.combine(VALUES).to_bytes()
    assert seen[-1] == (len(PLAN), len(PLAN))


def test_another_number_gives_another_fingerprint() -> None:
    other = {**VALUES, 4: VALUES[4] | {"makespan": np.nextafter(VALUES[4]["makespan"], np.inf)}}
    assert PLAN.combine(other).fingerprint() != PLAN.combine(VALUES).fingerprint()


# keys -----------------------------------------------------------------------------------------------------------------


def test_every_cell_has_a_key_of_its_own() -> None:
    assert len(set(keys(scenario()).values())) == len(PLAN)


@pytest.mark.parametrize("name", ALL_EXAMPLES)
def test_a_key_is_the_hash_of_all_that_is_computed(name: str) -> None:
    plan = StudyPlan(ALL_EXAMPLES[name])
    for cell in (plan.cell(0), plan.cell(len(plan) - 1)):
        tree = plan.at_point[cell.point].model_dump(mode="json", exclude={"title", "notes", "policies", "study"})
        assert not tree.pop("own_policies", ())
        for group in tree["cluster"].get("groups", ()) if tree["family"] == "parallel-jobs" else ():
            if group["price_per_hour"] == 0.0:
                del group["price_per_hour"]
        if tree.get("options", {}).get("reservation_depth") == 0:  # a field that came when keys were there already
            del tree["options"]["reservation_depth"]
        if "multifactor" in tree.get("options", {}):
            for name in ("share_groups", "queues", "advance_reservations"):
                if not tree[name]:
                    del tree[name]
            for field in ("aging", "wait_bound_s", "predictions"):
                del tree["options"][field]
            if tree["options"]["multifactor"]["fair_weight"] == 1000.0:  # as it is if nobody says otherwise
                del tree["options"]["multifactor"]
        if tree.get("workload", {}).get("arrivals", {}).get("process") == "log":  # as these
            arrivals = tree["workload"]["arrivals"]
            for field in ("load_by", "estimates", "shaken", "resampled"):
                del arrivals[field]
            for field, least in (
                ("refused", 0),
                ("not_over", 0),
                ("not_modelled", []),
                ("user_feedback", "no"),
                ("other_sizes", {"assumed": "rigid"}),
                ("partition_queues", ""),
                ("classes", {"by": "by-size"}),
            ):
                if arrivals[field] == least:
                    del arrivals[field]
        if tree.get("workload", {}).get("arrivals", {}).get("process") == "lublin99":  # and these
            for field, before in (("weekend", 1.0), ("users", 0), ("constants", {"constants": "published"})):
                if tree["workload"]["arrivals"][field] == before:
                    del tree["workload"]["arrivals"][field]
        if tree["family"] == "coscheduling" and tree["workload"]["estimate"] == {"estimate": "exact"}:
            del tree["workload"]["estimate"]
        if tree["family"] == "coscheduling" and tree["options"]["admission"] == "in-order":
            del tree["options"]["admission"]
        if tree["family"] == "coscheduling" and not tree["cluster"]["background_load"]:
            del tree["cluster"]["background_load"], tree["cluster"]["loaded_nodes"]
        if tree["family"] == "coscheduling" and not tree["options"]["lost_capacity"]:
            del tree["options"]["lost_capacity"]
        of = [tree, plan.scenario.study.seed, plan.scenario.policies[cell.policy], cell.replication]
        blocks = plan.scenario.blocks  # of a log: in how many parts it is cut
        assert plan.key(cell) == content_hash(of + ([blocks] if blocks else []))


def test_a_changed_value_of_the_sweep_changes_its_own_keys_only() -> None:
    before, after = keys(scenario()), keys(scenario(rates=(0.5, 1.1, 1.5)))
    kept = before.keys() & after.keys()
    assert len(kept) == 12
    assert all(before[cell] == after[cell] for cell in kept)
    assert not set(before.values()) & {after[cell] for cell in after.keys() - kept}


def test_more_policies_replications_and_values_keep_the_keys() -> None:
    before = keys(scenario())
    larger = scenario(policies=("FCFS", "SED-NU", "SED"), rates=(0.25, 0.5, 1.0, 1.5), replications=4)
    assert before.items() <= keys(larger).items()
    assert keys(scenario(policies=["SED"])).items() <= before.items()


def test_words_and_the_shape_of_the_sweep_do_not_change_a_key() -> None:
    tree = orjson.loads(scenario(rates=[1.25]).canonical())
    assert tree["workload"]["arrivals"]["rate_per_1000_s"] != 1.25
    tree["workload"]["arrivals"]["rate_per_1000_s"] = 1.25
    tree["study"]["vary"] = None
    tree["title"], tree["notes"] = "another title", "and notes"
    assert list(keys(read_scenario(tree)).values()) == list(keys(scenario(rates=[1.25])).values())


NOT_SIMULATED = ("title", "notes", "policies", "study")


def other_values(value: Any, name: str, schema: str) -> Iterator[Any]:
    """What may stand in a field instead of *value*: other numbers, the other switch, other words of the schema."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield from (value + 1, value - 1, value / 2, 2 * value, value + 0.01, value - 0.01, value + 5, value - 5)
    elif name == "name":
        yield "another name"
    elif isinstance(value, str):
        yield from (word for word in re.findall(r'"([\w -]+)"', schema) if word != value)


def changes(family: str) -> Iterator[tuple[str, Scenario, Scenario]]:
    """(field, example, the same example with another value there), for every field that the examples have."""
    schema = orjson.dumps(FAMILIES[family].scenario.model_json_schema()).decode()
    tried: dict[str, int] = {}
    for example in (one for one in ALL_EXAMPLES.values() if one.family == family):
        plain = example.at({})
        tree = orjson.loads(plain.canonical())
        for path, value in leaves({name: part for name, part in tree.items() if name not in NOT_SIMULATED}):
            field = re.sub(r"\.\d+", "", path)
            if tried.get(field, 0) >= TRIES or field in ("family", "version"):
                continue
            tried[field] = tried.get(field, 0) + 1
            if value is None:
                continue
            for other in islice(other_values(value, field.rpartition(".")[2], schema), 40):
                changed = deepcopy(tree)
                put(changed, path, other)
                with suppress(ScenarioError):
                    found = read_scenario(changed)
                    if orjson.loads(found.canonical()) != tree:
                        tried[field] = TRIES
                        yield field, plain, found
                        break


TRIES = 3
"""How many places of a field are tried until one has another value that is allowed."""


@pytest.mark.parametrize("family", FAMILIES)
def test_everything_that_is_simulated_changes_the_key(family: str) -> None:
    """A field that the key left out would show the numbers of its old value; measurement was not looked at."""
    seen = set()
    for field, before, after in changes(family):
        seen.add(field)
        assert StudyPlan(before).key(Cell(0, 0, 0, 0)) != StudyPlan(after).key(Cell(0, 0, 0, 0)), field
    assert len(seen) >= FEWEST_FIELDS[family]
    assert {"measurement.warm_up.method", "measurement.slowdown_threshold"} & seen


FEWEST_FIELDS = {"parallel-jobs": 40, "coscheduling": 20, "master-worker": 20, "synchronous-iterative": 15}
"""Of which another value was found; so that the test cannot come to look at nothing."""


def test_seed_policy_and_replication_change_the_key() -> None:
    before = set(keys(scenario()).values())
    assert not before & set(keys(scenario(seed=6)).values())


# results --------------------------------------------------------------------------------------------------------------


def test_a_partial_result_shows_what_is_there() -> None:
    first = PLAN.combine({index: VALUES[index] for index in range(6)})
    assert (first.cells_done, first.complete) == (6, False)
    found = first.estimate(1, "SED-NU", "response_time")
    assert (found.mean, found.replications) == (VALUES[3]["response_time"], 1)
    assert np.isnan(found.low)
    nothing = PLAN.combine({})
    assert nothing.cells_done == 0
    assert nothing.estimate(0, "SED", "response_time").replications == 0
    assert PLAN.combine(VALUES).complete


def test_every_value_is_where_it_belongs() -> None:
    result = PLAN.combine(VALUES)
    for cell in PLAN.cells():
        policy = PLAN.scenario.policies[cell.policy]
        for metric, value in VALUES[cell.index].items():
            assert result.samples(cell.point, policy, metric)[cell.replication] == value


def test_a_cell_measures_every_metric_of_the_family_and_each_group() -> None:
    measured = VALUES[0]
    assert set(measured) == set(PLAN.metric_names())
    of_classes = {name.partition("[")[0] for name in detail_names(["the only class"])}
    assert {name.partition("[")[0] for name in measured} == set(PLAN.family.metrics) | of_classes
    assert {"utilization[fast]", "utilization[slow]"} < set(measured)
    machines = 5 * measured["utilization[fast]"] + 25 * measured["utilization[slow]"]
    assert machines / 30 == pytest.approx(measured["utilization"])
    assert measured["response_time"] == pytest.approx(measured["wait_time"] + measured["computing_time"])
    assert measured["jobs_in_system"] == pytest.approx(measured["response_time"] * measured["throughput"])  # Little


def test_policies_see_the_same_jobs() -> None:
    few = scenario(rates=[1e-4])
    plan = StudyPlan(few)
    result = plan.combine({cell.index: plan.compute(cell) for cell in plan.cells()})
    assert result.speed_up(0, "SED", "SED-NU").mean == pytest.approx(1.0, abs=1e-4)  # nobody meets


def test_too_much_is_objected_to_with_its_size() -> None:
    assert StudyPlan(scenario()).budget().objection == ""
    rates = [n / 100 for n in range(1, 61)]
    many = StudyPlan(scenario(policies=["SED", "SED-NU", "SED-NM", "FCFS"], rates=rates, replications=200))
    assert many.budget().cells == 48_000 > MAXIMUM_CELLS
    assert "48,000" in many.budget().objection
    tree = orjson.loads(scenario(rates=rates, replications=100).canonical())
    tree["workload"]["jobs"] = 200_000
    assert "minutes" in StudyPlan(read_scenario(tree)).budget().objection
