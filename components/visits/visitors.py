"""Who asks: a random number in a cookie and an address, for fair shares. It says nothing about anybody."""

import re
import secrets

from flask import Flask, Response, has_request_context, request

from components.visits.proxies import place_of
from workers.pace import AT

COOKIE = "corral-visitor"
NUMBER = re.compile(r"[0-9a-f]{32}")
DAY = 24 * 3600


def visitor() -> str:
    """The visitor whose request is answered, as `workers.pace` reads it: number and address, or the address alone of
    whoever keeps no cookies.
    """
    if not has_request_context():
        return "nobody"
    known = request.cookies.get(COOKIE, "")
    number = f"{known} " if NUMBER.fullmatch(known) else ""
    return f"{number}{AT}{place_of(request.remote_addr or '')}"


def register(server: Flask) -> None:
    """Give every new browser a number."""

    @server.after_request
    def _give_number(answer: Response) -> Response:
        is_page = answer.mimetype == "text/html"
        if is_page and not NUMBER.fullmatch(request.cookies.get(COOKIE, "")):
            answer.set_cookie(
                COOKIE,
                secrets.token_hex(16),
                max_age=DAY,
                httponly=True,
                samesite="None" if request.path == "/embed" and request.is_secure else "Lax",
                secure=request.is_secure,
            )
        return answer
