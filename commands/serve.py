"""Serves the pages, computes for those who serve them, and says how both stand."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress

import click

from engine import ROOT


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", default=8050, show_default=True, type=click.IntRange(0, 65535), help="Port; 0 for any free one."
)
@click.option(
    "--workers", type=click.IntRange(0, 64), help="Worker processes; by default one per core, or none with REDIS_URL."
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
def serve(host: str, port: int, workers: int | None, no_browser: bool) -> None:
    """Serve the pages, with a private broker and workers unless REDIS_URL names others."""
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
@click.option("--processes", default=os.cpu_count() or 1, show_default=True, type=click.IntRange(1, 64))
def worker(processes: int) -> None:
    """Join the workers of REDIS_URL until stopped."""
    if not os.environ.get("REDIS_URL"):
        raise click.ClickException("REDIS_URL is not set; it names the Redis server that the web process uses too")
    _checked()
    from workers.embedded.processes import work

    work(os.environ["REDIS_URL"], processes)


@click.command()
@click.option("--here", is_flag=True, help="Only whether a worker on this computer is alive.")
def health(here: bool) -> None:
    """Say how broker, workers and queue of REDIS_URL stand; fails if a study could not be computed."""
    if not os.environ.get("REDIS_URL"):
        raise click.ClickException("REDIS_URL is not set; it names the Redis server that web and workers use")
    _checked()
    from socket import gethostname

    from workers.broker.store import Store
    from workers.overview import look
    from workers.room import FULL

    seen = look(Store(os.environ["REDIS_URL"], patient=False))
    workers = [name for name in seen.useful if not here or f"@{gethostname()}:" in name]
    click.echo(f"broker {'answers' if seen.broker else 'is away'}; workers: {', '.join(workers) or 'none'}")
    for what, depth in seen.waiting.items():
        click.echo(f"waiting {what}: {depth}")
    if seen.refusal:
        click.echo(f"{FULL} ({seen.refusal})")
    if not workers or (seen.refusal and not here):
        raise SystemExit(1)


def _checked() -> None:
    """Say in a sentence that REDIS_URL names nothing."""
    from workers.broker.store import AddressError, checked

    try:
        checked(os.environ["REDIS_URL"])
    except AddressError as error:
        raise click.ClickException(str(error)) from None
