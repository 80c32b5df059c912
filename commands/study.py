"""The study that a command is about: read, changed by options, planned and computed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

if TYPE_CHECKING:
    from engine.inputs.scenario import Scenario


def scenario_of(
    scenario: str,
    replications: int | None = None,
    seed: int | None = None,
    tasks: int | None = None,
    log: Path | None = None,
    zone: str = "",
    log_jobs: int | None = None,
    log_scale: float | None = None,
) -> Scenario:
    """The example or file called *scenario*, changed by the options of `commands.options.study`.

    *log_jobs* and *log_scale* belong to a log replayed by coscheduling. `ValueError` says what is wrong.
    """
    from engine.reports.report import chosen_scenario, replicated
    from engine.study.fewer_tasks import with_tasks

    chosen = chosen_scenario(scenario)
    if log is not None:
        from engine.study.of_log import with_log

        chosen = with_log(
            chosen, log.read_bytes(), log.name, log_jobs, log_scale, zone, lambda words: click.echo(words, err=True)
        )
    elif zone:
        raise ValueError("--zone is the time zone of a log, and needs --log FILE")
    chosen = replicated(chosen, replications, seed)  # of what is run, whatever a log has made of it
    return chosen if tasks is None else with_tasks(chosen, tasks)


class Study(NamedTuple):
    """A scenario and the plan of its cells; *own* are policies in files of Python."""

    scenario: Scenario
    plan: Any
    own: tuple[str, ...] = ()


def study_of(scenario: Scenario, own: tuple[str, ...] = ()) -> Study:
    """Plan the study of a *scenario*; `ValueError` if it is too large or a policy in Python cannot be used."""
    from engine.study.cells import StudyPlan
    from engine.study.pilots import refused_here

    if own:
        from engine.python_policies.command import planned

        study = Study(scenario, planned(scenario, own), own)
    else:
        study = Study(scenario, StudyPlan(scenario))
    if objection := study.plan.budget().objection if own else refused_here(scenario):
        raise ValueError(objection)
    return study


def compute(study: Study, processes: int) -> tuple[Any, list[str]]:
    """The result of a *study*, and what went wrong with policies in Python; tells the price and progress on stderr."""
    from engine.study.expected_work import ExpectedWork, Remaining
    from engine.study.run import run_study

    if study.own:
        from engine.python_policies import command

        click.echo(command.time_told(study.plan, processes), err=True)
    else:
        click.echo(study.plan.budget().words, err=True)
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
            return command.run_study(study.plan, processes, show, tell)
        return run_study(study.scenario, processes, show, tell=tell), []


def end_with(failures: list[str]) -> None:
    """End with status 1 if cells of policies in Python have failed."""
    if failures:
        from engine.python_policies import command

        raise click.ClickException(command.failures(failures))
