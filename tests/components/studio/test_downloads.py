"""What the buttons below tables and on the Data tab hand over."""

import base64
import csv
from typing import Any

import pytest
from dash.exceptions import PreventUpdate

from components.pages.studio.face import FACES, ResultPictures
from components.pages.studio.families.parallel_jobs import fair_start_panel, whom_panel
from components.pages.studio.families.parallel_jobs.log import panel as log_panel
from components.pages.studio.on_downloads import download, fields_on_tabs
from components.pages.studio.tabs import shown_tabs
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES
from tests.components.studio.without_workers import answer_here, answers_here

FIRST = EXAMPLES["schnor-system-1"]
STUDY = {"tree": FIRST.model_dump(mode="json")}
NOTHING_CHOSEN = [None] * len(fields_on_tabs())


def asked(what: dict[str, str], study: dict[str, Any] = STUDY, point: str | None = None) -> dict[str, Any]:
    return dict(download({"when": 1, **what}, study, "response_time", None, None, point, *NOTHING_CHOSEN))


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
@pytest.mark.parametrize("what", ["cells", "summary"])
def test_an_export_is_a_file_named_by_the_result(what: str, form: str) -> None:
    result = result_ahead(FIRST)
    assert result is not None
    found = asked({"what": what, "form": form})
    assert found["filename"] == f"corral-{what}-{result.fingerprint()}.{form}"
    content = base64.b64decode(found["content"])
    if form == "csv":
        head, *rows = csv.reader(content.decode().splitlines())
        points = [(row[head.index("policy")], row[1]) for row in rows if row[head.index("metric")] == "response_time"]
        each = FIRST.study.replications if what == "cells" else 1
        assert len(points) == each * len(set(points)) == each * len(FIRST.points()) * len(FIRST.policies)
    else:
        assert content.startswith(b"PAR1" if form == "parquet" else b"[")


def test_a_table_is_a_file_named_by_the_table() -> None:
    found = asked({"table": "curves"})
    assert found["filename"] == "corral-curves.csv"
    assert len(found["content"].splitlines()) > len(FIRST.points())


@pytest.mark.parametrize("table", ["comparisons", "published", "claims", "lorenz", "classes"])
def test_tables_of_tabs_that_nobody_has_opened_are_there_too(table: str) -> None:
    assert asked({"table": table})["filename"] == f"corral-{table}.csv"


RESULTS = [(family, *shown) for family, face in FACES.items() for shown in face.results]


@pytest.fixture
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a log is like is told without workers."""
    monkeypatch.setattr(log_panel, "answer_of", answer_here)
    monkeypatch.setattr(log_panel, "heard_of", lambda _scenario: {})
    monkeypatch.setattr(whom_panel, "answer_of", answer_here)
    monkeypatch.setattr(fair_start_panel, "answers_of", answers_here)


@pytest.mark.usefixtures("by_hand")
@pytest.mark.parametrize(("family", "tab", "shown"), RESULTS)
def test_every_table_of_a_result_is_a_file_with_all_its_rows(family: str, tab: str, shown: ResultPictures) -> None:
    trees = (one.model_dump(mode="json") for one in EXAMPLES.values() if one.family == family)
    study = {"tree": next(tree for tree in trees if tab in shown_tabs(tree, None))}
    for name in shown.tables:
        found = asked({"table": name}, study, "0")
        assert found["filename"] == f"corral-{name}.csv"
        assert len(found["content"].splitlines()) > 1


def test_nothing_is_sent_before_somebody_asks() -> None:
    for what in (None, {"table": "schedule"}):  # the latter is of a replication, and there is none yet
        with pytest.raises(PreventUpdate):
            download(what, STUDY, "response_time", None, None, None, *NOTHING_CHOSEN)
