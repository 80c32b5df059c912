"""The verdict is one short sentence, and a true one."""

import re
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.words.policy_names import policy_name
from components.words.short_titles import in_sentence, short_field, short_title
from components.words.units import PAPER, PEOPLE, told_in
from components.words.verdicts.headline import LONGEST, headline, more_than, size_against, two_digits
from components.words.verdicts.places import places_of
from components.words.verdicts.told_pair import told_pair
from components.words.verdicts.verdict import verdict
from components.words.wording import point_words
from engine.metrics.catalogue import metric_of
from engine.results.comparison import Difference, differences
from engine.results.result import Result
from engine.statistics.means import Estimate
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES
from tests.engine.made_up import DRIFT, RATE, result_of, scenario_with, unsettled

OF_ALL = re.compile(
    r"(?P<winner>.+) has the \w+ (?P<title>.+?)(?: at (?P<place>.+?))?: "
    r"(?:(?P<percent>[\d.]+) % |.+)below (?P<other>.+)\."
)


def significant(text: str) -> int:
    digits = re.sub(r"[^\d]", "", text)
    return len(digits.lstrip("0") if "." in text else digits.strip("0"))


def check(result: Result, metric: str) -> None:
    text = headline(result, metric)
    assert len(text) <= LONGEST, text
    assert text.endswith("."), text
    assert "beats" not in text
    if result.cells_done == 0:
        return
    lowered = text.lower()
    titles = (in_sentence(metric), short_title(metric))
    assert any(title.lower() in lowered for title in titles) or "replication" in text, text
    if text.startswith("On this log"):  # values beside each other, of which none is noise
        return
    for number in re.findall(r"([\d.\u2009]+) %(?! =| of)", text.split(": ", 1)[-1] if ": " in text else ""):
        assert significant(number) <= 2, text
    if found := OF_ALL.fullmatch(text):
        is_told_truly(result, metric, found)


def is_told_truly(result: Result, metric: str, found: re.Match[str]) -> None:
    """At one place, by percents: recomputed from the replications, without the code that told it."""
    called = {policy_name(name): name for name in result.scenario.policies}
    winner, other, place = (called.get(found[part], found[part]) for part in ("winner", "other", "place"))
    if other not in result.scenario.policies or " of " in (place or "") or found["percent"] is None:
        return
    at = [n for n, point in enumerate(result.points) if not place or point_words(result.scenario, point) == place]
    if len(at) != 1:
        return
    own, base = (result.samples(at[0], name, metric) for name in (winner, other))
    there = ~np.isnan(own - base)
    gaps, base_there = (own - base)[there], base[there]
    is_steady = (base_there > 0).all() and (base_there >= base_there.mean() / 4).all()  # else it is a ratio of means
    shares = gaps / base_there if is_steady else gaps
    assert gaps.mean() < 0
    assert abs(shares.mean()) > 1.9 * shares.std(ddof=1) / len(shares) ** 0.5  # as it is told: in percent
    settled = [name for name in result.scenario.policies if result.settles(at[0], name)]
    assert np.nanmean(own) == min(np.nanmean(result.samples(at[0], name, metric)) for name in settled)
    ways = (1 - np.nanmean(own) / np.nanmean(base), np.nanmean(1 - own / base))
    assert min(abs(100 * way - float(found["percent"])) for way in ways) <= 0.5


@pytest.mark.parametrize("name", EXAMPLES)
def test_of_every_example_and_metric_the_verdict_is_one_short_true_sentence(name: str) -> None:
    result = result_ahead(EXAMPLES[name])
    assert result is not None
    for metric in result.names:
        if metric_of(metric).group:
            check(result, metric)
            assert len(verdict(result, metric, is_preview=True).short) <= LONGEST


@pytest.mark.parametrize("share", [0.02, 0.2, 0.6])
@pytest.mark.parametrize(
    "name", ["schnor-system-1", "which-policy-where", "zhang-load", "heymann-worst-cases", "office-hours"]
)
def test_of_a_study_that_runs_there_is_a_verdict_of_what_is_there(name: str, share: float) -> None:
    whole = result_ahead(EXAMPLES[name])
    assert whole is not None
    table = whole.table.copy()
    table[np.random.default_rng(3).random(table.shape[:3]) > share] = np.nan
    partial = Result(whole.scenario, whole.names, table, whole.limits)
    for metric in partial.names:
        if metric_of(metric).group:
            check(partial, metric)
            assert all(line.endswith(".") for line in verdict(partial, metric).more)


