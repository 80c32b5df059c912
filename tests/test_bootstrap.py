"""bootstrap.py makes the environment, notices when it is not whole, and the lock files fit pyproject.toml."""

from __future__ import annotations

import ast
import base64
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
import zipfile
from pathlib import Path

import pytest

import bootstrap

pytestmark = pytest.mark.processes

ROOT = Path(__file__).parent.parent
BASE = getattr(sys, "_base_executable", sys.executable)
RUNTIME, TEST = "requirements.lock", "requirements-test.lock"
START = """
import bootstrap, os, sys
bootstrap.ensure(*os.environ["LOCKS"].split())
print(os.getpid(), sys.prefix, *sys.argv[1:], sep="|")
"""
# Makes real environments, but only pretends to install: instantly, slowly or in vain.
UV = """#!/bin/sh
for last; do :; done
case $1 in
    venv) "$BASE" -m venv --without-pip "$last" ;;
    pip) echo begin >> "$LOG"; sleep "${SECONDS_IT_TAKES:-0}"; echo end >> "$LOG"; exit "${RESULT:-0}" ;;
esac
"""


class Project:
    """A project of one script and two lock files."""

    def __init__(self, root: Path) -> None:
        self.root, self.venv, self.log = root, root / ".venv", root / "uv.log"
        (root / "bin").mkdir()
        (root / "bin" / "uv").write_text(UV)
        (root / "bin" / "uv").chmod(0o755)
        (root / "start.py").write_text(START)
        (root / RUNTIME).write_text("something==1\n")
        (root / TEST).write_text("something-more==1\n")
        shutil.copy(bootstrap.__file__, root)

    def start(self, *arguments: str, locks: str = RUNTIME, **settings: str) -> subprocess.Popen[str]:
        inherited = {name: os.environ[name] for name in os.environ if not name.startswith(("PIP_", "UV_", "NUMBA_"))}
        inherited["PATH"] = f"{self.root / 'bin'}:/usr/bin:/bin"
        own = {"LOCKS": locks, "LOG": str(self.log), "BASE": BASE}
        return subprocess.Popen(
            [BASE, str(self.root / "start.py"), *arguments],
            env=inherited | own | settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str, locks: str = RUNTIME, **settings: str) -> list[str]:
        process = self.start(*arguments, locks=locks, **settings)
        output, errors = process.communicate(timeout=100)
        assert process.returncode == 0, errors
        pid, *rest = output.strip().split("|")
        assert int(pid) == process.pid, "another process, so signals would not reach it"
        return rest

    def fail(self, **settings: str) -> str:
        process = self.start(**settings)
        errors = process.communicate()[1]
        assert process.returncode == 1
        return errors

    def installations(self) -> list[str]:
        return self.log.read_text().split()

    def wait_for_installer(self) -> None:
        while not self.log.exists():
            time.sleep(0.02)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_the_first_start_installs_and_the_second_does_not(project: Project) -> None:
    for _ in range(2):
        prefix, *arguments = project.run("two words", "--flag")
        assert (prefix, arguments) == (str(project.venv), ["two words", "--flag"])
    assert project.installations() == ["begin", "end"]


def test_a_second_start_costs_nothing_one_notices(project: Project) -> None:
    """Counted, since seconds depend on what else the computer does: what it loads before Python starts again."""
    project.run()

    def loaded(*command: str) -> set[str]:
        run = [BASE, "-X", "importtime", *command]  # of this Python alone: the next one is not told to report
        done = subprocess.run(run, env=os.environ | {"LOCKS": RUNTIME}, check=True, capture_output=True, text=True)
        return {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}

    more = loaded(str(project.root / "start.py")) - loaded("-c", "")
    assert "bootstrap" in more  # else nothing was counted
    assert not more & {"subprocess", "urllib.request", "venv", "tempfile", "asyncio"}, more
    assert len(more) < 20, more
    assert project.installations() == ["begin", "end"]  # of the first start


