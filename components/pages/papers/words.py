"""What the pages of the papers say, in sentences."""

from collections import Counter

from engine.papers import NEAR_PERCENT, Statement, Verdict

SIGNS = {Verdict.REPRODUCED: "✓", Verdict.PARTLY: "◐", Verdict.HARDLY: "◔", Verdict.NOT: "✕", Verdict.UNKNOWN: "?"}


def counted(found: list[Statement]) -> str:
    """How many statements of a paper have which verdict."""
    counts = Counter(one.verdict for one in found)
    parts = [f"{SIGNS[verdict]} {counts[verdict]} {verdict.value}" for verdict in Verdict if counts[verdict]]
    return f"{len(found)} tables and statements: {', '.join(parts)}."


def verdict_words(one: Statement) -> str:
    """The verdict on one statement, and what it comes from."""
    if one.verdict is Verdict.UNKNOWN:
        return "Not computed by this engine yet."
    verdict = one.verdict.value[:1].upper() + one.verdict.value[1:]
    if one.checks:
        return f"{verdict}: {one.borne_out} of {one.asked} checks hold with all of their 95 % intervals."
    return (
        f"{verdict}: {one.borne_out} of {one.asked} values lie where one more replication may lie (95 %), or within "
        f"{NEAR_PERCENT:g} % of the measured mean."
    )