MEANS = st.sampled_from([0.0, 0.5, 90.0, 100.0, 101.0, 120.0, 1000.0, 54_321.0])


@given(
    means=st.lists(st.tuples(MEANS, MEANS, MEANS), min_size=1, max_size=3),
    noise=st.sampled_from([0.0, 0.001, 0.2]),
    gone=st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=5),
    replications=st.sampled_from([1, 2, 10]),
    metric=st.sampled_from(["response_time", "jain_index", "utilization", "migrated_jobs", "profit", "throughput"]),
)
def test_of_generated_results_too(
    means: list[tuple[float, float, float]],
    noise: float,
    gone: set[tuple[int, int]],
    replications: int,
    metric: str,
) -> None:
    names = ("SED", "FCFS", "Conservative")
    vary = {"field": RATE, "values": [0.5, 1.0, 1.3][: len(means)]} if len(means) > 1 else None
    scenario = scenario_with(names, vary=vary, replications=replications)
    shake = 1 + noise * np.sin(np.arange(replications))
    result = result_of(
        scenario,
        {(n, names[k], metric): list(means[n][k] * shake) for n, k in product(range(len(means)), range(3))}
        if metric in result_of(scenario, {}).names
        else {},
    )
    for point, policy in gone:
        if point < len(means):
            unsettled(result, point, names[policy])
    check(result, metric)
    assert all(line.endswith(".") for line in verdict(result, metric).more)


NO_PLACE = re.compile(r" at [\d.\u2009]+( %)?( (s|ms|min|h|d))?([,.;:](?!\d)|$)|…")
"""A number without a name, which may be any of what a study has, or a word that is cut."""


@pytest.mark.parametrize(
    "name", ["schnor-system-1", "zhang-load", "opportunistic-pool", "which-policy-where", "fair-share"]
)
def test_a_place_can_be_read_however_short_the_sentence(name: str) -> None:
    result = result_ahead(EXAMPLES[name])
    assert result is not None
    for point in range(len(result.points)):
        place, *shorter = places_of(result, point)
        assert [*map(len, shorter)] == sorted(map(len, shorter), reverse=True)
        assert all(one.startswith(" at ") and not NO_PLACE.search(one) for one in (place, *shorter))
    for longest in (70, 80, 90):
        for metric in result.names[:4]:
            assert not NO_PLACE.search(headline(result, metric, longest)), metric


@pytest.mark.parametrize(
    ("title", "short"),
    [
        ("offered load", "offered load"),
        ("share of malleable jobs", "share of malleable"),
        ("speed factor of “slow”", "speed factor"),
        ("mean time between arrivals", "interarrival time"),
        ("estimate over run time", "estimate"),
        ("x" * 30, "x" * 17 + "…"),
    ],
)
def test_a_field_in_few_words_has_whole_words(title: str, short: str) -> None:
    assert short_field(title) == short


def test_a_name_of_a_class_of_any_length_is_cut() -> None:
    scenario = scenario_with(("SED", "FCFS"), vary={"field": RATE, "values": [0.5, 1.0]}, replications=10)
    tree = scenario.model_dump(mode="json")
    classes = tree["workload"]["job_classes"]
    tree["workload"]["job_classes"] = [classes[0] | {"name": "x" * 40}, classes[0] | {"name": "y" * 40}]
    changed = type(scenario).read(tree)
    metric = next(name for name in result_of(changed, {}).names if "x" * 40 in name)
    noise = np.linspace(-0.01, 0.01, 10)
    result = result_of(changed, {(n, "SED", metric): list(0.5 + noise) for n in range(2)})
    assert len(headline(result, metric)) <= LONGEST


def test_a_difference_in_time_is_told_in_the_unit_that_people_think_in() -> None:
    """ "500 s below SED-NU" stood above an axis in minutes while a study ran."""
    found = Difference(0, "SED", "SED-NU", Estimate(-500.0, -600.0, -400.0, 10), False, 0.95, False)
    with told_in(PEOPLE):
        assert size_against(found, "response_time") == "8.3 min below SED-NU"
        assert more_than(found, "response_time", "response time") == "8.3 min shorter response time than SED-NU"
    with told_in(PAPER):
        assert size_against(found, "response_time") == "500 s below SED-NU"


