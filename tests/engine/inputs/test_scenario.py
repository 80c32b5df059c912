"""Scenarios: strict, canonical, hashed; every refusal names the field and says what is allowed."""

import math
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.inputs.paths import leaves, put
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import MAXIMUM_BYTES, Scenario, numeric_fields
from engine.inputs.sweep import UNASKED
from engine.parallel_jobs.inputs.scenario import DRAWN_BY_HAND
from engine.study.registry import EXAMPLES, json_schema, parse_scenario, read_scenario

SMALL: dict[str, Any] = {
    "family": "parallel-jobs",
    "cluster": {"groups": [{"name": "fast", "count": 4, "speed_factor": 1}]},
    "workload": {
        "arrivals": {"process": "poisson", "rate_per_1000_s": 1},
        "job_classes": [{"demand": {"distribution": "constant", "mean": 60}, "min_size": 1, "max_size": 4}],
    },
    "policies": ["SED", "FCFS"],
}


def changed(path: str, value: Any) -> Any:
    """The small scenario with one field set."""
    tree = orjson.loads(orjson.dumps(SMALL))
    place = tree
    *parents, last = path.split(".")
    for name in parents:
        place = place[int(name)] if isinstance(place, list) else place.setdefault(name, {})
    place[int(last) if isinstance(place, list) else last] = value
    return tree


def reasons(tree: Any) -> dict[str, str]:
    """{path: sentence} of a refused tree."""
    with pytest.raises(ScenarioError) as caught:
        read_scenario(tree)
    return dict(caught.value.rejections)


def test_whole_numbers_beyond_64_bits_are_refused_where_they_stand() -> None:
    for path, most in (("cluster.groups.0.count", "200000"), ("cluster.groups.0.price_per_hour", "1000000")):
        for digits in (20, 40):
            found = reasons(changed(path, 10**digits))
            assert list(found) == [path]
            assert found[path].endswith(f"is too large; at most {most} is allowed")
        assert reasons(changed(path, -(10**20)))[path].endswith("is allowed")
    assert "JSON" in reasons(changed("title", 10**5000) | {"title": "\ud800", "version": 10**20})[""]


@given(st.sampled_from(sorted(EXAMPLES)), st.integers(0, 10**6), st.integers(2**64, 2**80))
def test_none_of_them_is_let_in(name: str, which: int, number: int) -> None:
    tree = EXAMPLES[name].model_dump(mode="json")
    places = [path for path, value in leaves(tree) if isinstance(value, int | float) and not isinstance(value, bool)]
    put(tree, places[which % len(places)], number)
    told = ""
    try:
        read_scenario(tree).canonical()
    except ScenarioError as error:
        told = str(error)
    assert "JSON" not in told


# round trips ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_scenario_survives_both_of_its_json_forms(name: str) -> None:
    scenario = EXAMPLES[name]
    for text in (scenario.canonical(), scenario.compact()):
        again = parse_scenario(text)
        assert again == scenario
        assert again.canonical() == scenario.canonical()
        assert again.content_hash() == scenario.content_hash()
    assert len(scenario.compact()) < len(scenario.canonical())


def test_canonical_json_spells_out_every_field_in_order() -> None:
    text = read_scenario(SMALL).canonical()
    tree = orjson.loads(text)
    assert text == orjson.dumps(tree, option=orjson.OPT_SORT_KEYS)
    assert tree["options"]["migration"] == {"checkpoint": 10.0, "latency": 0.4, "transfer_per_kb": 0.0012}
    assert tree["study"] == {"replications": 10, "seed": 1} | dict.fromkeys(
        ("vary", "and_vary", "precision", "goal", "selection", "breaking")
    )
    assert tree["measurement"] == {"slowdown_threshold": 10.0, "warm_up": {"method": "none"}}


def test_the_hash_names_what_is_computed_and_nothing_else() -> None:
    plain = read_scenario(SMALL).content_hash()
    assert len(plain) == 32
    assert read_scenario(SMALL | {"title": "a", "notes": "b"}).content_hash() == plain
    others = [changed("study.seed", 2), changed("cluster.groups.0.count", 5), SMALL | {"policies": ["FCFS", "SED"]}]
    assert len({plain, *(read_scenario(other).content_hash() for other in others)}) == 4


