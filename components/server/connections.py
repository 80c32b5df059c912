"""The web server behind `serve`: waitress, with a bound for each address beside each of its bounds for all.

A client that sends slowly, opens many connections or sends much delays no other client. When there are too many
connections, the oldest one of the same address is closed. A request that is too long is refused by its head, before any
of its body is stored.
"""

import copy
import socket
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from components.pages.classes.seats import LONGEST_BODY
from components.server.rest.rules import MOST
from components.server.security import MAXIMUM_REQUEST
from components.visits.threads import WEB_THREADS
from engine.inputs.scenario import MAXIMUM_BYTES
from engine.logs.limits import SENT

ALLOWED = (
    ("/class/", LONGEST_BODY),
    ("/api/v1/rules", MOST),
    ("/api/v1/logs/", MAXIMUM_BYTES),
    ("/api/v1/logs", SENT),
    ("/api/v1/", MAXIMUM_BYTES),
)
"""Beginnings of paths and bytes; the first that fits counts."""


def most_bytes(path: str) -> int:
    """Bytes that the body of a request to *path* may have."""
    return next((most for beginning, most in ALLOWED if path.startswith(beginning)), MAXIMUM_REQUEST)


IDLE = 30
"""Seconds without a byte after which a connection is closed."""

HEAD = 20
"""Seconds from a connection, or its first byte, in which all of a head has to be there, however it drips."""

BODY = 300
"""Seconds in which all of a request has to be there: 20 MB at half a megabit a second."""

LOOK = 5
"""Seconds between two looks at what has taken too long."""

CONNECTIONS = 1_000
"""Most connections at a time."""

OF_ONE = 400
"""Most connections of one address, which may be that of a class; a page keeps up to six."""

ON_THE_WAY = 400_000_000
"""Most bytes of all requests that have not arrived; a large one stands in the temporary folder until then."""

ON_THE_WAY_OF_ONE = 100_000_000
"""The limits of one address."""


class _Parser(HTTPRequestParser):
    """Of the request of a *channel*, whose address says how long it may be."""

    def __init__(self, channel: "_Channel", adjustments: Adjustments) -> None:
        super().__init__(adjustments)
        self._channel = channel

    def parse_header(self, header_plus: bytes) -> None:
        """Read the head; a body that is too long is refused with it, by waitress."""
        super().parse_header(header_plus)
        if self.chunked or self.content_length:
            self.adj: Any = copy.copy(self._channel.adj)
            self.adj.max_request_body_size = 1 + self._channel.server.allowed(self._channel, self.path)
            self.weight = self.adj.max_request_body_size if self.chunked else self.content_length

    weight = 0
    """Bytes that the body will have at most."""


class _Channel(HTTPChannel):
    """A connection that knows since when its request has been on its way."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.parser_class = partial(_Parser, self)
        self.begun = self.creation_time

    def received(self, data: bytes) -> bool:
        """Take what has come."""
        if self.request is None:
            self.begun = time.time()
        return bool(super().received(data))

    @property
    def is_served(self) -> bool:
        """Whether a request of it is being answered."""
        return bool(self.requests) or bool(self.total_outbufs_len)

    def is_late(self, now: float) -> bool:
        """Whether its request should have been there by now."""
        if self.is_served:
            return False
        if self.request is None:
            return self.last_activity == self.creation_time and now - self.begun > HEAD
        return now - self.begun > (BODY if self.request.headers_finished else HEAD)


class _Server(TcpWSGIServer):
    """Accepts a connection when there is room, or makes some."""

    channel_class = _Channel

    def __init__(self, *arguments: Any, is_proxy: Callable[[str], bool], **named: Any) -> None:
        self._is_proxy = is_proxy
        super().__init__(*arguments, **named)

    def set_socket_options(self, conn: socket.socket) -> None:
        """Called for every connection before there is a channel for it: make room."""
        super().set_socket_options(conn)
        address = str(conn.getpeername()[0])
        there = list(self.active_channels.values())
        own = [one for one in there if one.addr[0] == address]
        if len(own) >= OF_ONE and not self._is_proxy(address):
            _close_longest(own)
        elif len(there) >= CONNECTIONS:
            ((most, _),) = Counter(one.addr[0] for one in there).most_common(1)
            _close_longest([one for one in there if one.addr[0] == most])

    def maintenance(self, now: float) -> None:
        """Close what has been silent for long, and what drips."""
        super().maintenance(now)
        for channel in self.active_channels.values():
            if channel.is_late(now):
                channel.will_close = True

    def allowed(self, channel: _Channel, path: str) -> int:
        """Bytes that the body of a request to *path* may have now."""
        weights = [(one.addr[0], one.request.weight) for one in self.active_channels.values() if one.request]
        of_all = ON_THE_WAY - sum(weight for _, weight in weights)
        address = channel.addr[0]
        of_one = ON_THE_WAY_OF_ONE - sum(weight for where, weight in weights if where == address)
        return max(0, min(most_bytes(path), of_all, of_all if self._is_proxy(address) else of_one))


def _close_longest(channels: list[_Channel]) -> None:
    """Close the one that has waited longest: of those in the middle of a request, or else of the idle ones."""
    found = [one for one in channels if not one.is_served and not one.will_close]
    if found:
        min(found, key=lambda one: (one.request is None and one.begun != one.creation_time, one.begun)).handle_close()


def listen(application: Any, listener: socket.socket, is_proxy: Callable[[str], bool] = lambda _: False) -> Any:
    """The web server behind *listener*; `run` serves until `close`. *is_proxy* says of whom there are no limits."""
    adjustments = Adjustments(
        sockets=[listener],
        threads=WEB_THREADS,
        channel_timeout=IDLE,
        cleanup_interval=LOOK,
        connection_limit=CONNECTIONS + 100,  # before which room is made
        asyncore_use_poll=True,  # the other way ends at file number 1024
        clear_untrusted_proxy_headers=False,  # `components.visits.proxies` does that
    )
    threads = ThreadedTaskDispatcher()
    threads.set_thread_count(adjustments.threads)
    where = (listener.family, listener.type, listener.proto, listener.getsockname())
    parts: dict[str, Any] = {"dispatcher": threads, "adj": adjustments, "bind_socket": False, "sockinfo": where}
    return _Server(application, {}, True, listener, is_proxy=is_proxy, **parts)
