"""Long words for an axis, in lines."""

from html import escape
from textwrap import wrap


def wrapped(text: str, width: int, lines: int = 3) -> str:
    """*text* in at most so many *lines* of about *width* characters, as plotly wants it; tags in it mean nothing."""
    return "<br>".join(escape(line, quote=False) for line in wrap(text, width, max_lines=lines, placeholder=" …"))
