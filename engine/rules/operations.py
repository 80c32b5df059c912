"""What each operation of a rule does to numbers: every one has a value, the same on every computer.

What is beyond 1e300 is cut there, what is not defined is 0. Reference and kernel call these.
"""

from math import sqrt

from engine.compiled.compilation import arithmetic
from engine.compiled.elementary import exp, ln, log2, log10

MOST = 1e300


@arithmetic
def cut(x):
    """Within what a value may be."""
    return min(max(x, -MOST), MOST)


@arithmetic
def quotient(x, y):
    """x / y; by 0, 0."""
    return cut(x / y) if y != 0.0 else 0.0


@arithmetic
def power(x, exponent):
    """A whole power, multiplied out from the left; of a negative one, 1 over that."""
    found = 1.0
    for _ in range(abs(exponent)):
        found = found * x
    found = cut(found)
    return quotient(1.0, found) if exponent < 0 else found


@arithmetic
def root(x):
    """Square root; of what is negative, 0."""
    return sqrt(x) if x > 0.0 else 0.0


@arithmetic
def whole(x):
    """The largest whole number that is not above."""
    return x // 1.0


@arithmetic
def logarithm_2(x):
    """To base 2; of what is not positive, 0."""
    return log2(x) if x > 0.0 else 0.0


@arithmetic
def logarithm_10(x):
    """To base 10; of what is not positive, 0."""
    return log10(x) if x > 0.0 else 0.0


@arithmetic
def natural_logarithm(x):
    """Of what is not positive, 0."""
    return ln(x) if x > 0.0 else 0.0


@arithmetic
def exponential(x):
    """Of what is large, cut."""
    return cut(exp(min(x, 700.0)))


@arithmetic
def clipped(x, low, high):
    """Not below *low* and not above *high*; where these cross, *high*."""
    return min(max(x, low), high)