def test_the_engine_version_is_part_of_the_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = read_scenario(SMALL).content_hash()
    monkeypatch.setattr("engine.inputs.scenario.ENGINE_VERSION", "another")
    assert read_scenario(SMALL).content_hash() != plain


def test_a_whole_number_may_be_written_either_way_and_is_the_same_scenario() -> None:
    one, other = changed("cluster.groups.0.speed_factor", 2), changed("cluster.groups.0.speed_factor", 2.0)
    assert read_scenario(one).content_hash() == read_scenario(other).content_hash()


# points ---------------------------------------------------------------------------------------------------------------


def test_a_point_is_the_scenario_with_one_value_put_in_and_no_sweep() -> None:
    sweep = read_scenario(changed("study.vary", {"field": "cluster.groups.0.count", "values": [4, 8.0]}))
    assert sweep.points() == [{"cluster.groups.0.count": 4.0}, {"cluster.groups.0.count": 8.0}]
    point: Any = sweep.at(sweep.points()[1])
    assert point.cluster.groups[0].count == 8
    assert point.study.vary is None
    assert read_scenario(SMALL).points() == [{}]


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_numeric_field_can_be_varied(name: str) -> None:
    for path, value in numeric_fields(EXAMPLES[name]):
        assert not path.startswith(("study", "version"))
        if path.startswith(DRAWN_BY_HAND):
            continue  # of a listed job or an hour of arrivals
        tree = orjson.loads(EXAMPLES[name].canonical())
        tree["study"] |= UNASKED | {"vary": {"field": path, "values": [value]}}
        varied = read_scenario(tree)
        assert varied.at(varied.points()[0]) == EXAMPLES[name].at({})


def test_put_and_leaves_are_each_others_inverse() -> None:
    tree = orjson.loads(orjson.dumps(SMALL))
    for path, value in list(leaves(tree)):
        put(tree, path, value)
    assert tree == SMALL
    assert ("cluster.groups.0.count", 4) in leaves(tree)


# refusals -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("cluster.groups.0.speed_factor", 1.2345, "three decimals"),
        ("cluster.groups.0.speed_factor", 0.5, "at least 1"),
        ("cluster.groups.0.speed_factor", 51, "at most 50"),
        ("cluster.groups.0.speed_factor", math.nan, "not a number"),
        ("cluster.groups.0.speed_factor", math.inf, "not a number"),
        ("cluster.groups.0.speed_factor", "2", "not a number"),
        ("cluster.groups.0.count", 1.5, "not a whole number"),
        ("cluster.groups.0.count", True, "not a whole number"),
        ("cluster.groups.0.count", 200_001, "at most 200000"),
        ("cluster.groups.0.name", "", "at least 1 character"),
        ("cluster.groups.0.name", "x" * 41, "at most 40 characters"),
        ("cluster.groups.0.name", 7, "not a text"),
        ("cluster.groups.0.name", "<b>", "pattern"),
        ("cluster.groups", [], "at least 1"),
        ("workload.arrivals.rate_per_1000_s", 0, "at least 1e-06"),
        ("workload.arrivals.rate_per_1000_s", None, "not a number"),
        ("workload.arrivals.process", "steady", "'poisson', 'by-hour', 'batch'"),
        ("workload.job_classes.0.demand.distribution", "normal", "'log-normal'"),
        ("workload.job_classes.0.demand.mean", 0, "at least 0.001"),
        ("workload.job_classes.0.max_size", 0, "at least 1"),
        ("workload.job_classes.0.min_size", 5, "cluster has 4"),
        ("workload.job_classes", [], "at least 1"),
        ("workload.jobs", 0, "at least 1"),
        ("workload.speed", 1, "no such field"),
        ("options.poisson", 1, "no such field"),
        ("options.hold_old_machines", 1, "neither true nor false"),
        ("options.migration.checkpoint", -1, "at least 0"),
        ("policies", [], "at least 1"),
        ("policies", ["SED", "SED"], "named twice"),
        ("policies.1", "SJN", "'SED-NM'"),
        ("study.replications", 1001, "at most 1000"),
        ("study.seed", 2**32, "at most 4294967295"),
        ("study.vary.field", "cluster.groups.0.name", "not a numeric field"),
        ("version", 2, "allowed is 1"),
        ("title", "x" * 121, "at most 120 characters"),
        ("family", "serial-jobs", '"parallel-jobs"'),
    ],
)
def test_a_refusal_names_the_field_and_what_is_allowed(path: str, value: Any, words: str) -> None:
    tree = changed(path, value)
    if path == "study.vary.field":
        tree["study"]["vary"]["values"] = [1]
    if path == "workload.job_classes.0.min_size":
        tree["workload"]["job_classes"][0]["max_size"] = 9
    found = reasons(tree)
    assert list(found) == [path]
    assert words in found[path]


