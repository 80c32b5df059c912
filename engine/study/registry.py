"""Every family, spelt out, and the two doors for scenarios: by their JSON, and by the name of an example."""

from collections.abc import Mapping
from functools import partial
from itertools import zip_longest
from typing import Any

import orjson
from pydantic.json_schema import models_json_schema

from engine.contract.examples import Examples
from engine.contract.family import Family
from engine.contract.runs import Kernel
from engine.coscheduling.family import COSCHEDULING
from engine.inputs.breaking import SMALLEST
from engine.inputs.migration import migrated
from engine.inputs.of_strangers import TwiceError, read_json
from engine.inputs.rejection import Reason, ScenarioError
from engine.inputs.scenario import MAXIMUM_BYTES, Scenario
from engine.master_worker.family import MASTER_WORKER
from engine.parallel_jobs.family import PARALLEL_JOBS
from engine.results.result import DRIFT_METRICS
from engine.synchronous_iterative.family import SYNCHRONOUS_ITERATIVE

FAMILIES: Mapping[str, Family] = {
    family.name: family for family in (PARALLEL_JOBS, COSCHEDULING, MASTER_WORKER, SYNCHRONOUS_ITERATIVE)
}

EXAMPLES: Examples[Scenario] = Examples(
    {name: partial(family.examples.__getitem__, name) for family in FAMILIES.values() for name in family.examples},
    {name: words for family in FAMILIES.values() for name, words in family.examples.words.items()},
)


def read_scenario(tree: Any) -> Scenario:
    """A validated scenario of whichever family the JSON *tree* names; `ScenarioError` says what is wrong."""
    if not isinstance(tree, dict):
        raise ScenarioError([Reason("", "a scenario is a JSON object")])
    tree = migrated(tree)
    name = tree.get("family")
    if not isinstance(name, str) or name not in FAMILIES:
        allowed = ", ".join(f'"{family}"' for family in FAMILIES)
        raise ScenarioError([Reason("family", f"{name!r} is not a family of models; allowed is {allowed}")])
    family = FAMILIES[name]
    scenario = family.scenario.read(tree)
    precision, goal = scenario.study.precision, scenario.study.goal
    asked = {"study.precision.metric": precision.metric} if precision is not None else {}
    if goal is not None:
        asked |= {f"study.goal.criteria.{n}.metric": one.metric for n, one in enumerate(goal.criteria)}
    if (selection := scenario.study.selection) is not None:
        asked |= {"study.selection.by.metric": selection.by.metric}
        asked |= {"study.selection.and_by.metric": selection.and_by.metric} if selection.and_by else {}
        asked |= {f"study.selection.constraints.{n}.metric": one.metric for n, one in enumerate(selection.constraints)}
    if (breaking := scenario.study.breaking) is not None:
        asked |= {"study.breaking.metric": breaking.metric}
        if breaking.search == SMALLEST:
            check_smallest(family, scenario)
    if goal is not None and not goal.criteria and not set(DRIFT_METRICS) <= set(family.metrics):
        sentence = "this family has no queue that could settle; say what has to hold"
        raise ScenarioError([Reason("study.goal.criteria", sentence)])
    allowed_metrics = (*family.metrics, *family.metrics_of(scenario)) if asked else ()
    for path, metric in asked.items():
        if metric not in allowed_metrics:
            sentence = f'"{metric}" is no metric of this family; allowed is one of {", ".join(allowed_metrics)}'
            if metric.startswith("cost_per_") and hasattr(scenario, "cluster"):
                sentence = f'"{metric}" needs a price: give at least one machine group a price per hour'
            raise ScenarioError([Reason(path, sentence)])
    return scenario


def check_smallest(family: Family, scenario: Scenario) -> None:
    """`ScenarioError` unless the smallest example that the study asks for can be sought."""
    breaking = scenario.study.breaking
    if breaking is None:
        return
    if family.small_examples is None:
        sentence = "policies of this family have no small examples; seek values of fields"
        raise ScenarioError([Reason("study.breaking.search", sentence)])
    try:
        family.small_examples.asked(scenario, breaking.policy, breaking.against, breaking.metric)
    except ValueError as error:
        raise ScenarioError([Reason("study.breaking", str(error))]) from None


def parse_scenario(text: bytes) -> Scenario:
    """A validated scenario from bytes that somebody else wrote."""
    if len(text) > MAXIMUM_BYTES:
        raise ScenarioError([Reason("", f"{len(text):,} bytes are too long; at most {MAXIMUM_BYTES:,} are allowed")])
    try:
        tree = read_json(text)
    except TwiceError as error:
        raise ScenarioError([Reason("", str(error))]) from None
    except (orjson.JSONDecodeError, RecursionError) as error:
        raise ScenarioError([Reason("", f"this is not JSON: {error}")]) from None
    return read_scenario(tree)


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a scenario, one alternative per family."""
    models = [family.scenario for family in FAMILIES.values()]
    # Together, since a reference is looked up from the root, and two families may have models of one name.
    references, schema = models_json_schema([(model, "validation") for model in models])
    return {"anyOf": [references[model, "validation"] for model in models], **schema}


def kernels() -> list[Kernel]:
    """Every kernel of every family: of each family the first one first."""
    ranks = zip_longest(*(family.runs.kernels for family in FAMILIES.values()))
    return [kernel for rank in ranks for kernel in rank if kernel is not None]


def warm_up() -> None:
    """Compile or load every kernel, so that nobody waits for that later; call it before forking."""
    for kernel in kernels():
        kernel.load()