@pytest.mark.parametrize(
    ("value", "words"), [(20.94, "21"), (1.04, "1"), (0.0951, "0.095"), (1253.8, "1\u2009300"), (99.6, "100"), (0, "0")]
)
def test_a_size_has_two_digits(value: float, words: str) -> None:
    assert two_digits(value) == words


@pytest.mark.parametrize(
    ("of_sed", "words"),
    [
        (79, "21 % below FCFS"),
        (80, "a fifth below FCFS"),
        (75, "a quarter below FCFS"),
        (66.7, "a third below FCFS"),
        (50, "half that of FCFS"),
        (25, "three quarters below FCFS"),
        (0.2, "over 99 % below FCFS"),
    ],
)
def test_a_share_has_its_name_where_it_is_that_share_to_the_percent(of_sed: float, words: str) -> None:
    scenario = scenario_with(("SED", "FCFS"), vary=None, replications=10)
    noise = 1 + np.linspace(-0.001, 0.001, 10)
    times = {"SED": list(of_sed * noise), "FCFS": list(100 * noise)}
    result = result_of(scenario, {(0, name, "response_time"): times[name] for name in times})
    assert headline(result, "response_time") == f"SED has the shortest mean response time: {words}."


@pytest.mark.parametrize(
    ("of_sed", "words"), [(130, "30 % above FCFS"), (200, "twice that of FCFS"), (350, "3.5 times that of FCFS")]
)
def test_more_is_told_by_factors_from_two_on(of_sed: float, words: str) -> None:
    scenario = scenario_with(("SED", "FCFS"), vary=None, replications=10)
    noise = 1 + np.linspace(-0.001, 0.001, 10)
    result = result_of(
        scenario, {(0, "SED", "throughput"): list(of_sed * noise), (0, "FCFS", "throughput"): list(100 * noise)}
    )
    assert headline(result, "throughput") == f"SED has the highest throughput: {words}."


def test_while_the_first_cells_come_nothing_is_said_to_be_missing() -> None:
    scenario = scenario_with(("SED", "FCFS"), vary={"field": RATE, "values": [0.5, 1.0, 1.5]}, replications=10)
    result = result_of(scenario, {(0, "FCFS", "response_time"): [2.0 + 0.01 * n for n in range(10)]})
    whole = result.table.copy()
    result.table[:] = np.nan
    result.table[:, 0, :2] = whole[:, 0, :2]  # two replications under SED everywhere, none under FCFS
    early = headline(Result(scenario, result.names, result.table, result.limits), "response_time")
    assert early == "Too early to compare the mean response time of SED and FCFS."
    result.table[0, 1, :2] = whole[0, 1, :2]  # both at the first point: a winner by one point of three
    some = headline(Result(scenario, result.names, result.table, result.limits), "response_time")
    assert some == early
    result.table[:, 1, :2] = whole[:, 1, :2]
    known = headline(Result(scenario, result.names, result.table, result.limits), "response_time")
    assert known.startswith("SED has "), known


def swept(times: dict[str, list[float]], noise: float = 0.001) -> Result:
    """A study over three rates in which the mean response times are these; a time of 0 stands for overload."""
    scenario = scenario_with(tuple(times), vary={"field": RATE, "values": [0.3, 0.7, 0.9]}, replications=10)
    shake = 1 + noise * np.sin(np.arange(10))
    samples = {(n, name, "response_time"): list(one * shake) for name, of in times.items() for n, one in enumerate(of)}
    result = result_of(scenario, samples)
    for name, of in times.items():
        for n, one in enumerate(of):
            if one == 0:
                unsettled(result, n, name)
    return result


@pytest.mark.parametrize(
    ("times", "words"),
    [
        # The audit's: SED is nearly twice as slow at most loads, and was praised by the one at which FCFS grows.
        (
            {"EASY": [60, 60, 300], "SED": [100, 100, 160]},
            "EASY has the shortest mean response time up to about 0.74 jobs per 1000 s, SED above.",
        ),
        (
            {"FCFS": [60, 60, 0], "EASY": [60, 60, 300], "SED": [100, 100, 160]},
            "FCFS and EASY have the shortest response time up to 0.7 jobs per 1000 s, SED from 0.9.",
        ),
        ({"FCFS": [60, 0, 0], "SED": [100, 100, 160]}, "up to 0.3 jobs per 1000 s, SED from 0.7."),
        (
            {"FCFS": [60, 99, 160], "SED": [100, 80, 190]},
            "Shortest mean response time: FCFS at 2 of 3 points, SED at 1.",
        ),
        # A turn of one percent decides nothing.
        ({"FCFS": [99, 120, 160], "SED": [100, 80, 100]}, "at 0.9 jobs per 1000 s: 38 % below FCFS."),
        ({"FCFS": [100, 120, 160], "SED": [90, 80, 100]}, "everywhere: 10 to 38 % below FCFS."),
    ],
)
def test_where_the_order_turns_the_turn_is_the_headline(times: dict[str, list[float]], words: str) -> None:
    assert headline(swept(times), "response_time").endswith(words)


