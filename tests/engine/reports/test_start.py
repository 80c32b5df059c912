"""The processor time of a command: that of the process that was started, and of a command that did what it should."""

import os
from pathlib import Path

import orjson
import pytest

from engine.reports.report import start_report
from engine.reports.start import _commands, processor_time

BUSY = "from time import process_time\nwhile process_time() < 0.6: pass"


def test_it_is_what_the_process_computes_and_not_how_long_it_waits() -> None:
    assert 0.6 <= processor_time(["-c", BUSY], os.environ) < 1.2
    assert processor_time(["-c", "import time; time.sleep(0.7)"], os.environ) < 0.6


def test_the_time_of_a_mistake_is_not_measured() -> None:
    with pytest.raises(RuntimeError, match="ended with status 3 instead of 0"):
        processor_time(["-c", "raise SystemExit(3)"], os.environ)


def test_the_commands_end_as_they_should(tmp_path: Path) -> None:
    for arguments, status in _commands(tmp_path).values():
        assert processor_time(arguments, os.environ, status) > 0


def test_the_report_has_a_line_for_each_command() -> None:
    found = [{"command": "examples", "seconds": 0.71, "least": 0.7, "most": 0.8}]
    assert orjson.loads(start_report(found, "json")) == found
    head, _, row = start_report(found, "table").splitlines()
    assert "processor time (s)" in head
    assert row.split() == ["examples", "0.71", "0.70", "0.80"]
