"""Fair share among groups, and the multifactor priority: Slurm's documented example, laws, and a stream by hand."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.inputs.rejection import ScenarioError
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.site.fair_share import ShareGroup, shares_of
from engine.parallel_jobs.inputs.workload import rules_of, simulated_as
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEvents
from engine.parallel_jobs.model import Shares
from engine.parallel_jobs.policies import POLICIES, PolicyCode
from engine.parallel_jobs.records import Records
from engine.parallel_jobs.space_sharing.kernel import simulation as kernel
from engine.parallel_jobs.space_sharing.reference import simulation as reference
from engine.parallel_jobs.space_sharing.rules.fair_share import fair_share, share_out, sharing
from engine.parallel_jobs.space_sharing.rules.own_names import fairness
from tests.engine.parallel_jobs.space_sharing.test_own_policies import of_users, own
from tests.engine.parallel_jobs.streams import disrupted_streams, streams
from tests.engine.parallel_jobs.systems import FREE_MIGRATION, System, differences, jobs, machines

OWN = int(PolicyCode.OWN)
GENERATED = settings(max_examples=50, deadline=None)
FEWER = settings(max_examples=30, deadline=None)


def groups(*told: tuple[str, str, int, str]) -> tuple[ShareGroup, ...]:
    """Groups from (name, inside, shares, users) of each."""
    return tuple(ShareGroup(name=name, inside=inside, shares=n, users=users) for name, inside, n, users in told)


DOCUMENTED = groups(
    ("A", "", 40, ""), ("D", "", 60, ""), ("B", "A", 30, "1"), ("C", "A", 10, "2, 3"), ("E", "D", 25, "4"),
    ("F", "D", 35, "5"),
)  # fmt: skip
"""Slurm, documentation of the classic fair share algorithm: its example."""


def fair(shares: Shares, usage: list[float], numbers: list[int]) -> list[float]:
    """The fair share of each user."""
    among, used = sharing(shares, np.array(numbers)), np.array(usage)
    share_out(among, used, used.sum())
    return [float(fair_share(among, user, used[user] / used.sum())) for user in range(len(used))]


def test_the_documented_example_of_slurm() -> None:
    """Usage of users 1 to 5, of which 30 percent is by others elsewhere in the tree, and their factors, as printed."""
    shares, usage = shares_of(DOCUMENTED, 1.0), np.array([0.2, 0.25, 0.0, 0.25, 0.0])
    among = sharing(shares, np.arange(1, 6))
    share_out(among, usage, 1.0)
    found = [float(fair_share(among, user, usage[user])) for user in range(5)]
    assert [round(one, 6) for one in found] == [0.408479, 0.022097, 0.125, 0.5, 0.749154]


def test_groups_may_be_told_in_any_order() -> None:
    usage = [0.2, 0.25, 0.0, 0.25, 0.0]
    turned = fair(shares_of(DOCUMENTED[::-1], 1.0), usage, [1, 2, 3, 4, 5])
    assert turned == pytest.approx(fair(shares_of(DOCUMENTED, 1.0), usage, [1, 2, 3, 4, 5]), rel=1e-14)


def by_the_letter(told: tuple[ShareGroup, ...], usage: dict[int, float], user: int, damping: float) -> float:
    """The formulas, group by group from a dictionary: U_E(child) = U + (U_E(parent) - U) x shares / siblings'."""
    of_user = {one: "" for one in usage}
    for group in told:
        for one in usage:
            if str(one) in [part.strip() for part in group.users.split(",")] or (
                group.users == "others" and of_user[one] == "" and not any(str(one) in g.users for g in told)
            ):
                of_user[one] = group.name
    named = {group.name: group for group in told}

    def children(name: str) -> float:
        return sum(g.shares for g in told if g.inside == name) + sum(of == name for of in of_user.values())

    def used(name: str) -> float:
        inner = sum(used(g.name) for g in told if g.inside == name)
        return inner + sum(u for one, u in usage.items() if of_user[one] == name) / sum(usage.values())

    def effective(name: str) -> float:
        group = named[name]
        if not group.inside:
            return used(name)
        return used(name) + (effective(group.inside) - used(name)) * group.shares / children(group.inside)

    def whole(name: str) -> float:
        return 1.0 if not name else whole(named[name].inside) * named[name].shares / children(named[name].inside)

    own_usage, name = usage[user] / sum(usage.values()), of_user[user]
    if name:
        own_usage = own_usage + (effective(name) - own_usage) / children(name)
    return float(2.0 ** (-own_usage / (whole(name) / children(name) * damping)))


