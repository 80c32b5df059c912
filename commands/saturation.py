"""`saturation`: the load from which on the queue of each policy grows without end."""

from __future__ import annotations

from typing import Any

import click

from commands import options


@click.command()
@options.study
@options.processes
@options.form("table", "json")
def saturation(processes: int, form: str, **study: Any) -> None:
    """Find the load at which each policy saturates.

    SCENARIO is the name of an example or a file. From that load on, jobs arrive faster than they can be processed. The
    search varies the arrival rate, or the offered load, and prints each value with its interval.
    """
    from commands.study import compute, scenario_of, study_of
    from components.words.searches.saturation import saturation_report
    from engine.study.saturation import saturation_study

    with options.refusals():
        result, _ = compute(study_of(saturation_study(scenario_of(**study))), processes)
        click.echo(saturation_report(result, form))
