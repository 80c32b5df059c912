"""Spellings of the command line up to 0.6, which go on working for one release; each says on stderr what it is now."""

from __future__ import annotations

from typing import Any

import click

from commands import options
from commands.breaking import break_policy
from commands.dev import dev
from commands.export import write_jobs, write_model, write_schedule
from commands.run import run, tell, write_decisions, write_folder
from commands.saturation import saturation
from commands.study import compute, end_with, scenario_of, study_of
from commands.why import why

MEASURED = ("statistics", "searches", "scale", "start", "first", "costs", "class", "page")
"""Options of `bench` that are commands below `dev` now."""

BELOW_DEV = ("ahead", "papers", "lessons")


class Spellings(click.Group):
    """The commands in the order in which they were added; an old spelling is read as what it is now."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names as the help lists them."""
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant by *args*, and what is left for it."""
        name, *rest = args
        if name == "run" and OLD_OPTIONS.intersection(one.partition("=")[0] for one in rest):
            return name, old_run, rest
        if name == "bench":
            chosen = next((one for one in MEASURED if f"--{one}" in rest), None)
            if chosen:
                rest.remove(f"--{chosen}")
                _note(f"dev {chosen}")
            return dev.name, dev, [chosen or name, *rest]
        if name in BELOW_DEV:
            _note(f"dev {name}")
            return dev.name, dev, args
        return super().resolve_command(ctx, args)


def _note(now: str) -> None:
    click.echo(f"Note: this is spelled `{now}` now; the old spelling goes with the next release.", err=True)


@click.command("run", params=list(run.params))
@click.option("--jobs", type=options.WRITTEN)
@click.option("--schedule", type=options.WRITTEN)
@click.option("--log-jobs", type=int)
@click.option("--log-scale", type=float)
@click.option("--model", type=options.WRITTEN)
@click.option("--why", "pair", nargs=2)
@click.option("--against")
@click.option("--break", "broken", nargs=2)
@click.option("--break-all", is_flag=True)
@click.option("--by", default="response_time")
@click.option("--saturation", "saturates", is_flag=True)
@click.option("--steps", type=click.IntRange(1, 30_000))
@click.option("--bag", is_flag=True)
@click.pass_context
def old_run(ctx: click.Context, /, **given: Any) -> None:
    """`run` with the options that are commands of their own now."""
    study = {one: given[one] for one in ("scenario", *STUDY)}
    own, written = given["own"], [one for one in WRITTEN if given[one]]
    modes = [one for one in ("pair", "against", "broken", "break_all", "saturates") if given[one]]
    if len(modes) > 1 or (modes and (own or written or given["form"] == "csv")):
        raise click.ClickException("ask one question at a time, with no other output option; --format is table or json")
    form = {"form": given["form"]}
    if given["pair"] or given["against"]:
        _note("why SCENARIO A B")
        ctx.invoke(why, policies=given["pair"] or (), against=given["against"], **form, **study)
    elif given["broken"] or given["break_all"]:
        _note("break SCENARIO A B")
        effort = {one: given[one] for one in ("by", "steps", "bag", "processes")}
        ctx.invoke(break_policy, policies=given["broken"] or (), **effort, **form, **study)
    elif given["saturates"]:
        _note("saturation SCENARIO")
        ctx.invoke(saturation, processes=given["processes"], **form, **study)
    else:
        _note("export SCENARIO FILE" if set(written) - {"out", "decisions"} else "log FILE --cluster SCENARIO")
        _run_and_write(study, given)


STUDY = ("replications", "seed", "tasks", "log", "zone", "log_jobs", "log_scale")
WRITTEN = ("out", "jobs", "schedule", "model", "decisions")


def _run_and_write(asked: dict[str, Any], given: dict[str, Any]) -> None:
    """Print the results of a study and write all files that are asked for; it is computed once."""
    from engine.reports.rows import check_ending
    from engine.reports.schedule import check_schedule
    from engine.study.registry import FAMILIES

    with options.refusals():
        if asked["log"] is None and (asked["log_jobs"] is not None or asked["log_scale"] is not None):
            raise ValueError("--log-jobs and --log-scale say what is taken of a log, and need --log FILE")
        scenario = scenario_of(**asked)
        known = FAMILIES[scenario.family].policies  # whose schedule is written; other names are policies in Python
        own, named = (tuple(one for one in given["own"] if (one in known) == is_named) for is_named in (False, True))
        if len(set(named)) > 1 or (named and not given["schedule"]):
            raise ValueError("--policy says whose schedule is written: one policy, with --schedule FILE")
        if given["decisions"] and not own:
            raise ValueError("--decisions needs --policy: only policies of your own have a log of decisions")
        if given["model"]:
            write_model(scenario, given["model"])
        if given["jobs"]:
            check_ending(given["jobs"])
        if given["schedule"]:
            policy = check_schedule(scenario, given["schedule"], named[0] if named else None)
        study = study_of(scenario, own)
        result, failures = compute(study, given["processes"])
        tell(result, study, given["form"])
        if given["out"]:
            write_folder(result, study, given["out"], asked["log"])
        if given["jobs"]:
            write_jobs(result, study, given["jobs"])
        if given["schedule"]:
            write_schedule(result, given["schedule"], policy, asked["log"])
        if given["decisions"]:
            write_decisions(study, given["decisions"])
    end_with(failures)


OLD_OPTIONS = {name for one in old_run.params[len(run.params) :] for name in one.opts}
