"""The commands of those who maintain Corral: `dev` and what is below it."""

import click

from commands.dev.measurements import MEASUREMENTS
from commands.dev.stored import ahead, lessons, papers


@click.group()
def dev() -> None:
    """Commands for maintainers of Corral.

    They measure it, and recompute the results that are stored with it.
    """


for one in (ahead, papers, lessons, *MEASUREMENTS):
    dev.add_command(one)
