"""Sweeps over one or two fields, the offered load as an axis, and what is refused of them."""

from typing import Any

import orjson
import pytest

from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario
from engine.inputs.sweep import MAXIMUM_POINTS
from engine.parallel_jobs.inputs.offered_load import offered_load
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.study.cells import StudyPlan
from engine.study.registry import read_scenario

RATE, ALPHA, LOAD = "workload.arrivals.rate_per_1000_s", "cluster.groups.1.speed_factor", "offered_load"
MIN_SIZE, MAX_SIZE = "workload.job_classes.0.min_size", "workload.job_classes.0.max_size"
SYSTEM_1 = EXAMPLES["schnor-system-1"].at({})
"""5 fast machines and 25 of speed factor 4: 5 + 25 / 4 = 11.25 fast ones; 1 job of 6000 s in 1000 s; sizes 3 to 30."""


def tree(**study: Any) -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(SYSTEM_1.canonical())
    found["study"] |= study
    return found


def vary(field: str, *values: float) -> dict[str, Any]:
    return {"field": field, "values": list(values)}


def varied(first: dict[str, Any] | None, second: dict[str, Any] | None = None) -> Scenario:
    return read_scenario(tree(vary=first, and_vary=second))


def reasons(found: dict[str, Any]) -> dict[str, str]:
    """{path: sentence} of a refused tree."""
    with pytest.raises(ScenarioError) as caught:
        read_scenario(found)
    return dict(caught.value.rejections)


def rate(scenario: Any) -> float:
    found: float = scenario.workload.arrivals.rate_per_1000_s
    return found


def keys(scenario: Scenario) -> list[str]:
    plan = StudyPlan(scenario)
    return [plan.key(cell) for cell in plan.cells()]


def batch() -> dict[str, Any]:
    found = tree()
    found["workload"]["arrivals"] = {"process": "batch"}
    return found


# two fields -----------------------------------------------------------------------------------------------------------


def test_of_two_swept_fields_the_first_one_changes_faster() -> None:
    points = varied(vary(RATE, 1, 2, 3), vary(ALPHA, 2, 4)).points()
    assert [tuple(point.values()) for point in points] == [(1, 2), (2, 2), (3, 2), (1, 4), (2, 4), (3, 4)]
    assert all(list(point) == [RATE, ALPHA] for point in points)


def test_both_values_of_a_point_are_put_in() -> None:
    scenario = varied(vary(RATE, 1, 2), vary(ALPHA, 2, 4))
    point: Any = scenario.at({RATE: 2, ALPHA: 4})
    assert (rate(point), point.cluster.groups[1].speed_factor) == (2, 4)
    assert point.study.sweep == []


def test_one_field_twice_is_refused() -> None:
    found = reasons(tree(vary=vary(RATE, 1, 2), and_vary=vary(RATE, 3, 4)))
    assert found == {"study": "the same field is varied twice; choose another second field"}


def test_a_second_field_without_a_first_one_is_refused() -> None:
    found = reasons(tree(and_vary=vary(RATE, 3, 4)))
    assert found == {"study": "a second field is varied, but no first one; vary the first one"}


def test_too_many_pairs_are_refused_with_their_number() -> None:
    many, few = vary(RATE, *range(1, 51)), [vary(ALPHA, *(1 + n / 10 for n in range(k))) for k in (20, 21)]
    assert len(varied(many, few[0]).points()) == MAXIMUM_POINTS
    found = reasons(tree(vary=many, and_vary=few[1]))
    assert found == {"study": "the two fields have 1050 pairs of values; at most 1000 are allowed"}


def test_a_second_field_has_to_be_numeric_too() -> None:
    found = reasons(tree(vary=vary(RATE, 1), and_vary=vary("cluster.groups.0.name", 1)))
    assert found == {"study.and_vary.field": '"cluster.groups.0.name" is not a numeric field of this scenario'}


def test_a_value_of_the_second_field_that_is_out_of_range_is_pointed_at() -> None:
    found = reasons(tree(vary=vary(RATE, 1), and_vary=vary(ALPHA, 1, 51)))
    assert list(found) == ["study.and_vary.values.1"]
    assert "at most 50" in found["study.and_vary.values.1"]


def test_an_invalid_pair_of_valid_values_names_both() -> None:
    """Sizes from 10 up to 30 and from 3 up to 5 are valid, from 10 up to 5 are not."""
    found = reasons(tree(vary=vary(MIN_SIZE, 3, 10), and_vary=vary(MAX_SIZE, 5, 30)))
    assert list(found) == ["study.and_vary.values"]
    sentence = found["study.and_vary.values"]
    assert sentence.startswith(f"with {MIN_SIZE} = 10 and {MAX_SIZE} = 5, ")
    assert "smallest size 10 is above the largest size 5" in sentence


