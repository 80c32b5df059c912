"""Verdicts, methods and stops: sentences that hold what the numbers say."""

import re
from math import log10
from typing import Any

import numpy as np
import pytest

from components.figures.result.fairness import draw_boxes, draw_lorenz
from components.figures.result.sweep_map import draw_best, draw_metric
from components.pages.studio.answer import fair
from components.pages.studio.answer.answer import map_choices, table_of_comparisons, table_of_curves, table_of_data
from components.words.methods import methods_paragraph
from components.words.stops import stop_words
from components.words.verdicts.leaders import best_policy
from components.words.verdicts.verdict import verdict
from engine.results.result import Result
from engine.study.ahead import result_ahead
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES, read_scenario
from engine.study.run import run_study


def ahead(number: int) -> Result:
    found = result_ahead(EXAMPLES[f"schnor-system-{number}"])
    assert found is not None, "run: python3 app.py dev ahead"
    return found


def tree_of(number: int = 1, **study: Any) -> dict[str, Any]:
    tree = EXAMPLES[f"schnor-system-{number}"].model_dump(mode="json")
    tree["workload"]["jobs"] = 300
    tree["study"] |= study
    return tree


@pytest.fixture(scope="module")
def map_result() -> Result:
    loads = {"field": "offered_load", "values": [0.2, 0.5, 0.8]}
    speeds = {"field": "cluster.groups.1.speed_factor", "values": [2, 4]}
    return run_study(read_scenario(tree_of(vary=loads, and_vary=speeds, replications=6)))


# verdicts -------------------------------------------------------------------------------------------------------------


def test_the_verdict_names_metric_winner_lead_and_place_and_the_rest_is_listed() -> None:
    short, more = verdict(ahead(1))
    assert short == "SED has the shortest mean response time at 1.1 jobs per 1000 s: 21 % below SED-NU."
    assert more[0] == "SED has 20.94 ± 0.28 % shorter mean response time than SED-NU at 1.1 jobs per 1000 s."
    assert more[1].endswith("with SED it is longer up to 0.25 jobs per 1000 s.")
    assert "SED-NU overloads between 1.6 and 1.7 jobs per 1000 s." in more


def test_the_verdict_says_where_curves_cross() -> None:
    assert any("cross at 2.298 jobs per 1000 s (2.279 to 2.318)." in line for line in verdict(ahead(2)).more)
    assert any("cross at 1.966 jobs per 1000 s" in line for line in verdict(ahead(2), "computing_time").more)


def test_a_metric_where_more_is_better_turns_the_verdict() -> None:
    """SED is fairer than SED-NU where jobs wait: its Jain index is larger, its Gini coefficient smaller."""
    assert verdict(ahead(1), "jain_index").short.startswith("SED has the highest Jain index")
    assert verdict(ahead(1), "gini").short.startswith("FCFS has the lowest Gini coefficient up to about 0.26 jobs")
    assert " lower utilization than SED-NU" in verdict(ahead(1), "utilization").more[0]  # neither is better


def test_policies_that_do_the_same_are_said_to_do_so() -> None:
    lines = verdict(ahead(1), "migrated_jobs").more
    assert lines[0] == "SED and SED-NU have exactly the same number of migrated jobs at 1.1 jobs per 1000 s."


def test_one_policy_alone_and_nothing_at_all_have_a_verdict() -> None:
    tree = tree_of(replications=2)
    tree["policies"] = ["SED-NM"]
    plan = StudyPlan(read_scenario(tree))
    assert verdict(plan.combine({})) == ("Nothing has been computed yet.", ())
    assert verdict(run_study(plan.scenario)).short.startswith("With SED-NM the mean response time is ")


def test_noise_is_not_called_a_difference() -> None:
    result = ahead(1)
    table = result.table.copy()
    values = table[..., result.names.index("response_time")]
    values[:, 1] = values[:, 0] * np.random.default_rng(1).normal(1, 0.05, values[:, 0].shape)
    noisy = Result(result.scenario, result.names, table, result.limits)
    assert verdict(noisy).more[0].startswith("No difference in mean response time between SED and SED-NU is")


# maps -----------------------------------------------------------------------------------------------------------------


