"""The part of the form on a log: which one it is, how much of it comes how fast, and which of its lines are jobs."""

from typing import Any

from dash import html

from components.controls.aria import aria, data
from components.controls.parts import create_part
from components.pages.studio.families.parallel_jobs.sketch.coscheduled_form import create_coscheduled
from components.pages.studio.families.parallel_jobs.sketch.divisions_form import create_divisions
from components.pages.studio.ids import PAGE
from components.pages.studio.sketch.meaning import create_disclosure
from engine.logs.sacct.header import COMMAND
from engine.parallel_jobs.inputs.sources.logged import SAMPLE

AT = "workload.arrivals"
DIGITS = 12
"""Of a log's name, by which people know it."""

OPEN = "Open a log …"
HINT = (
    "A file in Standard Workload Format, what sacct prints, or a table (CSV, Parquet) with columns such as submit, run "
    "and size; or drop it anywhere on the page."
)


NO_LOG = f"No log is open yet: {len(SAMPLE)} jobs stand in for one."


def create_open() -> html.Button:
    """The button that opens the file of a log; `log_file.js` hears it."""
    return html.Button(OPEN, type="button", className="open-log", title=HINT, **data(open_log="yes"))


def create_command() -> html.Details:
    """What makes a file on a machine that runs Slurm, to be copied; `log_file.js` hears the button."""
    return html.Details(
        [
            html.Summary(html.Span("From Slurm: the command that makes a file …", className="summary-title")),
            html.Div(
                [
                    html.P(OF_SLURM, className="hint"),
                    html.Code(f"{COMMAND} > jobs.txt", className="command-of-log", tabIndex="0"),
                    html.Button("Copy the command", type="button", className="open-log", **data(copy_command="yes")),
                    html.P(className="hint", role="status", **aria(live="polite")),
                ],
                className="stack",
            ),
        ],
        className="part",
    )


OF_SLURM = (
    "Change the two dates, run it where sacct sees all users, and open the file here. Names of users and accounts "
    "become numbers while it is read; it is not kept."
)

OF_THE_FILE = (
    *("digest", "called", "rows", "length", "sizes", "unix_start", "zone", "weeks", "carried"),
    *("refused", "not_over", "not_modelled"),
)
"""What a log is, which only another file changes."""

RULES = (
    *("parts", "unsuccessful", "size", "too_large", "no_run_time", "estimate", "overrun"),
    *("first_week", "last_week"),
)
"""Of the cleaning, those that are one choice or number each."""


def _rule(tree: dict[str, Any], name: str) -> list[Any]:
    return create_part(PAGE, tree, f"{AT}.cleaning.{name}")


def create_log(tree: dict[str, Any]) -> list[Any]:
    """Which log it is, and how it is replayed."""
    logged = tree["workload"]["arrivals"]
    called = logged["called"] or "A log"
    which = f"{called}: {logged['rows']:,} jobs recorded, log {logged['digest'][:DIGITS]}."
    is_sample = logged["digest"] == SAMPLE.name
    return [
        html.P(NO_LOG if is_sample else which, className="hint"),
        *([create_open(), create_command()] if is_sample else []),
        html.Div(
            [
                *create_part(PAGE, tree, f"{AT}.load_factor", "Load factor"),
                *create_part(PAGE, tree, f"{AT}.load_by", "Another load by"),
            ],
            className="pair",
        ),
        *create_part(PAGE, tree, f"{AT}.resampled"),
        *create_part(PAGE, tree, f"{AT}.shaken"),
        *create_part(PAGE, tree, f"{AT}.user_feedback"),
        *create_part(PAGE, tree, f"{AT}.partition_queues"),
        create_disclosure(tree, AT, "estimates", create_part(PAGE, tree, f"{AT}.estimates")),
        create_disclosure(tree, AT, "other_sizes", create_part(PAGE, tree, f"{AT}.other_sizes")),
        create_disclosure(tree, AT, "classes", create_part(PAGE, tree, f"{AT}.classes")),
        create_disclosure(
            tree, AT, "cleaning", [*(one for name in RULES for one in _rule(tree, name)), *create_divisions(tree)]
        ),
        *([] if is_sample else [create_open(), create_command()]),
        create_coscheduled(),
    ]
