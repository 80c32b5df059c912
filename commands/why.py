"""`why`: what makes one policy, or one scenario, better than another."""

from __future__ import annotations

from typing import Any

import click

from commands import options


@click.command()
@options.study
@click.argument("policies", metavar="[A B]", nargs=-1)
@click.option("--against", metavar=options.SCENARIO, help="Compare each policy with itself in this scenario instead.")
@options.form("table", "json")
def why(policies: tuple[str, ...], against: str | None, form: str, **study: Any) -> None:
    """Explain why policy B differs from policy A.

    SCENARIO is the name of an example or a file. At each point the difference is split into its parts, such as waiting
    and computing, and into the groups of jobs that it comes from. Both policies get the same jobs.
    """
    from commands.study import scenario_of, study_of
    from components.words.differences.why_report import check_pair, sides_report, why_report
    from engine.reports.report import chosen_scenario

    if len(policies) != (0 if against else 2):
        raise click.UsageError("name two policies, A and B, or another scenario by --against")
    with options.refusals():
        scenario = scenario_of(**study)
        study_of(scenario)
        if against:
            other = chosen_scenario(against, study["replications"], study["seed"])
            study_of(other)
            click.echo(sides_report(scenario, other, form))
        else:
            pair = (policies[0], policies[1])
            check_pair(scenario, pair)
            click.echo(why_report(scenario, pair, form))
