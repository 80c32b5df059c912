"""Own policies: reference and kernel agree on generated rules; rules that say what a policy does are that policy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.parallel_jobs import simulation
from engine.parallel_jobs.inputs.site.own_policies import OwnPolicy, is_asked_at_passes
from engine.parallel_jobs.inputs.workload import as_built_in
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEvents
from engine.parallel_jobs.model import OwnRules
from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.records import Happening, Reason, Records
from engine.parallel_jobs.space_sharing.kernel import simulation as kernel
from engine.parallel_jobs.space_sharing.kernel.own import NEARLY
from engine.parallel_jobs.space_sharing.reference import simulation as reference
from engine.rules.blocks import BLOCK
from engine.rules.folding import folded
from engine.rules.language import checked
from tests.engine.parallel_jobs.space_sharing.test_counting import equal_machines, many
from tests.engine.parallel_jobs.space_sharing.test_one_pass_per_instant import D, of_log
from tests.engine.parallel_jobs.streams import disrupted_streams, streams
from tests.engine.parallel_jobs.systems import PAPER_RULES, System, differences, jobs, machines
from tests.engine.rules.generated import ADMISSIONS, MACHINES, ORDERS

OWN = int(PolicyCode.OWN)
ASKED_AT_PASSES = [
    "(wait / estimate)^3 * size",
    "wait / (log2(max(size, 2)) * estimate)",
    "if(wait > 2 min, 1e12 + wait, -area)",
    "if(idle > size, wait / estimate, -size)",
    "busy * wait / size - class * hour + weekday",
    "if(waiting > 3 or running < 2, -estimate, wait * largest)",
    "-deadline_in * profit + now / (smallest + processors)",
    "wait * started + queue - submit / (1 + waiting)",
]
"""Orders that move and ask for everything that a counting kernel knows."""

GENERATED = settings(max_examples=75, deadline=None)
FEWER = settings(max_examples=20, deadline=None)


def own(order: str = "-submit", **parts: object) -> OwnRules:
    """An own policy by its parts."""
    return OwnPolicy(name="own", order=order, **parts).rules()  # type: ignore[arg-type]


def policies() -> st.SearchStrategy[OwnRules]:
    """Own policies by the grammar; half of them admit everybody."""
    texts = ADMISSIONS.filter(lambda text: "wait" not in text.split() and "(wait" not in text and "wait" not in text)
    return st.builds(
        own,
        ORDERS,
        reservation=st.sampled_from([1, 1, "none", "skip", "all", 2, 5]),
        backfill=st.one_of(st.just(""), ORDERS),
        admit=st.one_of(st.just("true"), texts),
        half_life_s=st.sampled_from([60.0, 3600.0, 604_800.0]),
        machines=st.one_of(st.just("-speed_factor"), st.just("speed_factor - group_idle"), MACHINES),
    )


def of_users(system: System, seed: int) -> System:
    """The same jobs, each of one of five users."""
    user = np.random.default_rng(seed).integers(0, 5, len(system.jobs.gap))
    return system._replace(jobs=system.jobs._replace(user=user))


def with_rules(system: System, rules: OwnRules) -> System:
    """The same system under an own policy."""
    return system._replace(rules=system.rules._replace(own=rules))


def one_path(system: System, rules: OwnRules, events: MachineEvents = NO_EVENTS) -> Records:
    """What the kernel for rules makes of it, though another one might do."""
    return kernel.run(*with_rules(system, rules), OWN, with_log=True, machine_events=events)


@GENERATED
@given(system=streams(), rules=policies(), seed=st.integers(0, 1000))
def test_reference_and_kernel_agree(system: System, rules: OwnRules, seed: int) -> None:
    system = of_users(system, seed) if seed % 2 else system
    assert differences(reference.run(*with_rules(system, rules), OWN), one_path(system, rules)) == []


@GENERATED
@given(case=disrupted_streams(complete=False, limited=True), rules=policies())
def test_and_where_something_happens_to_machines(case: tuple[System, MachineEvents], rules: OwnRules) -> None:
    system, events = case
    one = reference.run(*with_rules(system, rules), OWN, machine_events=events)
    assert differences(one, one_path(system, rules, events)) == []


@GENERATED
@given(system=equal_machines(), rules=policies(), seed=st.integers(0, 1000))
def test_whatever_is_quickest_gives_the_same(system: System, rules: OwnRules, seed: int) -> None:
    system = of_users(system, seed) if seed % 2 else system
    found = simulation.run(*with_rules(system, rules), OWN, with_log=True)
    assert differences(one_path(system, rules), found) == []


@pytest.mark.parametrize("reservation", [1, "none", "skip"])
@FEWER
@given(system=equal_machines(), order=st.sampled_from(ASKED_AT_PASSES))
def test_moving_rules_where_processors_are_counted(reservation: object, system: System, order: str) -> None:
    rules = own(order, reservation=reservation)
    assert is_asked_at_passes(rules)
    found = simulation.run(*with_rules(system, rules), OWN, with_log=True)
    assert differences(reference.run(*with_rules(system, rules), OWN), found) == []


@pytest.mark.parametrize(
    ("order", "parts"),
    [
        ("wait * fair", {}),
        ("wait * waiting_area", {}),
        ("wait * size", {"reservation": 2}),
        ("wait * size", {"backfill": "-area"}),
        ("wait * size", {"admit": "size < 3"}),
        ("-area", {}),
        ("wait * size", {"machines": "speed_factor"}),
    ],
    ids=["users", "areas", "plans", "two orders", "admission", "still", "machines"],
)
def test_what_is_not_counted_is_asked_elsewhere(order: str, parts: dict[str, object]) -> None:
    assert not is_asked_at_passes(own(order, **parts))


def test_a_rule_is_asked_of_more_jobs_than_a_block_holds() -> None:
    system = many(1_000, 128, np.random.default_rng(20))
    crowd = system._replace(jobs=system.jobs._replace(gap=system.jobs.gap / 4))
    rules = own("(wait / estimate)^3 * size")
    assert is_asked_at_passes(rules)
    found = simulation.run(*with_rules(crowd, rules), OWN, with_log=True)
    arrived, started = np.searchsorted(np.sort(found.arrival), found.start), np.arange(len(found.start))
    assert (arrived - started.argsort().argsort()).max() > BLOCK
    assert differences(kernel.run(*crowd, int(PolicyCode.WFP3), with_log=True), found) == []


@pytest.mark.parametrize("reservation", [1, "skip"])
def test_an_order_that_turns_round_is_sorted_all_the_same(reservation: object) -> None:
    """At each second it is the other way round: far more moves than an order that nearly stands is given."""
    rng = np.random.default_rng(3)
    count = 20 * NEARLY
    sizes = [(size, size) for size in rng.integers(1, 4, count).tolist()]
    crowd = System(
        jobs([0.0] * count, rng.integers(1, 9, count).tolist(), sizes), machines((4, 1), (3, 2)), PAPER_RULES
    )
    rules = own("(now - 2 * floor(now / 2) - 0.5) * (estimate + size / 8)", reservation=reservation)
    assert differences(reference.run(*with_rules(crowd, rules), OWN), one_path(crowd, rules)) == []


@pytest.mark.parametrize(
    ("reservation", "policy"), [(1, "EASY"), ("none", "FCFS"), ("skip", "FF")], ids=["EASY", "FCFS", "First Fit"]
)
@FEWER
@given(case=disrupted_streams(complete=False, limited=True))
def test_in_order_of_arrival_it_is_a_policy_that_there_is(
    reservation: object, policy: str, case: tuple[System, MachineEvents]
) -> None:
    system, events = case
    found = one_path(system, own(reservation=reservation), events)
    assert differences(kernel.run(*system, int(PolicyCode[policy]), True, events), found) == []


@FEWER
@given(system=equal_machines())
def test_and_with_reservations_for_all_conservative_backfilling(system: System) -> None:
    conservative = int(PolicyCode.CONSERVATIVE)
    for reservation, depth in (("all", 0), (3, 3)):
        rules = system.rules._replace(reservation_depth=depth, own=own("0", reservation=reservation))
        code, built_in = as_built_in(OWN, rules)
        found = simulation.run(*system._replace(rules=built_in), code, with_log=True)
        assert code == conservative
        same = system._replace(rules=rules._replace(own=None))
        assert differences(simulation.run(*same, conservative, with_log=True), found) == []


@FEWER
@given(system=equal_machines())
def test_reservations_made_anew_are_those_that_are_kept_where_nobody_ends_early(system: System) -> None:
    jobs = system.jobs
    exact = system._replace(jobs=jobs._replace(estimate=np.ones(len(jobs.gap)), expected=np.zeros(len(jobs.gap))))
    exact = exact._replace(rules=exact.rules._replace(reservation_depth=0))
    found = one_path(exact, own(reservation="all"))
    assert differences(kernel.run(*exact, int(PolicyCode.CONSERVATIVE), with_log=True), found) == []


BUILT_IN = {
    "SJF": "-estimate",
    "LJF": "estimate",
    "SAF": "-area",
    "LAF": "area",
    "SQF": "-size",
    "LQF": "size",
    "WFP3": "(wait / estimate)^3 * size",
    "UNICEF": "wait / (log2(max(size, 2)) * estimate)",
    "XF": "(wait + estimate) / estimate",
    "F1": "-(size * log10(estimate) + 870 * log10(submit))",
    "F2": "-(size * sqrt(estimate) + 25600 * log10(submit))",
    "F3": "-(size * estimate + 6860000 * log10(submit))",
    "F4": "-(estimate * sqrt(size) + 530000 * log10(submit))",
}


@pytest.mark.parametrize("policy", BUILT_IN)
@FEWER
@given(system=streams())
def test_built_in_orders_are_their_texts(policy: str, system: System) -> None:
    found = one_path(system, own(BUILT_IN[policy]))
    assert differences(kernel.run(*system, int(PolicyCode[policy]), with_log=True), found) == []


@FEWER
@given(system=streams())
def test_what_changes_no_order_changes_no_schedule(system: System) -> None:
    for order, same in (("-area", "-4 * area"), ("-estimate + 0.001 * wait", "-estimate - 0.001 * submit")):
        assert differences(one_path(system, own(order)), one_path(system, own(same))) == []
    assert (one_path(system, own(admit="false")).reason == Reason.BY_RULE).all()


@pytest.mark.parametrize("order", ["0", "7 * hour - idle", "waiting_area^2 / busy", "if(weekday > 3, now, -running)"])
@FEWER
@given(case=disrupted_streams(complete=False, limited=True))
def test_who_reads_nothing_of_a_job_takes_them_as_they_come(order: str, case: tuple[System, MachineEvents]) -> None:
    system, events = case
    assert differences(one_path(system, own(), events), one_path(system, own(order), events)) == []


@FEWER
@given(system=equal_machines())
def test_of_equal_estimates_the_first_is_the_shortest(system: System) -> None:
    count = len(system.jobs.gap)
    jobs = system.jobs._replace(demand=np.full(count, 100.0), estimate=np.full(count, 2.0), expected=np.zeros(count))
    jobs = jobs._replace(speedup=np.ones_like(jobs.speedup))  # sizes differ, times do not
    same = system._replace(jobs=jobs)
    assert differences(one_path(same, own()), one_path(same, own("-estimate"))) == []


@FEWER
@given(system=equal_machines())
def test_who_is_not_admitted_is_as_if_he_had_not_come(system: System) -> None:
    rules = own("(wait / estimate)^3 * size", admit="size <= 2")
    kept = np.flatnonzero(np.minimum(system.jobs.requested, len(system.machines.group)) <= 2)
    found = one_path(system, rules)
    assert (np.flatnonzero(found.reason == Reason.NONE) == kept).all()
    if len(kept) > 0:
        arrival = np.cumsum(system.jobs.gap)[kept]
        others = {
            name: given[kept] if isinstance(given, np.ndarray) and len(given) == len(system.jobs.gap) else given
            for name, given in system.jobs._asdict().items()
            if name not in ("gap", "speedup")
        }
        fewer = system._replace(jobs=system.jobs._replace(**others, gap=np.diff(arrival, prepend=0.0)))
        alone = one_path(fewer, own("(wait / estimate)^3 * size"))
        np.testing.assert_allclose(found.start[kept], alone.start, rtol=1e-9)


@FEWER
@given(system=streams(), order=st.permutations(range(5)))
def test_users_have_no_names(system: System, order: list[int]) -> None:
    system = of_users(system, 7)
    renamed = system._replace(jobs=system.jobs._replace(user=np.array(order)[system.jobs.user]))
    rules = own("1000 * fair - user_running", half_life_s=60.0)
    found, other = one_path(system, rules), one_path(renamed, rules)
    # Sums over all users are taken in another order, so that values differ in the last bit: not the order of jobs, but
    # for users who have used as much as others to the last digit.
    assert np.mean(found.start == other.start) > 0.9


def test_admission_looks_at_what_there_is_then() -> None:
    """D: the jobs that ask for all four processors are turned away, and nobody else."""
    system = of_log(D, 4)
    found = one_path(system, own(admit="size <= 3"))
    sizes = system.jobs.requested
    assert ((found.reason == Reason.BY_RULE) == (sizes > 3)).all()
    small = reference.run(*with_rules(system, own()), OWN)
    assert (small.reason == Reason.NONE).all()


def test_usage_is_halved_and_who_has_used_less_goes_first() -> None:
    """One processor; user 0 works for 100 s, then both want it at once: user 1 is first, by his share."""
    from tests.engine.parallel_jobs.systems import FREE_MIGRATION, jobs, machines

    mine = jobs([0, 10, 10], [100, 50, 50], [(1, 1)] * 3)._replace(user=np.array([0, 0, 1]))
    system = System(mine, machines((1, 1)), FREE_MIGRATION)
    assert one_path(system, own("fair")).start.tolist() == [0.0, 150.0, 100.0]
    assert one_path(system, own("-fair")).start.tolist() == [0.0, 100.0, 150.0]


# Which machines a job takes.


@FEWER
@given(system=streams(), rules=policies(), factor=st.sampled_from(["-speed_factor", "-(speed_factor)"]))
def test_the_fastest_first_is_what_happens_anyway(system: System, rules: OwnRules, factor: str) -> None:
    assert own(machines=factor).machines is None
    ranked = with_rules(system, rules._replace(machines=None))
    by_rule = rules._replace(machines=folded(checked("-3 * speed_factor", "machines")))
    one = kernel.run(*ranked, OWN, with_log=True)
    assert differences(one, kernel.run(*with_rules(system, by_rule), OWN, with_log=True)) == []


def test_who_gets_which_machines() -> None:
    """Three machines of factor 1 and two of 2: the slow ones first, or the group with more idle machines."""
    arrived = jobs([0.0, 0.0, 0.0], [10.0, 10.0, 10.0], [(1, 1), (2, 2), (1, 1)])
    for text, taken in {
        "-speed_factor": [[0], [1, 2], [3]],
        "speed_factor": [[3], [0, 4], [1]],
        "group_idle": [[0], [1, 2], [3]],
        "if(size > 1, -speed_factor, speed_factor)": [[3], [0, 1], [4]],
        "-group": [[0], [1, 2], [3]],
        "group_size": [[0], [1, 2], [3]],
        "-group_size": [[3], [0, 4], [1]],
    }.items():
        system = System(arrived, machines((3, 1.0), (2, 2.0)), PAPER_RULES)
        for run in (reference.run(*with_rules(system, own(machines=text)), OWN), one_path(system, own(machines=text))):
            starts = run.log.happening == Happening.START
            begin = run.log.first_machine
            found = [sorted(run.log.machine[begin[n] : begin[n + 1]].tolist()) for n in np.flatnonzero(starts)]
            assert found == taken, text


def test_a_rule_for_machines_is_part_of_the_name_of_the_contents_only_if_it_says_something() -> None:
    plain, same, other = (
        OwnPolicy.model_validate({"name": "a", "machines": text})
        for text in ("-speed_factor", "-(speed_factor)", "group")
    )
    assert plain.named() == same.named()
    assert len(plain.named()) == 5
    assert other.named() != plain.named()


@pytest.mark.parametrize("part", ["order", "backfill", "admit"])
def test_groups_of_machines_are_no_name_elsewhere(part: str) -> None:
    with pytest.raises(ValueError, match='"group_idle" is no name here: machines are chosen when a job starts'):
        OwnPolicy.model_validate({"name": "a", part: "group_idle > 3" if part == "admit" else "group_idle"})
