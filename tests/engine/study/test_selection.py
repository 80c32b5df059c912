"""A study that chooses: the best of M/M/1 queues of several speeds is known, and losers get few replications."""

from itertools import permutations
from typing import Any

import numpy as np
import orjson
import pytest

from components.figures.result.alternatives import draw_alternatives
from components.pages.studio.answer.answer import table_of_curves
from components.words.methods import methods_paragraph
from components.words.searches.chosen_best import selection_lines
from components.words.verdicts.verdict import verdict
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario
from engine.reports.searches import cheapest
from engine.results import selection as of_result
from engine.results.result import Result
from engine.results.selection import Alternative, alternative
from engine.statistics.selecting import select
from engine.study.budget import limits
from engine.study.cells import StudyPlan
from engine.study.registry import read_scenario
from engine.study.run import run_study
from tests.engine.study.test_goal import queue, rate_goal

SPEED = "cluster.groups.0.speed_factor"


def choosing(values: list[float], jobs: int = 400, **selection: Any) -> Scenario:
    """M/M/1 at a rate of 0.5 per 1000 s, whose jobs take 1000 s times each of the values."""
    tree = orjson.loads(queue(rate_goal(1.0), jobs=jobs).canonical())
    tree["study"] |= {"goal": None, "vary": {"field": SPEED, "values": values}, "selection": selection}
    return read_scenario(tree)


def told(seed: int, **selection: Any) -> Result:
    tree = orjson.loads(choosing([1.0, 1.05, 1.2, 1.4], **selection).canonical())
    tree["study"]["seed"] = seed
    return run_study(read_scenario(tree))


FOUND = told(1, maximum_replications=60)


def test_the_fastest_is_chosen_and_losers_get_no_further_cells() -> None:
    found = FOUND.selected
    assert found is not None
    assert FOUND.complete
    assert found.left == (0,)  # differences of 5 % and more, on the same jobs
    assert [alternative(FOUND, n) for n in range(4)] == [Alternative(n, 0) for n in range(4)]
    spent = {one.alternative: one.replications for one in found.gone} | dict.fromkeys(found.left, found.replications)
    assert FOUND.done[:, 0].sum(axis=1).tolist() == [spent[n] for n in range(4)]


