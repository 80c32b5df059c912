"""How long a job will run as its user estimates it: by a multiple of the run time, or in seconds that stay exact."""

from engine.compiled.compilation import arithmetic


@arithmetic
def estimated_time(work, rate, multiple, demand, expected):
    """The estimated time for so much *work* at a *rate*, s.

    *expected* is the estimate of a listed job in seconds times its size, of a job whose *demand* is its run time times
    its size; 0 for a job whose estimate is a *multiple* of its run time. Whole seconds come out as they were given,
    which a multiple does not promise: 3 s times 7 / 3 is not always 7 s.
    """
    if expected > 0.0:
        return work / demand * expected / rate
    return work / rate * multiple
