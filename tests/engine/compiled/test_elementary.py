"""Our own logarithm, exponential, power, sine and quantile: precise, in order, and the same however they are called."""

import math
import subprocess
import sys
from collections.abc import Callable
from decimal import Context, Decimal
from fractions import Fraction
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest

from engine.compiled import elementary, elementwise
from engine.compiled.compilation import compiler_is_there
from engine.compiled.elementary import cosine, exp, expm1, ln, log1p, log2, log10, power, sine, total
from engine.compiled.normal_quantile import normal_quantile
from engine.synchronous_iterative.inputs import service

EXACT = Context(prec=40)
RNG = np.random.default_rng(15)
WIDE = np.concatenate([np.ldexp(RNG.uniform(0.5, 1, 300), RNG.integers(-1070, 1020, 300)), 1 + RNG.normal(0, 0.1, 300)])
NEAR_1 = 1 + RNG.choice([-1, 1], 100) * 10.0 ** RNG.uniform(-15, -2, 100)
ARGUMENTS = np.concatenate([RNG.uniform(-700, 709, 300), RNG.uniform(-1, 1, 300), 10.0 ** RNG.uniform(-300, 0, 50)])


def error(found: float, exact: Decimal) -> float:
    """Relative."""
    return float(abs((Decimal(found) - exact) / exact))


def test_logarithms_have_a_relative_error_below_1e_15() -> None:
    ten, two = Decimal(10).ln(EXACT), Decimal(2).ln(EXACT)
    for x in np.concatenate([WIDE, NEAR_1]).tolist():
        exact = Decimal(x).ln(EXACT)
        assert error(ln(x), exact) < 1e-15
        assert error(log2(x), EXACT.divide(exact, two)) < 1e-15
        assert error(log10(x), EXACT.divide(exact, ten)) < 1e-15


def test_the_exponential_has_a_relative_error_below_1e_15() -> None:
    for x in ARGUMENTS.tolist():
        assert error(exp(x), Decimal(x).exp(EXACT)) < 1e-15


def test_what_is_near_0_is_as_precise() -> None:
    for x in ARGUMENTS[(ARGUMENTS > -1) & (ARGUMENTS < 700)].tolist():
        wide = Context(prec=40 + max(0, -Decimal(x).adjusted()))  # 1 + 1e-300 has so many digits
        assert error(log1p(x), wide.add(1, Decimal(x)).ln(wide)) < 1e-15
        assert error(expm1(x), wide.subtract(Decimal(x).exp(wide), 1)) < 1e-15


@pytest.mark.parametrize("y", [-1 / 1.122, -1 / 0.122, 0.5, 1.122, 2.0, 3.0, 37.3])
def test_powers_have_a_relative_error_below_1e_13(y: float) -> None:
    for x in WIDE.tolist():
        exact = EXACT.multiply(Decimal(y), Decimal(x).ln(EXACT))
        if abs(exact) < 700:
            assert error(power(x, y), exact.exp(EXACT)) < 1e-13


def test_sine_and_cosine_have_an_absolute_error_below_1e_15() -> None:
    """By Taylor's series over exact fractions, after whole turns of a pi of 50 digits have been taken away."""
    pi = Fraction("3.14159265358979323846264338327950288419716939937510")
    for x in np.concatenate([RNG.uniform(-1e6, 1e6, 60), RNG.uniform(-7, 7, 60)]).tolist():
        angle = Fraction(x) - 2 * pi * round(Fraction(x) / (2 * pi))
        for found, start in ((sine(x), angle), (cosine(x), Fraction(1))):
            term, exact, n = start, Fraction(0), 1 if start == angle else 0
            while abs(term) > Fraction(1, 10**20):
                exact += term
                term = (-term * angle * angle / ((n + 1) * (n + 2))).limit_denominator(10**40)
                n += 2
            assert abs(Fraction(found) - exact) < Fraction(1, 10**15)


def test_the_normal_quantile_is_that_of_pythons_own_library() -> None:
    """The same published rational functions, evaluated by others."""
    for p in np.concatenate([RNG.random(500), 10.0 ** RNG.uniform(-300, -1, 200)]).tolist():
        assert normal_quantile(p) == pytest.approx(NormalDist().inv_cdf(p), rel=1e-14, abs=1e-16)
    for p in (1e-9, 0.01, 0.07, 0.3, 0.49):
        assert NormalDist().cdf(normal_quantile(p)) == pytest.approx(p, rel=1e-13)
        assert normal_quantile(1 - p) == pytest.approx(-normal_quantile(p), rel=1e-7)


def test_ends_of_the_domains() -> None:
    inf, nan = math.inf, math.nan
    assert [ln(0.0), ln(inf), log2(0.0), log2(inf), exp(-inf), exp(inf), exp(710.0), exp(-750.0)] == [
        -inf, inf, -inf, inf, 0.0, inf, inf, 0.0,
    ]  # fmt: skip
    assert [power(0.0, 2.0), power(0.0, -2.0), power(0.0, 0.0), power(inf, 2.0), power(inf, -2.0)] == [
        0.0, inf, 1.0, inf, 0.0,
    ]  # fmt: skip
    assert [power(1e300, 2.0), power(1e-300, 2.0), power(1e300, 1e9), power(1e-300, 1e9)] == [inf, 0.0, inf, 0.0]
    assert [normal_quantile(0.0), normal_quantile(1.0), log1p(-1.0), expm1(-inf)] == [-inf, inf, -inf, -1.0]
    for found in (ln(-1.0), ln(nan), log2(nan), exp(nan), power(-1.0, 2.0), normal_quantile(1.5), log1p(-2.0)):
        assert math.isnan(found)
    assert ln(5e-324) == pytest.approx(-744.4400719213812, rel=1e-15)
    assert exp(-745.0) == 5e-324


