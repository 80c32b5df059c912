"""Which proxies are believed when they say for whom they ask; everybody else is who the network says.

CORRAL_PROXIES names them, as addresses or networks with blanks between them. A proxy passes on `Host` as it came, says
in `X-Forwarded-For` who asks, and in `X-Forwarded-Proto` whether by https.
"""

import os
from collections.abc import Iterable
from functools import cache, lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

PROXIES = "CORRAL_PROXIES"
"""Environment variable with the proxies; unset, there are none."""

FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO")
"""Headers that are forgotten when anybody else has sent them."""


class ProxiesError(ValueError):
    """What CORRAL_PROXIES names is no address; the text is a sentence."""


@cache
def trusted() -> tuple[IPv4Network | IPv6Network, ...]:
    """The networks of the proxies. `ProxiesError` says what is none."""
    found = []
    for text in os.environ.get(PROXIES, "").split():
        try:
            found.append(ip_network(text, strict=False))
        except ValueError:
            sentence = f'{PROXIES}: "{text[:60]}" is no address; allowed are numbers such as 10.0.0.7 or 172.18.0.0/16'
            raise ProxiesError(sentence) from None
    return tuple(found)


def is_proxy(address: str) -> bool:
    """Whether a proxy of ours has this *address*."""
    number = _number(address)
    return number is not None and any(number in network for network in trusted())


def place_of(address: str) -> str:
    """What of an *address* is one household's: all of it, and of IPv6 the network, of which one has 2 ** 64."""
    number = _number(address)
    return str(ip_network((number, 64), strict=False)) if isinstance(number, IPv6Address) else str(number or address)


def register(server: Flask) -> None:
    """Have *server* believe its proxies, and nobody else."""
    trusted()
    application = server.wsgi_app

    @lru_cache(maxsize=8)
    def behind(proxies: int) -> ProxyFix:
        return ProxyFix(application, x_for=proxies, x_proto=1, x_host=0)

    def ask(environment: dict[str, Any], start: Any) -> Iterable[bytes]:
        if is_proxy(str(environment.get("REMOTE_ADDR", ""))):
            return behind(_proxies_before(environment.get("HTTP_X_FORWARDED_FOR", "")))(environment, start)
        for header in FORWARDED:
            environment.pop(header, None)
        return application(environment, start)

    server.wsgi_app = ask  # type: ignore[method-assign, assignment]


def _proxies_before(forwarded: str) -> int:
    """How many proxies of ours stand one behind the other: whoever the first of them names may lie."""
    said = [part.strip() for part in forwarded.split(",")]
    count = 1
    while count < len(said) and is_proxy(said[-count]):
        count += 1
    return count


def _number(address: str) -> IPv4Address | IPv6Address | None:
    try:
        number = ip_address(address)
    except ValueError:
        return None
    return getattr(number, "ipv4_mapped", None) or number
