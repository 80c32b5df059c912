"""The command line; bare, it serves the pages. `app.py --help` lists the commands.

`python3 app.py` makes its own environment first; `app:server` is the WSGI application for other web servers.
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__" and not __package__:  # installed, it stands in a package, and in an environment
    import bootstrap

    bootstrap.ensure("requirements.lock")

import click

from commands.breaking import break_policy
from commands.dev import dev
from commands.export import export
from commands.listings import examples, policies, schema
from commands.log import log
from commands.old import Spellings
from commands.run import run
from commands.saturation import saturation
from commands.serve import health, serve, worker
from commands.why import why

COMMANDS = (serve, run, why, break_policy, saturation, export, log, examples, policies, schema, worker, health, dev)


def __getattr__(name: str) -> object:
    """`app.server`, made when a web server asks for it; the other commands need no web."""
    if name != "server":
        raise AttributeError(name)
    import os

    from components.server.shell import create_server
    from workers.broker.store import checked
    from workers.logs import configure

    configure()
    if not os.environ.get("REDIS_URL"):
        raise SystemExit("REDIS_URL is not set; it names the Redis server that the workers use too")
    try:
        checked(os.environ["REDIS_URL"])
    except ValueError as error:
        raise SystemExit(str(error)) from None
    globals()["server"] = create_server()
    return globals()["server"]


@click.group(cls=Spellings, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Corral, a what-if laboratory for scheduling parallel work on clusters.

    Without a command, `serve` is meant.
    """


for one in COMMANDS:
    main.add_command(one)


def command() -> None:
    """What `corral` does, and `app.py`; a bare start serves, also with the options of serve."""
    arguments = sys.argv[1:]
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in ("-h", "--help")):
        arguments = ["serve", *arguments]
    main(arguments, prog_name=Path(sys.argv[0]).name)


if __name__ == "__main__":
    command()
