"""What was published of the log on the page, where it is one that many use."""

from components.words.wording import number
from engine.logs.published_logs import RULES, PublishedLog, published_of

SOURCE = "Gaussier et al., SC'15"


def published_words(processors: int, jobs: int) -> str:
    """Which log it seems to be, and where its published values are; nothing of others."""
    found = published_of(processors, jobs)
    if found is None:
        return ""
    return (
        f"By its size this is {found.name}, of which mean bounded slowdowns are published ({SOURCE}; table of the "
        "file)."
    )


def published_rows(processors: int, jobs: int) -> list[tuple[str, str]]:
    """For each rule its name, and what is published of it and to be expected here; none of other logs."""
    found = published_of(processors, jobs)
    return [] if found is None else [(rule, _told(found, n)) for n, rule in enumerate(RULES)]


def _told(found: PublishedLog, rule: int) -> str:
    expected = found.expected(rule)
    here = "one pass per instant: not known" if expected is None else f"one pass per instant: {number(expected, 6)}"
    return f"{found.slowdowns[rule]:.4f} published as mean bounded slowdown (threshold 10 s); {here}"
