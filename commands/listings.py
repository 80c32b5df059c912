"""What there is to name: examples, policies, and what a scenario may hold."""

from __future__ import annotations

import click


@click.command()
def examples() -> None:
    """List the examples: scenarios with a name."""
    import sys
    from shutil import get_terminal_size

    from tabulate import tabulate

    from engine.study.registry import EXAMPLES

    rows = [(name, *words) for name, words in EXAMPLES.words.items()]
    widths: list[int | None] | None = None
    if sys.stdout.isatty():
        left = max(40, get_terminal_size().columns - max(map(len, EXAMPLES.words)) - 4)
        widths = [None, left // 3, left - left // 3]
    click.echo(tabulate(rows, ("name", "title", "notes"), maxcolwidths=widths))


@click.command()
def policies() -> None:
    """List the policies of each family.

    Also those in Python that installed packages offer to `run --policy`.
    """
    from engine.python_policies.listing import listing

    click.echo(listing())


@click.command()
def schema() -> None:
    """Print the JSON Schema of a scenario."""
    import orjson

    from engine.study.registry import json_schema

    click.echo(orjson.dumps(json_schema(), option=orjson.OPT_INDENT_2))
