"""Measures speeds, and whatever else is held against numbers now and then."""

from __future__ import annotations

from typing import Any

import click


@click.command()
@click.option("--case", help="Only this case.")
@click.option("--statistics", is_flag=True, help="Measure how honest the intervals are instead (some minutes).")
@click.option("--studies", default=1000, show_default=True, type=click.IntRange(10, 100_000), help="For --statistics.")
@click.option("--searches", is_flag=True, help="Count how often searches and choices are right (a quarter of an hour).")
@click.option("--seeds", default=100, show_default=True, type=click.IntRange(1, 10_000), help="For --searches.")
@click.option("--scale", is_flag=True, help="Measure 1, 2 and 4 worker processes, and what carrying costs, instead.")
@click.option("--start", is_flag=True, help="Measure the processor time that commands take to start, instead.")
@click.option("--first", is_flag=True, help="Measure what is waited for at a first start, in a fresh copy, instead.")
@click.option("--costs", is_flag=True, help="Hold estimated costs against measured ones instead.")
@click.option("--oracle", is_flag=True, help="For --costs: with many seeds each, what no estimate could do better.")
@click.option("--family", help="For --costs: only this family.")
@click.option("--having", default="", help="For --costs of a family: only scenarios where this field is not empty.")
@click.option("--lacking", default="", help="For --costs of a family: only scenarios where this field is empty.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="For --costs: of the scenarios.")
@click.option(
    "--cells", default=50, show_default=True, type=click.IntRange(10, 100_000), help="For --costs: of each price."
)
@click.option(
    "--seconds", default=600, show_default=True, type=click.IntRange(1), help="For --costs: processor time in all."
)
@click.option("--class", "students", type=click.IntRange(1, 200), help="Measure the waits of so many browsers instead.")
@click.option("--page", is_flag=True, help="Measure what a user of the Studio waits for, in a browser, instead.")
@click.option("--times", default=5, show_default=True, type=click.IntRange(1, 100), help="For --page.")
@click.option("--store", is_flag=True, help="Keep the figures: in docs/speed.json and the README, or what pages say.")
@click.option("--format", "form", default="table", show_default=True, type=click.Choice(["table", "json"]))
def bench(
    case: str | None,
    statistics: bool,
    studies: int,
    searches: bool,
    seeds: int,
    scale: bool,
    start: bool,
    first: bool,
    costs: bool,
    oracle: bool,
    family: str | None,
    having: str,
    lacking: str,
    seed: int,
    cells: int,
    seconds: int,
    students: int | None,
    page: bool,
    times: int,
    store: bool,
    form: str,
) -> None:
    """Measure speeds, as ratios to a yardstick taken in the same run; or what another option names."""
    from engine.reports.bench import CASES, run_bench
    from engine.reports.report import bench_report, class_report, first_report, scale_report, statistics_report

    if statistics:
        from engine.reports import covered
        from engine.reports.coverage import of_logs, run_statistics
        from engine.reports.coverage_of_logs import LOGS, run_coverage

        if store and studies < LOGS:
            raise click.ClickException(f"what is stored is of at least {LOGS} studies; leave --studies or --store out")
        intervals = list(run_coverage(studies))
        if store:
            covered.store(intervals)
        click.echo(statistics_report([*run_statistics(studies), *of_logs(intervals)], form))
        return
    if searches:
        from engine.reports.report import searches_report
        from engine.reports.searches import run_searches

        click.echo(searches_report(run_searches(seeds), form))
        return
    if scale:
        from workers.scale import run_scale

        click.echo(scale_report(run_scale(), form))
        return
    if start:
        from engine.reports.report import start_report
        from engine.reports.start import run_start

        click.echo(start_report(run_start(), form))
        return
    if first:
        from components.server.first_start import run_first
        from engine.papers.readme_tables import FIRST_START

        try:
            waited = run_first()
        except RuntimeError as error:
            raise click.ClickException(str(error)) from None
        click.echo(first_report(waited, form))
        if store:
            _store({FIRST_START: waited})
        return
    if costs:
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
        drawn = Drawn(seed, having=having, lacking=lacking)
        if oracle:
            names = [family] if family else list(RECIPES)
            click.echo(oracle_report([run_oracle(name, cells, drawn=drawn) for name in names], form))
        else:
            click.echo(costs_report(run_costs(family, cells, drawn, seconds, trial), form))
        return
    if students:
        from components.server.classroom import run_class

        click.echo(class_report(run_class(students), form))
        return
    if page:
        from components.server.page_speed.measurement import run_page
        from engine.reports.report import page_report

        try:
            click.echo(page_report(run_page(times), form))
        except ImportError:
            raise click.ClickException(
                "there is nothing to drive a browser with; python3 -m tests installs it"
            ) from None
        return

    if case is not None and case not in CASES:
        raise click.ClickException(f'there is no case "{case}"; there are {", ".join(CASES)}')
    found = run_bench(case)
    click.echo(bench_report(found, form))
    if store:
        _store(found)


def _store(figures: dict[str, Any]) -> None:
    """Keep *figures* in docs/speed.json and tell them in the READMEs; says which have changed."""
    from engine.papers.readme_tables import store

    for path in store(figures):
        click.echo(path)