def test_a_plan_has_the_cells_of_every_pair() -> None:
    scenario = varied(vary(RATE, 1, 2, 3), vary(ALPHA, 2, 4))
    assert len(StudyPlan(scenario)) == 3 * 2 * len(scenario.policies) * scenario.study.replications
    assert len(set(keys(scenario))) == len(StudyPlan(scenario))


def test_a_pair_has_the_keys_of_the_same_values_without_a_sweep() -> None:
    scenario = varied(vary(RATE, 1, 2), vary(ALPHA, 2, 4))
    plan = StudyPlan(scenario)
    own = [plan.key(cell) for cell in plan.cells() if cell.point == 3]
    assert own == keys(scenario.at({RATE: 2, ALPHA: 4}))
    assert own == keys(varied(vary(ALPHA, 4)).at({RATE: 2, ALPHA: 4}))


# the offered load -----------------------------------------------------------------------------------------------------


def test_the_offered_load_of_system_1() -> None:
    """6 s of work arrive each second where 11.25 can be done: 0.5333."""
    assert offered_load(SYSTEM_1) == pytest.approx(1 / 1000 * 6000 / 11.25)
    assert offered_load(SYSTEM_1) == pytest.approx(0.5333, abs=1e-4)


def test_job_classes_count_by_their_weights_in_the_offered_load() -> None:
    """Weights 1 and 3 with 6000 and 2000 s: on average 3000, half of system 1's load."""
    found = tree()
    (kind,) = found["workload"]["job_classes"]
    other = kind | {"name": "other", "weight": 3.0, "demand": {"distribution": "constant", "mean": 2000.0}}
    found["workload"]["job_classes"] = [kind, other]
    assert offered_load(read_scenario(found)) == pytest.approx(3 / 11.25)


def test_at_a_given_load_jobs_arrive_at_its_rate() -> None:
    """Load 0.8 is 9 s of work each second: 1.5 jobs of 6000 s in 1000 s."""
    scenario = varied(vary(LOAD, 0.4, 0.8))
    assert [rate(scenario.at(point)) for point in scenario.points()] == pytest.approx([0.75, 1.5], rel=1e-15)
    assert offered_load(scenario.at({LOAD: 0.8})) == pytest.approx(0.8, rel=1e-15)


def test_with_another_speed_factor_the_rate_changes_and_the_load_stays() -> None:
    """25 machines of factor 2 instead of 4 can do 12.5 instead of 6.25, so 17.5 / 11.25 times as many jobs arrive."""
    for scenario in (
        varied(vary(LOAD, 0.4, 0.8), vary(ALPHA, 2, 4)),
        varied(vary(ALPHA, 2, 4), vary(LOAD, 0.4, 0.8)),
    ):
        for point in scenario.points():
            at_point = scenario.at(point)
            assert offered_load(at_point) == pytest.approx(point[LOAD], rel=1e-14)
            capacity = 5 + 25 / point[ALPHA]
            assert rate(at_point) == pytest.approx(point[LOAD] * capacity / 6, rel=1e-14)


def test_the_same_load_is_the_same_cells_wherever_the_scenario_came_from() -> None:
    one = tree(vary=vary(LOAD, 0.3, 0.7))
    other = tree(vary=vary(LOAD, 0.3, 0.7))
    other["workload"]["arrivals"]["rate_per_1000_s"] = 3.7
    assert keys(read_scenario(one)) == keys(read_scenario(other))
    assert keys(read_scenario(one))[0] == keys(read_scenario(other).at({LOAD: 0.3}))[0]


@pytest.mark.parametrize("load", [0.1, 0.3, 0.7, 1.1])
def test_putting_a_load_in_twice_changes_no_bit(load: float) -> None:
    scenario = varied(vary(LOAD, load))
    once = scenario.at({LOAD: load})
    assert once.at({LOAD: load}) == once


def test_jobs_that_all_come_at_once_have_no_offered_load() -> None:
    scenario = read_scenario(batch())
    assert offered_load(scenario) is None
    assert LOAD not in scenario.sweepable()


def test_a_load_of_jobs_that_all_come_at_once_cannot_be_varied() -> None:
    found = batch()
    found["study"]["vary"] = vary(LOAD, 0.5)
    assert reasons(found) == {"study.vary.field": f'"{LOAD}" is not a numeric field of this scenario'}


