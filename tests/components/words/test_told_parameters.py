"""The methods tell parameters that are filled in, and no others; of a log, how it was cleaned and its head."""

import re
from typing import Any

import pytest

from components.pages.studio.answer import log_lines as module
from components.pages.studio.answer.log_lines import NOT_NOW, log_lines
from components.visits.answers import UnavailableError
from components.words.cleaned import heading
from components.words.methods import parameters
from engine.inputs.paths import leaves
from engine.logs.head import Head
from engine.study.registry import EXAMPLES

EMPTY = re.compile(r"None|“”|\[\]|\(\)|\{\}|^\s*$|\s$")


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_empty_field_is_told(name: str) -> None:
    """A failure is “Table ;”, “To week “None””, or a table of a log of thousands of letters."""
    told = parameters(EXAMPLES[name])
    assert not [part for part in told.split("; ") if EMPTY.search(part)]
    assert all(len(word) <= 80 for word in told.split())


def test_the_law_can_fail_and_concerns_fields_that_are_there() -> None:
    """There are empty fields in examples of three families; with them the law would not hold."""
    empty = {
        scenario.family for scenario in EXAMPLES.values() for _, value in leaves(scenario.model_dump(mode="json"))
        if value in (None, "")
    }  # fmt: skip
    assert len(empty) >= 3
    assert all(EMPTY.search(part) for part in ("Table ", "To week “None”", "Inside of “physics” "))


LABELS = [["Computer", "Own </script>"], ["Acknowledge", "Ada"], ["MaxProcs", "64"], ["Note", "long"]]


def test_of_a_log_the_methods_tell_cleaning_head_and_acknowledgement(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {"rule": "run time 0", "choice": "1 s", "jobs": 7, "hours": 1.0, "share": 0.02, "dropped": False}
    monkeypatch.setattr(module, "answer_of", lambda *_: {"report": [row]})
    monkeypatch.setattr(module, "heard_of", lambda _scenario: {"head": LABELS})
    assert log_lines(EXAMPLES["log-in-blocks"]) == [
        "Cleaning of the log: run time 0 (1 s): 7 jobs, 2 % of the processor-hours.",
        "Head of the log: Computer: Own </script>; MaxProcs: 64.",
        "The log asks to acknowledge: Ada.",
    ]
    assert log_lines(EXAMPLES["backfilling-helps"]) == []

    def away(*_: Any) -> Any:
        raise UnavailableError("away")

    monkeypatch.setattr(module, "answer_of", away)
    assert log_lines(EXAMPLES["log-in-blocks"]) == [NOT_NOW]
    assert heading(Head(())) == []
