"""What may be run once more, and that it can still fail."""

from pathlib import Path

import pytest

from tests.once_more import FEW, Failures, pass_alone

ONE = """
import pytest

@pytest.mark.browser
def test_one():
    assert {truth}
"""


def failed(*names: str, others: tuple[str, ...] = ()) -> Failures:
    failures = Failures()
    failures.waiting = dict.fromkeys(names)
    failures.others = dict.fromkeys(others)
    return failures


@pytest.mark.parametrize("truth", [True, False])
def test_a_test_that_waits_has_a_second_try_alone(tmp_path: Path, truth: bool) -> None:
    file = tmp_path / "test_one.py"
    file.write_text(ONE.format(truth=truth))
    assert pass_alone(failed(f"{file}::test_one"), "default") is truth


def test_nothing_else_has() -> None:
    assert not pass_alone(failed(), "fast")
    assert not pass_alone(failed("tests/test_once_more.py", others=("tests/test_start.py",)), "fast")
    assert not pass_alone(failed(*map(str, range(FEW + 1))), "fast")
