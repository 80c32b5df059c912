"""The log: an object in each line for programs, with the study that it is about."""

import json
import os
import subprocess
import sys

PROGRAM = """
from workers.logs import STUDIES, configure
configure()
STUDIES.info("study begun", extra={"study": "0123", "cells": 36})
STUDIES.warning("cell failed", extra={"study": "0123", "cell": 5, "reason": "too much"})
"""


def lines_of(form: str) -> list[str]:
    own = os.environ | {"CORRAL_LOG": form}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=own, capture_output=True, text=True, check=True)
    return done.stderr.splitlines()


def test_programs_get_an_object_in_each_line() -> None:
    begun, failed = map(json.loads, lines_of("json"))
    assert (begun["message"], begun["study"], begun["cells"], begun["level"]) == ("study begun", "0123", 36, "INFO")
    assert (failed["study"], failed["cell"], failed["reason"]) == ("0123", 5, "too much")
    assert begun["time"] <= failed["time"]


def test_people_only_get_what_goes_wrong() -> None:
    assert lines_of("") == ["WARNING: cell failed"]
