"""What all tests share: the browser, how many examples Hypothesis tries, what runs side by side, what was measured."""

import gc
import os
import shutil
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import settings
from tabulate import tabulate
from xdist.scheduler import LoadScopeScheduling

from engine.compiled.kernel_folder import kernel_folder

FAULT = "fault: "

# The same for all that is started here, in whatever home.
os.environ["NUMBA_CACHE_DIR"] = str(kernel_folder())

gc.disable()  # until everything is collected: ten thousand tests are kept, and were looked through again and again

# Without deadlines: an example that compiles a kernel takes seconds, the next one microseconds.
settings.register_profile("fast", max_examples=25, deadline=None)
# No two runs draw the same ones, so that numbers of examples, here and in tests, are what a run has the time for: what
# sixty of one run would find is found by thirty of two. Where so many have to be seen at once, the test counts them.
settings.register_profile("full", max_examples=30, deadline=None)
settings.load_profile("fast")  # python3 -m tests asks for "full"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    """The installed browser instead of a downloaded one, and nothing that reaches for the network."""
    return browser_type_launch_args | {
        "executable_path": os.environ.get("CHROMIUM")
        or shutil.which("chromium-headless-shell")
        or shutil.which("chromium"),
        "args": [
            "--no-sandbox",  # which a container does not allow
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    }


HALF = tuple(
    f"tests/browser/test_{name}"
    for name in ("accessible", "class", "form", "learn", "papers", "presenter", "share", "words")
)
"""About half of the work with pages, which has a server of its own: all of it would take longer than the rest."""

TOGETHER = (*HALF, "tests/browser/", "tests/workers/")
"""Tests that share a server or brokers; of all others, those of a file share what they have computed."""

ALONE = ("tests/hostile/test_extremes.py",)
"""Tests that take minutes each and share nothing."""

EARLY = (
    *("tests/hostile/", "tests/test_bootstrap", "tests/engine/compiled/", "tests/engine/logs/test_hostile"),
    *("tests/corral/test_notebooks", "tests/engine/study/test_goal", "tests/engine/logs/sacct/test_sacct"),
)
"""Files of half a minute and more: whichever begins last is waited for by all cores but one."""


NOT_FAST = ("browser", "worker", "faults", "slow")
LONG = (
    *("tests/hostile/", "tests/workers/", "tests/browser/", "tests/test_bootstrap"),
    *("tests/engine/parallel_jobs/", "tests/engine/coscheduling/", "tests/engine/master_worker/"),
    *("tests/engine/synchronous_iterative/", "tests/engine/compiled/", "tests/engine/reports/", "tests/engine/replay/"),
    "tests/engine/study/test_ahead",
)
"""Tests of models, which generate workloads, and of strangers: of the former, only the worked examples are fast."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those that have to stay together first, and many of which wait: the others fill what is left of the cores.

    Of these, what takes long comes before the rest. What is not long and has no other marker is fast.
    """
    for item in items:
        long = item.nodeid.startswith(LONG) and "examples" not in item.nodeid.split("::")[0]
        if not long and not any(item.get_closest_marker(name) for name in NOT_FAST):
            item.add_marker("fast")
    items.sort(key=lambda item: [not item.nodeid.startswith(which) for which in (TOGETHER, ALONE, EARLY)])


@pytest.hookimpl
def pytest_collection_finish() -> None:
    """What is there by now stays, and is not looked through for cycles any more."""
    gc.freeze()
    gc.enable()


POLITE = 10
"""What is added to the niceness of a process that has no pages and no brokers to look after."""


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Nobody waits for what waits for nothing itself; it takes what pages and brokers leave of the cores.

    A process that has come to such a test has no others any more, for these come first.
    """
    if "PYTEST_XDIST_WORKER" in os.environ and hasattr(os, "setpriority") and not item.nodeid.startswith(TOGETHER):
        os.setpriority(os.PRIO_PROCESS, 0, max(POLITE, os.getpriority(os.PRIO_PROCESS, 0)))


class ByKind(LoadScopeScheduling):
    """What runs side by side."""

    def _split_scope(self, nodeid: str) -> str:
        if nodeid.startswith(ALONE):
            return nodeid
        kind = next((start for start in TOGETHER if nodeid.startswith(start)), nodeid.split("::", 1)[0])
        return HALF[0] if kind in HALF else kind


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByKind:
    """Its own grouping by marks is not seen by this version of pytest."""
    return ByKind(config, log)


@pytest.fixture
def measured(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Says at the end of all tests what one of them has measured."""
    return lambda words: request.node.user_properties.append(("measured", words))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what `measured` was told, whichever process it was told in."""
    reports = [report for reports in terminalreporter.stats.values() for report in reports]
    lines = {words: 0 for one in reports for name, words in getattr(one, "user_properties", ()) if name == "measured"}
    if lines:
        terminalreporter.section("measured")
        faults = [words.split("; ") for words in lines if words.startswith(FAULT)]
        for words in lines:
            if not words.startswith(FAULT):
                terminalreporter.write_line(words)
        if faults:
            rows = [[fault.removeprefix(FAULT), *rest] for fault, *rest in faults]
            terminalreporter.write_line(tabulate(rows, ("fault", "the study", "recovery")))
