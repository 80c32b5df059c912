"""Results that are stored with Corral: of examples, papers and lessons."""

from __future__ import annotations

import sys

import click

from commands import options


@click.command()
@click.argument("names", metavar="[EXAMPLE]...", nargs=-1)
@options.processes
@click.option("--check", is_flag=True, help="Store nothing; fail where stored and computed bits differ.")
def ahead(names: tuple[str, ...], processes: int, check: bool) -> None:
    """Recompute the stored results of all examples, or of some (after the engine has changed)."""
    from itertools import chain

    from engine.papers.readme_tables import write_tables
    from engine.study.ahead import check_ahead, compute_ahead
    from engine.study.registry import EXAMPLES
    from engine.study.schedules_ahead import check_schedules, compute_schedules

    if unknown := [name for name in names if name not in EXAMPLES]:
        raise click.ClickException(f'there is no example "{unknown[0]}"; there are {", ".join(EXAMPLES)}')
    if check:
        differ = 0
        for name, difference in check_ahead(processes, names):
            click.echo(difference or f"{name}: the same to the last bit")
            differ += difference is not None
        for name, is_same in check_schedules(names):
            if not is_same:
                click.echo(f"{name}: the schedules of its jobs are not stored as they are computed")
                differ += 1
        if differ:
            raise click.ClickException(
                f"{differ} of {len(names or EXAMPLES)} stored results are not what this engine computes; "
                "changed numbers need a new engine version and `app.py dev ahead`"
            )
        return
    for path in chain(compute_ahead(processes, names), compute_schedules(names), write_tables()):
        click.echo(f"wrote {path.name}")


@click.command()
@click.argument("names", metavar="[PAPER]...", nargs=-1)
@click.option("--stored", is_flag=True, help="Print what is stored, and compute nothing.")
@click.option("--write-readme", is_flag=True, help="Bring the tables in the READMEs up to date, and compute nothing.")
@options.processes
@options.form("table", "json")
def papers(names: tuple[str, ...], stored: bool, write_readme: bool, processes: int, form: str) -> None:
    """Recompute what the papers, or some of them, print or claim."""
    from engine.papers.catalogue import PAPERS, examples_of, statements
    from engine.papers.readme_tables import write_tables
    from engine.reports.report import papers_report
    from engine.study.ahead import compute_ahead, result_ahead
    from engine.study.registry import EXAMPLES

    if unknown := [name for name in names if name not in PAPERS]:
        raise click.ClickException(f'there is no paper "{unknown[0]}"; there are {", ".join(PAPERS)}')
    if write_readme:
        for path in write_tables():
            click.echo(f"wrote {path}")
        return
    chosen = [PAPERS[name] for name in names or PAPERS]
    if not stored:
        wanted = [name for paper in chosen for name in examples_of(paper)]
        with click.progressbar(compute_ahead(processes, wanted), length=len(wanted), file=sys.stderr) as bar:
            for _ in bar:
                pass
    found = [(paper, statements(paper, lambda name: result_ahead(EXAMPLES[name]))) for paper in chosen]
    click.echo(papers_report(found, form))


@click.command()
@click.argument("names", metavar="[LESSON]...", nargs=-1)
@click.option("--check", is_flag=True, help="Compute what they ask the engine for, and hold their answers against it.")
@click.option("--store", is_flag=True, help="Compute and store their answers, and what the first page invites to.")
@options.processes
def lessons(names: tuple[str, ...], check: bool, store: bool, processes: int) -> None:
    """List the lessons, or some of them.

    Fails if one cannot be used, or has an answer that does not hold.
    """
    from components.lessons.listing import revealing, tell
    from components.questions.parallel_jobs import previews_of_opening
    from engine.study.ahead import store_contents

    if store:
        for path in store_contents([*revealing(), *previews_of_opening()], processes):
            click.echo(f"wrote {path.name}")
        return
    if objection := tell(names, check, processes, click.echo):
        raise click.ClickException(objection)
