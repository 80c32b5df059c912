"""Starting and stopping the whole program: broker and workers if need be, then the web server."""

import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from types import FrameType
from typing import TYPE_CHECKING, Any

import waitress

from components.visits.threads import WEB_THREADS
from workers.embedded.processes import start_workers
from workers.embedded.services import Embedded

if TYPE_CHECKING:
    from flask import Flask


def serve(host: str, port: int, workers: int | None, open_browser: bool) -> None:
    """Serve until Ctrl-C or TERM; leaves no process behind."""
    began = time.monotonic()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _leave)
    stops = []
    try:
        if os.environ.get("REDIS_URL"):
            if workers:
                stops.append(start_workers(os.environ["REDIS_URL"], workers).stop)
        else:
            embedded = Embedded(workers=workers)
            stops.append(embedded.stop)
            embedded.start()
            os.environ["REDIS_URL"] = embedded.redis_url
        _serve_pages(host, port, open_browser, began)
    except SystemExit:
        print("Stopping.", flush=True)
    finally:
        for stop in stops:
            stop()


def _leave(_number: int, _frame: FrameType | None) -> None:
    raise SystemExit(0)


SLOWEST = 30
"""Seconds without a byte after which a connection is closed; a request occupies no thread before all of it is there."""

CONNECTIONS = 1000
"""Most connections at a time. A page keeps some, and whoever sends slowly has them to himself for a while."""


def listen(application: "Flask", listener: socket.socket) -> Any:
    """The web server behind *listener*; `run` serves until `close`."""
    return waitress.create_server(
        application,
        sockets=[listener],
        threads=WEB_THREADS,
        channel_timeout=SLOWEST,
        cleanup_interval=SLOWEST // 3,
        connection_limit=CONNECTIONS,
        asyncore_use_poll=True,  # the other way ends at file number 1024
    )


def _serve_pages(host: str, port: int, open_browser: bool, began: float) -> None:
    # After the broker and the workers have been started, since they get ready while this process imports Dash.
    from components.server import origins
    from components.server.shell import create_server
    from workers.logs import configure

    configure()
    if host in ("localhost", "::1") or host.startswith("127."):
        os.environ.setdefault(origins.HOSTS, origins.HERE_ALONE)
    try:
        listener = socket.create_server((host, port), reuse_port=False)
    except OSError as error:
        print(
            f"Port {port} of {host} cannot be used: {error.strerror}. Choose another one with --port.", file=sys.stderr
        )
        raise SystemExit(1) from None
    server = listen(create_server(), listener)
    address = f"http://{host}:{listener.getsockname()[1]}/"
    print(f"Corral serves on {address} (after {time.monotonic() - began:.1f} s; Ctrl-C stops it)", flush=True)
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    server.run()