@GENERATED
@given(data=st.data())
def test_the_formulas_by_the_letter(data: st.DataObject) -> None:
    names = ["a", "b", "c", "d", "e"]
    told = []
    for number, name in enumerate(names[: data.draw(st.integers(1, 5))]):
        inside = data.draw(st.sampled_from(["", *names[:number]]))
        users = data.draw(st.sampled_from(["", str(2 * number + 1), f"{2 * number + 1}, {2 * number + 2}"]))
        told.append((name, inside, data.draw(st.integers(1, 50)), users))
    usage = {number: float(data.draw(st.integers(0, 20))) for number in range(1, 12)} | {12: 3.0}
    damping = data.draw(st.sampled_from([1.0, 2.0]))
    made = groups(*told)
    found = fair(shares_of(made, damping), list(usage.values()), list(usage))
    assert found == pytest.approx([by_the_letter(made, usage, user, damping) for user in usage], rel=1e-12)


def test_whom_no_group_names_is_in_that_of_all_others_or_in_none() -> None:
    """One of the outermost: he has as much as a group of one share."""
    numbers, usage = [1, 2, 3, 4], [1.0, 1.0, 1.0, 1.0]
    alone = fair(shares_of(groups(("a", "", 2, "1, 2")), 1.0), usage, numbers)
    # Everybody has used the quarter that is his; in a group, half of what the other one has used counts as well.
    assert alone == pytest.approx([2**-1.5] * 2 + [0.5] * 2)
    together = fair(shares_of(groups(("a", "", 1, "1, 2"), ("b", "", 1, "others")), 1.0), usage, numbers)
    assert together == pytest.approx([2**-1.5] * 4)


def test_one_group_of_all_is_as_equal_shares() -> None:
    usage = [3.0, 1.0, 0.0]
    everybody = fair(shares_of(groups(("all", "", 7, "others")), 1.0), usage, [1, 2, 3])
    # Within the group a user counts a third of what the others have used as his own.
    assert everybody == pytest.approx([2 ** -(3 * (u / 4 + (1 - u / 4) / 3)) for u in usage])
    nobody = [float(fairness(u / 4, 3.0)) for u in usage]
    assert nobody == pytest.approx([2 ** -(3 * u / 4) for u in usage])


def with_shares(system: System, shares: Shares, **parts: Any) -> System:
    """The same system under an own policy in which users share so."""
    rules = own("1000 * min(wait / 40, 1) + 1000 * fair", half_life_s=60.0, **parts)
    return system._replace(rules=system.rules._replace(own=rules, shares=shares))


SHARES = st.sampled_from(
    [
        shares_of(DOCUMENTED, 1.0),
        shares_of(groups(("a", "", 3, "1"), ("b", "", 1, "others")), 1.0),
        shares_of(groups(("a", "", 3, "0, 2"), ("b", "a", 1, "4")), 2.5),
        shares_of((), 0.5),
    ]
)


@GENERATED
@given(system=streams(), shares=SHARES, seed=st.integers(0, 100), admit=st.sampled_from(["true", "fair > 0.2"]))
def test_reference_and_kernel_agree(system: System, shares: Shares, seed: int, admit: str) -> None:
    system = with_shares(of_users(system, seed) if seed % 3 else system, shares, admit=admit)
    assert differences(reference.run(*system, OWN), kernel.run(*system, OWN, with_log=True)) == []


@FEWER
@given(case=disrupted_streams(complete=False, limited=True), shares=SHARES)
def test_and_where_something_happens_to_machines(case: tuple[System, MachineEvents], shares: Shares) -> None:
    system, events = with_shares(of_users(case[0], 3), shares), case[1]
    one = reference.run(*system, OWN, machine_events=events)
    assert differences(one, kernel.run(*system, OWN, with_log=True, machine_events=events)) == []


def scenario(**changes: Any) -> ParallelJobsScenario:
    """Two classes of jobs on 4 machines under the multifactor priority."""
    kind = {"demand": {"distribution": "exponential", "mean": 30.0}, "min_size": 1, "max_size": 3, "kind": "rigid"}
    tree = {
        "family": "parallel-jobs",
        "cluster": {"groups": [{"name": "node", "count": 4, "speed_factor": 1.0}]},
        "workload": {
            "arrivals": {"process": "poisson", "rate_per_1000_s": 60.0},
            "job_classes": [kind | {"name": "a"}, kind | {"name": "b", "max_size": 1}],
            "jobs": 300,
        },
        "policies": ["Multifactor", "EASY"],
    }
    return ParallelJobsScenario.read(tree | changes)


def simulated(one: ParallelJobsScenario, policy: str, events: MachineEvents = NO_EVENTS) -> Records:
    from engine.parallel_jobs.inputs.workload import draw_jobs, machines_of

    code, rules = simulated_as(one, policy)
    return kernel.run(draw_jobs(one, 0), machines_of(one), rules, code, machine_events=events)


