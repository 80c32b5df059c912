"""What failed beside other tests is run once more alone: a page or a broker may only have had too little of a machine.

This tells waits that were too short from defects, and hides neither: every test that passes only alone is named, and
more than a few of them are a failure like any other.
"""

import subprocess
import sys

import pytest

WAITING = {"browser", "worker", "processes"}
"""Markers of tests that wait for other processes; nothing else can fail for want of a machine."""
FEW = 3


class Failures:
    """A plugin of pytest: which tests failed, and whether each of them waits for other processes."""

    def __init__(self) -> None:
        self.waiting: dict[str, None] = {}
        self.others: dict[str, None] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Told of each phase of each test, of other processes as well."""
        if report.failed:
            waits = bool(WAITING & set(report.keywords))
            (self.waiting if waits else self.others)[report.nodeid] = None

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file that cannot be read fails as a whole."""
        if report.failed:
            self.others[report.nodeid] = None


def pass_alone(failures: Failures, profile: str) -> bool:
    """Whether a few tests failed that wait for other processes, and all of them pass by themselves."""
    names = list(failures.waiting)
    if failures.others or not 0 < len(names) <= FEW:
        return False
    print(f"== once more, alone: {len(names)} failed beside others", flush=True)
    code = subprocess.call([sys.executable, "-m", "pytest", f"--hypothesis-profile={profile}", *names])
    if code == 0:
        print("tests: passed only alone: " + ", ".join(names), flush=True)
    return code == 0
