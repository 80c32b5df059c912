"""The yardstick of pages: one that has all scripts of Dash and of the Studio, one curve, and nothing else."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import dash_mantine_components as dmc
from dash import dcc
from flask import Flask

from components.server.connections import listen
from components.server.front import files
from components.server.front.early import ASKED_FIRST
from components.server.front.first_page import TABLES, FrontPage

CURVE = {"data": [{"x": list(range(12)), "y": [n * n for n in range(12)]}], "layout": {"template": {}}}


class BarePage(FrontPage):
    """The same scripts in the same order, and the polyfill of Dash: a yardstick stays as long as it was.

    It asks nothing, and shows nothing before they have come.
    """

    unused = (TABLES,)

    def _first(self) -> str:
        return ""

    def interpolate_index(self, **parts: Any) -> str:  # type: ignore[override]
        """The page of the Studio, but for its first question."""
        return super().interpolate_index(**parts).replace(ASKED_FIRST, "")


def create_bare_page() -> Flask:
    """An application that serves it, with files compressed once as those of Corral are."""
    server = Flask("bare")
    files.compress_once(server)
    app = BarePage("bare", server=server, compress=True, assets_ignore=".*", update_title=None)  # type: ignore[arg-type]
    app.layout = dmc.MantineProvider(dcc.Graph(id="bare-curve", figure=CURVE))
    files.register(server)
    return server


@contextmanager
def served() -> Iterator[str]:
    """Its address, in this process, which waits for the browser meanwhile."""
    server = listen(create_bare_page(), socket.create_server(("127.0.0.1", 0)))
    threading.Thread(target=server.run, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.effective_port}/"
    finally:
        server.close()