def test_switched_off_it_does_nothing(project: Project) -> None:
    assert project.run(CORRAL_NO_BOOTSTRAP="1")[1:] == []
    assert not project.venv.exists()


def test_a_further_lock_file_is_added_to_the_environment(project: Project) -> None:
    project.run()
    (project.venv / "witness").touch()
    project.run(locks=f"{RUNTIME} {TEST}")
    project.run()
    assert (project.venv / "witness").exists()
    assert project.installations() == ["begin", "end"] * 2


def test_a_changed_lock_file_begins_anew(project: Project) -> None:
    project.run()
    (project.venv / "witness").touch()
    (project.root / RUNTIME).write_bytes(b"something==1\r\n")
    project.run()
    assert (project.venv / "witness").exists(), "only the line ending is different"
    (project.root / RUNTIME).write_text("something==2\n")
    project.run()
    assert not (project.venv / "witness").exists()


def test_an_environment_whose_python_is_gone_is_made_anew(project: Project) -> None:
    project.run()
    for name in ("python", "python3"):
        (project.venv / "bin" / name).unlink()
        (project.venv / "bin" / name).symlink_to("/nowhere/python3")
    project.run()
    assert project.installations() == ["begin", "end"] * 2


def test_an_environment_whose_python_was_replaced_is_made_anew(project: Project) -> None:
    project.run()
    stamp = project.venv / "corral.stamp"
    stamp.write_text(re.sub(r"python \S+", "python 3.10", stamp.read_text()))
    project.run()
    assert project.installations() == ["begin", "end"] * 2


def test_an_environment_made_by_somebody_else_is_replaced_but_not_what_a_link_leads_to(project: Project) -> None:
    elsewhere = project.root / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "witness").touch()
    project.venv.symlink_to(elsewhere)
    project.run()
    assert (elsewhere / "witness").exists()
    assert not project.venv.is_symlink()


def test_an_interrupted_installation_is_not_taken_for_a_finished_one(project: Project) -> None:
    process = project.start(SECONDS_IT_TAKES="200")
    project.wait_for_installer()
    process.send_signal(signal.SIGTERM)
    errors = process.communicate(timeout=10)[1]
    assert process.returncode == 1
    assert "Interrupted" in errors
    assert project.venv.exists()
    (project.venv / "witness").touch()
    project.run()  # and does not wait for the installer: it was ended as well
    assert project.installations() == ["begin", "begin", "end"]
    assert not (project.venv / "witness").exists()


def test_after_a_kill_the_next_start_waits_for_the_orphaned_installer(project: Project) -> None:
    process = project.start(SECONDS_IT_TAKES="1")
    project.wait_for_installer()
    process.kill()
    process.communicate()
    project.run()
    assert project.installations() == ["begin", "end"] * 2


def test_two_starts_at_once_install_once(project: Project) -> None:
    processes = [project.start(SECONDS_IT_TAKES="0.5") for _ in range(3)]
    errors = [process.communicate()[1] for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0], errors
    assert project.installations() == ["begin", "end"]
    assert sum("waiting" in error for error in errors) == 2


@pytest.mark.slow
def test_without_uv_pip_installs_and_checks_the_hashes(project: Project) -> None:
    (project.root / "bin" / "uv").unlink()
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(project.root), "PIP_CONFIG_FILE": os.devnull, "PATH": ""}
    digest = make_wheel(project.root)
    (project.root / RUNTIME).write_text(f"something==1 --hash=sha256:{'0' * 64}\n")
    assert "do not match the hashes" in project.fail(**offline).lower().replace("\n", " ")
    (project.root / RUNTIME).write_text(f"something==1 --hash=sha256:{digest}\n")
    project.run(**offline)
    assert list(project.venv.glob("lib/*/site-packages/something.py"))


