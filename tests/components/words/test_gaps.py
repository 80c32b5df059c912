"""Differences in words: relative where that says something, else with a unit; the same number everywhere on a page."""

import re

import numpy as np
import pytest

from components.figures.result.sweep_map import draw_best
from components.pages.studio.answer.answer import table_of_comparisons
from components.words.units import PEOPLE, told_in
from components.words.verdicts.gaps import gap_unit, gap_words
from components.words.verdicts.verdict import verdict
from components.words.wording import number, with_uncertainty
from engine.results.result import Result
from engine.statistics.means import Estimate, estimate
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES
from tests.components.figures.checked import draw_curves
from tests.engine.made_up import RATE, result_of, scenario_with

EIGHT_ZEROS = [0.0] * 8 + [12.0] * 2


def waits(of: dict[str, list[float]], metric: str = "wait_time") -> Result:
    scenario = scenario_with(tuple(of), vary=None, replications=10)
    return result_of(scenario, {(0, policy, metric): values for policy, values in of.items()})


def test_a_verdict_near_zero_is_a_difference_with_its_unit() -> None:
    """It was "-18 ± 21 %" of the two replications in which UFF waits; and the base is the same in either order."""
    for order in (("FCFS", "UFF"), ("UFF", "FCFS")):
        of = {"FCFS": [10.0] * 10, "UFF": EIGHT_ZEROS}
        short, more = verdict(waits({name: of[name] for name in order}), "wait_time")
        assert short == "UFF has the shortest mean wait time: 76 % below FCFS."
        assert more == ("UFF has 76 (40 to 100) % shorter mean wait time than FCFS.",)


def test_6800_percent_of_next_to_nothing_is_never_said() -> None:
    noise = np.linspace(-1, 1, 10)
    for base in (0.5 + 0.5 * noise, 1 + 0.1 * noise, np.where(noise > 0, 1.0, 0.0)):
        words = verdict(waits({"SED": list(69 + noise), "UFF": list(base)}), "wait_time")
        assert re.fullmatch(r"UFF has the shortest mean wait time: (9[89]|over 99) % below SED\.", words.short)


def test_shares_differ_by_percentage_points_and_numbers_by_numbers() -> None:
    shares = {"SED": [0.0, 0.2] * 5, "SED-NU": [0.0, 0.0] * 5}
    words = verdict(waits(shares, "migrated_jobs"), "migrated_jobs")
    assert words.short == "SED has 10 percentage points more migrated jobs than SED-NU."
    assert words.more == ("SED has 10.0 ± 7.5 percentage points more migrated jobs than SED-NU.",)
    assert gap_words(estimate(np.array([1.0, 1.2])), "slowdown", False) == "1.1 ± 1.3"
    assert gap_unit("throughput", False) == "jobs per 1000 s"
    assert gap_words(estimate(np.array([-0.2, -0.2])), "slowdown", True, signed=True) == "\u221220 %"


@pytest.mark.parametrize("first", ["SED", "FCFS"])
def test_verdict_and_table_say_the_same_number_and_tooltips_none(first: str) -> None:
    """The verdict said 10.02 %, relative to the one, and the tooltip +11.14 %, relative to the other.

    Since then tooltips say what each policy has, in rows so short that their box leaves the curves free.
    """
    second = "FCFS" if first == "SED" else "SED"
    scenario = scenario_with((first, second), vary={"field": RATE, "values": [0.5, 1.0]}, replications=10)
    noise = 1 + np.linspace(-0.01, 0.01, 10)
    times = {"SED": list(100 * noise), "FCFS": list(125 * noise**2)}
    result = result_of(scenario, {(n, policy, "response_time"): times[policy] for n in (0, 1) for policy in times})
    said = verdict(result, "response_time")
    (number,) = {number for line in said.more for number in re.findall(r"([\d.]+ ± [\d.]+ %)", line)}
    assert said.short == "SED has the shortest mean response time everywhere: a fifth below FCFS."
    assert number.startswith("20")
    hover = [
        text
        for line in draw_curves(result, "response_time", [first, second], "light").data
        if line.name == "FCFS" and line.customdata is not None
        for row in line.customdata
        for text in row
    ]
    own = with_uncertainty(result.estimate(0, "FCFS", "response_time"))
    assert hover == [own, ""] * 2
    assert all(number in row[2] for row in table_of_comparisons(result, "response_time").body)


