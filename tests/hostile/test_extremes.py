"""Extreme scenarios that are accepted are executed, 10,000 of each family, by kernels that check every index."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from engine.compiled.kernel_folder import kernel_folder
from tests.hostile.extremes import EXTREMES
from tests.hostile.kinds import OF_PARALLEL_JOBS

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1500)]  # minutes beside others, some of them compiling

COUNT = 10_000
COMPILED = kernel_folder() / "with-checks"
"""Kernels with checks are compiled once and are not those of everybody else."""


@pytest.mark.parametrize("family", EXTREMES)
def test_what_is_accepted_is_simulated(family: str, tmp_path: Path, measured: Callable[[str], None]) -> None:
    # Most of the time that compiling takes is spent on speed that is not needed here; see `checked_kernels`, too.
    checked = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"}
    last = tmp_path / "scenario.json"
    ran = subprocess.run(
        [sys.executable, "-m", "tests.hostile.executing", family, "1", str(COUNT), str(last)],
        cwd=Path(__file__).parents[2],
        env=os.environ | checked | {"NUMBA_CACHE_DIR": str(COMPILED)},
        capture_output=True,
        check=False,
    )
    if ran.returncode:
        of = {-signal.SIGPROF: "took too long"}.get(ran.returncode, f"ended the process with {ran.returncode}")
        pytest.fail(f"this {of}: {last.read_text()}\n{ran.stderr.decode()[-2000:]}")
    found = orjson.loads(ran.stdout)
    told = ", ".join(f"{count} {what}" for what, count in sorted(found["seen"].items()))
    measured(f"extreme scenarios of {family}: {told}; the longest took {found['longest']:.1f} s")
    assert found["failed"] == []
    assert found["seen"]["executed"] >= COUNT
    assert found["seen"].get("given up", 0) <= COUNT / 1000
    if family == "parallel-jobs":
        few = {name: count for name in OF_PARALLEL_JOBS if (count := found["kinds"].get(name, 0)) < COUNT / 1000}
        assert not few, "of these kinds hardly one was executed"
