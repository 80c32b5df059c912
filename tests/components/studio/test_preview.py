"""The preview: what is drawn of a form, when there is nothing to draw, and what the address refuses."""

import json
import os
import re
from types import SimpleNamespace
from typing import Any

import plotly.graph_objects as go
import pytest

from components.pages.studio.answer import preview
from components.pages.studio.answer.preview import Preview, Sketched, preview_of_form
from components.visits.answers import compiling
from engine.inputs.scenario import Scenario
from engine.study.preview import preview_of
from engine.study.registry import EXAMPLES, read_scenario
from engine.study.run import run_study

SCENARIO = EXAMPLES["schnor-system-1"]
SPEED = "cluster.groups.1.speed_factor"


@pytest.fixture
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview, "known_result", lambda _: None)
    monkeypatch.setattr(preview, "needs_nothing", lambda *_: False)
    monkeypatch.setattr(preview, "is_submitted", lambda _: False)
    monkeypatch.setattr(preview, "reusable_cells", lambda _: 33)
    monkeypatch.setattr(preview, "compiling", lambda _: "")
    monkeypatch.setattr(preview, "preview_of_sketch", lambda scenario: run_study(preview_of(scenario)))


def asked(value: Any, path: str = SPEED, scenario: Scenario = SCENARIO, **told: Any) -> dict[str, Any]:
    """What the page sends when the field at *path* gets this value."""
    looked_at = {"metric": "response_time", "shown": "best policy", "scheme": "light", "off": []}
    sketch = {"draft": scenario.model_dump(mode="json"), "values": [value], "ids": [{"path": path}]}
    return {**sketch, "study": scenario.content_hash(), **looked_at, **told}


def show(value: Any, **told: Any) -> Preview:
    return preview_of_form(Sketched(**asked(value, **told)))


@pytest.mark.usefixtures("nothing_known")
def test_a_changed_field_is_drawn_small_and_said_to_be_a_preview() -> None:
    found = show(3.0)
    assert found.state == "drawn"
    assert go.Figure(found.figure).data[1].x[:3] == (0.1, 0.5, 1.0)
    assert found.verdict.startswith("Preview: ")
    whole = ". Press Run for the whole study; 33 of its cells are known."
    assert found.stale == "Preview: 3 replications of 400 jobs, computed ahead" + whole
    assert show(3.05).stale == "Preview: 3 replications of 400 jobs" + whole
    assert found.map_choices == ()
    assert "FCFS overloads" in show(4.5).text  # and not what was said of the study before
    assert "overload" not in show(1.3).text


@pytest.mark.usefixtures("nothing_known")
def test_a_policy_that_is_switched_off_and_another_metric_are_heeded() -> None:
    found = show(3.0, off=["SED-NU"], metric="wait_time")
    figure = go.Figure(found.figure)
    assert "SED-NU" not in {one.name for one in figure.data}
    assert figure.layout.yaxis.title.text.startswith("Mean wait")


@pytest.mark.usefixtures("nothing_known")
@pytest.mark.parametrize("value", [1.3, 3.0, 9.5])
@pytest.mark.parametrize("metric", ["response_time", "speed-up"])
def test_where_a_hand_passes_the_curves_are_the_same_and_nothing_is_said(value: float, metric: str) -> None:
    """But for tooltips, of which a hand that moves something else sees none. So it is of what comes first."""
    passed, rested = show(value, metric=metric, is_moving=True), show(value, metric=metric)
    assert passed == Preview("moved", passed.figure) == show(value, metric=metric, is_first=True)

    def curves(found: Preview) -> list[Any]:
        told = go.Figure(found.figure).to_plotly_json()
        return [[{k: v for k, v in one.items() if k != "customdata"} for one in told["data"]], told["layout"]]

    assert json.dumps(curves(passed), default=list) == json.dumps(curves(rested), default=list)


@pytest.mark.usefixtures("nothing_known")
def test_where_a_hand_passes_it_is_not_asked_what_else_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("known_result", "reusable_cells", "is_submitted", "needs_nothing"):
        monkeypatch.setattr(preview, name, lambda *_: pytest.fail("a moving hand waits for this"))
    assert show(3.0, is_moving=True).state == "moved"


