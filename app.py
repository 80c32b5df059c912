"""The command line; bare, it serves the pages. `app.py --help` lists the commands.

`python3 app.py` makes its own environment first; `app:server` is the WSGI application for other web servers.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

if __name__ == "__main__" and not __package__:  # installed, it stands in a package, and in an environment
    import bootstrap

    bootstrap.ensure("requirements.lock")

import click

COMMANDS = (
    "serve",
    "run",
    "log",
    "examples",
    "policies",
    "schema",
    "bench",
    "ahead",
    "papers",
    "lessons",
    "worker",
    "health",
)


def __getattr__(name: str) -> object:
    """`app.server`, made when a web server asks for it; the other commands need no web."""
    if name != "server":
        raise AttributeError(name)
    from components.server.shell import create_server
    from workers.logs import configure

    configure()
    globals()["server"] = create_server()
    return globals()["server"]


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Corral, a what-if laboratory for scheduling parallel work on clusters.

    Without a command, `serve` is meant.
    """


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", default=8050, show_default=True, type=click.IntRange(0, 65535), help="Port; 0 for any free one."
)
@click.option(
    "--workers", type=click.IntRange(0, 64), help="Worker processes; by default one per core, or none with REDIS_URL."
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
def serve(host: str, port: int, workers: int | None, no_browser: bool) -> None:
    """Serve the pages, with a private broker and workers unless REDIS_URL names others."""
    from components.server.serving import serve as start

    start(host, port, workers, open_browser=not no_browser)


@main.command()
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
def run(
    scenario: str,
    replications: int | None,
    seed: int | None,
    tasks: int | None,
    processes: int,
    form: str,
    out: str | None,
    jobs: Path | None,
    schedule: Path | None,
    log: Path | None,
    log_jobs: int | None,
    log_scale: float | None,
    model: Path | None,
    names: tuple[str, ...],
    decisions: Path | None,
    why: tuple[str, str] | None,
    against: str | None,
    broken: tuple[str, str] | None,
    break_all: bool,
    by: str,
    saturates: bool,
    steps: int | None,
    bag: bool,
) -> None:
    """Run a study in this process and a few more, without a broker."""
    from engine.inputs.breaking import SMALLEST
    from engine.inputs.rejection import ScenarioError
    from engine.logs.limits import LogError
    from engine.reports.report import chosen_scenario, report, write_files
    from engine.reports.rows import check_ending, write_rows
    from engine.reports.schedule import check_schedule, write_schedule
    from engine.study.cells import StudyPlan
    from engine.study.expected_work import ExpectedWork, Remaining
    from engine.study.fewer_tasks import with_tasks
    from engine.study.registry import FAMILIES
    from engine.study.run import run_study

    try:
        chosen = chosen_scenario(scenario, replications, seed)
        if log is not None:
            from engine.study.of_log import with_log

            chosen = with_log(chosen, log.read_bytes(), log.name, log_jobs, log_scale)
        elif log_jobs is not None or log_scale is not None:
            raise ValueError("--log-jobs and --log-scale say what is taken of a log, and need --log FILE")
        if model is not None:
            from engine.study.of_log import write_twin

            write_twin(chosen, model)
            click.echo(f"wrote {model}: the same with jobs of lublin99, fitted to the log", err=True)
        if tasks is not None:
            chosen = with_tasks(chosen, tasks)
        asked = chosen.study.breaking
        if (
            asked is not None
            and asked.search == SMALLEST
            and not (broken or break_all or why or out or jobs or schedule)
        ):
            broken, by = (asked.policy, asked.against), asked.metric
        if broken or break_all:
            if form == "csv" or names or out or jobs or schedule:
                raise ValueError("--break and --break-all are told as --format table or json, and nothing beside them")
            click.echo(_broken(chosen, broken, by, form, processes, steps, bag))
            return
        if saturates:
            from engine.study.saturation import saturation_study

            if form == "csv" or names or out or jobs or schedule or why:
                raise ValueError("--saturation is told as --format table or json, and nothing beside it")
            chosen = saturation_study(chosen)
        if jobs:
            check_ending(jobs)
        # A policy that is built in says whose schedule is written; whatever else is named is one in Python.
        known = FAMILIES[chosen.family].policies
        own, named = (tuple(one for one in names if (one in known) == is_named) for is_named in (False, True))
        policy = named[-1] if named else None
        if schedule:
            policy = check_schedule(chosen, schedule, policy)
        elif policy:
            raise ValueError("--policy says whose schedule is written, and needs --schedule FILE")
        if own:
            from engine.python_policies import command as in_python

            plan: Any = in_python.planned(chosen, own)
        elif decisions:
            raise ValueError("--decisions needs --policy: only policies of your own have a log of decisions")
        else:
            plan = StudyPlan(chosen)
    except (ScenarioError, OSError, ValueError) as error:
        raise click.ClickException(str(error)) from None
    if plan.budget().objection:
        raise click.ClickException(plan.budget().objection)
    if why or against:
        from components.words.differences.why_report import check_pair, sides_report, why_report

        try:
            if form == "csv" or own or out or jobs or schedule or (why and against):
                raise ValueError(
                    "--why and --against are told as --format table or json, one of them, and of policies of the "
                    "scenario alone"
                )
            if against:
                click.echo(sides_report(chosen, chosen_scenario(against, replications, seed), form))
                return
            assert why is not None
            check_pair(chosen, why)
            click.echo(why_report(chosen, why, form))
        except ValueError as error:
            raise click.ClickException(str(error)) from None
        return
    if own:
        click.echo(in_python.time_told(plan, processes), err=True)
    errors: list[str] = []
    left = Remaining(ExpectedWork(None if own else chosen))
    with click.progressbar(
        length=len(plan), label="cells", show_eta=False, item_show_func=lambda words: words, file=sys.stderr
    ) as bar:

        def show(done: int, known: int) -> None:
            bar.length = known  # grows from round to round, if a precision is asked for
            bar.update(done - bar.pos, left.words(done, known))

        result: Any
        if own:
            result, errors = in_python.run_study(plan, processes, show)
        else:
            try:
                result = run_study(chosen, processes, show)
            except LogError as error:
                raise click.ClickException(str(error)) from None
    if saturates:
        from components.words.searches.saturation import saturation_report

        click.echo(saturation_report(result, form))
        return
    click.echo(report(result, form))
    if form == "table" and getattr(result, "searches", None):
        from components.words.searches.goals import goal_report

        click.echo(f"\n{goal_report(result)}")
    if form == "table" and getattr(result, "selected", None):
        from components.words.searches.chosen_best import selection_report

        click.echo(f"\n{selection_report(result)}")
    if form == "table" and getattr(result, "worst", None):
        from components.words.searches.worst import worst_report

        click.echo(f"\n{worst_report(result)}")
    if own and form == "table":
        click.echo(f"\n{in_python.comparison(result)}")
    if out:
        from components.words.methods import methods_paragraph

        methods = in_python.methods(result, methods_paragraph) if own else methods_paragraph(result)
        paths = write_files(result, out, methods)
        for path in paths + (in_python.write_beside(result, plan, Path(out)) if own else []):
            click.echo(f"wrote {path}", err=True)
    if jobs:
        try:
            count = write_rows(result, jobs, plan.rows if own else None)
        except (ValueError, OSError) as error:
            raise click.ClickException(str(error)) from None
        click.echo(f"wrote {jobs}: {count:,} rows", err=True)
    if schedule and policy:
        from engine.logs.reading import read_log

        try:
            write_schedule(result, schedule, policy, read_log(log.read_bytes()).head if log else None)
        except (ValueError, OSError) as error:
            raise click.ClickException(str(error)) from None
        click.echo(f"wrote {schedule}: the schedule of {policy}", err=True)
    if decisions:
        count = in_python.write_decisions(plan, decisions)
        click.echo(f"wrote {decisions}: {count:,} calls of decide", err=True)
    if errors:
        raise click.ClickException(in_python.failures(errors))


def _broken(
    scenario: Any, pair: tuple[str, str] | None, metric: str, form: str, processes: int, steps: int | None, bag: bool
) -> str:
    """The example on which one policy is worst against another; without a *pair*, the matrix of all."""
    from components.words.searches.broken_report import broken_matrix_report, broken_report
    from corral.link import link_to
    from engine.study.breaking import break_all, break_policy
    from engine.study.registry import read_scenario

    def link_of(tree: dict[str, Any]) -> str:
        return link_to(read_scenario(tree))

    effort: dict[str, int] = {} if steps is None else {"steps": steps}
    if bag:
        if not pair:
            raise click.ClickException("--bag says what the jobs of --break A B are")
        effort["bag"] = True
    with click.progressbar(length=1, label="search", file=sys.stderr) as bar:

        def show(done: int, parts: int) -> None:
            bar.length = parts
            bar.update(done - bar.pos)

        if pair:
            found = break_policy(scenario, pair[0], pair[1], metric, show, **effort)
            return broken_report(found, form, link_of)
        return broken_matrix_report(break_all(scenario, metric, processes, show, **effort), form, link_of)


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--processors", type=int, help="Of the cluster, instead of what the head says.")
@click.option("--zone", default="", help="The time zone of accounting output, such as Europe/Berlin.")
@click.option("--format", "form", default="table", show_default=True, type=click.Choice(["table", "json"]))
@click.option(
    "--out",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Also write what was read into this file, as SWF.",
)
def log(file: Path, processors: int | None, zone: str, form: str, out: Path | None) -> None:
    """Say what is in a log of a real machine: its head, how its lines become jobs, and a summary.

    FILE is in Standard Workload Format (SWF), plain or gzip, what `sacct --parsable2` of Slurm printed, or a
    table (CSV, Parquet) with columns submit, run and size; times may say their unit, as run_h.
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
    except ValidationError as error:
        raise click.ClickException("\n".join(map(str, rejections(error)))) from None
    except (LogError, OSError) as error:
        raise click.ClickException(str(error)) from None


@main.command()
def examples() -> None:
    """List the named scenarios."""
    from tabulate import tabulate

    from engine.study.registry import EXAMPLES

    click.echo(tabulate([(name, *words) for name, words in EXAMPLES.words.items()], ("name", "title", "notes")))


@main.command()
def policies() -> None:
    """List the policies: those of each family, and those in Python that installed packages offer to `run --policy`."""
    from engine.python_policies.listing import listing

    click.echo(listing())


@main.command()
def schema() -> None:
    """Print the JSON Schema of a scenario."""
    import orjson

    from engine.study.registry import json_schema

    click.echo(orjson.dumps(json_schema(), option=orjson.OPT_INDENT_2))


@main.command()
@click.option("--case", help="Only this case.")
@click.option("--statistics", is_flag=True, help="Measure how honest the intervals are instead (some minutes).")
@click.option("--studies", default=1000, show_default=True, type=click.IntRange(10, 100_000), help="For --statistics.")
@click.option("--searches", is_flag=True, help="Count how often searches and choices are right (a quarter of an hour).")
@click.option("--seeds", default=100, show_default=True, type=click.IntRange(1, 10_000), help="For --searches.")
@click.option("--scale", is_flag=True, help="Measure 1, 2 and 4 worker processes, and what carrying costs, instead.")
@click.option("--start", is_flag=True, help="Measure the processor time that commands take to start, instead.")
@click.option("--costs", is_flag=True, help="Hold estimated costs against measured ones instead.")
@click.option("--oracle", is_flag=True, help="For --costs: with many seeds each, what no estimate could do better.")
@click.option("--family", help="For --costs: only this family.")
@click.option("--having", default="", help="For --costs of a family: only scenarios where this field is not empty.")
@click.option("--lacking", default="", help="For --costs of a family: only scenarios where this field is empty.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="For --costs: of the scenarios.")
@click.option("--cells", default=200, show_default=True, type=click.IntRange(10, 100_000), help="For --costs.")
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
    costs: bool,
    oracle: bool,
    family: str | None,
    having: str,
    lacking: str,
    seed: int,
    cells: int,
    students: int | None,
    page: bool,
    times: int,
    store: bool,
    form: str,
) -> None:
    """Measure speeds, as ratios to a yardstick taken in the same run; or what another option names."""
    from engine.reports.bench import CASES, run_bench
    from engine.reports.report import bench_report, class_report, scale_report, statistics_report

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
    if costs:
        from engine.reports.cost_accuracy import RECIPES, Drawn, run_costs
        from engine.reports.cost_oracle import run_oracle
        from engine.reports.report import costs_report, oracle_report
        from engine.study.registry import FAMILIES

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
            click.echo(costs_report(run_costs(family, cells, drawn), form))
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
        from engine.papers.readme_tables import SPEED, write_tables

        SPEED.write_text(bench_report(found, "json") + "\n", encoding="utf-8")
        for path in write_tables():
            click.echo(path)


@main.command()
@click.argument("names", metavar="[EXAMPLE]...", nargs=-1)
@click.option("--processes", default=os.cpu_count() or 1, show_default=True, type=click.IntRange(1, 64))
@click.option("--check", is_flag=True, help="Store nothing; fail where stored and computed bits differ.")
def ahead(names: tuple[str, ...], processes: int, check: bool) -> None:
    """Recompute the stored results of all examples, or of some (after the engine has changed)."""
    from itertools import chain

    from engine.papers.readme_tables import write_tables
    from engine.study.ahead import check_ahead, compute_ahead
    from engine.study.registry import EXAMPLES

    if unknown := [name for name in names if name not in EXAMPLES]:
        raise click.ClickException(f'there is no example "{unknown[0]}"; there are {", ".join(EXAMPLES)}')
    if check:
        differ = 0
        for name, difference in check_ahead(processes, names):
            click.echo(difference or f"{name}: the same to the last bit")
            differ += difference is not None
        if differ:
            raise click.ClickException(
                f"{differ} of {len(names or EXAMPLES)} stored results are not what this engine computes; "
                "changed numbers need a new engine version and `app.py ahead`"
            )
        return
    for path in chain(compute_ahead(processes, names), write_tables()):
        click.echo(f"wrote {path.name}")


@main.command()
@click.argument("names", metavar="[PAPER]...", nargs=-1)
@click.option("--stored", is_flag=True, help="Print what is stored, and compute nothing.")
@click.option("--write-readme", is_flag=True, help="Bring the tables in the READMEs up to date, and compute nothing.")
@click.option("--processes", default=os.cpu_count() or 1, show_default=True, type=click.IntRange(1, 64))
@click.option("--format", "form", default="table", show_default=True, type=click.Choice(["table", "json"]))
def papers(names: tuple[str, ...], stored: bool, write_readme: bool, processes: int, form: str) -> None:
    """Recompute everything that the papers print or claim, or some of them, and print what comes of it."""
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


@main.command()
@click.argument("names", metavar="[LESSON]...", nargs=-1)
@click.option("--check", is_flag=True, help="Compute what they ask the engine for, and hold their answers against it.")
@click.option("--store", is_flag=True, help="Compute what reveals the predictions of the lessons here, and store it.")
@click.option("--processes", default=os.cpu_count() or 1, show_default=True, type=click.IntRange(1, 64))
def lessons(names: tuple[str, ...], check: bool, store: bool, processes: int) -> None:
    """List the lessons, or some of them; fails if one cannot be used, or has an answer that does not hold."""
    from components.lessons.listing import store_results, tell

    if store:
        return store_results(processes, click.echo)
    if objection := tell(names, check, processes, click.echo):
        raise click.ClickException(objection)


@main.command()
@click.option("--processes", default=os.cpu_count() or 1, show_default=True, type=click.IntRange(1, 64))
def worker(processes: int) -> None:
    """Join the workers of REDIS_URL until stopped."""
    if not os.environ.get("REDIS_URL"):
        raise click.ClickException("REDIS_URL is not set; it names the Redis server that the web process uses too")
    from workers.embedded.processes import work

    work(os.environ["REDIS_URL"], processes)


@main.command()
@click.option("--here", is_flag=True, help="Only whether a worker on this computer is alive.")
def health(here: bool) -> None:
    """Say how broker, workers and queue of REDIS_URL stand; fails if a study could not be computed."""
    if not os.environ.get("REDIS_URL"):
        raise click.ClickException("REDIS_URL is not set; it names the Redis server that web and workers use")
    from socket import gethostname

    from workers.broker.store import Store
    from workers.overview import FULL, look

    seen = look(Store(os.environ["REDIS_URL"], patient=False))
    workers = [name for name in seen.useful if not here or f"@{gethostname()}:" in name]
    click.echo(f"broker {'answers' if seen.broker else 'is away'}; workers: {', '.join(workers) or 'none'}")
    for what, depth in seen.waiting.items():
        click.echo(f"waiting {what}: {depth}")
    if seen.refusal:
        click.echo(f"{FULL} ({seen.refusal})")
    if not workers or (seen.refusal and not here):
        raise SystemExit(1)


def command() -> None:
    """What `corral` does, and `app.py`; a bare start serves, also with the options of serve."""
    arguments = sys.argv[1:]
    if not arguments or (arguments[0] not in COMMANDS and arguments[0] not in ("-h", "--help")):
        arguments = ["serve", *arguments]
    main(arguments, prog_name=Path(sys.argv[0]).name)


if __name__ == "__main__":
    command()