def test_a_map_has_the_best_policy_of_every_point(map_result: Result) -> None:
    figure = draw_best(map_result, "response_time", "light")
    heat = figure.data[0]
    assert (list(heat.x), list(heat.y)) == (["0.2", "0.5", "0.8"], ["2", "4"])
    kinds = [*map_result.scenario.policies, "", None]
    for row, numbers in enumerate(heat.z):
        for column, number in enumerate(numbers):
            assert kinds[number] == best_policy(map_result, 3 * row + column, "response_time")
    named = {line.name for line in figure.data[1:]}
    assert {f"{name} is best" for name in ("SED",)} <= {name.partition(" ")[2] for name in named}
    short, more = verdict(map_result)
    assert re.match(r"SED has the shortest mean response time (at \d of 6 points|everywhere): ", short)
    assert more[0].startswith("By mean response time, SED is best at ")


def test_a_map_of_one_policy_has_its_means(map_result: Result) -> None:
    heat = draw_metric(map_result, "wait_time", "SED", "dark").data[0]
    for point in range(6):
        mean = map_result.estimate(point, "SED", "wait_time").mean
        color = heat.z[point // 3][point % 3]
        assert color is None or color == pytest.approx(log10(mean)) or not map_result.settles(point, "SED")
    assert heat.colorbar.title.text == "Mean wait time (s)"


def test_tables_of_a_map_name_both_fields(map_result: Result) -> None:
    for table in (table_of_curves(map_result, "slowdown"), table_of_comparisons(map_result, "slowdown")):
        assert table.head[:2] == ["offered load", "speed factor of “slow”"]
        assert {len(row) for row in table.body} == {len(table.head)}
    assert table_of_data(map_result).head[1:3] == ["offered load", "speed factor of “slow”"]
    assert map_choices(map_result) == ["best policy", "SED", "SED-NU", "FCFS"]


# fairness -------------------------------------------------------------------------------------------------------------


def test_lorenz_curves_run_from_0_to_100_below_the_diagonal() -> None:
    lines = {line.name: line for line in draw_lorenz(ahead(1), 4, "light").data if line.showlegend is not False}
    for name in ("SED", "SED-NU", "FCFS"):
        xs, ys = np.array(lines[name].x), np.array(lines[name].y)
        assert (xs[0], ys[0], xs[-1], ys[-1]) == (0, 0, 100, 100)
        assert (ys <= xs + 1e-9).all()


def test_boxes_are_in_order_and_named_by_class() -> None:
    for box in draw_boxes(ahead(1), 4, "dark").data:
        assert list(box.x) == ["greedy job"]
        assert 1 <= box.lowerfence[0] <= box.q1[0] <= box.median[0] <= box.q3[0] <= box.upperfence[0]


def test_tables_of_fairness_have_a_row_for_each_policy_class_and_share() -> None:
    result = ahead(2)
    tables = (fair.table_of_indices(result, 2), fair.table_of_lorenz(result, 2), fair.table_of_classes(result, 2))
    assert [len(table.body) for table in tables] == [3, 9, 3]
    assert all({len(row) for row in table.body} == {len(table.head)} for table in tables)
    assert "Gini coefficient of slowdowns at 1 job per 1000 s" in fair.describe_fairness(result, 2)
    assert fair.chosen_point(result, "99") == fair.chosen_point(result, None)


# methods and stops ----------------------------------------------------------------------------------------------------


def test_the_methods_paragraph_can_stand_alone() -> None:
    text = methods_paragraph(ahead(1)).replace("\u202f", " ")
    for part in (
        "engine 0.",
        "SED (Shortest Expected Delay; Schnor et al. 1996, section 3.3)",
        "Machines of “slow” 25",
    ):
        assert part in text
    for part in ("Varied: arrival rate (jobs per 1000 s), 0.1, 0.25", "replicated 10 times", "seed 1996", "No warm-up"):
        assert part in text
    assert "Arrival rate 1 job" not in text  # it is varied
    assert f"Result fingerprint {ahead(1).fingerprint()}: the same engine" in text
    assert "7 of 36 combinations" in text


def test_methods_and_stops_of_a_precision_count_the_points() -> None:
    rates = {"field": "workload.arrivals.rate_per_1000_s", "values": [0.1, 1.2, 6]}
    tree = tree_of(vary=rates, precision={"half_width_percent": 3.0, "maximum_replications": 12})
    tree["policies"] = ["SED"]
    tree["measurement"] = {"warm_up": {"method": "fixed", "jobs": 20}}
    result = run_study(read_scenario(tree))
    stops = stop_words(result)
    assert stops.startswith("1 of 3 points have reached ± 3 % of mean response time; ")
    assert "1 ended at the largest number of replications" in stops
    assert "1 has no policy that settles" in stops
    assert stops.endswith("Replications: 10 to 12 per point.")
    text = methods_paragraph(result)
    assert "the precision was reached at 1 of 3 points" in text
    assert "The first 20 jobs of each replication were left out" in text
    assert stop_words(ahead(1)) == ""
