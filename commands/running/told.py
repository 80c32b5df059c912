"""What is told and written of a study that was run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from commands.running.asked import Asked
from commands.running.chosen import Chosen


def tell(result: Any, study: Chosen, asked: Asked) -> None:
    """Print the summary of a *result*, and what a study has found that searched for something."""
    from engine.reports.report import report

    if asked.saturates:
        from components.words.searches.saturation import saturation_report

        click.echo(saturation_report(result, asked.form))
        return
    from components.words.log_caveats import caveat_lines

    said = caveat_lines(result)
    click.echo(report(result, asked.form, said))
    if asked.form == "csv":
        click.echo("\n".join(said), err=True, nl=bool(said))
    if asked.form != "table":
        return
    for sentence in _of_log(result):
        click.echo(f"\n{sentence}")
    if getattr(result, "searches", None):
        from components.words.searches.goals import goal_report

        click.echo(f"\n{goal_report(result)}")
    if getattr(result, "selected", None):
        from components.words.searches.chosen_best import selection_report

        click.echo(f"\n{selection_report(result)}")
    if getattr(result, "worst", None):
        from components.words.searches.worst import worst_report

        click.echo(f"\n{worst_report(result)}")
    if study.own:
        from engine.python_policies.command import comparison

        click.echo(f"\n{comparison(result)}")


def _of_log(result: Any) -> list[str]:
    """What was recorded, beside what was simulated, and how sure one can be of what one log says."""
    from components.words.as_recorded import NO_POLICY, recorded_words
    from components.words.methods import blocks_words
    from components.words.resampled import resampled

    scenario = result.scenario
    if not scenario.blocks:
        return []
    how_sure = [] if resampled(scenario) is not None else [blocks_words(scenario.blocks)]
    recorded = [words for name in RECORDED if (words := recorded_words(result, name))]
    return [" ".join([*recorded, NO_POLICY]), *how_sure] if recorded else how_sure


def _of_file(result: Any, log: Path | None) -> list[str]:
    """How the lines of a log became jobs; of a file that is here, what its head says and whom it acknowledges."""
    from components.words.cleaned import acknowledged, cleaning_words, heading
    from engine.logs.reading import read_log
    from engine.parallel_jobs.inputs.sources.of_log import log_of

    logged = getattr(getattr(result.scenario, "workload", None), "logged", None)
    if logged is None:
        return []
    said = [cleaning_words(log_of(logged, result.scenario.processors).report)]
    if log is None:
        return said
    head = read_log(log.read_bytes()).head
    return [*said, *heading(head), *acknowledged(head)]


RECORDED = ("wait_time", "bounded_slowdown", "utilization")
"""Metrics of the machine's own schedule that are told."""


def write(result: Any, study: Chosen, asked: Asked) -> None:
    """Write the files that are *asked* for; `ValueError` and `OSError` say why one cannot be."""
    from engine.reports.rows import write_rows

    if asked.out:
        for path in _written_into(result, study, asked.out, asked.log):
            click.echo(f"wrote {path}", err=True)
    if asked.jobs:
        count = write_rows(result, asked.jobs, study.plan.rows if study.own else None)
        click.echo(f"wrote {asked.jobs}: {count:,} rows", err=True)
    if asked.schedule and study.policy:
        from engine.logs.reading import read_log
        from engine.reports.schedule import write_schedule

        head = read_log(asked.log.read_bytes()).head if asked.log else None
        write_schedule(result, asked.schedule, study.policy, head)
        click.echo(f"wrote {asked.schedule}: the schedule of {study.policy}", err=True)
    if asked.decisions:
        from engine.python_policies.command import write_decisions

        count = write_decisions(study.plan, asked.decisions)
        click.echo(f"wrote {asked.decisions}: {count:,} calls of decide", err=True)


def _written_into(result: Any, study: Chosen, out: str, log: Path | None) -> list[Any]:
    from components.words.methods import methods_paragraph
    from engine.reports.report import write_files

    if not study.own:
        return write_files(result, out, " ".join([methods_paragraph(result), *_of_file(result, log)]))
    from engine.python_policies.command import methods, write_beside

    return write_files(result, out, methods(result, methods_paragraph)) + write_beside(result, study.plan, Path(out))
