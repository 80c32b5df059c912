"""The engine: scenario in, result out. It knows no web and no queue."""

import os
from pathlib import Path

ENGINE_VERSION = "0.7.0"
"""Part of every content hash: results of another engine are never mixed in. Raise it when any number changes."""

# Kernels run on any processor of the same architecture. numba reads this variable at its import.
os.environ.setdefault("NUMBA_CPU_NAME", "generic")

PREFIX = __name__.removesuffix("engine")
"""What stands before the names of our packages: nothing in the repository, "corral." where it is installed."""

ROOT = Path(__file__).parents[__name__.count(".") + 1]
"""The folder in which Python finds them by those names."""
