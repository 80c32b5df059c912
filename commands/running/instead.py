"""What is told instead of a summary: where a policy is worst against another, and why they differ."""

from __future__ import annotations

import sys
from typing import Any

import click

from commands.running.asked import Asked
from commands.running.chosen import Chosen
from engine.inputs.breaking import SMALLEST
from engine.inputs.scenario import Scenario


def with_search(scenario: Scenario, asked: Asked) -> Asked:
    """What is *asked*, with the two policies of a study that wants their smallest example."""
    wanted = scenario.study.breaking
    if wanted is None or wanted.search != SMALLEST:
        return asked
    if asked.broken or asked.break_all or asked.why or asked.against or asked.writes:
        return asked
    return asked._replace(broken=(wanted.policy, wanted.against), by=wanted.metric)


def broken(scenario: Scenario, asked: Asked) -> str:
    """The example on which one policy is worst against another; without a pair, the matrix of all.

    `ValueError` if something is asked for that such a search does not have.
    """
    from components.words.searches.broken_report import broken_matrix_report, broken_report
    from corral.link import link_to
    from engine.study.breaking import break_all, break_policy
    from engine.study.registry import read_scenario

    beside = asked.names or asked.writes or asked.why or asked.against or asked.saturates
    if asked.form == "csv" or beside or (asked.broken and asked.break_all):
        raise ValueError("give --break or --break-all, not both, and no other output option; --format is table or json")

    def link_of(tree: dict[str, Any]) -> str:
        return link_to(read_scenario(tree))

    effort: dict[str, int] = {} if asked.steps is None else {"steps": asked.steps}
    if asked.bag:
        if not asked.broken:
            raise ValueError("--bag says what the jobs of --break A B are")
        effort["bag"] = True
    with click.progressbar(length=1, label="search", file=sys.stderr) as bar:

        def show(done: int, parts: int) -> None:
            bar.length = parts
            bar.update(done - bar.pos)

        if asked.broken:
            found = break_policy(scenario, asked.broken[0], asked.broken[1], asked.by, show, **effort)
            return broken_report(found, asked.form, link_of)
        return broken_matrix_report(break_all(scenario, asked.by, asked.processes, show, **effort), asked.form, link_of)


def why(study: Chosen, asked: Asked) -> str:
    """Why the second of two policies differs from the first at each point, or each policy from itself in another
    scenario; `ValueError` as `broken`.
    """
    from components.words.differences.why_report import check_pair, sides_report, why_report
    from engine.reports.report import chosen_scenario
    from engine.study.cells import StudyPlan

    if asked.form == "csv" or study.own or asked.writes or (asked.why and asked.against):
        raise ValueError("give --why or --against, not both, with policies of the scenario; --format is table or json")
    if asked.against:
        other = chosen_scenario(asked.against, asked.replications, asked.seed)
        if objection := StudyPlan(other).budget().objection:
            raise ValueError(objection)
        return sides_report(study.scenario, other, asked.form)
    assert asked.why is not None
    check_pair(study.scenario, asked.why)
    return why_report(study.scenario, asked.why, asked.form)
