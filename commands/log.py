"""Says what is in a log of a real machine."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--processors", type=int, help="Of the cluster, instead of what the head says.")
@click.option("--zone", default="", help="The time zone of dates that say none, such as Europe/Berlin; else UTC.")
@click.option("--format", "form", default="table", show_default=True, type=click.Choice(["table", "json"]))
@click.option(
    "--out",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Also write what was read into this file, as SWF.",
)
@click.option(
    "--scenario",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Also write a scenario that replays it into this file, as JSON: `run` it with --log FILE.",
)
def log(file: Path, processors: int | None, zone: str, form: str, out: Path | None, scenario: Path | None) -> None:
    """Say what is in a log of a real machine: its head, how its lines become jobs, and a summary.

    FILE is in Standard Workload Format (SWF), plain or gzip, what `sacct --parsable2` of Slurm printed, or a
    table (CSV, Parquet) with columns such as submit, run and size. Times are numbers, durations such as 1-02:03:04
    or dates; a name may say their unit, as run_h.
    """
    from pydantic import ValidationError

    from engine.inputs.rejection import rejections
    from engine.logs.cleaning.choices import Cleaning
    from engine.logs.limits import LogError
    from engine.logs.write_swf import write_swf
    from engine.reports.log import log_report, read_file

    try:
        reading = read_file(file, zone)
        click.echo(log_report(reading, form, Cleaning(processors=processors)))
        if out:
            out.write_bytes(write_swf(reading.table, reading.head))
            click.echo(f"wrote {out}: {len(reading.table):,} jobs", err=True)
        if scenario:
            from engine.study.of_log import write_replay

            write_replay(reading, file.name, scenario, processors)
            click.echo(f"wrote {scenario}: run it with --log {file}", err=True)
    except ValidationError as error:
        raise click.ClickException("\n".join(map(str, rejections(error)))) from None
    except (LogError, OSError) as error:
        raise click.ClickException(str(error)) from None
