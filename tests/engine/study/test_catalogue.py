"""The registries are complete: what is not described fails here, with its name."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

import engine
from engine.contract.family import Family, Policy
from engine.inputs.quantity import Strict
from engine.inputs.rejection import TAGS
from engine.metrics.catalogue import METRICS, metric_of
from engine.metrics.job_metrics import detail_names
from engine.parallel_jobs.inputs.scenario import PolicyName
from engine.parallel_jobs.metric_names import AS_RECORDED, FOLLOWING, OF_RESAMPLED_LOGS, OF_SHAKEN_LOGS
from engine.parallel_jobs.policies import PolicyCode
from engine.study.budget import budget
from engine.study.registry import EXAMPLES, FAMILIES, json_schema

POLICIES = [(family, policy) for family in FAMILIES.values() for policy in family.policies.values()]
EVERY_FAMILY = pytest.mark.parametrize("family", FAMILIES.values(), ids=lambda family: family.name)
EVERY_POLICY = pytest.mark.parametrize(("family", "policy"), POLICIES, ids=[policy.name for _, policy in POLICIES])


def readme(family: Family) -> str:
    folder = Path(engine.__file__).parent / family.name.replace("-", "_")
    return (folder / "README.md").read_text(encoding="utf-8")


def table_rows(text: str) -> dict[str, list[str]]:
    """The rows of all tables by their first cell."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
    return {row[0].strip("`"): row[1:] for row in reversed(rows)}  # a name may come again below


# policies -------------------------------------------------------------------------------------------------------------


@EVERY_POLICY
def test_a_policy_says_what_it_is_and_where_that_is_written(family: Family, policy: Policy) -> None:
    assert family.policies[policy.name] is policy
    assert policy.title
    assert policy.description.endswith(".")
    assert any(character.isdigit() for character in policy.source), "a source has a year"


@EVERY_POLICY
def test_a_policy_is_in_the_table_of_its_family_with_title_and_source(family: Family, policy: Policy) -> None:
    if policy.variant:  # a choice of one of its options, in the table of these
        rows = [line for line in readme(family).splitlines() if f" `{policy.name}`" in line and line.startswith("|")]
        assert any(line.rstrip(" |").endswith(policy.source) for line in rows)
        return
    row = table_rows(readme(family))[policy.name]
    assert row[0] == policy.title
    assert row[-1] == policy.source


def test_policies_codes_and_names_in_a_scenario_are_the_same_set() -> None:
    policies = FAMILIES["parallel-jobs"].policies
    assert {policy.code for policy in policies.values()} == set(PolicyCode) - {PolicyCode.OWN}
    names = {PolicyCode(policy.code).name.replace("_", "-") for policy in policies.values()}
    assert names == {name.upper() for name in policies}
    assert get_args(PolicyName) == tuple(policies)


@EVERY_POLICY
def test_a_policy_simulates_and_traces(family: Family, policy: Policy) -> None:
    first = next(iter(family.examples.values()))
    scenario = first.at({"workload.jobs": 20} if "workload.jobs" in first.sweepable() else {})
    measured = family.runs.simulate(scenario, policy.name, 0)
    arrivals = scenario.model_dump().get("workload", {}).get("arrivals", {})
    is_backlog = arrivals.get("process", "batch") == "batch"
    of_backlogs = set() if is_backlog else {"saturation_throughput"}  # see `test_catalogue_of_metrics`
    assert set(family.metrics) - of_backlogs <= set(measured)
    assert family.runs.trace(scenario, policy.name, 0, {})["policy"] == policy.name


# metrics --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", METRICS)
def test_a_metric_has_unit_definition_and_source(name: str) -> None:
    metric = METRICS[name]
    assert metric.name == name
    assert metric.title
    assert metric.unit
    assert metric.definition.endswith(".")
    assert metric.source
    of_logs = (*OF_SHAKEN_LOGS, *OF_RESAMPLED_LOGS, *AS_RECORDED, FOLLOWING)
    details = {detail.partition("[")[0] for detail in (*detail_names(["one", "other"]), *of_logs)}
    for family in FAMILIES.values():
        details |= set(family.metrics)
        for example in family.examples.values():
            details |= {detail.partition("[")[0] for detail in family.metrics_of(example)}
    assert name in details


@EVERY_FAMILY
def test_every_metric_of_a_family_is_known_and_in_its_readme(family: Family) -> None:
    rows = table_rows(readme(family))
    for name in family.metrics:
        assert rows[name][0] == METRICS[name].unit, name


def test_the_utilization_of_a_group_is_a_metric_like_any_other() -> None:
    metric = metric_of("utilization[fast]")
    assert (metric.name, metric.unit) == ("utilization[fast]", "1")
    assert metric.title == "utilization of fast"
    assert metric_of("makespan") is METRICS["makespan"]


# scenarios ------------------------------------------------------------------------------------------------------------


def tags(schema: Any) -> Iterator[str]:
    """The tags of all unions in a JSON Schema."""
    if isinstance(schema, dict):
        yield from schema.get("discriminator", {}).get("mapping", {})
        for part in schema.values():
            yield from tags(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from tags(part)


def test_the_tags_of_all_unions_are_known_to_the_words_of_refusals() -> None:
    assert set(tags(json_schema())) == TAGS


@EVERY_FAMILY
def test_every_option_is_in_the_readme(family: Family) -> None:
    rows = table_rows(readme(family))
    options = family.scenario.model_fields["options"].annotation
    assert isinstance(options, type)
    assert issubclass(options, Strict)
    assert set(options.model_fields) - {"migration"} <= rows.keys()


MOST_SECONDS = 320
"""Of a processor; verdicts on table 4 of Zhang et al. need sixty replications of eighteen cells each."""


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_has_words_and_is_cheap_enough_to_run(name: str) -> None:
    scenario = EXAMPLES[name]
    family = FAMILIES[scenario.family]
    assert family.examples[name] is scenario
    assert scenario.title
    assert scenario.notes
    assert 0 < budget(scenario).seconds < MOST_SECONDS
    assert not budget(scenario).objection


def test_names_of_families_are_their_folders() -> None:
    for name, family in FAMILIES.items():
        assert family.name == name
        assert family.scenario.model_fields["family"].default == name
        assert readme(family).startswith("# ")
