"""Kernels that are compiled quickly compute the same, and check the indices of all their parts."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.compiled.compilation import compiled, inlined, part
from engine.inputs.span import ENDLESS, SpanError

PROGRAM = """
import numpy as np
from tests.hostile.checked_kernels import compiled_for_few_calls
from tests.hostile.test_checked_kernels import told, total, twice
with compiled_for_few_calls():
    total(np.ones(3), 3)
    twice(np.ones(3), 3)
print(told())
"""


@inlined
def _in_a_part(x, i):
    if i == 7:
        raise SpanError(ENDLESS)
    return x[i]


@part
def _below(x, count):
    found = 0.0
    for i in range(count):
        found += _in_a_part(x, i)
    return found


@compiled
def total(x, count):
    """The sum of the first *count* of *x*."""
    return _below(x, count)


@compiled
def twice(x, count):
    """That, by what has the same parts and what Python calls as well."""
    return _below(x, count) + total(x, count)


def told() -> list[str]:
    """What comes of sums within and beyond an array, and of an error."""
    found = []
    for kernel in (total, twice):
        for x, count in ((np.arange(6.0), 6), (np.arange(6.0), 7), (np.arange(9.0), 9)):
            try:
                found.append(str(float(kernel(x, count))))
            except (IndexError, SpanError) as error:
                found.append(type(error).__name__)
    return found


@pytest.mark.slow
@pytest.mark.processes
def test_an_index_beyond_the_end_is_an_error_in_parts_too(tmp_path: Path) -> None:
    """Once compiled, once from the cache; without checks there would be a seventh number in the sum."""
    own = os.environ | {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1", "NUMBA_CACHE_DIR": str(tmp_path)}
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", PROGRAM], env=own, capture_output=True, text=True, check=False)
        assert done.stdout.strip() == str(["15.0", "IndexError", "SpanError", "30.0", "IndexError", "SpanError"]), done
    assert list(tmp_path.glob("**/*.nbc")), "nothing was kept"