@pytest.mark.parametrize(("value", "words"), [(0, "at least 1e-06"), (-1, "at least 1e-06"), (1e9, "at most 1000000")])
def test_a_load_whose_rate_is_out_of_range_is_pointed_at(value: float, words: str) -> None:
    found = reasons(tree(vary=vary(LOAD, value)))
    assert list(found) == ["study.vary.values.0"]
    assert found["study.vary.values.0"].startswith(f"with this value, {RATE}: ")
    assert words in found["study.vary.values.0"]


# what can be varied ---------------------------------------------------------------------------------------------------


def test_what_can_be_varied_begins_with_the_offered_load_and_has_every_number() -> None:
    found = SYSTEM_1.sweepable()
    assert next(iter(found)) == LOAD
    assert found[LOAD] == offered_load(SYSTEM_1)
    assert found[RATE] == 1
    assert found["workload.jobs"] == 10_000
    assert found["options.migration.checkpoint"] == 10
    assert not [path for path in found if path.startswith(("study", "version", "title"))]
    assert "options.hold_old_machines" not in found  # true and false are no numbers


def test_a_warm_up_can_be_varied_where_its_length_is_given() -> None:
    assert "measurement.warm_up.jobs" not in SYSTEM_1.sweepable()
    found = tree()
    found["measurement"]["warm_up"] = {"method": "fixed", "jobs": 100}
    assert read_scenario(found).sweepable()["measurement.warm_up.jobs"] == 100


# precision ------------------------------------------------------------------------------------------------------------


def test_a_precision_needs_ten_first_replications() -> None:
    assert reasons(tree(precision={}, replications=9)) == {"study": "a precision needs at least 10 first replications"}
    assert read_scenario(tree(precision={}, replications=10)).study.precision is not None
    assert read_scenario(tree(replications=9)).study.precision is None


def test_a_largest_number_below_the_first_replications_is_refused() -> None:
    found = reasons(tree(precision={"maximum_replications": 19}, replications=20))
    assert found == {"study": "the largest number of replications is below the first replications"}
    assert read_scenario(tree(precision={"maximum_replications": 20}, replications=20)).study.precision is not None


def test_a_metric_that_no_cell_has_cannot_be_precise() -> None:
    found = reasons(tree(precision={"metric": "happiness"}))
    assert list(found) == ["study.precision.metric"]
    assert '"happiness"' in found["study.precision.metric"]
    assert "response_time" in found["study.precision.metric"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("half_width_percent", 0.09),
        ("half_width_percent", 51),
        ("maximum_replications", 9),
        ("maximum_replications", 1001),
        ("maximum_seconds", 0.5),
        ("maximum_seconds", 901),
    ],
)
def test_a_precision_out_of_range_is_pointed_at(field: str, value: float) -> None:
    assert list(reasons(tree(precision={field: value}))) == [f"study.precision.{field}"]


def test_a_precision_is_part_of_the_hash_but_not_of_a_cells_key() -> None:
    with_precision = read_scenario(tree(precision={}))
    assert with_precision.content_hash() != SYSTEM_1.content_hash()
    assert keys(with_precision) == keys(SYSTEM_1)


def test_the_rate_and_the_load_that_it_follows_from_are_not_varied_together() -> None:
    tree = orjson.loads(EXAMPLES["which-policy-where"].canonical())
    tree["study"]["and_vary"] = {"field": "workload.arrivals.rate_per_1000_s", "values": [1.0]}
    with pytest.raises(ScenarioError, match=r"study\.and_vary\.field: .*follows from"):
        read_scenario(tree)


def test_a_pair_of_sizes_need_not_fit_the_size_that_is_not_varied() -> None:
    """A smallest size of 6 is above the base's largest of 4, but not above those it is varied with."""
    tree = orjson.loads(EXAMPLES["schnor-system-1"].canonical())
    tree["workload"]["job_classes"][0] |= {"min_size": 2, "max_size": 4}
    size = "workload.job_classes.0"
    tree["study"]["vary"] = {"field": f"{size}.min_size", "values": [3, 6]}
    tree["study"]["and_vary"] = {"field": f"{size}.max_size", "values": [6, 8]}
    assert len(read_scenario(tree).points()) == 4
    tree["study"]["and_vary"]["values"] = [5, 8]
    with pytest.raises(ScenarioError, match=r"study\.and_vary\.values: with "):
        read_scenario(tree)
