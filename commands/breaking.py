"""`break`: a small workload on which one policy clearly loses to another."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from commands import options

if TYPE_CHECKING:
    from engine.inputs.scenario import Scenario


@click.command("break")
@options.study
@click.argument("policies", metavar="[A B]", nargs=-1)
@click.option(
    "--by",
    default="response_time",
    show_default=True,
    help="Metric by which A loses: response_time, makespan, bounded_slowdown, or profit (parallel jobs only).",
)
@click.option(
    "--steps",
    type=click.IntRange(1, 30_000),
    help="Number of workloads that each chain of the search tries; more of them find worse ones.",
)
@click.option(
    "--bag", is_flag=True, help="Only jobs of one machine that are all there at the beginning (list scheduling)."
)
@options.processes
@options.form("table", "json")
def break_policy(
    policies: tuple[str, ...], by: str, steps: int | None, bag: bool, processes: int, form: str, **study: Any
) -> None:
    """Find a small workload on which policy A loses to policy B.

    SCENARIO is the name of an example or a file; its cluster and policies are used, not its jobs. Without A and B,
    every policy is tried against every other one, and a matrix is printed.
    """
    from commands.study import scenario_of

    if len(policies) not in (0, 2):
        raise click.UsageError("name two policies, A and B, or none to try all pairs")
    if bag and not policies:
        raise click.UsageError("--bag needs two policies, A and B")
    with options.refusals():
        scenario = scenario_of(**study)
        click.echo(search(scenario, policies, by, form, steps, bag, processes))


def smallest_example(scenario: Scenario, form: str) -> Callable[[], str] | None:
    """The search that a *scenario* itself asks for, if it asks for the smallest example of two policies."""
    from engine.inputs.breaking import SMALLEST

    wanted = scenario.study.breaking
    if wanted is None or wanted.search != SMALLEST:
        return None
    return lambda: search(scenario, (wanted.policy, wanted.against), wanted.metric, form)


def search(
    scenario: Scenario,
    policies: tuple[str, ...],
    by: str,
    form: str,
    steps: int | None = None,
    bag: bool = False,
    processes: int = 1,
) -> str:
    """The worst workload found for two *policies*, or the matrix of all pairs, as text.

    `ValueError` says why nothing can be searched.
    """
    from components.words.searches.broken_report import broken_matrix_report, broken_report
    from corral.link import link_to
    from engine.study import breaking
    from engine.study.registry import read_scenario

    if form == "csv":
        raise ValueError("a workload that was found is printed as --format table or json")

    def link_of(tree: dict[str, Any]) -> str:
        return link_to(read_scenario(tree))

    effort: dict[str, int] = ({} if steps is None else {"steps": steps}) | ({"bag": True} if bag else {})
    with click.progressbar(length=1, label="search", file=sys.stderr) as bar:

        def show(done: int, parts: int) -> None:
            bar.length = parts
            bar.update(done - bar.pos)

        if policies:
            found = breaking.break_policy(scenario, policies[0], policies[1], by, show, **effort)
            return broken_report(found, form, link_of)
        return broken_matrix_report(breaking.break_all(scenario, by, processes, show, **effort), form, link_of)
