"""What the names of an own policy's rules mean, where that takes arithmetic: called by reference and kernel alike.

Source: the rule language of own policies, its table of names. All times are in s.
"""

from engine.compiled.compilation import arithmetic
from engine.compiled.elementary import LN_2, exp

NO_DEADLINE = 1e12
"""`deadline_in` of a job that has none."""

DAY, WEEK_DAYS = 86_400.0, 7.0


@arithmetic
def submitted(arrival, first):
    """`submit`: since the first arrival, at least 1."""
    return max(1.0, arrival - first)


@arithmetic
def time_left(arrival, deadline, now):
    """`deadline_in`: until the deadline, which counts from the arrival; negative when late."""
    return min(arrival + deadline - now, NO_DEADLINE)


@arithmetic
def hour_of(now):
    """`hour`: since midnight, in hours; time 0 is a Monday's."""
    return (now - DAY * (now // DAY)) / 3600.0


@arithmetic
def weekday_of(now):
    """`weekday`: 0 on a Monday."""
    day = now // DAY
    return day - WEEK_DAYS * (day // WEEK_DAYS)


@arithmetic
def fading(time, half_life):
    """By what part a usage has become less after so much *time*."""
    y = LN_2 * time / half_life
    # Where next to nothing has, 1 - exp(-y) would have lost most of its digits.
    return y * (1.0 - y / 2.0 * (1.0 - y / 3.0)) if y < 1e-4 else 1.0 - exp(-y)


@arithmetic
def usage_after(usage, in_use, half_life, less):
    """`user_usage` when it has become less by the part *less*, and so many processors were *in_use* meanwhile."""
    return usage * (1.0 - less) + in_use * (half_life / LN_2) * less


@arithmetic
def used_until(usage, in_use, time, half_life):
    """`user_usage` after so much *time* with so many processors *in_use*: processor-seconds, halved every half-life."""
    return usage_after(usage, in_use, half_life, fading(time, half_life))


@arithmetic
def share_of(part, whole):
    """A share; of nothing, 0."""
    return part / whole if whole > 0.0 else 0.0


@arithmetic
def fairness(user_share, users):
    """`fair`: 2^(-share of the usage / share that is his), where all *users* have equal shares."""
    return exp(-LN_2 * user_share * users)
