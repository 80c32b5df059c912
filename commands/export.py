"""`export`: every job of a study, the schedule of one policy, or the study with a fitted model, in a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from commands import options

if TYPE_CHECKING:
    from commands.study import Study


@click.command()
@options.study
@click.argument("file", metavar="FILE", type=options.WRITTEN)
@click.option("--schedule", metavar="POLICY", help="Write only the jobs of this policy, first point and replication.")
@click.option(
    "--model",
    is_flag=True,
    help="Of a study of a log: write the study itself, as JSON, with jobs of the model lublin99 fitted to the log.",
)
@options.policies_of_your_own
@options.processes
def export(file: Path, schedule: str | None, model: bool, own: tuple[str, ...], processes: int, **study: Any) -> None:
    """Write every job of a study into a file.

    A row has arrival, start, end, size and more. Synchronous iterative applications have iterations instead of jobs.

    SCENARIO is the name of an example or a file. FILE ends with .csv or .parquet; with --schedule it can also end with
    .swf or .swf.gz, the format of logs.
    """
    from commands.study import compute, end_with, scenario_of, study_of
    from engine.reports.rows import check_ending
    from engine.reports.schedule import PACKED, SWF, check_schedule

    with options.refusals():
        if model and (schedule or own):
            raise ValueError("--model writes the study itself, and goes with neither --schedule nor --policy")
        scenario = scenario_of(**study)
        if model:
            write_model(scenario, file)
            return
        if schedule:
            check_schedule(scenario, file, schedule)
        elif file.name.endswith((SWF, PACKED)):
            raise ValueError(f'"{file.name}" can hold the jobs of one policy only; say which by --schedule POLICY')
        else:
            check_ending(file)
        planned = study_of(scenario, own)
        result, failures = compute(planned, processes)
        if schedule:
            write_schedule(result, file, schedule, study["log"])
        else:
            write_jobs(result, planned, file)
    end_with(failures)


def write_jobs(result: Any, study: Study, file: Path) -> None:
    """Write every job, or iteration, of every cell into *file*."""
    from engine.reports.rows import write_rows

    count = write_rows(result, file, study.plan.rows if study.own else None)
    click.echo(f"wrote {file}: {count:,} rows", err=True)


def write_schedule(result: Any, file: Path, policy: str, log: Path | None) -> None:
    """Write the jobs of a *policy* at the first point and replication into *file*."""
    from engine.logs.reading import read_log
    from engine.reports import schedule

    head = read_log(log.read_bytes()).head if log else None
    schedule.write_schedule(result, file, policy, head)
    click.echo(f"wrote {file}: the schedule of {policy}", err=True)


def write_model(scenario: Any, file: Path) -> None:
    """Write the study of a log with jobs of the model lublin99 into *file*."""
    from engine.study.of_log import write_twin

    write_twin(scenario, file)
    click.echo(f"wrote {file}: the same study with jobs of lublin99, fitted to the log", err=True)
