"""Whoever tells the program to end while it still visits itself, just after its first page, is obeyed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[3]


@pytest.mark.slow
@pytest.mark.parametrize("after", [0.0, 0.1, 0.2, 0.4])
def test_a_program_that_has_just_begun_to_serve_ends_in_order(after: float) -> None:
    """A failure: it is aborted, since a thread is cut off in the middle of compiled code."""
    command = [sys.executable, str(PROJECT / "app.py"), "--no-browser", "--port", "0"]
    environment = os.environ | {"REDIS_URL": "redis://127.0.0.1:1/0", "CORRAL_NO_BOOTSTRAP": "1"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout
        assert program.stdout.readline().startswith("Corral serves on ")
        time.sleep(after)
        program.send_signal(signal.SIGTERM)
        assert program.wait(30) == 0
