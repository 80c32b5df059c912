"""Where the paper leaves a choice, or prints what cannot be meant."""

from typing import Literal

from engine.inputs.quantity import Strict, choice


class Options(Strict):
    """Readings of the paper."""

    division: Literal["equal", "by-speed"] = choice(
        "Shares of the machines",
        "All machines have the same share of the work, as in the paper; or a machine twice as fast has twice the "
        "share.",
        "equal",
        words={"equal": "the same for all", "by-speed": "by speed"},
    )
    queue: Literal["processor-sharing", "paper-mode"] = choice(
        "Background jobs found",
        "How many there are by processor sharing, whatever the law of their service times; or by the queue of "
        "Pollaczek and Khinchine, in which jobs do not share the processor, as in equations 25 to 29. On 8 machines "
        "whose service times have a variation of 4 the second gives 2 to 7 times the η of a simulation.",
        "processor-sharing",
        words={"processor-sharing": "by processor sharing", "paper-mode": "as in the paper"},
    )
    equations: Literal["corrected", "as-printed"] = choice(
        "Equations",
        "Corrected; or 18 and 30 to 34 as printed: with the ratio of speeds inverted, without processors that have "
        "no work, and with the normal approximation.",
        "corrected",
        words={"as-printed": "as printed"},
    )
