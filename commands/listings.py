"""What there is to name: examples, policies, and what a scenario may hold."""

from __future__ import annotations

import click


@click.command()
def examples() -> None:
    """List the named scenarios."""
    from tabulate import tabulate

    from engine.study.registry import EXAMPLES

    click.echo(tabulate([(name, *words) for name, words in EXAMPLES.words.items()], ("name", "title", "notes")))


@click.command()
def policies() -> None:
    """List the policies: those of each family, and those in Python that installed packages offer to `run --policy`."""
    from engine.python_policies.listing import listing

    click.echo(listing())


@click.command()
def schema() -> None:
    """Print the JSON Schema of a scenario."""
    import orjson

    from engine.study.registry import json_schema

    click.echo(orjson.dumps(json_schema(), option=orjson.OPT_INDENT_2))
