"""Every check there is: lint, types, imports, then the tests. Arguments go to pytest."""

from __future__ import annotations  # an older Python gets as far as bootstrap.ensure, which says that it is old

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from bootstrap import ensure

# Compiled here, once, and not while a test of the browser waits for it.
KERNELS = """
import os
from workers.kernels import compile_all
compile_all(os.cpu_count() or 1)
"""
STAGES = {
    "ruff": ["-m", "ruff", "check", "--quiet"],
    "mypy": ["-m", "mypy"],
    "import-linter": ["-c", "from importlinter.cli import lint_imports_command as check; check()", "--no-logo"],
}
"""One after the other, and beside them the kernels: none of these uses more than one core."""
FAST = "-m fast"
"""The selection that says soon whether a change is sane; it needs neither browser nor broker."""

# What pip cannot install, by the marker of the tests that need it: the names it goes by, and its Debian packages.
# The shell of chromium has no windows and none of what belongs to them: pages take a third less of a processor in it.
PROGRAMS = {
    "browser": (
        ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"],
        ["chromium-headless-shell", "fonts-dejavu-core"],
    ),
    "worker": (["redis-server"], ["redis-server"]),
}


def main(arguments: list[str]) -> int:
    """Run the stages and the tests, and stop at the first that fails."""
    keep_bytecode()
    needed = programs(arguments)
    with ThreadPoolExecutor(1) as beside:  # what is loaded and unpacked needs the network and the disk
        installing = beside.submit(install_all, needed)
        code = check_and_compile(STAGES, KERNELS)
    installing.result()
    if code:
        return code
    if words := not_found(needed):
        sys.exit(words)
    if "browser" in needed:
        os.environ["CHROMIUM"] = find("browser")
    print("== pytest", flush=True)
    import pytest

    from tests.once_more import Failures, pass_alone

    # All of Hypothesis' examples, unless the fast tests are asked for; plain pytest takes fewer, see conftest.py.
    profile = "fast" if FAST in " ".join(arguments) else "full"
    # One more process than cores, for tests of pages and of brokers wait half of the time; three are enough to share. A
    # fourth was tried: it took as long, and tests that wait for something waited longer.
    cores = os.cpu_count() or 1
    processes = str(min(3, cores if profile == "fast" else cores + 1))
    side_by_side = ["--numprocesses", processes, "--dist", "loadscope", "--no-loadscope-reorder"]
    failures = Failures()
    code = int(pytest.main([f"--hypothesis-profile={profile}", *side_by_side, *arguments], plugins=[failures]))
    return 0 if code == pytest.ExitCode.TESTS_FAILED and pass_alone(failures, profile) else code


def check_and_compile(stages: dict[str, list[str]], kernels: str) -> int:
    """Run the *stages* while the *kernels* are compiled; the exit status of the first of all of them that fails."""
    with subprocess.Popen([sys.executable, "-c", kernels]) as compiling:
        for name, command in stages.items():
            print(f"== {name}", flush=True)
            if code := subprocess.call([sys.executable, *command]):
                compiling.terminate()
                return found_by(name, code)
        print("== kernels", flush=True)
    return found_by("kernels", compiling.returncode) if compiling.returncode else 0


def found_by(stage: str, code: int) -> int:
    """Say so, and return the *code*."""
    print(f"tests: {stage} found something, see above; pytest was not started.", file=sys.stderr)
    return code


def programs(arguments: list[str]) -> list[str]:
    """The browser and the broker, except those that the arguments make unnecessary; what cannot be had ends all."""
    asked = " ".join(arguments)
    needed = [marker for marker in PROGRAMS if f"not {marker}" not in asked and FAST not in asked]
    if not can_install() and (words := not_found(needed)):
        sys.exit(words)
    return needed


def can_install() -> bool:
    """Whether there are packages, and whoever runs this may install them."""
    return bool(shutil.which("apt-get")) and os.geteuid() == 0


def install_all(needed: list[str]) -> None:
    """Programs, and packages for the browser code."""
    from tests import node

    install(needed)
    node.install()


def install(needed: list[str]) -> None:
    """What of these programs is not there, or is there as one that does as well, only slower."""
    missing = [marker for marker in needed if not find(marker)]
    slow = "browser" in needed and "browser" not in missing and is_slow(find("browser"))
    if not can_install() or not (missing or slow):
        return
    packages = [package for marker in missing or ["browser"] for package in PROGRAMS[marker][1]]
    print(f"tests: installing {', '.join(packages)}, once.", file=sys.stderr, flush=True)
    quietly = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    apt = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300"]
    if missing:
        subprocess.call([*apt, "update"], env=quietly, stdout=subprocess.DEVNULL)
    # Its talk would bury that of the tests; its complaints come on the other channel, where it has to succeed.
    complaints = None if missing else subprocess.DEVNULL
    command = [*apt, "install", "-y", "--no-install-recommends", *packages]
    subprocess.call(command, env=quietly, stdout=subprocess.DEVNULL, stderr=complaints)


def not_found(needed: list[str]) -> str:
    """What can be done about those of these programs that are not there; nothing if all are."""
    missing = [marker for marker in needed if not find(marker)]
    if not missing:
        return ""
    names = " and ".join(PROGRAMS[marker][0][0] for marker in missing)
    packages = [package for marker in missing for package in PROGRAMS[marker][1]]
    without = " and ".join(f"not {marker}" for marker in missing)
    return (
        f"tests: {names} not found. Install it (Debian: apt-get install {' '.join(packages)}), "
        f'or leave out the tests that need it: python3 -m tests -m "{without}"'
    )


def is_slow(browser: str) -> bool:
    """Whether the browser is one with windows, and nobody has chosen it."""
    return not os.environ.get("CHROMIUM") and os.path.basename(browser) != PROGRAMS["browser"][0][0]


def keep_bytecode() -> None:
    """Beside the environment: hundreds of processes are started, and each would compile all libraries for 1.5 s.

    uv does not compile what it installs, and containers often forbid Python to do it, for the size of their images.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = os.path.join(sys.prefix, "cache", "bytecode")


def find(marker: str) -> str:
    """The path of a program, or nothing."""
    chosen = os.environ.get("CHROMIUM", "") if marker == "browser" else ""
    return next((path for path in map(shutil.which, [chosen, *PROGRAMS[marker][0]]) if path), "")


if __name__ == "__main__":
    ensure("requirements.lock", "requirements-test.lock")
    sys.exit(main(sys.argv[1:]))
