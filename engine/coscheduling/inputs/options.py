"""Where the paper leaves a choice, and what goes past it; the defaults are those of README.md."""

from typing import Literal

from engine.inputs.quantity import Strict, choice

READINGS = ("message_time", "io_hand_over", "equal_level", "poll_last", "random_phase")
"""The options that are readings of the paper; the others are none of its own."""


class Options(Strict):
    """Readings of the paper, and what goes past it.

    The defaults of the readings were chosen by looking for its orderings: that they agree is a fit.
    """

    message_time: Literal["wire-and-interfaces", "in-all"] = choice(
        "Message time",
        "The latency is the time on the wire, and the two interfaces come on top; or it is all there is. With the "
        "first, Periodic Boost is the best policy for jobs that communicate, as published.",
        "wire-and-interfaces",
        words={
            "wire-and-interfaces": "the interfaces come on top of the latency",
            "in-all": "the latency is all there is",
        },
    )
    io_hand_over: Literal["longer-than-a-switch", "always"] = choice(
        "I/O hand-over",
        "Which I/O releases the processor at once. During a shorter one it stays idle until the next tick: without "
        "that, Periodic Boost is of no use to jobs that communicate much.",
        "longer-than-a-switch",
        words={"longer-than-a-switch": "I/O that takes longer than a switch", "always": "any I/O"},
    )
    equal_level: Literal["none", "boosts", "all"] = choice(
        "Pre-emption at equal level",
        "Which boosts may pre-empt a process that has the highest level itself: none, those of Periodic Boost and of a "
        "yield, or those after I/O, a wake-up and an interrupt as well.",
        "boosts",
        words={"none": "none", "boosts": "Periodic Boost and yields", "all": "I/O, wake-ups and interrupts as well"},
    )
    poll_last: bool = choice(
        "Boost one tick later", "The scheduler acts on a boost at the next tick, not in the same one.", False
    )
    random_phase: bool = choice(
        "Ticks not aligned", "The milliseconds of each node begin at an instant of their own, drawn.", False
    )
    admission: Literal["in-order", "backfilling"] = choice(
        "Admission",
        "Who may take a free slot where nodes are shared in time: nobody before the first that waits, as in the paper, "
        "or also who by the estimates does not delay it (backfilling gang scheduling, Zhang et al. 2003).",
        "in-order",
        words={"in-order": "in order of arrival", "backfilling": "backfilling, with a reservation for the first"},
    )
    lost_capacity: bool = choice(
        "Lost capacity",
        "Measure places that are free although waiting jobs ask for them. Of lists of jobs, and where admission "
        "backfills, it always is; elsewhere cells that are known already do not have it, and are computed again.",
        False,
    )
