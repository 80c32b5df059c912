"""Tables about whole studies, as `run` prints them."""

import orjson
import pytest

from engine.reports.report import report
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES, FAMILIES


def empty(name: str):
    return StudyPlan(EXAMPLES[name]).combine({})


@pytest.mark.parametrize(
    ("example", "steps", "last"), [("peterson-figure-6", 32, 32), ("peterson-figure-7", 6, 6)]
)  # Peterson & Chamberlain 1996, figures 6 and 7
def test_the_staircases_of_the_figures(example: str, steps: int, last: int) -> None:
    found = FAMILIES["synchronous-iterative"].runs.summaries(empty(example))
    assert [one.caption.split(" of ")[1].split(":")[0] for one in found][:2] == ["Figure 5", "Prefix Scan"]
    for one in found:
        assert len(one.body) == steps
        assert [row[1] for row in one.body] == list(range(1, last + 1))
        assert one.body[0][0] == 0
    told = report(empty(example), "table")
    assert f"{steps} steps, breakpoints exact" in told
    assert len(orjson.loads(report(empty(example), "json"))["summaries"][0]["rows"]) == steps


def test_the_cases_of_a_factorial_stand_together_beside_the_printed_table() -> None:
    example = EXAMPLES["heymann-factorial"]
    tree = example.model_dump(mode="json")
    tree["population"]["tasks"] = [30]
    tree["study"]["vary"]["values"], tree["study"]["and_vary"]["values"] = [30.0, 90.0], [0.0, 100.0]
    plan = StudyPlan(type(example).read(tree))
    result = plan.combine({cell.index: plan.compute(cell) for cell in plan.cells()})
    [found] = FAMILIES["master-worker"].runs.summaries(result)
    rows = {row[0]: row[1:] for row in found.body}
    assert {row[0] for row in rows.values()} == {4 * 4 * 4 * 30}  # points, similarities, iterations, workers
    assert rows["Random"][2] == 25.4
    worst = result.names.index("loss_maximum")
    policy = result.scenario.policies.index("Random")
    assert rows["Random"][3] == pytest.approx(100 * result.table[:, policy, 0, worst].max())
    assert rows["LPTF"][3] == 0


def test_most_studies_have_none() -> None:
    for name in ("schnor-system-1", "zhang-load", "heymann-figure-4", "where-the-model-breaks"):
        assert FAMILIES[EXAMPLES[name].family].runs.summaries(empty(name)) == []
