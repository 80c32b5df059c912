"""Computes a study in this process and a few more, without a broker, and tells what came of it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from commands.running.asked import Asked
    from commands.running.chosen import Chosen


@click.command()
@click.argument("scenario", metavar="EXAMPLE-or-FILE")
@click.option("--replications", type=int, help="Instead of the scenario's own.")
@click.option("--seed", type=int, help="Instead of the scenario's own.")
@click.option("--tasks", type=int, help="Tasks of a master-worker application, instead of the scenario's own.")
@click.option("--processes", default=os.cpu_count() or 1, show_default=True, type=click.IntRange(1, 64))
@click.option("--format", "form", default="table", show_default=True, type=click.Choice(["table", "json", "csv"]))
@click.option(
    "--out",
    type=click.Path(file_okay=False),
    help="Also write the scenario, and every cell and the summary as CSV, Parquet and JSON, into this folder.",
)
@click.option(
    "--jobs",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Also write every job, or iteration, of every cell into this file, .csv or .parquet; computes them again.",
)
@click.option(
    "--schedule",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Also write every job of one policy into this file (.swf, .swf.gz, .csv, .parquet), at the first point.",
)
@click.option(
    "--log",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The log that the scenario needs; or, of a scenario with other jobs, a log to replay on its cluster "
    "instead: of coscheduling its first jobs, as a list.",
)
@click.option("--log-jobs", type=int, help="With --log, of coscheduling: how many jobs of the log are taken (200).")
@click.option(
    "--log-scale",
    type=float,
    help="With --log, of coscheduling: all times of the log are divided by this; else by what makes the mean run "
    "time about a second.",
)
@click.option(
    "--zone", default="", help="With --log: the time zone of dates that say none, such as Europe/Berlin; else UTC."
)
@click.option(
    "--model",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Of a study of a log: also write into this file, as JSON, the same study with jobs of the model lublin99, "
    "fitted to the log.",
)
@click.option(
    "--policy",
    "names",
    multiple=True,
    metavar="FILE[:CLASS]",
    help="A policy of your own in Python, or one that a package offers, beside the others (runs the file; can be given "
    "again). With --schedule, the name of a policy of the scenario: whose schedule, instead of the first.",
)
@click.option(
    "--decisions",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="With --policy: also write every decision of the first replications into this file, a JSON object a line.",
)
@click.option(
    "--why",
    nargs=2,
    metavar="A B",
    help="Instead of the summary: why policy B differs from policy A at each point, as a table or JSON.",
)
@click.option(
    "--against",
    metavar="EXAMPLE-or-FILE",
    help="Instead of the summary: why each policy does otherwise in another scenario (B), as a table or JSON.",
)
@click.option(
    "--break",
    "broken",
    nargs=2,
    metavar="A B",
    help="Instead of the study: a small list of jobs on which policy A is worst against policy B, as a table or JSON.",
)
@click.option("--break-all", is_flag=True, help="The same of every two policies of the scenario, as a matrix.")
@click.option(
    "--by",
    default="response_time",
    show_default=True,
    help="For --break and --break-all: response_time, makespan or bounded_slowdown; of parallel jobs also profit.",
)
@click.option(
    "--saturation",
    "saturates",
    is_flag=True,
    help="Instead of the study: at which load each policy stops settling, found by a search, as a table or JSON.",
)
@click.option(
    "--steps",
    type=click.IntRange(1, 30_000),
    help="For --break and --break-all: lists that each chain of the search tries; with more it finds worse ones.",
)
@click.option(
    "--bag",
    is_flag=True,
    help="For --break: only jobs of one machine that are all there at the beginning, as list scheduling has them.",
)
def run(**options: Any) -> None:
    """Run a study in this process and a few more, without a broker."""
    from commands.running.asked import Asked
    from commands.running.chosen import scenario_of, study_of
    from commands.running.instead import broken, why, with_search
    from commands.running.told import tell, write

    asked = Asked(**options)
    try:
        scenario = scenario_of(asked)
        asked = with_search(scenario, asked)
        if asked.broken or asked.break_all:
            click.echo(broken(scenario, asked))
            return
        study = study_of(scenario, asked)
        if objection := study.plan.budget().objection:
            raise ValueError(objection)
        if asked.why or asked.against:
            click.echo(why(study, asked))
            return
    except (OSError, ValueError) as error:
        raise click.ClickException(str(error)) from None
    try:
        result, errors = _computed(study, asked)
    except ValueError as error:  # of a log too, which is read by whoever computes
        raise click.ClickException(str(error)) from None
    tell(result, study, asked)
    try:
        write(result, study, asked)
    except (OSError, ValueError) as error:
        raise click.ClickException(str(error)) from None
    if errors:
        from engine.python_policies.command import failures

        raise click.ClickException(failures(errors))


def _computed(study: Chosen, asked: Asked) -> tuple[Any, list[str]]:
    """The result of a *study*, and what went wrong with policies in Python."""
    from engine.study.expected_work import ExpectedWork, Remaining
    from engine.study.run import run_study

    if study.own:
        from engine.python_policies import command

        click.echo(command.time_told(study.plan, asked.processes), err=True)
    left = Remaining(ExpectedWork(None if study.own else study.scenario))
    with click.progressbar(
        length=len(study.plan), label="cells", show_eta=False, item_show_func=lambda words: words, file=sys.stderr
    ) as bar:

        def show(done: int, known: int) -> None:
            bar.length = known  # grows from round to round, if a precision is asked for
            bar.update(done - bar.pos, left.words(done, known))

        def tell(sentence: str) -> None:
            click.echo(f"\n{sentence}", err=True)

        if study.own:
            return command.run_study(study.plan, asked.processes, show, tell)
        return run_study(study.scenario, asked.processes, show, tell=tell), []
