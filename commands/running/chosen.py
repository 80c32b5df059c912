"""Which study is run: the scenario with what the options change of it, and a plan of its cells."""

from __future__ import annotations

from typing import Any, NamedTuple

import click

from commands.running.asked import Asked
from engine.inputs.scenario import Scenario


class Chosen(NamedTuple):
    """A study to be run. `policy` is the one whose schedule is written, `own` are those that files of Python hold."""

    scenario: Scenario
    plan: Any
    policy: str | None
    own: tuple[str, ...]


def scenario_of(asked: Asked) -> Scenario:
    """The scenario that is *asked* for; `ValueError` says what is wrong."""
    from engine.reports.report import chosen_scenario, replicated
    from engine.study.fewer_tasks import with_tasks

    chosen = chosen_scenario(asked.scenario)
    if asked.log is not None:
        from engine.study.of_log import with_log

        chosen = with_log(
            chosen,
            asked.log.read_bytes(),
            asked.log.name,
            asked.log_jobs,
            asked.log_scale,
            asked.zone,
            lambda words: click.echo(words, err=True),
        )
    elif asked.log_jobs is not None or asked.log_scale is not None or asked.zone:
        raise ValueError("--log-jobs, --log-scale and --zone say what is taken of a log, and need --log FILE")
    chosen = replicated(chosen, asked.replications, asked.seed)  # of what is run, whatever a log has made of it
    if asked.model is not None:
        from engine.study.of_log import write_twin

        write_twin(chosen, asked.model)
        click.echo(f"wrote {asked.model}: the same with jobs of lublin99, fitted to the log", err=True)
    return chosen if asked.tasks is None else with_tasks(chosen, asked.tasks)


def study_of(scenario: Scenario, asked: Asked) -> Chosen:
    """The study of *scenario* with all that is *asked* to be written of it; `ValueError` says what is wrong."""
    from engine.reports.rows import check_ending
    from engine.reports.schedule import check_schedule
    from engine.study.cells import StudyPlan
    from engine.study.registry import FAMILIES

    if asked.saturates:
        from engine.study.saturation import saturation_study

        if asked.form == "csv" or asked.names or asked.writes or asked.why:
            raise ValueError("--saturation is told as --format table or json, and nothing beside it")
        scenario = saturation_study(scenario)
    if asked.jobs:
        check_ending(asked.jobs)
    # A policy that is built in says whose schedule is written; whatever else is named is one in Python.
    known = FAMILIES[scenario.family].policies
    own, named = (tuple(one for one in asked.names if (one in known) == is_named) for is_named in (False, True))
    if len(set(named)) > 1:
        raise ValueError(f"--policy names {' and '.join(named)}, and one schedule is written; name one of them")
    policy = named[0] if named else None
    if asked.schedule:
        policy = check_schedule(scenario, asked.schedule, policy)
    elif policy:
        raise ValueError("--policy says whose schedule is written, and needs --schedule FILE")
    if own:
        from engine.python_policies.command import planned

        return Chosen(scenario, planned(scenario, own), policy, own)
    if asked.decisions:
        raise ValueError("--decisions needs --policy: only policies of your own have a log of decisions")
    return Chosen(scenario, StudyPlan(scenario), policy, own)
