"""The smallest family there can be: one policy, one field, one metric, one curve, and none of it in another file.

What a family needs besides its own folders are entries in four tables, which stand here for the four lines in files.
"""

from collections.abc import Iterator
from typing import Any, Literal

import numpy as np
import orjson
import pytest
from dash import Dash, html

from components.controls.field import create_number
from components.glossary import catalogue
from components.looks.look import Look
from components.looks.theme import LOOKS
from components.pages.studio import callbacks, layout
from components.pages.studio.face import FACES, Face
from components.pages.studio.families.parallel_jobs.form import PARALLEL_JOBS_FORM
from components.pages.studio.ids import PAGE
from components.pages.studio.sketch import form
from components.pages.studio.sketch.family_form import FamilyForm
from components.pages.studio.tabs import shown_tabs
from components.sketches.link import from_link, to_link
from components.words.inputs.fields import describe
from components.words.verdicts.verdict import verdict
from engine.contract.cost import Cost
from engine.contract.examples import written_as
from engine.contract.family import Family, Policy
from engine.contract.row import Column
from engine.contract.runs import Runs
from engine.inputs.draws import Draws
from engine.inputs.quantity import choice, quantity
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario
from engine.inputs.sweep import Study, Vary
from engine.metrics.catalogue import METRICS
from engine.metrics.metric import Metric
from engine.results.export import summaries
from engine.results.formats import to_csv
from engine.study.registry import FAMILIES, read_scenario
from engine.study.run import run_study
from tests.components.figures.checked import draw_curves

NAME = "dice"


class DiceScenario(Scenario):
    """A die with so many sides is thrown once."""

    family: Literal["dice"] = choice("Family", "Dice.", "dice")
    policies: tuple[Literal["Throw"], ...] = choice("Policies", "How it is thrown.", ("Throw",))
    sides: int = quantity("Sides", "", 2, 100, "How many sides the die has.", 6)


def simulate(scenario: DiceScenario, _policy: str, replication: int) -> dict[str, float]:
    drawn = Draws(scenario.study.seed, replication).stream("die").random(1)
    return {"points": float(np.floor(drawn[0] * scenario.sides) + 1)}


EXAMPLE = DiceScenario(
    title="One die", notes="", study=Study(vary=Vary(field="sides", values=(6.0, 20.0, 100.0)), replications=200)
)

RUNS = Runs(
    simulate=simulate,
    trace=lambda *_: {},
    kernels=(),
    rows=lambda *_: [Column("points", "1", np.ones(1))],
)

DICE = Family(
    name=NAME,
    title="Dice",
    scenario=DiceScenario,
    policies={"Throw": Policy("Throw", "Throw it", "Throws the die.", "ours, 2026", 0)},
    metrics=("points",),
    runs_in=__name__,
    cost=lambda *_: Cost(1e-5, 100.0),
    examples=written_as(DiceScenario, {"one-die": EXAMPLE.model_dump(mode="json")}),
)

FORM = FamilyForm(
    cluster=lambda tree: [create_number(PAGE, tree, "sides", tree["sides"], "Sides")],
    workload=lambda _tree: [],
    options=lambda _tree: [],
    draw_cluster=PARALLEL_JOBS_FORM.draw_cluster,
    entries={},
)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The four lines, of which nothing is kept."""
    points = Metric("points", "mean points", "1", "What the die shows.", "ours", "System", less_is_better=None)
    monkeypatch.setitem(FAMILIES, NAME, DICE)
    monkeypatch.setitem(METRICS, "points", points)
    monkeypatch.setitem(LOOKS, "Throw", Look("#0072B2", "#56B4E9", "circle", "solid", "●"))
    monkeypatch.setitem(FACES, NAME, Face(form=FORM))
    kept = (catalogue.glossary, catalogue.labels, catalogue.field_labels)
    for one in kept:
        one.cache_clear()
    yield
    for one in kept:
        one.cache_clear()


def test_it_is_read_linked_and_refused_with_a_sentence() -> None:
    assert read_scenario(orjson.loads(EXAMPLE.canonical())) == EXAMPLE
    assert from_link(to_link(EXAMPLE)) == EXAMPLE
    with pytest.raises(ScenarioError, match=r"sides: 1 is too small; at least 2 is allowed"):
        read_scenario({"version": 1, "family": NAME, "sides": 1})


def test_it_is_run_and_its_mean_is_that_of_a_die() -> None:
    """(n + 1) / 2 lies in the interval of three numbers of sides, or the study drew something else."""
    result = run_study(EXAMPLE, processes=1)
    for number, sides in enumerate((6, 20, 100)):
        found = result.estimate(number, "Throw", "points")
        assert abs(found.mean - (sides + 1) / 2) < 2 * (found.high - found.low)
    assert "points" in to_csv(summaries(result)).decode()
    assert "Throw" in verdict(result).short


def test_it_is_drawn() -> None:
    figure = draw_curves(run_study(EXAMPLE, processes=1), "points", ["Throw"], "light")
    (line,) = (trace for trace in figure.data if trace.mode == "lines+markers")
    assert list(line.x) == [6.0, 20.0, 100.0]
    assert "Sides" in figure.layout.xaxis.title.text


def test_it_has_a_page_with_a_form_that_reads_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "known_result", lambda _: None)  # nobody is asked
    monkeypatch.setattr(layout, "status_of", lambda *_: None)
    page = layout.create_studio(EXAMPLE)
    assert isinstance(page, html.Div)
    tree: Any = EXAMPLE.model_dump(mode="json")
    assert shown_tabs(tree, "Throw") == ["curves", "data"]
    assert describe(tree, "sides").label == "Sides"
    read, reasons = form.with_parsed_values(form.merge(tree, {"sides": 20}))
    assert (read["sides"], reasons) == (20, [])


def test_its_callbacks_are_registered_with_all_others() -> None:
    app = Dash(__name__, suppress_callback_exceptions=True)
    callbacks.register(app)
    assert len(app.callback_map) + len(app._callback_list) > 50
