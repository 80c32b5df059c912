"""Who asks: a random number in a cookie, for fair shares. It says nothing about anybody."""

import re
import secrets

from flask import Flask, Response, has_request_context, request

COOKIE = "corral-visitor"
NUMBER = re.compile(r"[0-9a-f]{32}")
DAY = 24 * 3600


def visitor() -> str:
    """The number of the visitor whose request is answered; whoever keeps no cookies is known by address."""
    if not has_request_context():
        return "nobody"
    known = request.cookies.get(COOKIE, "")
    return known if NUMBER.fullmatch(known) else f"at {request.remote_addr}"


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
