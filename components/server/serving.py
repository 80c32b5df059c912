"""Starting and stopping the whole program: broker and workers if need be, then the web server."""

import errno
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from types import FrameType

from components.visits.proxies import ProxiesError, is_proxy, trusted
from workers.broker.store import AddressError, checked
from workers.embedded.processes import start_workers
from workers.embedded.services import Embedded


def serve(host: str, port: int, workers: int | None, open_browser: bool) -> None:
    """Serve until Ctrl-C or TERM; leaves no process behind."""
    began = time.monotonic()
    with _listener(host, port) as listener:  # before anything is started that would have to be stopped
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
            _serve_pages(host, listener, open_browser, began)
        except _Left:
            print("Stopping.", flush=True)
        finally:
            for stop in stops:
                stop()


class _Left(SystemExit):
    """Somebody wants the program to end, which is no failure."""


def _listener(host: str, port: int) -> socket.socket:
    """Where visitors come; a sentence and the end of the program if that cannot be had."""
    try:
        trusted()
        if os.environ.get("REDIS_URL"):
            checked(os.environ["REDIS_URL"])
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, reuse_port=False)
    except (ProxiesError, AddressError) as error:
        sentence = f"{error}."
    except OSError as error:
        is_taken = error.errno in (errno.EADDRINUSE, errno.EACCES)
        other = "another one with --port" if is_taken else "an address of this computer with --host"
        sentence = f"Port {port} of {host} cannot be used: {error.strerror}. Choose {other}."
    print(sentence, file=sys.stderr)
    raise SystemExit(1)


def _leave(_number: int, _frame: FrameType | None) -> None:
    raise _Left(0)


def _serve_pages(host: str, listener: socket.socket, open_browser: bool, began: float) -> None:
    # After the broker and the workers have been started, since they get ready while this process imports Dash.
    from components.server.connections import listen
    from components.server.front.first_visit import open_page, stay
    from components.server.shell import create_app
    from workers.logs import configure

    configure()
    pages = create_app().server
    page = open_page(pages)
    server = listen(pages, listener, is_proxy)
    address = f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}/"
    print(f"Corral serves on {address} (after {time.monotonic() - began:.1f} s; Ctrl-C stops it)", flush=True)
    # Not a daemon: a thread that is cut off in compiled code aborts the program.
    threading.Thread(target=stay, args=(pages, page)).start()
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    server.run()