@pytest.mark.usefixtures("nothing_known")
def test_of_what_is_run_or_computed_ahead_nothing_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own curves are on their way; a preview in their place would be a step back."""
    for name in ("reusable_cells", "needs_nothing"):
        monkeypatch.setattr(preview, name, lambda *_: pytest.fail("what comes first waits for this"))
    monkeypatch.setattr(preview, "is_submitted", lambda _: True)
    assert show(3.0, is_first=True) == Preview("known")
    monkeypatch.setattr(preview, "is_submitted", lambda _: False)
    monkeypatch.setattr(preview, "known_result", run_study)
    few = SCENARIO.model_dump(mode="json")
    few["study"] |= {"replications": 2, "vary": {**few["study"]["vary"], "values": [0.5, 0.7]}}
    assert show(3.0, scenario=read_scenario(few), is_first=True) == Preview("known")


@pytest.mark.usefixtures("nothing_known")
def test_a_map_comes_with_its_choices() -> None:
    scenario = EXAMPLES["which-policy-where"]
    found = show(2, path="cluster.groups.0.count", scenario=scenario)
    assert found.map_choices[0] == "best policy"
    assert set(found.map_choices[1:]) == set(scenario.policies)


@pytest.mark.usefixtures("nothing_known")
def test_without_a_preview_the_old_picture_is_said_to_be_old(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview, "preview_of_sketch", lambda _: None)
    assert show(3.0) == Preview("later", stale=preview.NO_PREVIEW)


@pytest.mark.usefixtures("nothing_known")
@pytest.mark.parametrize(("left", "said"), [({"SED": 21.0}, "SED"), ({"SED": 21.0, "coscheduling": 60.0}, "SED")])
def test_while_its_models_are_compiled_it_is_said_which_and_for_how_long(
    left: dict[str, float], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preview, "preview_of_sketch", lambda _: None)
    monkeypatch.setattr(preview, "compiling", compiling)
    monkeypatch.setattr("components.visits.answers.client", lambda: SimpleNamespace(compiling=lambda: left))
    found = show(3.0)
    assert found.state == "preparing"
    assert found.stale == (
        "The sketch has changed since; its preview comes as soon as it can. "
        f"Compiling the model for {said} on this computer, once: about 20 s."
    )


@pytest.mark.usefixtures("nothing_known")
def test_models_that_a_sketch_does_not_need_are_no_reason_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview, "preview_of_sketch", lambda _: None)
    monkeypatch.setattr(preview, "compiling", compiling)
    others = SimpleNamespace(compiling=lambda: {"coscheduling": 21.0})
    monkeypatch.setattr("components.visits.answers.client", lambda: others)
    assert show(3.0).state == "later"


@pytest.mark.usefixtures("nothing_known")
def test_where_the_page_shows_no_answer_nothing_is_the_same_or_old(monkeypatch: pytest.MonkeyPatch) -> None:
    assert show(4.0, study="").state == "drawn"
    long = show(31, path="workload.jobs", scenario=EXAMPLES["zhang-load"], study="")
    assert long.stale.startswith("A preview would take about")
    monkeypatch.setattr(preview, "preview_of_sketch", lambda _: None)
    assert show(4.0, study="") == Preview("later", stale="Nothing is known about this scenario yet. Press Run.")
    monkeypatch.setattr(preview, "compiling", lambda _: "Wait.")
    assert show(4.0, study="") == Preview("preparing", stale="Wait.")


@pytest.mark.usefixtures("nothing_known")
def test_a_preview_that_nobody_would_wait_for_is_not_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview, "preview_of_sketch", lambda _: pytest.fail("computed"))
    scenario = EXAMPLES["zhang-load"]
    found = show(31, path="workload.jobs", scenario=scenario)
    assert found.state == "long"
    assert re.search(r"would take about \d+ s of computing: press Run", found.stale)


@pytest.mark.usefixtures("nothing_known")
@pytest.mark.parametrize("value", [0.5, None, "x"])
def test_what_is_wrong_draws_nothing(value: Any) -> None:
    assert show(value) == Preview("wrong")


def test_what_the_page_shows_already_comes_with_its_words_and_without_its_curves() -> None:
    found = show(4.0)
    assert (found.state, found.figure, found.stale) == ("same", None, "")
    assert found.verdict.startswith("SED has the shortest")
    assert found.text.endswith("FCFS overloads between 1.25 and 1.4 jobs per 1000 s.")
    assert re.fullmatch(r"Result fingerprint [0-9a-f]{16}", found.fingerprint)


@pytest.mark.usefixtures("nothing_known")
@pytest.mark.parametrize("name", ["is_submitted", "needs_nothing"])
def test_what_is_running_or_known_needs_no_preview(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(preview, name, lambda *_: True)
    assert show(3.0) == Preview("known")


@pytest.mark.usefixtures("nothing_known")
def test_a_known_result_needs_no_preview(monkeypatch: pytest.MonkeyPatch) -> None:
    class Whole:
        complete = True

    monkeypatch.setattr(preview, "known_result", lambda _: Whole())
    assert show(3.0) == Preview("known")


# the address ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> Any:
    os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:1/0")  # never spoken to: the results are made up
    from components.server.shell import create_server

    return create_server().test_client()


@pytest.mark.usefixtures("nothing_known")
def test_the_address_answers_with_a_few_kilobytes(browser: Any) -> None:
    answer = browser.post("/_studio/preview", json=asked(3.0))
    assert answer.json["state"] == "drawn"
    assert answer.json["figure"]["data"][1]["name"] == "SED"
    assert len(browser.post("/_studio/preview", json=asked(3.0), headers={"Accept-Encoding": "br"}).data) < 5_000


@pytest.mark.usefixtures("nothing_known")
def test_the_address_answers_a_moving_hand_with_curves_alone(browser: Any) -> None:
    answer = browser.post("/_studio/preview", json=asked(3.0, moving=True))
    assert set(answer.json) == {"state", "figure"}
    assert answer.json["state"] == "moved"
    assert browser.post("/_studio/preview", json=asked(3.0, first=True)).json == answer.json
    wrong = browser.post("/_studio/preview", json=asked(0.5, moving=True))
    assert wrong.json["state"] == "wrong"


WRONG: list[Any] = [
    {},
    asked(3.0) | {"draft": {"family": "parallel-jobs"}},
    asked(3.0) | {"draft": {}},
    asked(3.0) | {"values": []},
    asked(3.0) | {"ids": [{"no": "path"}]},
    asked(3.0) | {"study": "x" * 3_000},
    asked(3.0) | {"off": "SED"},
    asked(3.0) | {"scheme": "blue"},
    asked(3.0) | {"moving": "somewhere"},
    [1],
]


@pytest.mark.usefixtures("nothing_known")
@pytest.mark.parametrize("sent", WRONG)
def test_what_no_form_holds_is_refused_in_a_sentence(browser: Any, sent: Any) -> None:
    answer = browser.post("/_studio/preview", json=sent)
    assert (answer.status_code, answer.json["errors"]) == (400, ["this is not what a form of the Studio holds"])


def test_another_site_gets_nothing(browser: Any) -> None:
    answer = browser.post("/_studio/preview", json=asked(3.0), headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
