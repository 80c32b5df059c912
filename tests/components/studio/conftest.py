"""What tests of the form begin with."""

from typing import Any

import pytest

from engine.study.registry import EXAMPLES


@pytest.fixture
def tree() -> dict[str, Any]:
    return EXAMPLES["schnor-system-1"].model_dump(mode="json")
