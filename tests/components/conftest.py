"""What holds for the tests of pages and figures."""

from collections.abc import Iterator

import pytest

from components.words import units


@pytest.fixture(autouse=True)
def units_of_scenarios(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Numbers are held against scenarios and papers, so they are told in their units, whatever a request chose before;
    `test_units` has the others."""
    monkeypatch.setattr(units, "DEFAULT", units.PAPER)
    with units.told_in(units.PAPER):
        yield
