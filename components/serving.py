"""Starting and stopping the whole program: broker and workers if need be, then the web server."""

import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from types import FrameType

import waitress

from workers.embedded import Embedded
from workers.processes import start_workers

WEB_THREADS = 16


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


def _serve_pages(host: str, port: int, open_browser: bool, began: float) -> None:
    # After the broker and the workers have been started, since they get ready while this process imports Dash.
    from components.shell import create_server
    from workers.logs import configure

    configure()
    try:
        listener = socket.create_server((host, port), reuse_port=False)
    except OSError as error:
        print(
            f"Port {port} of {host} cannot be used: {error.strerror}. Choose another one with --port.", file=sys.stderr
        )
        raise SystemExit(1) from None
    server = waitress.create_server(create_server(), sockets=[listener], threads=WEB_THREADS)
    address = f"http://{host}:{listener.getsockname()[1]}/"
    print(f"Corral serves on {address} (after {time.monotonic() - began:.1f} s; Ctrl-C stops it)", flush=True)
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    server.run()
