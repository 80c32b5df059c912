"""Short links: "/s/" and sixteen digits lead to the page that was shared."""

import re
from functools import cache
from os import environ

from flask import Flask, Response, redirect

from components.share.addresses import AddressError, own_address
from workers.client import UNREACHABLE
from workers.links import DIGITS, KEEP_LINK_DAYS, Links

NUMBER = re.compile(rf"[0-9a-f]{{{DIGITS}}}", re.ASCII)

PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Corral – Short link</title><link rel="stylesheet" href="/assets/share.css"></head>
<body class="plain-page"><main><h1>{title}</h1>{text}<p><a href="/">Open Corral</a></p></main></body>
</html>"""

UNKNOWN = PAGE.format(
    title="This short link is not known here",
    text=(
        f"<p>Short links work on the installation that made them, and are kept for {KEEP_LINK_DAYS} days after they "
        "were last opened. Perhaps a digit is missing, the link was made elsewhere, or its time is over.</p>"
        "<p>Ask whoever gave it to you for the long link: that one holds the whole scenario and never expires.</p>"
    ),
)
AWAY = PAGE.format(
    title="Short links cannot be looked up now",
    text="<p>The broker, which keeps them, is away. Try again in some seconds.</p>",
)


@cache
def links() -> Links:
    """The short links of this installation."""
    return Links(environ["REDIS_URL"])


def register(server: Flask) -> None:
    """Add the address."""

    @server.get("/s/<digits>")
    def _open(digits: str) -> Response:
        return open_short_link(digits)


def open_short_link(digits: str) -> Response:
    """The way to the shared page, or a page that says why there is none."""
    try:
        known = links().opened(digits) if NUMBER.fullmatch(digits) else None
    except UNREACHABLE:
        return Response(AWAY, 503, {"Retry-After": "5"}, content_type="text/html; charset=utf-8")
    try:
        answer: Response = redirect(own_address(known), 302)  # type: ignore[assignment]
    except AddressError:
        return Response(UNKNOWN, 404, content_type="text/html; charset=utf-8")
    answer.headers["Cache-Control"] = "no-store"  # so that it is known when it was last opened
    return answer
