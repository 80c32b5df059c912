"""The bench of own policies: rules beside the built-in orders that they say, on the same jobs as those."""

from functools import partial

import numpy as np

from engine.compiled.yardstick import Case, Measurement, median_seconds
from engine.parallel_jobs import simulation
from engine.parallel_jobs.benches.logs import FEWEST, as_logged
from engine.parallel_jobs.inputs.site.own_policies import OwnPolicy
from engine.parallel_jobs.inputs.workload import draw_jobs, machines_of, rules_of
from engine.parallel_jobs.policies import PolicyCode
from engine.rules.blocks import values
from engine.rules.language import of_order
from engine.rules.names import COLUMN, NAMES
from engine.rules.program import compile_rule

JOBS = 5_000
QUEUE, EVALUATIONS = 100, 200
"""Jobs of a queue that is asked about, and how often."""

LONG = " + ".join(["abs(size)", *["log10(size + 1)"] * 21])
"""A rule of as many operations as there may be."""

RULES = {
    "saf": "-area",
    "f1": "-(size * log10(estimate) + 870 * log10(submit))",
    "wfp3": "(wait / estimate)^3 * size",
    "unicef": "wait / (log2(max(size, 2)) * estimate)",
}


def _on_a_log(order: str, small: bool) -> Measurement:
    scenario = as_logged(128, FEWEST if small else JOBS, 0.7)
    rules = rules_of(scenario)._replace(own=OwnPolicy.model_validate({"name": "own", "order": order}).rules())
    run = partial(simulation.run, draw_jobs(scenario, 0), machines_of(scenario), rules, PolicyCode.OWN)
    run()
    seconds = median_seconds(run, small) / scenario.workload.jobs
    return Measurement("ns per job", seconds * 1e9, seconds)


def _of_a_queue(small: bool) -> Measurement:
    """A long rule, asked of a queue: per job and pass."""
    program, table = compile_rule(of_order(LONG)[0]), np.zeros((len(NAMES), QUEUE))
    table[COLUMN["size"]] = np.arange(1.0, QUEUE + 1)
    values(program, table)
    evaluations = 1 if small else EVALUATIONS
    seconds = median_seconds(lambda: [values(program, table) for _ in range(evaluations)], small)
    seconds /= QUEUE * evaluations
    return Measurement("ns per waiting job", seconds * 1e9, seconds)


def cases() -> dict[str, Case]:
    """Own policies that say what built-in ones do, and the longest rule on a queue."""
    return {
        **{f"log-own-{name}": partial(_on_a_log, rule) for name, rule in RULES.items()},
        "own-64-operations": _of_a_queue,
    }
