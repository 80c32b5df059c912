"""What is checked while kernels are compiled: whichever fails first is told, and nothing goes on after it."""

import os
import time
from pathlib import Path

import pytest

from tests import __main__ as program
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


APT = """#!/bin/sh
echo "$@" >> "$FOLDER/apt.log"
case $* in *install*) sleep 0.3; cp "$FOLDER/apt-get" "$FOLDER/redis-server";; esac
"""


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A computer on which nothing is but `apt-get`, which makes a broker; pytest itself is not started."""
    (tmp_path / "apt-get").write_text(APT)
    (tmp_path / "apt-get").chmod(0o755)
    monkeypatch.setenv("FOLDER", str(tmp_path))
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    monkeypatch.delenv("CHROMIUM", raising=False)
    there = program.shutil.which
    monkeypatch.setattr(program.shutil, "which", lambda name: there(name, path=str(tmp_path)) if name else None)
    monkeypatch.setattr(program, "keep_bytecode", lambda: None)
    return tmp_path


ONLY_A_BROKER = ["-m", "not browser"]


def test_what_is_missing_is_installed_beside_the_stages(packages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stage sees that packages are being installed: it would wait for them for ever if they came after it."""
    seen = "import os, time\nwhile not os.path.exists(os.environ['FOLDER'] + '/apt.log'): time.sleep(0.01)"
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(program, "STAGES", {"one": ["-c", seen], "two": BAD})
    monkeypatch.setattr(program, "KERNELS", "pass")
    assert program.main(ONLY_A_BROKER) == 3
    assert "install -y --no-install-recommends redis-server" in (packages / "apt.log").read_text()
    assert (packages / "redis-server").exists()  # what was begun has ended


def test_what_cannot_be_installed_is_said_at_once(packages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(SystemExit, match=r"redis-server not found\. Install it .*apt-get install redis-server"):
        program.main(ONLY_A_BROKER)
    assert not (packages / "apt.log").exists()
