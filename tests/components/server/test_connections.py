"""What the web server does with connections: bounds for each address as well as for all, in numbers, seconds, bytes."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from typing import Any

import pytest

from components.server import connections
from components.server.connections import listen, most_bytes
from engine.logs.limits import SENT

ASKED = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
SLOW_HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
BIG = b"POST /api/v1/logs HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\nx"


def application(environment: dict[str, Any], start: Any) -> list[bytes]:
    """Says that it was asked."""
    start("200 OK", [("Content-Length", "2")])
    return [b"ok"]


class Door:
    """A web server of its own, and connections to it from addresses of this computer."""

    def __init__(self, stack: ExitStack, is_proxy: Callable[[str], bool]) -> None:
        self._stack = stack
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        self.server = listen(application, listener, is_proxy)
        self.port = listener.getsockname()[1]
        threading.Thread(target=self.server.run, daemon=True).start()
        stack.callback(self.server.close)

    def connect(self, sent: bytes = b"", address: str = "127.0.0.1") -> socket.socket:
        """A connection that has sent something, and stays."""
        one = socket.create_connection(("127.0.0.1", self.port), 10, (address, 0))
        self._stack.callback(one.close)
        one.sendall(sent)
        return one

    def answers(self, address: str = "127.0.0.2", request: bytes = ASKED) -> bytes:
        """The first line for somebody who asks from an address."""
        return self.connect(request, address).recv(1_000).partition(b"\r\n")[0]


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> Iterator[Door]:
    monkeypatch.setattr(connections, "OF_ONE", 20)
    monkeypatch.setattr(connections, "CONNECTIONS", 60)
    monkeypatch.setattr(connections, "LOOK", 1)
    monkeypatch.setattr(connections, "HEAD", 1.5)
    monkeypatch.setattr(connections, "BODY", 1.5)
    with ExitStack() as stack:
        yield Door(stack, lambda address: address == "127.0.0.9")


def is_closed(one: socket.socket) -> bool:
    """Whether the server has hung up."""
    one.settimeout(5)
    try:
        return one.recv(1_000) == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize("sent", [b"", SLOW_HEAD, BIG % 1_000], ids=["nothing", "head", "body"])
def test_one_address_has_so_many_connections_and_the_oldest_makes_room(door: Door, sent: bytes) -> None:
    slow = [door.connect(sent) for _ in range(30)]
    assert door.answers().endswith(b"200 OK")  # somebody else
    assert door.answers("127.0.0.1").endswith(b"200 OK")  # the neighbor of who does it
    assert all(map(is_closed, slow[:10]))
    assert len(door.server.active_channels) <= 23


def test_all_addresses_together_have_so_many_and_who_has_most_makes_room(door: Door) -> None:
    for n in range(100):
        door.connect(SLOW_HEAD, f"127.0.1.{1 + n % 6}")
    assert door.answers().endswith(b"200 OK")
    assert len(door.server.active_channels) <= 62


def test_a_proxy_of_ours_stands_for_many(door: Door) -> None:
    kept = [door.connect(SLOW_HEAD, "127.0.0.9") for _ in range(40)]
    assert door.answers().endswith(b"200 OK")
    assert len([one for one in door.server.active_channels.values() if one.addr[0] == "127.0.0.9"]) == len(kept)


@pytest.mark.parametrize("sent", [SLOW_HEAD, BIG % 1_000], ids=["head", "body"])
def test_who_drips_is_cut_off_although_never_silent(door: Door, sent: bytes) -> None:
    slow, began = door.connect(sent), time.monotonic()
    with suppress(OSError):  # reset, or a broken pipe
        while time.monotonic() - began < 20:
            slow.sendall(b"x")
            time.sleep(0.1)
    assert time.monotonic() - began < 10


@pytest.mark.parametrize(
    ("path", "most"),
    [("/api/v1/logs", SENT), ("/class/ABCDEF/join", 5_000), ("/api/v1/rules", 16_384), ("/api/v1/studies", 640_000)],
)
def test_what_is_too_long_is_refused_by_its_head(door: Door, path: str, most: int) -> None:
    assert most_bytes(path) == most
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\n".encode()
    for size in (most + 1, 1_000_000_000):
        assert b"413" in door.answers(request=head + b"Content-Length: %d\r\n\r\n" % size)
    body = b"%x\r\n%s\r\n" % (most + 1, b"x" * (most + 1))
    assert b"413" in door.answers(request=head + b"Transfer-Encoding: chunked\r\n\r\n" + body + b"0\r\n\r\n")
    assert b"200" in door.answers(request=head + b"Content-Length: %d\r\n\r\n" % most + b"x" * most)


@pytest.mark.parametrize("limit", ["ON_THE_WAY_OF_ONE", "ON_THE_WAY"])
def test_bytes_on_the_way_are_bounded_for_each_address_and_for_all(
    door: Door, limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "BODY", 60)
    monkeypatch.setattr(connections, limit, 3_000_000)
    where = ["127.0.0.3"] * 3 if limit == "ON_THE_WAY_OF_ONE" else [f"127.0.0.{n}" for n in (3, 4, 5)]
    kept = [door.connect(BIG % 1_000_000, address) for address in where]
    time.sleep(0.3)
    late = BIG % 1_000_000
    assert b"413" in door.answers(where[0], late)
    kept[0].close()
    time.sleep(0.3)
    door.connect(late, where[0])
    time.sleep(0.3)
    assert b"413" in door.answers(where[0], late)
    assert door.answers(where[0]).endswith(b"200 OK")  # what has no body