@pytest.mark.parametrize("path", ["cluster", "workload.arrivals", "workload.arrivals.process", "policies", "family"])
def test_a_missing_field_is_named(path: str) -> None:
    tree = orjson.loads(orjson.dumps(SMALL))
    *parents, last = path.split(".")
    place = tree
    for name in parents:
        place = place[name]
    del place[last]
    assert path in reasons(tree)


def test_every_wrong_field_is_reported_at_once() -> None:
    tree = changed("cluster.groups.0.count", 0)
    tree["workload"]["jobs"] = 0
    assert set(reasons(tree)) == {"cluster.groups.0.count", "workload.jobs"}


def test_of_a_whole_group_or_class_the_words_say_what_does_not_fit() -> None:
    two = [{"name": "same", "count": 600, "speed_factor": 1}] * 2
    assert '"same"' in reasons(changed("cluster.groups", two))["cluster"]
    three = [{"name": name, "count": 100_000, "speed_factor": 1} for name in "abc"]
    assert "at most 200000" in reasons(changed("cluster.groups", three))["cluster"]
    sizes = reasons(changed("workload.job_classes.0.min_size", 5))
    assert sizes == {"workload.job_classes.0": "smallest size 5 is above the largest size 4; it must not be"}
    uniform = {"distribution": "uniform", "low": 2, "high": 1}
    assert (
        "above the greatest"
        in reasons(changed("workload.job_classes.0.demand", uniform))["workload.job_classes.0.demand"]
    )


@pytest.mark.parametrize(
    ("field", "values", "wrong", "words"),
    [
        ("cluster.groups.0.count", [4, 5.5, 6], 1, "not a whole number"),
        ("cluster.groups.0.count", [4, 200_001], 1, "at most 200000"),
        ("cluster.groups.0.speed_factor", [1, 2, 2.0001], 2, "three decimals"),
        ("workload.arrivals.rate_per_1000_s", [-1, 0.5], 0, "at least 1e-06"),
        ("workload.job_classes.0.min_size", [1, 2, 3, 5], 3, "smallest size 5"),
        ("workload.job_classes.0.max_size", [3, 1e12], 1, "at most 200000"),
    ],
)
def test_a_swept_value_out_of_range_is_pointed_at(field: str, values: list[float], wrong: int, words: str) -> None:
    found = reasons(changed("study.vary", {"field": field, "values": values}))
    assert list(found) == [f"study.vary.values.{wrong}"]
    assert words in next(iter(found.values()))


def test_a_swept_value_that_breaks_another_field_is_pointed_at_too() -> None:
    tree = changed("study.vary", {"field": "cluster.groups.0.count", "values": [3, 4]})
    tree["workload"]["job_classes"][0]["min_size"] = 4
    found = reasons(tree)
    assert list(found) == ["study.vary.values.0"]
    assert "workload.job_classes.0.min_size" in found["study.vary.values.0"]


@pytest.mark.parametrize("values", [[1, 1], [2, 1], [], list(range(61)), [math.nan], [1e13]])
def test_swept_values_ascend_and_are_from_1_to_60_numbers(values: list[float]) -> None:
    found = reasons(changed("study.vary", {"field": "workload.arrivals.rate_per_1000_s", "values": values}))
    assert all(path.startswith("study.vary") for path in found)


# hostile input --------------------------------------------------------------------------------------------------------


def refused(text: bytes) -> bool:
    try:
        parse_scenario(text)
    except ScenarioError as error:
        return bool(error.rejections) and all(len(reason.sentence) < 1000 for reason in error.rejections)
    return False


