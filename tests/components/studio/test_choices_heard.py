"""The page tells the server of each choice on which it depends which fields there are."""

import re
from pathlib import Path
from typing import Any

import pytest

from components.pages.studio.sketch.questions.breaking_form import SEARCH
from components.pages.studio.sketch.questions.selection_form import AND_BY, CONSTRAINTS
from components.pages.studio.sketch.questions.study_form import ASK, STOP
from components.pages.studio.sketch.questions.sweep import SWEEPS
from components.pages.studio.sketch.reshape import GOAL_FIELD, RESHAPING
from engine.study.registry import FAMILIES

SCRIPT = Path(__file__).parents[3] / "components/assets/clientside/studio/sketch.js"


def heard() -> re.Pattern[str]:
    found = re.search(r"const KINDS =\s+/(.*)/;", SCRIPT.read_text())
    assert found
    return re.compile(found[1])


def tags(schema: Any) -> set[str]:
    """Fields that tell which of several models something is."""
    if isinstance(schema, list):
        return {tag for one in schema for tag in tags(one)}
    if not isinstance(schema, dict):
        return set()
    own = {schema["discriminator"]["propertyName"]} if "discriminator" in schema else set()
    return own | {tag for one in schema.values() for tag in tags(one)}


QUESTIONS = [STOP, ASK, AND_BY, GOAL_FIELD, f"{CONSTRAINTS}.2.metric", "study.goal.criteria.0.metric"]
BREAKING = [SEARCH, "study.breaking.ranges.1.field"]


@pytest.mark.parametrize("path", [*QUESTIONS, *BREAKING, *(f"study.{name}.field" for name in SWEEPS)])
def test_each_choice_of_the_study_that_changes_its_fields_is_heard(path: str) -> None:
    """Constraints and what may differ in a search were not: choosing one did nothing."""
    assert heard().search(path)


@pytest.mark.parametrize("family", FAMILIES)
def test_each_choice_between_models_is_heard(family: str) -> None:
    found = tags(FAMILIES[family].scenario.model_json_schema()) - {"family"}
    assert found
    unheard = [tag for tag in found if not heard().search(f"a.0.{tag}")]
    assert unheard == []
    assert all(heard().search(f"a.0{end}") for end in RESHAPING if end.startswith("."))
