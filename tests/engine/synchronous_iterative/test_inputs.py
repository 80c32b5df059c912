"""What a scenario refuses, in sentences, and what can be varied."""

from typing import Any

import numpy as np
import pytest

from engine.inputs.draws import Draws
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import numeric_fields
from engine.synchronous_iterative.costs.estimate import cost
from engine.synchronous_iterative.family import SYNCHRONOUS_ITERATIVE
from engine.synchronous_iterative.inputs.background import Background
from engine.synchronous_iterative.inputs.service import (
    LELAND_OTT_MEAN,
    LELAND_OTT_VARIATION,
    MASS,
    left_times,
    service_times,
)
from tests.engine.synchronous_iterative.plain import scenario

ONE = {"count": 4, "load": 0.5}
REFUSED: dict[str, tuple[tuple[dict[str, Any], ...], dict[str, Any], str, str]] = {
    "a load above 1": (({"load": 1.2},), {}, "cluster.groups.0.load", "too large; at most 0.95"),
    "a delta that is not whole": (({"delta": 1.5},), {}, "cluster.groups.0.delta", "1.5 is not a whole number"),
    "no machines": (({"count": 0},), {}, "cluster", "there is no machine at all"),
    "too many machines": (({"count": 200}, {"count": 200}), {}, "cluster", "400 machines; at most 256"),
    "too intense": ((ONE,), {"background": {"intensity": 2.0}}, "background.intensity", "is 1 on"),
    "a short day": ((ONE,), {"background": {"by_hour": [1.0, 2.0]}}, "background", "2 factors; 24 are needed"),
    "a short day of costs": ((ONE,), {"choice": {"cost_by_hour": [1.0]}}, "choice", "1 factors; 24 are needed"),
    "no work": ((ONE,), {"application": {"weights": [1.0, 0.0]}}, "application", "every weight of work above 0"),
    "an unknown policy": ((ONE,), {"policies": ["Best"]}, "policies.0", '"Best" is no policy of this family'),
    "a policy twice": ((ONE,), {"policies": ["Exact", "Exact"]}, "policies", "named twice"),
    "two groups of one name": (({"name": "a"}, {"name": "a"}), {}, "cluster", 'two machine groups are called "a"'),
    "too much to look at": (
        tuple({"count": 12} for _ in range(6)),
        {"policies": ["Exact"]},
        "cluster.groups",
        "4,826,808 sets of these machines, and the policy Exact looks at all of them; at most 1,048,576",
    ),
    "uneven work and too much to look at": (
        tuple({"count": 12} for _ in range(4)),
        {"policies": ["Exact"], "application": {"imbalance": "binomial"}},
        "cluster.groups",
        "at most 16,384",
    ),
    "too many background jobs": (
        (ONE,),
        {"application": {"iterations": 100_000, "parallel_time": 1000.0}},
        "application.iterations",
        "background jobs would come during a run; at most 3,000,000",
    ),
    "an inverted load above 1": (
        ({"load": 0.4},),
        {
            "cluster": {"baseline": 2},
            "options": {"equations": "as-printed"},
            "application": {"imbalance": "binomial"},
        },
        "options.equations",
        'the load of "group 0" is 1.6; it has to be below 1',
    ),
    "an unknown service": (
        (ONE,),
        {"background": {"service": "constant"}},
        "background.service",
        "'constant' is not allowed",
    ),
    "an intensity among the values that is too high": (
        (ONE,),
        {"study": {"vary": {"field": "background.intensity", "values": [1.0, 1.8, 2.5]}}},
        "study.vary.values.2",
        'on "group 0"; at most 0.95',
    ),
    "both the load and the intensity": (
        (ONE,),
        {
            "study": {
                "vary": {"field": "background.intensity", "values": [1.0]},
                "and_vary": {"field": "background.mean_load", "values": [0.1]},
            }
        },
        "study.vary.field",
        "follows from",
    ),
}


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_bad_input_is_refused_where_it_is(
    case: tuple[tuple[dict[str, Any], ...], dict[str, Any], str, str],
) -> None:
    groups, parts, path, sentence = case
    with pytest.raises(ScenarioError) as caught:
        scenario(*groups, **parts)
    reason = caught.value.rejections[0]
    assert reason.path == path
    assert sentence in reason.sentence


