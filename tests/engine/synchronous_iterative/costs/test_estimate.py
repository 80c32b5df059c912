"""What is priced before anything is drawn, against what is chosen and drawn: numbers, and never a clock."""

import subprocess
import sys
from random import Random

import numpy as np
import pytest

from engine.contract.generated import generate
from engine.inputs.rejection import ScenarioError
from engine.synchronous_iterative.costs.amounts import MOST_LAWS, amounts, shares_told_apart
from engine.synchronous_iterative.costs.background_jobs import background_jobs
from engine.synchronous_iterative.costs.estimate import cost, work
from engine.synchronous_iterative.costs.likely_choice import coarse_predictor, likely_choice
from engine.synchronous_iterative.costs.sampled import SAMPLED
from engine.synchronous_iterative.formulas.choice import choose, prefixes
from engine.synchronous_iterative.formulas.prediction import predictor_of
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario
from engine.synchronous_iterative.papers.examples import EXAMPLES
from engine.synchronous_iterative.policies import POLICIES
from engine.synchronous_iterative.replication import replicate

SCENARIOS = 40


def some() -> list[SynchronousIterativeScenario]:
    lot, found = Random(5), list[SynchronousIterativeScenario]()
    while len(found) < SCENARIOS:
        try:
            found.append(SynchronousIterativeScenario.read(generate(SynchronousIterativeScenario, SAMPLED, lot)))
        except ScenarioError:
            continue
    return found


def test_coarse_run_times_are_those_of_the_formulas_to_some_percent() -> None:
    """Where every number of machines has a law of its own, the few that are looked at are further off."""
    median = []
    for scenario in some():
        coarse, exact = prefixes(coarse_predictor(scenario)), prefixes(predictor_of(scenario))
        off = coarse.run_time / exact.run_time
        assert (off > 0.4).all()
        assert (off < 2.5).all()
        median.append(np.median(np.abs(off - 1)))
    assert np.mean(np.array(median) < 0.05) > 0.9


def test_most_choices_are_known_before_they_are_made() -> None:
    """A fixed share of all machines was within a factor of 1.5 of two choices in five."""
    taken = []
    for scenario in some():
        for policy in scenario.policies:
            likely, exact = likely_choice(scenario, policy), choose(scenario, policy)
            taken.append(likely.processors[0] / sum(exact.counts))
    assert np.mean((np.array(taken) > 0.6) & (np.array(taken) < 1.7)) > 0.85


def test_most_background_jobs_are_counted_within_a_factor_of_three() -> None:
    off = []
    for scenario in some():
        policy = scenario.policies[0]
        if work(scenario, policy).drawn > 3e5:
            continue
        done = replicate(scenario, policy, 0)
        found = background_jobs(scenario, done.chosen.counts, float(done.chosen.prediction.run_time[0]))
        off.append(max(300.0, found.drawn) / max(300, len(done.run.arrival)))
    assert np.mean((np.array(off) > 1 / 3) & (np.array(off) < 3)) > 0.9


def test_more_iterations_and_shorter_background_jobs_cost_more() -> None:
    """On all machines; a choice within a run time takes fewer of them for fewer iterations."""
    for scenario in some()[:20]:
        fewer = scenario.at({"application.iterations": max(1, scenario.application.iterations // 10)})
        assert cost(fewer, "All Machines").seconds <= cost(scenario, "All Machines").seconds
        longer = scenario.at({"background.mean_service": 10 * scenario.background.mean_service})
        assert work(longer, "All Machines").drawn <= work(scenario, "All Machines").drawn


def test_the_seed_changes_no_cost() -> None:
    for scenario in some()[:10]:
        for policy in POLICIES:
            assert cost(scenario, policy) == cost(scenario.at_seed(7), policy)


def test_few_laws_stand_for_all_and_keep_the_mean() -> None:
    application = next(iter(EXAMPLES.values())).application.model_copy(
        update={"imbalance": "binomial", "objects": 1000}
    )
    shares = shares_told_apart(application, 256)
    assert len(np.unique(shares[1:])) <= MOST_LAWS
    assert shares[1] == 1
    for number in (1, 7, 256):
        units, probability = amounts(application, number)
        assert (units * probability).sum() == pytest.approx(1.0)


def test_nothing_is_compiled_to_price_a_cell() -> None:
    """The server answers while somebody types; numba takes longer to import than a study to be priced."""
    program = (
        "import sys\n"
        "from engine.synchronous_iterative.papers.examples import EXAMPLES\n"
        "from engine.synchronous_iterative.costs.estimate import cost\n"
        "for one in EXAMPLES.values():\n"
        "    for policy in one.policies: cost(one, policy)\n"
        "print('numba' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
