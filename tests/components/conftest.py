"""What holds for the tests of pages and figures."""

import pytest

from components.words import units


@pytest.fixture(autouse=True)
def units_of_scenarios(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers are held against scenarios and papers, so they are told in their units; `test_units` has the others."""
    monkeypatch.setattr(units, "DEFAULT", units.PAPER)
