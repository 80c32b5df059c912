"""The tab on the log of the jobs: what it is like, and how it was cleaned."""

from functools import partial
from typing import Any

from dash import html

from components.controls.data_table import DataTable
from components.controls.picture import create_picture
from components.figures.parallel_jobs.logs.log_pictures import Recorded, draw_hours, draw_runs, draw_sizes, draw_weeks
from components.pages.studio.details import create_details
from components.pages.studio.face import ResultPictures
from components.pages.studio.families.parallel_jobs.ids import Id
from components.pages.studio.families.parallel_jobs.log import file, model
from components.pages.studio.families.parallel_jobs.log.file import (
    create_file_of_log,
    create_flurries,
    create_forgetting,
    processors_of,
)
from components.pages.studio.families.parallel_jobs.log.model import create_model_of_log
from components.pages.studio.panel import create_panel, create_text, side_by_side
from components.visits.answers import answer_of, heard_of
from components.words.published_log import published_words
from components.words.units import instant
from components.words.wording import number
from engine.results.result import Result

HEIGHT = "38vh"


def create_log_panel() -> html.Div:
    """Four pictures, the sentence on them, the report of the cleaning, the numbers, and a model beside it all."""
    return create_panel(
        create_text(Id.LOG_TEXT),
        create_picture(Id.LOG_WEEKS, "Jobs by week; the table below has the numbers.", height=HEIGHT, shape="bars"),
        side_by_side(
            create_picture(Id.LOG_HOURS, "Jobs by hour of the week; the table below has the numbers.", height=HEIGHT),
            create_picture(Id.LOG_SIZES, "Jobs and work by size; the table below has the numbers.", height=HEIGHT),
        ),
        create_picture(Id.LOG_RUNS, "Jobs by run time and estimate; the table below has the numbers.", height=HEIGHT),
        create_details("log-cleaning", of="the cleaning"),
        create_details("log-weeks", of="the weeks"),
        create_details("log-sizes", of="the sizes"),
        create_details("log-users", of="the users"),
        create_file_of_log(),
        create_forgetting(),
        *create_model_of_log(),
    )


def _part(result: Result, _point: str | None, _value: Any) -> Recorded:
    return answer_of("recorded", result.scenario) | {"heard": heard_of(result.scenario)}


ZONE = "days and weeks are those of"
"""What a note of the reader says of the zone, where the head of the log does not."""


def describe(result: Result, recorded: Recorded) -> str:
    """What the log is, in some sentences."""
    first, last = recorded["measured"]
    weeks = len(recorded["weeks"]["jobs"])
    said = [
        f"{recorded['jobs']:,} of {recorded['rows']:,} recorded jobs are replayed, over {weeks} "
        f"week{'' if weeks == 1 else 's'}; they ask for {number(100 * recorded['load'], 2)} % of what the "
        "cluster can do.",
        f"Weeks {first + 1} to {last} are measured, from Monday to Monday." if last else "Every job is measured.",
        *recorded["caveats"],
        "" if any(ZONE in note for note in recorded["notes"]) else recorded["zone"],
        *recorded["notes"],
        _as_recorded(recorded["recorded"]),
        published_words(processors_of(result), recorded["jobs"]),
    ]
    return " ".join(filter(None, said))


def tell(result: Result, recorded: Recorded) -> list[Any]:
    """The same, and what stands out, with links that leave it out."""
    found = recorded["recorded"]
    warning = f"\u26a0 {found['sentence']}. " if found and _contradicts(found) else ""
    return [html.Strong(warning), f"{describe(result, recorded)} ", *create_flurries(result, recorded)]


def _contradicts(found: dict[str, Any]) -> bool:
    return bool(found["most"] > found["processors"])


def _as_recorded(found: dict[str, Any] | None) -> str:
    """What the scheduler of the machine did, which is no policy: a log shows no outages, no priorities."""
    if found is None:
        return ""
    return (
        f"As recorded, by the machine's own scheduler: mean wait {instant(found['wait'])}, bounded slowdown "
        f"{number(found['bounded_slowdown'], 3)}, utilization {number(100 * found['utilization'], 3)} %"
        + ("." if _contradicts(found) else f"; {found['sentence']}.")
    )


def cleaning_table(_result: Result, recorded: Recorded) -> DataTable:
    """What each rule of the cleaning did."""
    rows = [
        [one["rule"], one["choice"], f"{one['jobs']:,}", number(100 * one["share"], 2)] for one in recorded["report"]
    ]
    return DataTable("How the log was cleaned, rule by rule", ["Rule", "Choice", "Jobs", "Processor-hours (%)"], rows)


def _table(caption: str, head: tuple[str, ...], columns: dict[str, list[Any]], names: tuple[str, ...]) -> DataTable:
    rows = zip(*(columns[name] for name in names), strict=True)
    return DataTable(caption, list(head), [[_told(value) for value in row] for row in rows])


def _told(value: Any) -> Any:
    return f"{value:,}" if isinstance(value, int) else number(value, 4) if isinstance(value, float) else value


def weeks_table(_result: Result, recorded: Recorded) -> DataTable:
    """Jobs and load of each week."""
    head = ("Week", "Jobs", "Processor-hours", "Load", "Users")
    return _table("The log by week", head, recorded["weeks"], ("week", "jobs", "hours", "load", "users"))


def sizes_table(_result: Result, recorded: Recorded) -> DataTable:
    """Jobs and work by size."""
    head = ("Processors", "Jobs", "Processor-hours")
    return _table("The log by size", head, recorded["sizes"], ("size", "jobs", "hours"))


def users_table(_result: Result, recorded: Recorded) -> DataTable:
    """The users with most work, by number."""
    users = recorded["by_user"]
    known = users | {"user": ["not known" if user < 0 else str(user) for user in users["user"]]}
    head = ("User", "Jobs", "Processor-hours", "Share of these (1)")
    return _table(
        "The users with most work; their numbers are no names", head, known, ("user", "jobs", "hours", "share")
    )


def _drawn(draw: Any) -> Any:
    return partial(_draw, draw)


def _draw(draw: Any, _result: Result, recorded: Recorded, scheme: str) -> Any:
    return draw(recorded, scheme)


LOG = ResultPictures(
    figures={
        Id.LOG_WEEKS: _drawn(draw_weeks),
        Id.LOG_HOURS: _drawn(draw_hours),
        Id.LOG_SIZES: _drawn(draw_sizes),
        Id.LOG_RUNS: _drawn(draw_runs),
        **model.FIGURES,
    },
    sentences={Id.LOG_TEXT: tell, **model.SENTENCES},
    tables={
        "log-cleaning": cleaning_table,
        "log-weeks": weeks_table,
        "log-sizes": sizes_table,
        "log-users": users_table,
        **file.TABLES,
        **model.TABLES,
    },
    part=_part,
)