def test_whoever_comes_back_gets_the_cells_it_has_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The two best, which are the same, are found to grow at the last look. Failure: the study ends with nobody, or
    without the cells of the next two, which were out after ten replications. 0.3 s."""

    def with_alarm(samples: Any, there: Any, first: int, limit: int, zone: float, _settles: Any, **more: Any) -> Any:
        return select(samples, there, first, limit, zone, lambda a, stage: a > 1 or stage < limit, **more)

    monkeypatch.setattr(of_result, "select", with_alarm)
    tree = orjson.loads(choosing([1.0, 1.3, 1.6], maximum_replications=30).canonical())
    found = run_study(read_scenario(tree | {"policies": ["FCFS", "EASY"]}))
    assert found.complete
    assert found.selected is not None
    assert found.selected.left == (2, 3)
    assert [(one.alternative, one.by) for one in found.selected.gone] == [(4, 2), (5, 2), (0, None), (1, None)]
    assert found.done.sum(axis=2).ravel().tolist() == [30, 30, 30, 30, 10, 10]
    assert "2 do not settle" in " ".join(selection_lines(found))


@pytest.mark.slow
def test_in_19_of_20_studies_the_best_is_not_left_out() -> None:
    """E[R] = 1 / (1/s - 0.0005): 2000, 2211, 3000, 4667 s. Failure: the best is gone in more than one of 20."""
    assert sum(0 not in told(seed, indifference_percent=5.0).selected.left for seed in range(20)) <= 1  # type: ignore[union-attr]


def test_cells_in_any_order_give_the_same_bytes_and_survive_them() -> None:
    plan = StudyPlan(FOUND.scenario)
    values: dict[int, dict[str, float]] = {}
    random = np.random.default_rng(5)
    while (wanted := plan.next_round(values)) is not None:
        for index in random.permutation(plan.indices(wanted)).tolist():
            values[index] = plan.compute(plan.cell(index))
    assert plan.combine(values).to_bytes() == FOUND.to_bytes()
    again = Result.from_bytes(FOUND.to_bytes(), FOUND.scenario, limits)
    assert again is not None
    assert (again.complete, again.selected) == (True, FOUND.selected)


def test_sentence_picture_and_table_tell_the_same() -> None:
    said = verdict(FOUND)
    found = FOUND.selected
    assert found is not None
    assert len(said.short) <= 90
    assert any("Kim & Nelson" in line for line in said.more) == (len(found.left) == 1)
    assert "times as many" in selection_lines(FOUND)[-1]
    rows = table_of_curves(FOUND, "response_time").body
    assert len(rows) == 4
    assert [row[-1].startswith("out after") for row in rows] == [False] * len(found.left) + [True] * len(found.gone)
    figure = draw_alternatives(FOUND, "light")
    fates = [note["text"] for note in figure["layout"]["annotations"] if note["name"] == "fate"][::-1]
    assert [fate == "left" for fate in fates] == [not row[-1].startswith("out") for row in rows]
    assert "Kim & Nelson" in methods_paragraph(FOUND)


def test_of_two_metrics_there_is_a_front() -> None:
    """Faster machines answer sooner and are busy less: who wants them busy and fast gets a front of all."""
    found = told(2, and_by={"metric": "utilization", "wanted": "greatest"}, maximum_replications=20)
    assert found.selected is not None
    assert len(found.selected.left) == 4
    assert "not shown to be worse in both" in verdict(found).short or "form the front" in verdict(found).short
    figure = draw_alternatives(found, "dark")
    line, *dots = figure["data"]
    assert len(dots) == 4
    assert line["x"] == sorted(line["x"])


def constrained(seed: int, value: float, *more: dict[str, Any], replications: int = 40) -> Result:
    """The slowest machine of which jobs take at most *value* s, and all of *more* holds; by theory 2000, 2211, 3000 and
    4667 s for the four speeds."""
    held = [{"metric": "response_time", "bound": "at-most", "value": value}, *more]
    return told(
        seed,
        by={"metric": "utilization", "wanted": "greatest"},
        constraints=held,
        maximum_replications=replications,
    )


def test_the_busiest_machine_that_is_fast_enough_is_chosen_and_who_is_too_slow_is_out() -> None:
    """Failure: a machine that misses the constraint wins, or beats another one; or sentences, picture and table that
    tell something else."""
    result = constrained(2, 3600.0)
    found = result.selected
    assert found is not None
    assert (found.left, found.holding, found.is_open) == ((2,), (2,), False)
    fates = {one.alternative: (one.by, one.misses) for one in found.gone}
    assert fates == {3: (None, True), 0: (1, False), 1: (2, False)}
    said = verdict(result)
    assert "1.2 holds the constraints best: utilization" in said.short
    assert len(said.short) <= 90
    assert any(line.startswith("1 is out, which cannot have mean response time at most") for line in said.more)
    table = table_of_curves(result, "utilization")
    assert "so that" in table.caption
    assert sum("misses" in row[-1] for row in table.body) == 1
    figure = draw_alternatives(result, "light")
    assert sum(note["text"].startswith("misses") for note in figure["layout"]["annotations"]) == 1
    assert "one-sided t test" in methods_paragraph(result)


def test_what_nobody_holds_and_what_cannot_be_told_is_said() -> None:
    """Failure: a choice among those that miss, or one that hides that a better one could not be told."""
    nobody = constrained(1, 1000.0)
    assert nobody.selected is not None
    assert nobody.selected.left == ()
    assert verdict(nobody).short == "None of 4 alternatives holds the constraints."
    # By theory exactly at the bound: with so few replications the third can be told neither way.
    near = constrained(3, 2950.0, replications=10)
    assert near.selected is not None
    assert set(near.selected.left) - set(near.selected.holding)
    assert "cannot be told" in verdict(near).short
    assert any("whether that will do cannot be told" in line for line in verdict(near).more)


def test_a_constraint_on_what_varies_is_a_name_and_none_is_none() -> None:
    """Failure: a selection of before has another name, and its stored result is lost."""
    plain, held = choosing([1.0, 1.1]), constrained(2, 3600.0, replications=10).scenario
    assert "constraints" not in plain.named_by(set())["study"]["selection"]
    assert "constraints" in held.named_by(set())["study"]["selection"]
    tree = orjson.loads(held.canonical())
    tree["study"]["selection"]["constraints"] *= 2
    with pytest.raises(ScenarioError, match="bound the same metric on the same side"):
        read_scenario(tree)
    tree["study"]["selection"]["constraints"] = [{"metric": "joy", "value": 1.0}]
    with pytest.raises(ScenarioError, match='"joy" is no metric of this family'):
        read_scenario(tree)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_the_cheapest_cluster_that_meets_a_wait_is_that_of_erlang(seed: int) -> None:
    """Failure: fewer machines are said to be enough, or the least number that is enough is out; `dev searches`
    counts a hundred."""
    is_right, _ = cheapest(seed)
    assert is_right


def test_refusals_say_what_is_wrong() -> None:
    tree = orjson.loads(choosing([1.0, 1.1]).canonical())
    tree["study"]["vary"] = None
    with pytest.raises(ScenarioError, match="only one alternative"):
        read_scenario(tree)
    many = orjson.loads(choosing([1.0, 1.1]).canonical())
    many["study"]["vary"]["values"] = [round(1 + n / 100, 2) for n in range(60)]
    many["study"]["and_vary"] = {
        "field": "workload.arrivals.rate_per_1000_s",
        "values": [n / 100 for n in range(1, 11)],
    }
    with pytest.raises(ScenarioError, match="600 alternatives; at most 500"):
        read_scenario(many)
    for one, other in permutations(("goal", "precision"), 2):
        both = orjson.loads(choosing([1.0, 1.1]).canonical())
        both["study"] |= {
            one: rate_goal(2000.0) if one == "goal" else {},
            other: None,
            "vary": None if one == "goal" else both["study"]["vary"],
        }
        with pytest.raises(ScenarioError, match="leave goal and precision out"):
            read_scenario(both)
