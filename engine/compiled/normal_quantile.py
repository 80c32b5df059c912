"""The quantile of the standard normal law, with the same bits on every processor.

Wichura 1988, "Algorithm AS 241: the percentage points of the normal distribution", PPND16: relative error about 1e-16.
"""

import math

from engine.compiled.compilation import arithmetic
from engine.compiled.elementary import ln


@arithmetic
def normal_quantile(probability: float) -> float:
    """Where the standard normal law has so much below it; minus infinity at 0, infinity at 1, NaN beyond them."""
    q = probability - 0.5
    if -0.425 <= q <= 0.425:
        return _middle(q)
    least = probability if q < 0.0 else 1.0 - probability
    if not least > 0.0:
        if least != 0.0:
            return math.nan
        return -math.inf if q < 0.0 else math.inf
    r = math.sqrt(-ln(least))
    value = _near(r - 1.6) if r <= 5.0 else _far(r - 5.0)
    return -value if q < 0.0 else value


@arithmetic
def _middle(q: float) -> float:
    r = 0.180625 - q * q
    above = 2.5090809287301226727e3
    above = above * r + 3.3430575583588128105e4
    above = above * r + 6.7265770927008700853e4
    above = above * r + 4.5921953931549871457e4
    above = above * r + 1.3731693765509461125e4
    above = above * r + 1.9715909503065514427e3
    above = above * r + 1.3314166789178437745e2
    above = above * r + 3.3871328727963666080
    below = 5.2264952788528545610e3
    below = below * r + 2.8729085735721942674e4
    below = below * r + 3.9307895800092710610e4
    below = below * r + 2.1213794301586595867e4
    below = below * r + 5.3941960214247511077e3
    below = below * r + 6.8718700749205790830e2
    below = below * r + 4.2313330701600911252e1
    return q * above / (below * r + 1.0)


@arithmetic
def _near(r: float) -> float:
    above = 7.74545014278341407640e-4
    above = above * r + 2.27238449892691845833e-2
    above = above * r + 2.41780725177450611770e-1
    above = above * r + 1.27045825245236838258
    above = above * r + 3.64784832476320460504
    above = above * r + 5.76949722146069140550
    above = above * r + 4.63033784615654529590
    above = above * r + 1.42343711074968357734
    below = 1.05075007164441684324e-9
    below = below * r + 5.47593808499534494600e-4
    below = below * r + 1.51986665636164571966e-2
    below = below * r + 1.48103976427480074590e-1
    below = below * r + 6.89767334985100004550e-1
    below = below * r + 1.67638483018380384940
    below = below * r + 2.05319162663775882187
    return above / (below * r + 1.0)


@arithmetic
def _far(r: float) -> float:
    above = 2.01033439929228813265e-7
    above = above * r + 2.71155556874348757815e-5
    above = above * r + 1.24266094738807843860e-3
    above = above * r + 2.65321895265761230930e-2
    above = above * r + 2.96560571828504891230e-1
    above = above * r + 1.78482653991729133580
    above = above * r + 5.46378491116411436990
    above = above * r + 6.65790464350110377720
    below = 2.04426310338993978564e-15
    below = below * r + 1.42151175831644588870e-7
    below = below * r + 1.84631831751005468180e-5
    below = below * r + 7.86869131145613259100e-4
    below = below * r + 1.48753612908506148525e-2
    below = below * r + 1.36929880922735805310e-1
    below = below * r + 5.99832206555887937690e-1
    return above / (below * r + 1.0)
