"""How far the intervals of one log can be trusted, by what was measured on synthetic sites."""

from engine.reports.covered import least_and_most, stored


def held_words(blocks: int) -> str:
    """How often such intervals held the truth: "in 9 of 10 cases where ..., and in 6 to 8 of 10 where ..."."""
    weekly, lasting = (_of_ten(*least_and_most(_measured(blocks), lasting)) for lasting in (False, True))
    return (
        f"on synthetic sites such intervals held the truth in about {weekly} of 10 cases where loads change from week "
        f"to week, and in {lasting} of 10 where they last for months"
    )


def resampled_held_words(method: str) -> str:
    """The same of intervals by logs resampled by a *method*, as far as it was measured; over logs of all lengths."""
    kinds = {False: "where loads change from week to week", True: "where loads last for months, as users come and go"}
    told = []
    for lasting, where in kinds.items():
        shares = [one.share for one in stored() if (one.method, one.lasting) == (method, lasting)]
        if shares:
            told.append(f"in {_of_ten(min(shares), max(shares))} of 10 cases {where}")
    return f"on synthetic sites such intervals held the truth {', and '.join(told)}"


def _measured(blocks: int) -> int:
    """The number of blocks, among those that logs of usual lengths get, that is nearest."""
    return min((4, 6, 8), key=lambda one: abs(one - blocks))


def _of_ten(least: float, most: float) -> str:
    """From tenth to tenth."""
    low, high = round(10 * least), round(10 * most)
    return f"{low}" if low == high else f"{low} to {high}"
