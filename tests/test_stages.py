"""What is checked while kernels are compiled: whichever fails first is told, and nothing goes on after it."""

import time

import pytest

from tests.__main__ import check_and_compile

GOOD, BAD = ["-c", "pass"], ["-c", "raise SystemExit(3)"]


def test_all_is_well_when_stages_and_kernels_are() -> None:
    assert check_and_compile({"one": GOOD, "two": GOOD}, "pass") == 0


def test_a_stage_that_fails_ends_what_is_compiled(capfd: pytest.CaptureFixture[str]) -> None:
    begun = time.monotonic()
    assert check_and_compile({"one": GOOD, "two": BAD, "three": GOOD}, "import time; time.sleep(1000)") == 3
    assert time.monotonic() - begun < 100
    told = capfd.readouterr()
    assert "tests: two found something" in told.err
    assert "three" not in told.out


def test_kernels_that_cannot_be_compiled_are_found(capfd: pytest.CaptureFixture[str]) -> None:
    assert check_and_compile({"one": GOOD}, "raise SystemExit(4)") == 4
    assert "tests: kernels found something" in capfd.readouterr().err
