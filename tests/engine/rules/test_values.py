"""Values of rules: reference and kernel, and that every rule has one."""

from math import isfinite

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rules.blocks import values
from engine.rules.names import NAMES
from engine.rules.operations import MOST
from engine.rules.parsing import parse
from engine.rules.program import compile_rule
from engine.rules.value import value
from tests.engine.rules.generated import ADMISSIONS, ORDERS

JOBS = 50
EDGES = np.array([0.0, 1.0, -1.0, 0.5, 1e12, -1e12, 1e300, -1e300, 1e-300, 86_400.0, 3.0])


def table(seed: int) -> np.ndarray:
    """Every name of some jobs: sizes, times, and what is at the edges; float64 (names, jobs)."""
    rng = np.random.default_rng(seed)
    found = np.floor(rng.exponential(500.0, (len(NAMES), JOBS)))
    edges = rng.random(found.shape) < 0.2
    found[edges] = rng.choice(EDGES, edges.sum())
    return found


@settings(max_examples=1000, deadline=None)
@given(text=st.one_of(ORDERS, ORDERS, ADMISSIONS), seed=st.integers(0, 2**32 - 1))
def test_reference_and_kernel_agree_bit_for_bit(text: str, seed: int) -> None:
    rule, of_jobs = parse(text), table(seed)
    found = values(compile_rule(rule), of_jobs)
    for job in range(JOBS):
        one = value(rule, dict(zip(NAMES, of_jobs[:, job].tolist(), strict=True)))
        assert one == found[job]
        assert isfinite(one)
        assert abs(one) <= MOST


def test_what_is_not_defined_is_nothing() -> None:
    names = dict.fromkeys(NAMES, 0.0) | {"size": 4.0}
    for text, said in {
        "size / wait": 0.0,
        "sqrt(-size)": 0.0,
        "ln(0)": 0.0,
        "log2(-size)": 0.0,
        "exp(1e6)": 1e300,
        "-exp(1e6) * size": -1e300,
        "wait^-2": 0.0,
        "size^0.5": 2.0,
        "log2(size)": 2.0,
        "1e200 * 1e200": 1e300,
        "floor(-0.5)": -1.0,
        "clip(size, 5, 7)": 5.0,
        "min(size, 7, 3)": 3.0,
        "if(size > 3 and not wait > 0, 1, 2)": 1.0,
        "2^3 - 2 * 3 - 1": 1.0,
        "-2^2": -4.0,
    }.items():
        assert value(parse(text), names) == said, text


def test_a_large_block_is_cut_into_blocks() -> None:
    many = np.tile(np.arange(1000.0), (len(NAMES), 1))
    np.testing.assert_array_equal(values(compile_rule(parse("size * 2 + wait")), many), np.arange(1000.0) * 3)
