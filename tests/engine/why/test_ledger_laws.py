"""Laws of whole ledgers on generated scenarios of every family: what is shown in one picture is so in all of them."""

from typing import Any

import numpy as np
import orjson
import pytest

from engine.inputs.scenario import Scenario
from engine.study.registry import EXAMPLES, FAMILIES
from engine.why.ledger import Ledger, ledger
from tests.engine.why.test_ledger import generated, two


def is_known(found: Ledger) -> bool:
    return bool(np.isfinite(found.difference.mean))


def check(scenario: Scenario, policies: tuple[str, str]) -> bool:
    """Whether anything was counted; all laws of both orders, and of a policy against itself."""
    one = ledger(scenario, policies, replications=1, follows_states=False)
    if not is_known(one):
        return False
    metric, whole = one.metric, one.difference.mean
    scale = abs(one.values[0].mean) + abs(one.values[1].mean)

    def near(expected: Any) -> Any:
        return pytest.approx(expected, rel=1e-7, abs=1e-7 * scale)

    assert sum(part.mean for part in one.parts.values()) + one.counted.mean == near(whole)
    assert one.values[1].mean - one.values[0].mean == near(whole)
    # each kind of group is all of the jobs, and so all of the difference that they make
    of_entries = whole - one.counted.mean
    assert one.first[-1] == near(of_entries)
    for groups in one.groups.values():
        if len(groups) < 40:
            assert sum(group.brought.mean for group in groups) == near(of_entries)
    shares = one.less.mean, one.same.mean, one.more.mean
    assert sum(shares) == pytest.approx(1.0)
    told = sum(count for *_, count in one.spread)
    below = sum(count for low, _, count in one.spread if low < 0)
    above = sum(count for _, high, count in one.spread if high > 0)
    assert [below, above] == pytest.approx([told * one.less.mean, told * one.more.mean])
    back = ledger(scenario, (policies[1], policies[0]), metric, 1, follows_states=False)
    assert back.difference.mean == near(-whole)
    assert (back.less.mean, back.more.mean) == pytest.approx((one.more.mean, one.less.mean))
    assert {name: -part.mean for name, part in back.parts.items()} == near(
        {name: part.mean for name, part in one.parts.items()}
    )
    assert [-value for value in back.first] == near(one.first)
    itself = ledger(scenario, (policies[0], policies[0]), metric, 1, follows_states=False)
    assert itself.difference.mean == itself.counted.mean == 0.0
    assert itself.same.mean == 1.0
    assert not itself.most_less
    assert not itself.most_more
    orjson.dumps(one.tree(), option=orjson.OPT_SERIALIZE_NUMPY)
    return True


@pytest.mark.parametrize("family", FAMILIES)
def test_parts_groups_curve_and_shares_agree_and_turn_round(family: str) -> None:
    count = len(FAMILIES[family].policies)  # each of them in turn
    known = [check(scenario, pair) for scenario, pair in generated(family, count)]
    assert sum(known) > count / 2


@pytest.mark.parametrize("name", ["policy-for-whom", "log-in-blocks", "fair-share", "same-eight-jobs"])
def test_so_they_do_for_logs_lists_and_operators(name: str) -> None:
    scenario = EXAMPLES[name].at(EXAMPLES[name].points()[0])
    assert check(scenario, (scenario.policies[0], scenario.policies[-1]))


def test_so_they_do_for_own_policies() -> None:
    tree = orjson.loads(two("schnor-system-1", ("SED", "EASY"), workload={"jobs": 300}).canonical())
    tree["own_policies"] = [{"name": "mine", "order": "-size"}]
    tree["policies"] = ["own:mine", "EASY"]
    scenario = FAMILIES["parallel-jobs"].scenario.read(tree)
    assert check(scenario, ("own:mine", "EASY"))
