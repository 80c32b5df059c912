"""A question that nobody has asked before comes through the whole channel, from its tab to a worker and back."""

from typing import Any

import pytest
from dash.exceptions import PreventUpdate

from components.pages.studio.answer.fair import chosen_point
from components.pages.studio.answer.on_results import draw_result
from components.pages.studio.face import FACES, ResultPictures, Tab
from components.pages.studio.on_open import Opened
from components.pages.studio.opened_panels import opened_panels
from components.pages.studio.panel import create_panel, create_text
from components.visits import answers
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.results.result import Result
from engine.study.registry import EXAMPLES
from tests.workers.new_question import FAMILY, NAME, register
from tests.workers.site import Site, study
from workers.client import AnswerError

pytestmark = pytest.mark.worker
BROKERS = ("valkey",)


def _part(result: Result, wanted: str | None, _value: Any) -> dict[str, Any]:
    return answers.answer_of(NAME, answers.at_point(result.scenario, chosen_point(result, wanted)))


def _describe(_result: Result, told: dict[str, Any]) -> str:
    return f"The widest job has {told['machines']} machines."


WIDEST = ResultPictures({}, {"studio-widest-text": _describe}, {}, part=_part)
TAB = Tab(
    NAME,
    "Widest job",
    ("point",),
    panel=lambda: create_panel(create_text("studio-widest-text")),
    shows=(WIDEST,),
)


def test_three_entries_bring_a_question_from_its_tab_to_a_worker_and_back(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Failure: another place has to know of a question, or of a tab, before it is answered."""
    scenario = study(951)
    assert isinstance(scenario, ParallelJobsScenario)
    shown: Opened = {
        "study": {"tree": scenario.model_dump(mode="json")},
        "which": None,
        "point": "1",
        "step": None,
        "scheme": "light",
    }
    monkeypatch.setattr(answers, "client", lambda: site.client)
    with pytest.raises(KeyError):
        site.client.ask(NAME, scenario)
    register(monkeypatch.setitem)
    monkeypatch.setitem(FACES, FAMILY, FACES[FAMILY]._replace(tabs=(*FACES[FAMILY].tabs, TAB)))
    assert "studio-widest-text" in str(opened_panels()[NAME])
    own = draw_jobs(scenario.at(scenario.points()[1]), 0).requested.max()
    assert draw_result(FAMILY, NAME, WIDEST, shown) == (f"The widest job has {own} machines.",)
    found = site.client.ask(NAME, scenario.at(scenario.points()[1]))  # it is kept
    assert found == {"machines": own}
    with pytest.raises(PreventUpdate):
        draw_result(FAMILY, NAME, WIDEST, None)
    with pytest.raises(AnswerError, match="no job of this family is wide"):
        site.client.ask(NAME, EXAMPLES["heymann-variation"], timeout=10)
