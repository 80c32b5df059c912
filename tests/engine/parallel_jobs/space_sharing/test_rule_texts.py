"""Built-in orders as rules: the same jobs go first."""

from pathlib import Path

import numpy as np
import pytest

import engine
from engine.parallel_jobs.inputs.site.own_policies import OwnPolicy
from engine.parallel_jobs.inputs.site.rule_texts import RULE_TEXTS
from engine.parallel_jobs.policies import POLICIES
from engine.parallel_jobs.space_sharing.rules.orders import ORDERS, priority
from engine.rules.language import checked
from engine.rules.names import NAMES
from engine.rules.value import value

N_JOBS, NOW, SINCE = 200, 90_000.0, 40.0


@pytest.mark.parametrize("name", [name for name in RULE_TEXTS if POLICIES.get(name) and POLICIES[name].code in ORDERS])
def test_the_text_of_a_built_in_order_orders_alike(name: str) -> None:
    draws = np.random.Generator(np.random.PCG64(7))
    submit = np.sort(np.floor(draws.uniform(SINCE, NOW, N_JOBS)))
    estimate, size = np.floor(draws.uniform(1, 60_000, N_JOBS)), draws.integers(1, 257, N_JOBS)
    deadline = np.floor(draws.uniform(1, 200_000, N_JOBS))
    jobs = list(zip(submit.tolist(), estimate.tolist(), size.tolist(), deadline.tolist(), strict=True))
    of_rule = {"order": checked(RULE_TEXTS[name]["order"], "order")}
    of_rule["backfill"] = checked(RULE_TEXTS[name]["backfill"] or RULE_TEXTS[name]["order"], "order")
    for part, order in zip(of_rule, ORDERS[POLICIES[name].code], strict=True):
        built_in = [priority(int(order), NOW, s, SINCE, e, n, d) for s, e, n, d in jobs]
        written = [value(of_rule[part], _names(*job)) for job in jobs]
        assert np.argsort(-np.array(built_in), kind="stable").tolist() == (
            np.argsort(-np.array(written), kind="stable").tolist()
        )


def _names(submit: float, estimate: float, size: int, deadline: float) -> dict[str, float]:
    area = estimate * size
    left = submit + deadline - NOW
    names = {"submit": max(1.0, submit - SINCE), "wait": NOW - submit, "estimate": estimate, "size": float(size)}
    return names | {"area": area, "deadline_in": left}


@pytest.mark.parametrize("name", list(RULE_TEXTS))
def test_every_text_is_an_own_policy(name: str) -> None:
    own = OwnPolicy(name="copy", **RULE_TEXTS[name])
    assert own.rules().half_life == own.half_life_s


def test_the_readme_lists_every_name_that_rules_know() -> None:
    readme = (Path(engine.__file__).parent / "parallel_jobs" / "README.md").read_text(encoding="utf-8")
    for name, asked in NAMES.items():
        moves = "moves" if asked.moves else ""
        assert f"| `{name}` | {asked.unit} | {asked.of} | {moves} | {asked.meaning} |" in readme