def test_powers_of_two_and_one_are_exact() -> None:
    assert [log2(2.0**n) for n in range(-1074, 1024)] == list(range(-1074, 1024))
    assert [ln(1.0), log10(1.0), log2(1.0), exp(0.0), expm1(0.0), log1p(0.0), power(1.0, 7.3)] == [0, 0, 0, 1, 0, 0, 1]


def test_neighbors_stay_in_order() -> None:
    """Draws are made by inversion: a larger uniform number is never to give a smaller one of them."""
    for center in (0.5, 2.0**-0.5, 0.0749999, 0.0750001, 0.925, math.exp(-25), 2.0**-30, 1 - 2.0**-20, 0.3):
        x = center + np.arange(-2000, 2000) * np.spacing(center)
        assert (np.diff(elementwise.ln(x)) >= 0).all()
        # neighbors are told apart no better than the quantile is precise
        assert (np.diff(elementwise.normal_quantile(x)) >= -2e-15).all()
    uniform = np.sort(RNG.random(100_000))
    for of in (elementwise.ln, elementwise.exp, elementwise.normal_quantile, elementwise.log1p, elementwise.expm1):
        assert (np.diff(of(uniform)) >= 0).all()


def test_one_by_one_from_python_and_as_arrays_the_bits_are_the_same() -> None:
    """Also where the functions are not compiled at all: the same operations in the same order."""
    positive, any_sign = WIDE[WIDE > 0], ARGUMENTS
    cases = (
        (ln, elementwise.ln, positive),
        (exp, elementwise.exp, any_sign),
        (expm1, elementwise.expm1, any_sign),
        (log1p, elementwise.log1p, positive),
        (normal_quantile, elementwise.normal_quantile, RNG.random(300)),
    )
    for one, many, x in cases:
        expected = many(x)
        assert [one(value) for value in x.tolist()] == expected.tolist()
        assert [getattr(one, "py_func", one)(value) for value in x.tolist()] == expected.tolist()
    assert [power(x, 1.3) for x in positive.tolist()] == elementwise.power(positive, 1.3).tolist()
    table = RNG.random((3, 4, 5))
    assert (elementwise.ln(table.T) == elementwise.ln(table).T).all()


EXTREMES = [0.0, 5e-324, 2.0**-1022, 0.5, 1.0, 2.0, 709.78, 1023.9, 1024.0, 1e154, 1.7e308, math.inf, math.nan]
SINGLE = (ln, log2, log10, exp, expm1, log1p, normal_quantile)


def called_one_by_one(how: Callable[[Any], Any] = lambda one: one) -> list[str]:
    """The bits of all functions, called in some way, of numbers of every kind."""
    x = [*WIDE.tolist(), *ARGUMENTS.tolist(), *EXTREMES, *(-one for one in EXTREMES)]
    found = [how(one)(value) for one in SINGLE for value in x]
    found += [how(power)(value, y) for value in x for y in (-17.3, -1.0, 0.0, 0.5, 1.0009, 6.6, math.inf, math.nan)]
    found += [how(one)(value) for one in (sine, cosine) for value in np.linspace(-1e6, 1e6, 99).tolist()]
    found += [how(ln)(one) for one in (np.float64(0.3), np.int64(3), 3)]
    found += elementwise.power(np.array(EXTREMES), 1.3).tolist()
    assert {type(one) for one in found} == {float}
    return [one.hex() for one in found]


def test_as_long_as_nobody_compiles_python_comes_to_the_same_bits() -> None:
    """A process that only reads scenarios never imports the compiler; infinite where compiled code is infinite."""
    program = (
        "from tests.engine.compiled.test_elementary import called_one_by_one\n"
        "from engine.compiled.compilation import compiler_is_there\n"
        "print(*called_one_by_one(), compiler_is_there())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=200, check=True)
    *interpreted, compiler = done.stdout.split()
    assert compiler == "False"
    elementwise.ln(np.ones(elementwise.FEW + 1))  # compiles
    assert compiler_is_there()
    assert called_one_by_one(lambda one: one.dispatcher) == interpreted


def test_a_line_on_logarithmic_scales() -> None:
    found = elementwise.between_on_log_scales([1.0, 2, 4, 16, 99], [2.0, 8, 32], [3.0, 12, 12])
    assert found == pytest.approx([3, 3, 6, 12, 12], rel=1e-15)


def test_a_total_is_added_up_in_order() -> None:
    """Python's own sum would say 1.0 from 3.12 on."""
    assert total([0.1] * 10) == 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 != 1.0


def test_powers_that_are_written_down_are_right() -> None:
    written = (service.LONGEST_1, service.LONGEST_2, service.LONGEST_3)
    for value, exponent in zip(written, (-service.C, 1 - service.C, 2 - service.C), strict=True):
        assert value == pytest.approx(power(service.LONGEST, exponent), rel=1e-15)
    assert float(Decimal(2).ln(EXACT)) == elementary.LN_2
