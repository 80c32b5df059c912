"""How long a job will run as its user estimates it: by a multiple of the run time, or in seconds that stay exact.

Of a job that has computed already, nothing is known but that: what is left of an estimate in seconds is the estimate
less what has been computed. Only a multiple of the run time is one of what is left of the run time, too.
"""

from engine.compiled.compilation import arithmetic


@arithmetic
def estimated_time(work, rate, multiple, demand, expected):
    """The estimated time for so much *work* at a *rate*, s.

    *expected* is the estimate of a listed job in seconds times its size, of a job whose *demand* is its run time times
    its size; 0 for a job whose estimate is a *multiple* of its run time. *demand* less *work* has been computed, and
    was not lost: each second counts at the rate of then, so sizes and machines may have changed. Whole seconds come out
    as they were given, which a multiple does not promise: 3 s times 7 / 3 is not always 7 s.
    """
    if expected > 0.0:
        return (expected - (demand - work)) / rate
    return work / rate * multiple


@arithmetic
def is_outlived(work, demand, expected):
    """Whether a job has computed for as long as it was *expected* to, as only a prediction can be too short."""
    return 0.0 < expected <= demand - work
