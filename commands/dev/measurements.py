"""What is measured of Corral itself: speeds, costs, waits, and how honest its intervals are."""

from __future__ import annotations

from typing import Any

import click

from commands import options

printed = options.form("table", "json")


@click.command()
@click.option("--case", help="Only this case.")
@click.option("--store", is_flag=True, help="Keep the figures in docs/speed.json and the README.")
@printed
def bench(case: str | None, store: bool, form: str) -> None:
    """Measure speeds, as ratios to a yardstick taken in the same run."""
    from engine.reports.bench import CASES, run_bench
    from engine.reports.report import bench_report

    if case is not None and case not in CASES:
        raise click.ClickException(f'there is no case "{case}"; there are {", ".join(CASES)}')
    found = run_bench(case)
    click.echo(bench_report(found, form))
    if store:
        _store(found)


@click.command()
@click.option("--studies", default=1000, show_default=True, type=click.IntRange(10, 100_000), help="Of each case.")
@click.option("--store", is_flag=True, help="Keep the figures of logs, which the page cites.")
@printed
def statistics(studies: int, store: bool, form: str) -> None:
    """Measure how often intervals hold the true value (some minutes)."""
    from engine.reports import covered
    from engine.reports.coverage import of_logs, run_statistics
    from engine.reports.coverage_of_logs import LOGS, run_coverage
    from engine.reports.report import statistics_report

    if store and studies < LOGS:
        raise click.ClickException(f"what is stored is of at least {LOGS} studies; leave --studies or --store out")
    intervals = list(run_coverage(studies))
    if store:
        covered.store(intervals)
    click.echo(statistics_report([*run_statistics(studies), *of_logs(intervals)], form))


@click.command()
@click.option("--seeds", default=100, show_default=True, type=click.IntRange(1, 10_000), help="Of each case.")
@printed
def searches(seeds: int, form: str) -> None:
    """Count how often searches for a goal and choices are right (a quarter of an hour)."""
    from engine.reports.report import searches_report
    from engine.reports.searches import run_searches

    click.echo(searches_report(run_searches(seeds), form))


@click.command()
@printed
def scale(form: str) -> None:
    """Measure 1, 2 and 4 worker processes, and what carrying costs."""
    from engine.reports.report import scale_report
    from workers.scale import run_scale

    click.echo(scale_report(run_scale(), form))


@click.command()
@printed
def start(form: str) -> None:
    """Measure the processor time that commands take to start."""
    from engine.reports.report import start_report
    from engine.reports.start import run_start

    click.echo(start_report(run_start(), form))


@click.command()
@click.option("--store", is_flag=True, help="Keep the figures in docs/speed.json and the README.")
@printed
def first(store: bool, form: str) -> None:
    """Measure what is waited for at a first start, in a fresh copy (some minutes of all cores)."""
    from components.server.first_start import run_first
    from engine.papers.readme_tables import FIRST_START
    from engine.reports.report import first_report

    try:
        waited = run_first()
    except RuntimeError as error:
        raise click.ClickException(str(error)) from None
    click.echo(first_report(waited, form))
    if store:
        _store({FIRST_START: waited})


@click.command()
@click.option("--oracle", is_flag=True, help="With 16 seeds each instead: what no estimate could do better.")
@click.option("--family", help="Only this family.")
@click.option("--having", default="", help="With --family: only scenarios where this field is not empty; guesses, too.")
@click.option("--lacking", default="", help="With --family: only scenarios where this field is empty.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Of the generated scenarios.")
@click.option("--cells", default=50, show_default=True, type=click.IntRange(10, 100_000), help="Of each price.")
@click.option("--seconds", default=600, show_default=True, type=click.IntRange(1), help="Processor time in all.")
@printed
def costs(
    oracle: bool, family: str | None, having: str, lacking: str, seed: int, cells: int, seconds: int, form: str
) -> None:
    """Compare the estimated costs of cells with measured ones, over generated scenarios."""
    from engine.reports.cost_accuracy import RECIPES, Drawn, run_costs
    from engine.reports.cost_oracle import run_oracle
    from engine.reports.report import costs_report, oracle_report
    from engine.study.registry import FAMILIES
    from workers.trial import trial

    if family is not None and family not in RECIPES:
        raise click.ClickException(f'there is no family "{family}" to measure; there are {", ".join(RECIPES)}')
    fields = FAMILIES[family].scenario.model_fields if family else {}
    for field in filter(None, (having, lacking)):
        if field not in fields:
            raise click.ClickException(f'--family has to name one whose scenarios have a field "{field}"')
    drawn = Drawn(seed, having=having, lacking=lacking, is_told=not having)
    if oracle:
        names = [family] if family else list(RECIPES)
        click.echo(oracle_report([run_oracle(name, cells, drawn=drawn) for name in names], form))
    else:
        click.echo(costs_report(run_costs(family, cells, drawn, seconds, trial), form))


@click.command("class")
@click.argument("browsers", type=click.IntRange(1, 200))
@printed
def classroom(browsers: int, form: str) -> None:
    """Measure the waits of a class: BROWSERS that all open a link, change a value and run."""
    from components.server.classroom import run_class
    from engine.reports.report import class_report

    click.echo(class_report(run_class(browsers), form))


@click.command()
@click.option("--times", default=5, show_default=True, type=click.IntRange(1, 100), help="Repetitions.")
@printed
def page(times: int, form: str) -> None:
    """Measure what a user of the Studio waits for, in a browser."""
    from components.server.page_speed.measurement import run_page
    from engine.reports.report import page_report

    try:
        click.echo(page_report(run_page(times), form))
    except ImportError:
        raise click.ClickException("there is nothing to drive a browser with; python3 -m tests installs it") from None


MEASUREMENTS = (bench, statistics, searches, scale, start, first, costs, classroom, page)


def _store(figures: dict[str, Any]) -> None:
    """Keep *figures* in docs/speed.json and the tables of the READMEs; print which files have changed."""
    from engine.papers.readme_tables import store

    for path in store(figures):
        click.echo(path)
