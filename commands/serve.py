"""Serves the pages, computes for those who serve them, and says how both stand."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress

import click

from commands import options
from components import PORT
from engine import ROOT


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), help="Port; 0 for any free one."
)
@click.option(
    "--workers", type=click.IntRange(0, 64), help="Worker processes; by default one per core, or none with REDIS_URL."
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
def serve(host: str, port: int, workers: int | None, no_browser: bool) -> None:
    """Serve the pages, and compute what they ask for.

    Broker and workers are its own, unless REDIS_URL names others.
    """
    _compile_pages()
    from components.server.serving import serve as start

    start(host, port, workers, open_browser=not no_browser)


def _compile_pages() -> None:
    """Have the pages' bytecode written beside, while this process still reads the engine: that is a second or two of
    the first start.
    """
    pages = ROOT / "components"
    if not (pages / "__pycache__").exists():
        with suppress(OSError):
            subprocess.Popen([sys.executable, "-m", "compileall", "-q", str(pages)], stderr=subprocess.DEVNULL)


@click.command()
@options.processes
def worker(processes: int) -> None:
    """Join the workers of REDIS_URL until stopped."""
    address = _redis_url()
    from workers.embedded.processes import work

    work(address, processes)


@click.command()
@click.option("--here", is_flag=True, help="Only whether a worker on this computer is alive.")
def health(here: bool) -> None:
    """Say whether studies can be computed by the workers of REDIS_URL.

    Prints how broker, workers and queue stand, and fails if no study could be computed.
    """
    address = _redis_url()
    from socket import gethostname

    from workers.broker.store import Store
    from workers.overview import look
    from workers.room import FULL

    seen = look(Store(address, patient=False))
    workers = [name for name in seen.useful if not here or f"@{gethostname()}:" in name]
    click.echo(f"broker {'answers' if seen.broker else 'is away'}; workers: {', '.join(workers) or 'none'}")
    for what, depth in seen.waiting.items():
        click.echo(f"waiting {what}: {depth}")
    if seen.refusal:
        click.echo(f"{FULL} ({seen.refusal})")
    if not workers or (seen.refusal and not here):
        raise SystemExit(1)


def _redis_url() -> str:
    """The address of the Redis server; a sentence and the end of the program if there is none."""
    from workers.broker.store import AddressError, checked

    address = os.environ.get("REDIS_URL")
    if not address:
        raise click.ClickException("REDIS_URL is not set; it names the Redis server that web and workers use")
    try:
        checked(address)
    except AddressError as error:
        raise click.ClickException(str(error)) from None
    return address
