"""`run`: simulate a study and print its results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from commands import options

if TYPE_CHECKING:
    from commands.study import Study

RECORDED = ("wait_time", "bounded_slowdown", "utilization")
"""Metrics of the machine's own schedule that are printed."""


@click.command()
@options.study
@options.policies_of_your_own
@click.option(
    "--decisions",
    type=options.WRITTEN,
    help="With --policy: also write every decision of the first replications into this file, a JSON object a line.",
)
@options.processes
@options.form("table", "json", "csv")
@click.option(
    "--out",
    type=click.Path(file_okay=False),
    help="Also write scenario, results (CSV, Parquet, JSON) and methods into this folder.",
)
def run(own: tuple[str, ...], decisions: Path | None, processes: int, form: str, out: str | None, **study: Any) -> None:
    """Simulate a study and print its results.

    SCENARIO is the name of an example (`examples` lists them) or a file, as the page exports it.
    """
    from commands.breaking import smallest_example
    from commands.study import compute, end_with, scenario_of, study_of

    with options.refusals():
        scenario = scenario_of(**study)
        if not (out or own) and (found := smallest_example(scenario, form)):
            click.echo(found())
            return
        if decisions and not own:
            raise ValueError("--decisions needs --policy: only policies of your own have a log of decisions")
        planned = study_of(scenario, own)
        result, failures = compute(planned, processes)
        tell(result, planned, form)
        if out:
            write_folder(result, planned, out, study["log"])
        if decisions:
            write_decisions(planned, decisions)
    end_with(failures)


def tell(result: Any, study: Study, form: str) -> None:
    """Print the summary of a *result*, and what a search has found."""
    from components.words.log_caveats import caveat_lines
    from engine.reports.report import report

    said = caveat_lines(result)
    click.echo(report(result, form, said))
    if form == "csv":
        click.echo("\n".join(said), err=True, nl=bool(said))
    if form != "table":
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


def write_folder(result: Any, study: Study, out: str, log: Path | None) -> None:
    """Write scenario, results and methods into the folder *out*; *log* is the file that was replayed."""
    from components.words.methods import methods_paragraph
    from engine.reports.report import write_files

    if study.own:
        from engine.python_policies.command import methods, write_beside

        written = write_files(result, out, methods(result, methods_paragraph))
        written += write_beside(result, study.plan, Path(out))
    else:
        written = write_files(result, out, " ".join([methods_paragraph(result), *_of_file(result, log)]))
    for path in written:
        click.echo(f"wrote {path}", err=True)


def write_decisions(study: Study, path: Path) -> None:
    """Write every decision of policies in Python into *path*."""
    from engine.python_policies import command

    count = command.write_decisions(study.plan, path)
    click.echo(f"wrote {path}: {count:,} calls of decide", err=True)


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
