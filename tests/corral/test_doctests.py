"""What the documentation of `import corral` shows is what happens."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import corral

FOLDER = Path(corral.__file__).parent
MODULES = sorted(f"corral.{path.stem}".removesuffix(".__init__") for path in FOLDER.glob("*.py"))
SHOWING = {"corral": 4, "corral.study": 6, "corral.result": 3}
"""Modules with examples, and how many at least: else a search that finds nothing would pass."""


@pytest.mark.parametrize("name", MODULES)
def test_examples_do_what_they_show(name: str) -> None:
    found = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert found.failed == 0
    assert found.attempted >= SHOWING.get(name, 0)


def test_every_public_name_is_there_and_says_what_it_is() -> None:
    for name in corral.__all__:
        assert getattr(corral, name).__doc__, name
    assert set(corral.__all__) == set(corral.STANDS_IN) <= set(dir(corral))


def test_a_name_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(AttributeError, match=r"corral has no exmaple; it has .*example, examples"):
        corral.exmaple  # noqa: B018
