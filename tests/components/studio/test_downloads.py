"""What the buttons below tables and on the Data tab hand over."""

import base64
import csv
import json

import pytest
from dash.exceptions import PreventUpdate

from components.pages.studio.answer.on_data import download_table, export_result
from components.pages.studio.ids import download_id, export_id
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES
from tests.components.test_clicks import call_with

FIRST = EXAMPLES["schnor-system-1"]
STUDY = {"tree": FIRST.model_dump(mode="json")}


def pressed(component: dict[str, str]) -> list[str]:
    return [json.dumps(component, sort_keys=True, separators=(",", ":")) + ".n_clicks"]


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
@pytest.mark.parametrize("what", ["cells", "summary"])
def test_an_export_is_a_file_named_by_the_result(what: str, form: str) -> None:
    result = result_ahead(FIRST)
    assert result is not None
    found = call_with(export_result, pressed(export_id(what, form)), [None, 1], STUDY)
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
    found = call_with(download_table, pressed(download_id("curves")), [1], STUDY, "response_time", None)
    assert found["filename"] == "corral-curves.csv"
    assert len(found["content"].splitlines()) > len(FIRST.points())


def test_buttons_that_have_just_come_hand_over_nothing() -> None:
    with pytest.raises(PreventUpdate):
        call_with(export_result, pressed(export_id("cells", "csv")), [None, None], STUDY)
    with pytest.raises(PreventUpdate):
        call_with(download_table, pressed(download_id("curves")), [None], STUDY, "response_time", None, value=None)
