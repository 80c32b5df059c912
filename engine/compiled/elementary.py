"""Logarithm, exponential, power, sine and cosine with the same bits on every processor.

A library's `exp` or `log` may differ in the last bit from one processor to the next: numpy and the C library choose
among several at run time, by what the processor can do. These are made of + - * / alone, in a fixed order; numba
compiles them without contracting a product and a sum into one operation, and does not reorder. The relative error is
below 1e-15, of `power` below 1e-13 (|y log2 x| up to 1022), of `sine` and `cosine` the absolute one.

Each takes and returns one number, and is called from compiled code and from Python alike;
`engine.compiled.elementwise` has them for arrays. Outside of its domain each gives what IEEE 754 says: minus infinity,
infinity or NaN.
"""

import math
from collections.abc import Iterable

from engine.compiled.compilation import arithmetic

LN_2 = 0.6931471805599453
LN_2_HIGH, LN_2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
"""Their sum is ln 2 to 30 digits; the first ends in zeros, so that a whole number of them is exact (fdlibm)."""

LOG2_E, LOG10_E = 1.4426950408889634, 0.4342944819032518
ROOT_HALF = 0.7071067811865476
LARGEST, LEAST = 709.782712893384, -745.1332191019412
"""Arguments beyond which `exp` is infinite, or 0."""

SPLIT = 134217729.0
"""2^27 + 1: halves the digits of a number (Veltkamp 1968)."""

HALF_PI_HIGH, HALF_PI_MIDDLE, HALF_PI_LOW = (
    1.57079632673412561417,
    6.07710050630396597660e-11,
    2.02226624879595063154e-21,
)
"""Their sum is half of pi; whole multiples up to 2^20 of the first two are exact (fdlibm)."""


@arithmetic
def _area_tangent(t: float) -> float:
    """2 atanh(t) = ln((1 + t) / (1 - t)) for |t| <= 0.1716, by twelve terms of its series."""
    s = t * t
    rest = 1 / 17 + s * (1 / 19 + s * (1 / 21 + s * (1 / 23)))
    rest = 1 / 3 + s * (1 / 5 + s * (1 / 7 + s * (1 / 9 + s * (1 / 11 + s * (1 / 13 + s * (1 / 15 + s * rest))))))
    return 2 * t + 2 * t * (s * rest)


@arithmetic
def _split(x: float) -> tuple[float, int]:
    """(ln m, e) of x = m 2^e > 0, with m from sqrt(1/2) to sqrt(2)."""
    mantissa, exponent = math.frexp(x)
    if mantissa < ROOT_HALF:
        mantissa, exponent = 2 * mantissa, exponent - 1
    return _area_tangent((mantissa - 1) / (mantissa + 1)), exponent


@arithmetic
def log2(x: float) -> float:
    """Logarithm to base 2; exact at powers of two."""
    if not 0.0 < x < math.inf:
        return _beyond_logarithm(x)
    fraction, exponent = _split(x)
    return exponent + fraction * LOG2_E


@arithmetic
def ln(x: float) -> float:
    """Natural logarithm."""
    if not 0.0 < x < math.inf:
        return _beyond_logarithm(x)
    fraction, exponent = _split(x)
    return exponent * LN_2_HIGH + (exponent * LN_2_LOW + fraction)


@arithmetic
def log10(x: float) -> float:
    """Logarithm to base 10."""
    return ln(x) * LOG10_E


@arithmetic
def _beyond_logarithm(x: float) -> float:
    if x == 0.0:
        return -math.inf
    return math.inf if x > 0.0 else math.nan


@arithmetic
def log1p(x: float) -> float:
    """ln(1 + x), as precise for a small x."""
    return _area_tangent(x / (2 + x)) if -0.29 < x < 0.41 else ln(1 + x)