def test_what_no_replication_has_cannot_be_compared_and_that_is_said() -> None:
    result = waits({"FCFS": [10.0] * 10, "UFF": [float("nan")] * 10})
    assert (
        verdict(result, "wait_time").more[0]
        == "FCFS and UFF cannot be compared: no replication has the mean wait time of both."
    )


@pytest.mark.parametrize(
    ("warm_up", "reason"), [(float("nan"), "no job was taken"), (20.0, "the warm-up leaves no job")]
)
def test_why_a_policy_has_no_times_is_said(warm_up: float, reason: str) -> None:
    scenario = scenario_with(("FCFS",), vary=None, replications=10)
    gone = {(0, "FCFS", "response_time"): [float("nan")] * 10, (0, "FCFS", "warm_up_jobs"): [warm_up] * 10}
    words = verdict(result_of(scenario, gone)).short
    assert words == f"FCFS: no replication has a mean response time, since {reason}."


def test_one_replication_is_said_to_be_one() -> None:
    nan = [float("nan")] * 9
    result = waits({"FCFS": [10.0, *nan], "UFF": [12.5, *nan]})
    words = verdict(result, "wait_time")
    assert words.short == "One replication: FCFS has 20 % shorter mean wait time than UFF."
    assert words.more == ("FCFS has 20 % shorter mean wait time than UFF in one replication.",)
    result = waits({"FCFS": [10.0, *nan], "UFF": [0.0, *nan]})
    words = verdict(result, "wait_time")
    assert words.short == "One replication: UFF has 100 % shorter mean wait time than FCFS."
    assert words.more == ("FCFS has 10 s longer mean wait time than UFF in one replication.",)


def test_one_value_that_is_the_same_is_no_difference_of_0_percent() -> None:
    nan = [float("nan")] * 9
    result = waits({"FCFS": [10.0, *nan], "UFF": [10.0, *nan]})
    assert verdict(result, "wait_time").short == "One replication: FCFS and UFF have the same mean wait time."
    assert verdict(result, "wait_time").more == ("FCFS and UFF have the same mean wait time in one replication.",)
    result = waits({"FCFS": [10.0, *nan], "UFF": [10.0, *nan], "FF": [12.5, *nan]})
    assert "0 %" not in (said := verdict(result, "wait_time").short).replace("20 %", "")
    assert "FF" in said


def test_a_map_says_by_how_much_the_best_leads_also_near_zero() -> None:
    second = {"field": "cluster.groups.1.count", "values": [20, 25]}
    scenario = scenario_with(
        ("SED", "FCFS"), vary={"field": RATE, "values": [0.5, 1.0]}, and_vary=second, replications=10
    )
    samples = {(n, "FCFS", "wait_time"): list(20 + np.linspace(-1, 1, 10)) for n in range(4)}
    samples |= {(n, "SED", "wait_time"): EIGHT_ZEROS if n else list(10 + np.linspace(-1, 1, 10)) for n in range(4)}
    texts = [text for row in draw_best(result_of(scenario, samples), "wait_time", "light").data[0].text for text in row]
    assert texts[0].endswith("50 %")
    assert all("%" in text for text in texts)  # 88 % less than FCFS, which is no small number


def test_a_time_is_told_as_people_think_of_it_and_in_the_unit_of_papers_where_they_are_asked_for() -> None:
    found = Estimate(654.1, 648.6, 659.6, 10)
    with told_in(PEOPLE):
        assert gap_words(found, "response_time", False) == "10.902 ± 0.092 min"
        assert gap_words(Estimate(-0.2, -0.21, -0.19, 10), "response_time", True) == "20.0 ± 1.0 %"
    assert gap_words(found, "response_time", False) == "654.1 ± 5.5 s"


def test_numbers_have_a_minus_and_no_hyphen() -> None:
    """A verdict said "-13 to 82 %", as if it were a range from 13."""
    assert number(-1234.5) == "\u22121\u2009234" or number(-1234.5) == "\u22121\u2009235"
    told = (number(-0.25), with_uncertainty(Estimate(-20, -21, -19, 10)), with_uncertainty(Estimate(-2, -9, -1, 10)))
    assert told == ("\u22120.25", "\u221220.0 ± 1.0", "\u22122 (\u22129 to \u22121)")
    result = result_ahead(EXAMPLES["where-the-model-breaks"])
    assert result is not None
    assert "\u221213 to 82 %" in verdict(result, "formula_error").short
