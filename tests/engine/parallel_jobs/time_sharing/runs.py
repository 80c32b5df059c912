"""Policies by name, and tests that are run by reference and kernel."""

from collections.abc import Callable

import pytest

from engine.parallel_jobs.policies import POLICIES
from engine.parallel_jobs.records import Records
from engine.parallel_jobs.time_sharing.kernel import simulation as kernel
from engine.parallel_jobs.time_sharing.reference import simulation as reference

CODES = {name: policy.code for name, policy in POLICIES.items()}
SED, SED_NU, SED_NM = (CODES[name] for name in ("SED", "SED-NU", "SED-NM"))
Run = Callable[..., Records]
BOTH = pytest.mark.parametrize("run", [reference.run, kernel.run], ids=["reference", "kernel"])
