"""The same bits everywhere: as on an older processor, with other libraries inside, with one thread and with two."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pytest
from llvmlite.binding import get_host_cpu_name

ROOT = Path(__file__).parents[3]

CORE: Any = np._core._multiarray_umath  # type: ignore[attr-defined]
MODERN = " ".join(name for name in CORE.__cpu_dispatch__ if CORE.__cpu_features__[name])
"""What numpy chooses its code by, and this processor can."""

OLD_C_LIBRARY = "glibc.cpu.hwcaps=-AVX512F,-AVX2,-FMA,-FMA4,-AVX,-SSE4_2,-SSE4_1"

OTHERS = {
    "two threads, a Haswell": {"OPENBLAS_CORETYPE": "Haswell", "OPENBLAS_NUM_THREADS": "2"},
    "one core, a Nehalem": {
        "BITS_CORES": "1",
        "OPENBLAS_CORETYPE": "Nehalem",
        "OPENBLAS_NUM_THREADS": "1",
        "NPY_DISABLE_CPU_FEATURES": MODERN,
        "GLIBC_TUNABLES": OLD_C_LIBRARY,
    },
}


@cache
def made(what: str, **environment: str) -> dict[str, str]:
    """What `tests.engine.compiled.bits` prints if it is started in this environment."""
    command = [sys.executable, "-m", "tests.engine.compiled.bits", what]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = orjson.loads(done.stdout)
    return found


def differing(one: dict[str, str], other: dict[str, str]) -> list[str]:
    assert one.keys() == other.keys()
    return [name for name in one if one[name] != other[name]]


@pytest.mark.parametrize("other", OTHERS)
def test_no_cell_depends_on_what_the_processor_can_do(other: str) -> None:
    """Jain's index and Gini's, log-normal demands, and much of the fourth family once did."""
    here = made("everything")
    assert len(here) > 80
    assert not differing(here, made("everything", **OTHERS[other]))


def test_compiled_for_this_processor_the_arithmetic_has_the_same_bits() -> None:
    """With the instructions that multiply and add at once, and with wide registers: kernels are for any processor."""
    assert not differing(made("arithmetic"), made("arithmetic", NUMBA_CPU_NAME=get_host_cpu_name()))


def test_kernels_are_for_any_processor() -> None:
    asked = "import engine, numba; print(numba.config.CPU_NAME)"
    command, others = [sys.executable, "-c", asked], {k: v for k, v in os.environ.items() if k != "NUMBA_CPU_NAME"}
    for said in ({}, {"NUMBA_CPU_NAME": "nehalem"}):
        done = subprocess.run(command, cwd=ROOT, env=others | said, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == said.get("NUMBA_CPU_NAME", "generic")


FUNCTIONS = {"exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "pow", "power", "float_power", "cbrt", "hypot"}
FUNCTIONS |= {"sin", "cos", "tan", "asin", "acos", "atan", "atan2", "arcsin", "arccos", "arctan", "arctan2", "sinh"}
FUNCTIONS |= {"cosh", "tanh", "sinc", "erf", "erfc", "gamma", "lgamma", "geomspace", "logspace", "logaddexp", "cov"}
FUNCTIONS |= {"dot", "vdot", "inner", "matmul", "tensordot", "einsum", "convolve", "correlate", "corrcoef", "linalg"}
FUNCTIONS |= {"polynomial", "polyfit", "fsum", "scipy"}
"""Of numpy, of `math` and of the C library: their last bits depend on the processor, or on the order of a sum."""

NOT_STORED = {
    *("reports", "costs", "bench.py", "yardstick.py"),
    *("student.py", "means.py", "pairing.py", "ratio.py", "comparison.py", "reproduction.py", "curves.py"),
    *("share.py", "logs/summary.py", "logs/recorded.py", "parallel_jobs/analyses/for_whom.py", "fit.py"),
    *(
        "climbing.py",
        "demand_quantiles.py",
        "bounds.py",
        "family.py",
        "forecast",
        "generated.py",
        "master_worker/inputs/scenario.py",
        "master_worker/inputs/interruptions.py",
    ),
}
"""Modules, and folders of them, that measure speeds; that tell of cells, on a page, what they mean; that say which
cells a search asks for, and none of their numbers; and that estimate what cells cost, or refuse what costs too much."""


def asked_of_libraries(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in ("math", "numpy", "scipy"):
            yield from (
                f"{node.module}.{one.name}" for one in node.names if one.name in FUNCTIONS or "sci" in str(node.module)
            )
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("np", "math"):
            if node.attr in FUNCTIONS:
                yield f"{node.value.id}.{node.attr}"
        elif isinstance(node, ast.Attribute) and (node.attr == "dot" or node.attr.startswith("standard_")):
            yield f".{node.attr}"
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            yield "@"
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and not isinstance(node.left, ast.Constant):
            yield "**"


def test_what_could_reach_a_cell_asks_no_library_for_what_depends_on_the_processor() -> None:
    """A product of x and x is exact; a power is the C library's, and only as good as that."""
    found = {
        f"{path.relative_to(ROOT)}: {what}"
        for path in sorted((ROOT / "engine").rglob("*.py"))
        if not NOT_STORED & {*path.relative_to(ROOT / "engine").parts, str(path.relative_to(ROOT / "engine"))}
        for what in asked_of_libraries(ast.parse(path.read_text()))
    }
    assert not found


@pytest.mark.parametrize(
    "line", ["np.dot(a, b)", "a @ b", "x**0.5", "from math import log2", "stream.standard_normal(3)"]
)
def test_the_search_for_such_functions_finds_them(line: str) -> None:
    assert list(asked_of_libraries(ast.parse(line)))