@given(
    times=st.lists(st.tuples(*[st.sampled_from([0.0, 60.0, 61.0, 80.0, 150.0])] * 3), min_size=2, max_size=3),
    noise=st.sampled_from([0.001, 0.05]),
)
def test_nobody_is_praised_who_is_notably_behind_elsewhere(times: list[tuple[float, ...]], noise: float) -> None:
    """A sentence on one point or on everywhere is of a policy that no other one beats by 2 % at any point."""
    result = swept({name: list(of) for name, of in zip(("SED", "FCFS", "EASY"), times, strict=False)}, noise)
    said = headline(result, "response_time")
    winner = said.partition(" has the shortest")[0]
    if winner not in result.scenario.policies or any(words in said for words in ("up to", " of 3", "Only")):
        return
    for n in range(3):
        assert result.settles(n, winner) or not any(result.settles(n, name) for name in result.scenario.policies), said
        for one in differences(result, n, "response_time", winner):
            assert not (one.shown and one.size.mean > 0.03), said


def test_no_factor_is_told_where_the_other_policy_is_overloaded_in_some_replications() -> None:
    result = swept({"SED": [90, 80, 100], "FCFS": [89, 120, 400]})
    place = 1, 1, 0  # FCFS at the middle point, in one replication of ten
    middle, late = (result.names.index(name) for name in DRIFT)
    result.table[place][middle], result.table[place][late] = 30.0, 60.0
    assert result.settles(1, "FCFS")
    assert "at 0.9 jobs per 1000 s" in headline(result, "response_time")
    assert told_pair(result, "response_time") == ("SED", "FCFS", 2)
    assert "at 0.9 jobs per 1000 s" in verdict(result, "response_time").more[0]


def test_where_nobody_keeps_up_that_is_said() -> None:
    result = result_ahead(EXAMPLES["zhang-mpl-wl2"])
    assert result is not None
    said = "No policy keeps up with the arrivals: the mean response time grows with every job."
    assert headline(result, "response_time") == said
    assert headline(result, "utilization") == "No policy settles, so there is no utilization to tell."


def test_of_a_map_of_one_policy_the_ends_are_told() -> None:
    result = result_ahead(EXAMPLES["peterson-figure-2"])
    assert result is not None
    (policy,) = result.scenario.policies
    means = [result.estimate(n, policy, "run_time_simulated").mean for n in range(len(result.points))]
    text = headline(result, "run_time_simulated")
    found = re.fullmatch(r"With All Machines the run time simulated is ([\d.\u2009]+) to ([\d.\u2009]+) \w+\.", text)
    assert found is not None, text
    low, high = (float(one.replace("\u2009", "")) for one in found.groups())
    assert high / low == pytest.approx(max(means) / min(means), rel=0.05)


def test_of_a_map_without_a_winner_who_is_last_is_told_and_is_it_at_every_point_that_counts() -> None:
    """It was "no policy is shown to have the lowest largest loss", and one of them lost 40 %."""
    for name, metric, at in (("heymann-factorial", "loss_maximum", 35), ("heymann-figure-3", "efficiency", 53)):
        result = result_ahead(EXAMPLES[name])
        assert result is not None
        sign = 1 if metric == "loss_maximum" else -1
        values = [
            {policy: sign * result.estimate(n, policy, metric).mean for policy in result.scenario.policies}
            for n in range(len(result.points))
        ]
        assert sum(max(of, key=lambda policy: of[policy]) == "Random" for of in values) >= at
    factorial, third = (result_ahead(EXAMPLES[name]) for name in ("heymann-factorial", "heymann-figure-3"))
    assert factorial is not None
    assert third is not None
    said = headline(factorial, "loss_maximum")
    assert said == "One replication: Random has the highest largest loss of efficiency everywhere, 34 to 40 %."
    assert headline(third, "efficiency").startswith("Random has the lowest efficiency at 53 of 60 points, ")