@arithmetic
def _growth(r: float) -> float:
    """(e^r - 1 - r) / r^2 for |r| <= 0.35, by its series."""
    rest = 1 / 8 + r * (1 / 72 + r * (1 / 720 + r * (1 / 7920 + r * (1 / 95040 + r * (1 / 1235520)))))
    return 1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720 + r * (1 / 5040 + r * (rest / 5040))))))


@arithmetic
def _scaled(r: float, exponent: int) -> float:
    """e^r 2^exponent for |r| <= 0.35."""
    return math.ldexp(1 + (r + r * r * _growth(r)), exponent)


@arithmetic
def exp(x: float) -> float:
    """e^x."""
    if not LEAST <= x <= LARGEST:
        if x != x:
            return x
        return math.inf if x > 0.0 else 0.0
    exponent = math.floor(x * LOG2_E + 0.5)
    return _scaled((x - exponent * LN_2_HIGH) - exponent * LN_2_LOW, int(exponent))


@arithmetic
def expm1(x: float) -> float:
    """e^x - 1, as precise for a small x."""
    return x + x * x * _growth(x) if -0.35 < x < 0.35 else exp(x) - 1


@arithmetic
def power(x: float, y: float) -> float:
    """x^y of x >= 0. Small whole powers are better written as products, which are more precise and quicker."""
    if y == 0.0:
        return 1.0
    if not 0.0 < x < math.inf:
        if x == 0.0 or x == math.inf:
            return math.inf if (x == 0.0) == (y < 0.0) else 0.0
        return math.nan
    fraction, exponent = _split(x)
    # y log2 x = y e + y f: of the first, the large part, what rounding takes away is kept (Dekker 1971)
    high = y * exponent
    if not -1e5 < high < 1e5:
        return exp(high)  # infinite or 0, as y f is smaller
    of_y, of_exponent = y * SPLIT, float(exponent)
    upper = of_y - (of_y - y)
    low = (upper * of_exponent - high) + (y - upper) * of_exponent
    rest = low * LN_2 + y * fraction
    whole = math.floor(high + rest * LOG2_E + 0.5)
    if whole > 1025:
        return math.inf
    if whole < -1080:
        return 0.0
    if whole > 1000:  # may be infinite, which `ldexp` of Python takes for a mistake
        return _scaled((high - whole) * LN_2 + rest, int(whole) - 100) * 2.0**100
    return _scaled((high - whole) * LN_2 + rest, int(whole))


@arithmetic
def _turned(x: float, quarters: int) -> float:
    """sin(x + quarters π / 2)."""
    quarter = math.floor(x / (2 * HALF_PI_HIGH) * 2 + 0.5)
    r = ((x - quarter * HALF_PI_HIGH) - quarter * HALF_PI_MIDDLE) - quarter * HALF_PI_LOW
    s = r * r
    turn = (int(quarter) + quarters) & 3
    if turn & 1:
        rest = 1 / 479001600 - s * (1 / 87178291200 - s * (1 / 20922789888000 - s * (1 / 6402373705728000)))
        rest = 1 / 720 - s * (1 / 40320 - s * (1 / 3628800 - s * rest))
        value = 1 - s * (1 / 2 - s * (1 / 24 - s * rest))
    else:
        rest = 1 / 6227020800 - s * (1 / 1307674368000 - s * (1 / 355687428096000))
        rest = 1 / 5040 - s * (1 / 362880 - s * (1 / 39916800 - s * rest))
        value = r - r * (s * (1 / 6 - s * (1 / 120 - s * rest)))
    return -value if turn & 2 else value


@arithmetic
def sine(x: float) -> float:
    """Sine of |x| up to a million."""
    return _turned(x, 0)


@arithmetic
def cosine(x: float) -> float:
    """Cosine of |x| up to a million."""
    return _turned(x, 1)


def total(numbers: Iterable[float]) -> float:
    """The sum from the first to the last; Python's own `sum` of floats rounds in another way from 3.12 on."""
    found = 0.0
    for number in numbers:
        found += number
    return found
