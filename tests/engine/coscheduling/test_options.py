"""Policies as options of others: names, keys and decisions are those of before there were options."""

import pytest

from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.policies import HEURISTICS, POLICIES, SCHEMES, OnDelivery, Queue, Waiting
from engine.queues.orders import Order
from engine.study.registry import read_scenario
from tests.engine.coscheduling.test_inputs import scenario

WAYS = {"": Waiting.BUSY_WAIT, "-SB": Waiting.SPIN_BLOCK, "-SY": Waiting.SPIN_YIELD}
BOOSTING = {
    f"PB{way}-{letter}{prime}": (waiting, OnDelivery.PERIODIC_BOOST, "ABCDE".index(letter), bool(prime), 0, 0, 0)
    for way, waiting in WAYS.items()
    for prime in ("", "'")
    for letter in "ABCDE"
    if letter + prime != "A"
}
IN_ORDER = {
    "SJF": Order.SHORTEST, "LJF": Order.LONGEST, "SAF": Order.SMALLEST_AREA, "LAF": Order.LARGEST_AREA,
    "SQF": Order.SMALLEST, "LQF": Order.LARGEST, "F1": Order.F1, "F2": Order.F2, "F3": Order.F3, "F4": Order.F4,
    "WFP3": Order.WFP3, "UNICEF": Order.UNICEF, "XF": Order.EXPANSION,
}  # fmt: skip
DEDICATED = {f"SS-{name}": (0, 0, 0, False, 0, Queue.ORDERED, order) for name, order in IN_ORDER.items()}
DEDICATED["SS-EASY-SJF"] = (0, 0, 0, False, 0, Queue.EASY, Order.SHORTEST)
BEFORE = BOOSTING | DEDICATED
"""Every policy of 0.6 that is an option of another one now, and what it decides."""


def test_the_variants_are_those_of_before() -> None:
    assert HEURISTICS == "ABCDE"
    assert {name for name, policy in POLICIES.items() if policy.variant} == BEFORE.keys()
    assert len(BEFORE) == 27 + 14


@pytest.mark.parametrize("name", BEFORE)
def test_a_policy_of_before_is_read_kept_and_decides_as_before(name: str) -> None:
    kept = scenario(policies=[name])
    assert f'"policies":["{name}"]'.encode() in kept.canonical()
    assert read_scenario(kept.model_dump(mode="json")) == kept
    assert isinstance(kept, CoschedulingScenario)
    assert SCHEMES[name] == BEFORE[name]


@pytest.mark.parametrize("name", BEFORE)
def test_a_variant_is_a_choice_of_one_option_of_its_policy(name: str) -> None:
    variant = POLICIES[name].variant
    assert variant is not None
    of, option, choice, words = variant
    assert POLICIES[of].variant is None
    assert POLICIES[name].idea == POLICIES[of].idea
    assert words in POLICIES[name].description
    assert name == f"{of}-{choice}" if option == "heuristic" else f"SS-{choice}"
    changed = {
        field for field, one, other in zip(SCHEMES[of]._fields, SCHEMES[of], SCHEMES[name], strict=True) if one != other
    }
    assert changed <= ({"heuristic", "fair"} if option == "heuristic" else {"queue", "order"})
    assert changed
