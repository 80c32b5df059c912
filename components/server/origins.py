"""Who may have something changed here: our own pages, and programs that are no browsers; and the names of this server.

A browser says where a request comes from, and no page can make it say anything else: `Sec-Fetch-Site` where the address
is trustworthy to the browser (Fetch Metadata Request Headers, section 2.3), `Origin` everywhere (RFC 6454, section 7).
JSON alone keeps nobody out: a form of another site can send it as plain text. A page that has its own name lead to this
computer later on (DNS rebinding) counts as ours to the browser, which is why names are looked at, too.
"""

import os
from functools import cache
from ipaddress import ip_address
from socket import gethostname
from urllib.parse import urlsplit

from flask import Flask, Request, Response, request

from components.server.refusals import refused

CHANGES_NOTHING = ("GET", "HEAD", "OPTIONS")

HOSTS = "CORRAL_HOSTS"
"""Environment variable with the names by which this server is called, with blanks between them. Numbers of addresses,
`localhost` and the name of this computer are always allowed: no stranger can have them lead here. Unset, no other name
is, however the server was started."""

ANY = "*"
"""The value of HOSTS with which every name is right: something before the server looks at names."""


def register(server: Flask) -> None:
    """Look at every request before anything else does."""
    allowed = frozenset(os.environ.get(HOSTS, "").lower().split())

    @server.before_request
    def _look() -> Response | None:
        if ANY not in allowed and not is_ours(request.host, allowed):
            return refused(
                421,
                f"this server is not called {_name(request.host)[:80]!r}; to have it answer to that name, "
                f"start it with {HOSTS} set to it",
            )
        if request.method not in CHANGES_NOTHING and not is_from_here(request):
            return refused(403, "pages of other sites may not change anything here")
        return None


def is_ours(host: str, names: frozenset[str]) -> bool:
    """Whether the header Host (a name or number, perhaps with a port) is one by which this server may be called."""
    name = _name(host)
    if name in names or name == "localhost" or name.endswith(".localhost") or name in _own_names():
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


@cache
def _own_names() -> frozenset[str]:
    """What this computer calls itself, which it is called in its own network, too."""
    name = gethostname().lower()
    return frozenset({name, f"{name.partition('.')[0]}.local"} - {""})


def is_from_here(asked: Request) -> bool:
    """Whether a request comes from one of our own pages, or from no page at all."""
    site = asked.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")  # "none": typed by a person; "same-site" may be another port
    origin = asked.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc.lower() == asked.host.lower()


def _name(host: str) -> str:
    """Without the port, in small letters, and without the brackets of IPv6."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""