@pytest.mark.slow
def test_pip_takes_over_where_uv_fails(project: Project) -> None:
    digest = make_wheel(project.root)
    (project.root / RUNTIME).write_text(f"something==1 --hash=sha256:{digest}\n")
    project.run(RESULT="1", PIP_NO_INDEX="1", PIP_FIND_LINKS=str(project.root), PIP_CONFIG_FILE=os.devnull)
    assert list(project.venv.glob("lib/*/site-packages/something.py"))


def test_a_python_with_nothing_to_install_with_says_which_package_is_missing(project: Project) -> None:
    for name in ("pip", "ensurepip"):
        (project.root / "without" / name).mkdir(parents=True)
        (project.root / "without" / name / "__init__.py").touch()
        (project.root / "without" / name / "__main__.py").write_text("raise SystemExit(1)")
    errors = project.fail(RESULT="1", PYTHONPATH=str(project.root / "without"))
    assert "apt install python3-venv" in errors.splitlines()[-1]
    assert "Traceback" not in errors


def test_a_folder_that_cannot_be_written_ends_with_a_sentence(project: Project) -> None:
    (project.root / ".venv.lock").mkdir()
    errors = project.fail()
    assert errors.startswith("corral: Cannot prepare .venv: ")
    assert "Traceback" not in errors


def test_a_python_that_is_too_old_or_too_new_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / RUNTIME).write_text("something==1\n")
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CORRAL_NO_BOOTSTRAP", raising=False)
    monkeypatch.setattr(bootstrap, "_let_signals_interrupt", lambda: None)
    for version in ((3, 10), (3, 14)):
        monkeypatch.setattr(sys, "version_info", version)
        with pytest.raises(SystemExit, match=r"This is Python 3\.1\d; Corral needs 3\.11, 3\.12 or 3\.13\.$"):
            bootstrap.ensure(RUNTIME, root=str(tmp_path))
    ast.parse(Path(bootstrap.__file__).read_text(), feature_version=(3, 6))


@pytest.mark.parametrize("name", [RUNTIME, TEST])
def test_a_lock_file_holds_pins_and_hashes_and_no_address(name: str) -> None:
    line = re.compile(r"[a-z0-9-]+==[\w.]+( ; [\w.'<>=! ]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?")
    assert [text for text in (ROOT / name).read_text().splitlines() if not line.fullmatch(text)] == []


def test_the_two_lock_files_agree() -> None:
    assert pins(RUNTIME) <= pins(TEST)


def test_every_dependency_is_locked_and_says_why_it_is_there() -> None:
    text = (ROOT / "pyproject.toml").read_text()
    project = tomllib.loads(text)
    runtime, test = project["project"]["dependencies"], project["dependency-groups"]["test"]
    for lock, dependencies in ((RUNTIME, runtime), (TEST, runtime + test)):
        locked = {pin.partition("==")[0] for pin in pins(lock)}
        assert {re.split(r"[^\w-]", dependency)[0] for dependency in dependencies} <= locked
    for dependency in runtime + test:
        assert re.search(rf'^    # .+\.\n    "{re.escape(dependency)}",$', text, re.MULTILINE), dependency


def pins(lock: str) -> set[str]:
    return {line.removesuffix(" \\") for line in (ROOT / lock).read_text().splitlines() if not line.startswith(" ")}


def make_wheel(folder: Path) -> str:
    """The smallest wheel there can be, and its hash."""
    path = folder / "something-1-py3-none-any.whl"
    files = {
        "something.py": "",
        "something-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: something\nVersion: 1\n",
        "something-1.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "something-1.dist-info/RECORD"
    with zipfile.ZipFile(path, "w") as wheel:
        for name, content in files.items():
            wheel.writestr(name, content)
        digests = {name: hashlib.sha256(content.encode()).digest() for name, content in files.items()}
        encoded = {name: base64.urlsafe_b64encode(digests[name]).rstrip(b"=").decode() for name in files}
        rows = [f"{name},sha256={encoded[name]},{len(content)}" for name, content in files.items()]
        wheel.writestr(record, "\n".join([*rows, f"{record},,", ""]))
    return hashlib.sha256(path.read_bytes()).hexdigest()
