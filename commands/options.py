"""Options that several commands share, and how a command refuses."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

Decorator = Callable[[Any], Any]

EXISTING = click.Path(exists=True, dir_okay=False, path_type=Path)
WRITTEN = click.Path(dir_okay=False, writable=True, path_type=Path)

SCENARIO = "SCENARIO"
"""In the help, what can be an example or a file."""

processes = click.option(
    "--processes",
    default=os.cpu_count() or 1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="Number of processes that compute.",
)
zone = click.option(
    "--zone", default="", help="Time zone of dates in the log that name none, such as Europe/Berlin; else UTC."
)
policies_of_your_own = click.option(
    "--policy",
    "own",
    multiple=True,
    metavar="FILE[:CLASS]",
    help="Add a policy of your own, written in Python, or one that an installed package offers. Can be repeated. "
    "Runs the file.",
)


def form(*choices: str) -> Decorator:
    """The option `--format`, with the first of *choices* as its default."""
    return click.option(
        "--format",
        "form",
        default=choices[0],
        show_default=True,
        type=click.Choice(choices),
        help="How results are printed.",
    )


def study(command: Any) -> Any:
    """The argument SCENARIO and the options that change what is simulated; `commands.study.scenario_of` takes them."""
    for decorate in (
        zone,
        click.option(
            "--log",
            type=EXISTING,
            metavar="FILE",
            help="Log of a real machine: the one that the scenario needs, or another one to replay on its cluster.",
        ),
        click.option("--tasks", type=int, help="Number of tasks of a master-worker application."),
        click.option("--seed", type=int, help="Seed of the random numbers."),
        click.option("--replications", type=int, help="Number of runs, each with other random numbers."),
        click.argument("scenario", metavar=SCENARIO),
    ):
        command = decorate(command)
    return command


@contextmanager
def refusals() -> Iterator[None]:
    """Print what is wrong as a sentence, instead of a traceback, and end with status 1."""
    from pydantic import ValidationError

    from engine.inputs.rejection import rejections

    try:
        yield
    except ValidationError as error:
        raise click.ClickException("\n".join(map(str, rejections(error)))) from None
    except (OSError, ValueError) as error:
        raise click.ClickException(str(error)) from None