def with_notes(notes: bytes) -> bytes:
    return orjson.dumps(SMALL)[:-1] + b',"notes":' + notes + b"}"


def test_hostile_text_is_built_from_a_good_one() -> None:
    assert not refused(with_notes(b'"fine"'))


@pytest.mark.parametrize("depth", [100, 300, 1000, 5000, 30_000])
def test_deep_nesting_is_refused(depth: int) -> None:
    assert refused(with_notes(b"[" * depth + b"]" * depth))
    assert refused(b'{"a":' * depth + b"1" + b"}" * depth)
    assert refused(b"[" * depth)


def test_long_text_is_refused_before_it_is_read() -> None:
    text = with_notes(b'"' + b"x" * MAXIMUM_BYTES + b'"')
    with pytest.raises(ScenarioError, match="too long"):
        parse_scenario(text)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff\xfe",
        b"null",
        b"[]",
        b"3",
        with_notes(b"NaN"),
        with_notes(b'"\\ud800"'),
        with_notes(b"1e999"),
        with_notes(b"1" + b"0" * 400),
        orjson.dumps(SMALL).replace(b"60", b"1e999"),
        orjson.dumps(SMALL).replace(b"60", b"NaN"),
        orjson.dumps(SMALL).replace(b"60", b"Infinity"),
        orjson.dumps(SMALL).replace(b"60", b"1" + b"0" * 30),
        orjson.dumps(SMALL | {"family": "f" * 200}),
    ],
)
def test_what_is_no_scenario_is_refused_in_words(text: bytes) -> None:
    assert refused(text)


PATHS = [path for path, _ in leaves(orjson.loads(EXAMPLES["schnor-system-1"].canonical()))]
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(st.characters(), max_size=20),  # half surrogate pairs included, which Python's own JSON reader lets through
    st.sampled_from(["SED", "poisson", "uniform", "<script>", "\x00", 10**400, 2**63, -0.0, 1e-320]),
)
TREES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(damage=st.lists(st.tuples(st.sampled_from(PATHS), st.integers(0, 4), TREES), min_size=1, max_size=3))
def test_a_damaged_example_is_read_or_refused_but_never_breaks_anything(damage: list[tuple[str, int, Any]]) -> None:
    tree: Any = orjson.loads(EXAMPLES["schnor-system-1"].canonical())
    for path, cut, value in damage:
        parts = path.split(".")[: max(1, len(path.split(".")) - cut)]
        try:
            put(tree, ".".join(parts), value)
        except (KeyError, IndexError, TypeError, ValueError):
            continue  # an earlier damage has taken the place away
    check_read_or_refused(tree)


@given(tree=TREES)
def test_any_tree_is_read_or_refused(tree: Any) -> None:
    check_read_or_refused(tree)
    check_read_or_refused(SMALL | {"study": tree})
    check_read_or_refused(SMALL | {"cluster": tree})


@given(text=st.binary(max_size=200) | st.text(max_size=200).map(lambda t: t.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_read_or_refused(text: bytes) -> None:
    assert refused(text)


def check_read_or_refused(tree: Any) -> None:
    try:
        scenario: Scenario = read_scenario(tree)
    except ScenarioError:
        return
    assert parse_scenario(scenario.canonical()) == scenario


# the schema -----------------------------------------------------------------------------------------------------------


def test_every_number_in_the_schema_states_its_unit_and_its_range() -> None:
    definitions = json_schema()["$defs"]
    fields = [
        (model, name, field)
        for model, definition in definitions.items()
        for name, field in definition.get("properties", {}).items()
        if field.get("type") in ("number", "integer") and "const" not in field
    ]
    assert len(fields) > 15
    for model, name, field in fields:
        assert {"title", "description", "unit", "step", "minimum", "maximum"} <= set(field), f"{model}.{name}"


def test_another_seed_is_another_study_of_the_same_system() -> None:
    scenario = EXAMPLES["schnor-system-1"]
    other = scenario.at_seed(scenario.study.seed + 1)
    assert other.content_hash() != scenario.content_hash()
    assert other.at_seed(scenario.study.seed) == scenario