def test_by_age_alone_it_is_easy() -> None:
    only_age = scenario(options={"multifactor": {"fair_weight": 0.0, "max_age_s": 1e9}})
    assert differences(simulated(only_age, "Multifactor"), simulated(only_age, "EASY")) == []
    nothing = scenario(options={"multifactor": {"fair_weight": 0.0, "age_weight": 0.0}})
    assert differences(simulated(nothing, "Multifactor"), simulated(nothing, "EASY")) == []
    assert differences(simulated(scenario(), "Multifactor"), simulated(scenario(), "EASY")) != []


def test_it_is_the_rule_that_can_be_copied() -> None:
    one = scenario()
    tree = one.model_dump(mode="json")
    from engine.parallel_jobs.inputs.site.rule_texts import RULE_TEXTS

    tree["own_policies"] = [{"name": "copy"} | RULE_TEXTS["Multifactor"]]
    tree["policies"] = ["Multifactor", "own:copy"]
    both = ParallelJobsScenario.read(tree)
    assert differences(simulated(both, "Multifactor"), simulated(both, "own:copy")) == []


def test_by_size_alone_it_is_largest_first() -> None:
    by_size = scenario(options={"multifactor": {"fair_weight": 0.0, "age_weight": 0.0, "size_weight": 1.0}})
    assert differences(simulated(by_size, "Multifactor"), simulated(by_size, "LQF")) == []


def test_a_stream_by_hand_on_which_it_differs_from_all_others() -> None:
    """One processor. Users 1 (three shares) and 2 (one) have used 10 s each when three jobs wait at 20 s: one of user 2
    then one of user 1, which is first, then one of user 2, which is the longest.
    """
    stream = jobs([0, 0, 1, 2, 3], [10, 10, 10, 12, 30], [(1, 1)] * 5)._replace(user=np.array([1, 2, 2, 1, 2]))
    three = groups(("large", "", 3, "1"), ("small", "", 1, "2"))
    tree = scenario().model_dump(mode="json") | {"share_groups": [group.model_dump(mode="json") for group in three]}
    rules = simulated_as(ParallelJobsScenario.read(tree), "Multifactor")[1]
    system = System(stream, machines((1, 1)), rules)
    found = kernel.run(*system, OWN, with_log=True)
    assert found.start.tolist() == [0.0, 10.0, 32.0, 20.0, 42.0]
    assert differences(reference.run(*system, OWN), found) == []
    for name, policy in POLICIES.items():
        if policy.code in (PolicyCode.MULTIFACTOR, PolicyCode.SED, PolicyCode.SED_NU, PolicyCode.SED_NM):
            continue
        other = reference.run(stream, machines((1, 1)), FREE_MIGRATION, policy.code)
        assert other.start.tolist() != found.start.tolist(), name


@pytest.mark.parametrize(
    ("told", "path", "sentence"),
    [
        ([{"name": "a"}, {"name": "a"}], "share_groups.1.name", "another group has that name"),
        ([{"name": "a", "inside": "b"}], "share_groups.0.inside", '"b" is no group'),
        ([{"name": "a", "inside": "a"}], "share_groups.0.inside", "goes round in a circle"),
        (
            [{"name": "a", "inside": "b"}, {"name": "b", "inside": "a"}],
            "share_groups.0.inside",
            "goes round in a circle",
        ),
        ([{"name": "a", "users": "1-5"}, {"name": "b", "users": "5"}], "share_groups.1.users", "user 5 is named twice"),
        ([{"name": "a", "users": "others"}, {"name": "b", "users": "others"}], "share_groups.1.users", "all others"),
        ([{"name": "a", "users": "1, x"}], "share_groups.0.users", '"x" is no user'),
        ([{"name": "a", "users": "7-3"}], "share_groups.0.users", "has to go up"),
        ([{"name": "a", "users": "9999999"}], "share_groups.0.users", "has to go up"),
        ([{"name": "a", "users": "9" * 300}], "share_groups.0.users", "is no user"),
        ([{"name": "a", "shares": 0}], "share_groups.0.shares", "1"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(told: list[dict[str, Any]], path: str, sentence: str) -> None:
    with pytest.raises(ScenarioError) as error:
        scenario(share_groups=told)
    assert [one.path for one in error.value.rejections] == [path]
    assert sentence in str(error.value)


def test_groups_are_named_only_where_they_are() -> None:
    plain, grouped = scenario(), scenario(share_groups=[{"name": "a", "shares": 2, "users": "1"}])
    assert "share_groups" not in plain.named_by(set())
    assert "multifactor" not in plain.named_by(set())["options"]
    assert plain.content_hash() != grouped.content_hash()
    assert rules_of(grouped).shares.shares == (2,)