def test_all_subsets_of_twenty_machines_can_be_looked_at() -> None:
    one = scenario(*({"count": 1, "delta": 1 + n % 3, "load": 0.1} for n in range(20)), policies=["Exact"])
    assert one.cluster.machines == 20
    with pytest.raises(ScenarioError, match="there are 2,097,151 sets"):
        scenario(*({"count": 1, "load": 0.1} for _ in range(19)), {"count": 3, "load": 0.1}, policies=["Exact"])


def test_a_mean_load_is_put_into_the_intensity_and_a_length_into_the_work() -> None:
    one = scenario({"count": 3, "load": 0.1}, {"count": 1, "load": 0.5}, background={"mean_service": 2.0})
    assert one.sweepable()["background.mean_load"] == pytest.approx(0.2)
    assert one.at({"background.mean_load": 0.3}).background.intensity == pytest.approx(1.5)
    longer = one.at({"application.iteration_length": 7.0})
    assert longer.application.parallel_time == pytest.approx(7 * 4 * 2)
    assert longer.sweepable()["application.iteration_length"] == pytest.approx(7)
    assert "background.mean_load" not in scenario({"count": 1, "load": 0.0}).sweepable()


def test_every_number_of_a_scenario_says_its_unit() -> None:
    one = scenario(ONE)
    assert {"choice.x_over_c", "application.parallel_time", "cluster.groups.0.count"} <= dict(
        numeric_fields(one)
    ).keys()
    for model in (type(one.application), type(one.choice), type(one.background), type(one.cluster.groups[0])):
        for field in model.model_fields.values():
            assert field.title
            assert field.description


@pytest.mark.parametrize("service", ["exponential", "hyperexponential", "leland-ott"])
def test_service_times_have_their_moments(service: str) -> None:
    background = Background.model_validate({"service": service, "mean_service": 3.0, "variation": 2.0})
    n = 2_000_000
    drawn, left = service_times(background, Draws(1, 0), "m", n), left_times(background, Draws(1, 0), "m", n)
    variation = {"exponential": 1.0, "hyperexponential": 2.0, "leland-ott": LELAND_OTT_VARIATION}[service]
    assert drawn.mean() == pytest.approx(3.0, rel=0.02)
    assert drawn.std() / 3.0 == pytest.approx(variation, rel=0.05)
    assert left.mean() == pytest.approx(3.0 * (1 + variation**2) / 2, rel=0.05)
    assert drawn.min() >= 0


def test_the_law_of_leland_and_ott_is_equation_27() -> None:
    assert pytest.approx(0.999896, abs=1e-6) == MASS
    background = Background.model_validate({"service": "leland-ott", "mean_service": LELAND_OTT_MEAN})
    drawn = service_times(background, Draws(1, 0), "m", 1_000_000)
    for x in (0.5, 1.0, 10.0, 100.0):
        below = 0.759 * min(x, 1) + (0.241 * (1 - x**-1.122) if x > 1 else 0)
        assert (drawn <= x).mean() == pytest.approx(below / MASS, abs=0.002)
    assert drawn.max() <= 1000 * (1 + 1e-9)


def test_a_cell_costs_more_with_more_to_do() -> None:
    small = scenario(ONE)
    assert cost(scenario(ONE, application={"iterations": 1000}), "All Machines") > cost(small, "All Machines")
    many = [{"count": 6, "delta": delta, "load": 0.1} for delta in range(1, 6)]
    assert cost(scenario(*many), "Exact") > cost(scenario(*many), "All Machines")
    assert SYNCHRONOUS_ITERATIVE.cost is cost


def test_draws_are_scaled_not_redrawn() -> None:
    """Common random numbers: twice the mean service time, twice every service time."""
    one, two = (Background.model_validate({"mean_service": mean}) for mean in (1.0, 2.0))
    assert np.array_equal(2 * service_times(one, Draws(1, 0), "m", 50), service_times(two, Draws(1, 0), "m", 50))
