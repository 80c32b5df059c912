"""How the lines of a log became jobs, and whom it asks to acknowledge, in sentences for the methods."""

from collections.abc import Sequence

from components.words.wording import number
from engine.logs.cleaning.draft import Row
from engine.logs.head import Head, shown


def cleaning_words(report: Sequence[Row]) -> str:
    """What each rule of the cleaning did that did something: jobs, and their share of the processor-hours."""
    did = [
        f"{row.rule} ({row.choice}): {row.jobs:,} jobs, {number(100 * row.share, 2)} % of the processor-hours"
        for row in report
        if row.jobs
    ]
    return f"Cleaning of the log: {'; '.join(did)}." if did else "Of the log every line is a job as it stands."


def acknowledged(head: Head) -> list[str]:
    """Whom the head asks to acknowledge, word for word."""
    names = [shown(name) for name in head.all("Acknowledge")]
    return [f"The log asks to acknowledge: {'; '.join(names)}."] if names else []


HEADING = (
    *(
        "Version",
        "Computer",
        "Installation",
        "Information",
        "Conversion",
        "MaxJobs",
        "MaxRecords",
        "MaxNodes",
        "MaxProcs",
    ),
    *("MaxRuntime", "Preemption", "UnixStartTime", "TimeZoneString", "StartTime", "EndTime"),
)
"""Labels of a head that say which log it is, as the methods repeat them."""


def heading(head: Head) -> list[str]:
    """What the head says of the log, word for word."""
    told = [f"{label}: {shown(value)}" for label in HEADING for value in head.all(label)]
    return [f"Head of the log: {'; '.join(told)}."] if told else []
