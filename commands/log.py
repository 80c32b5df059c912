"""`log`: describe a log of a real machine."""

from __future__ import annotations

from pathlib import Path

import click

from commands import options


@click.command()
@click.argument("file", metavar="FILE", type=options.EXISTING)
@click.option("--processors", type=int, help="Processors of the cluster, instead of what the head of the log says.")
@options.zone
@options.form("table", "json")
@click.option("--out", type=options.WRITTEN, metavar="FILE", help="Also write what was read into this file, as SWF.")
@click.option(
    "--scenario",
    type=options.WRITTEN,
    metavar="FILE",
    help="Also write a scenario that replays the log into this file, as JSON, for `run FILE --log LOG`.",
)
@click.option(
    "--cluster", metavar=options.SCENARIO, help="With --scenario: replay it on the cluster of this example or file."
)
@click.option("--first", type=int, help="With --cluster, of coscheduling: number of jobs taken from the log.  [200]")
@click.option(
    "--divide-by",
    type=float,
    help="With --cluster, of coscheduling: divide all times by this number, so that jobs take about a second.",
)
def log(
    file: Path,
    processors: int | None,
    zone: str,
    form: str,
    out: Path | None,
    scenario: Path | None,
    cluster: str | None,
    first: int | None,
    divide_by: float | None,
) -> None:
    """Describe a log of a real machine.

    Prints its head, how its lines become jobs, and a summary.

    FILE is in Standard Workload Format (SWF), plain or gzip, what `sacct --parsable2` of Slurm printed, or a table
    (CSV, Parquet) with columns such as submit, run and size. Times are numbers, durations such as 1-02:03:04 or dates;
    a name can say their unit, as run_h.
    """
    from engine.logs.cleaning.choices import Cleaning
    from engine.logs.write_swf import write_swf
    from engine.reports.log import log_report, read_file

    if cluster and (not scenario or processors):
        raise click.UsageError("--cluster needs --scenario FILE, and says how many processors there are")
    if not cluster and (first is not None or divide_by is not None):
        raise click.UsageError("--first and --divide-by need --cluster, a scenario of coscheduling")
    with options.refusals():
        reading = read_file(file, zone)
        click.echo(log_report(reading, form, Cleaning(processors=processors)))
        if out:
            out.write_bytes(write_swf(reading.table, reading.head))
            click.echo(f"wrote {out}: {len(reading.table):,} jobs", err=True)
        if cluster and scenario:
            from commands.study import scenario_of
            from engine.study.of_log import write_scenario

            write_scenario(scenario_of(cluster, None, None, None, file, zone, first, divide_by), scenario)
        elif scenario:
            from engine.study.of_log import write_replay

            write_replay(reading, file.name, scenario, processors)
        if scenario:
            click.echo(f"wrote {scenario}: run it with --log {file}", err=True)
