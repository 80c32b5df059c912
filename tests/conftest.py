"""What all tests share: the browser of the system, and how many examples Hypothesis tries."""

import os
import shutil

import pytest
from hypothesis import settings

# Without deadlines: an example that compiles a kernel takes seconds, the next one microseconds.
settings.register_profile("fast", max_examples=25, deadline=None)
settings.register_profile("full", max_examples=100, deadline=None)
settings.load_profile("fast")  # python3 -m tests asks for "full"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    """The installed browser instead of a downloaded one, and nothing that reaches for the network."""
    return browser_type_launch_args | {
        "executable_path": os.environ.get("CHROMIUM") or shutil.which("chromium"),
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
