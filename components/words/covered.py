"""How far the intervals of one log can be trusted, by what was measured on synthetic sites."""

from engine.reports.covered import least_and_most


def held_words(blocks: int) -> str:
    """How often such intervals held the truth: "in 9 of 10 cases where ..., and in 6 to 8 of 10 where ..."."""
    weekly, lasting = (_of_ten(*least_and_most(_measured(blocks), lasting)) for lasting in (False, True))
    return (
        f"on synthetic sites such intervals held the truth in about {weekly} of 10 cases where loads change from week "
        f"to week, and in {lasting} of 10 where they last for months"
    )


def _measured(blocks: int) -> int:
    """The number of blocks, among those that logs of usual lengths get, that is nearest."""
    return min((4, 6, 8), key=lambda one: abs(one - blocks))


def _of_ten(least: float, most: float) -> str:
    """From tenth to tenth."""
    low, high = round(10 * least), round(10 * most)
    return f"{low}" if low == high else f"{low} to {high}"
