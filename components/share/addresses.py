"""Which addresses can be shared: those of pages of this installation, and nothing else; hostile until checked."""

import re
from urllib.parse import urlsplit

import dash

LONGEST_ADDRESS = 8_000
"""Characters of path and query; servers and mail programs cut earlier than that."""

PLAIN = re.compile(r"/[!-~]*", re.ASCII)
"""Visible ASCII without spaces and control characters: what a browser writes into its address bar."""

ORIGIN = re.compile(r"https?://[A-Za-z0-9.\-\[\]:]{1,250}", re.ASCII)


class AddressError(ValueError):
    """An address that cannot be shared; the text is a sentence."""


def own_address(text: object) -> str:
    """*text* if it is path and query of a page of this installation, or else `AddressError`."""
    if not isinstance(text, str) or len(text) > LONGEST_ADDRESS:
        raise AddressError(f"only addresses of at most {LONGEST_ADDRESS:,} characters can be shortened")
    # "//host" and "/\\host" are other hosts to a browser.
    if not PLAIN.fullmatch(text) or text.startswith("//") or "\\" in text or "#" in text:
        raise AddressError("this is no address of a page here")
    try:
        path = urlsplit(text).path
    except ValueError:
        raise AddressError("this is no address of a page here") from None
    if not _is_page(path):
        raise AddressError(f"there is no page {path[:60]} here")
    return text


def own_origin(text: object) -> str:
    """*text* if it is scheme and host as a browser gives them, or else `AddressError`."""
    if not isinstance(text, str) or not ORIGIN.fullmatch(text):
        raise AddressError("this is no address of a server")
    return text


def _is_page(path: str) -> bool:
    for page in dash.page_registry.values():
        template = page.get("path_template")
        if path == page["path"] or (template and re.fullmatch(_pattern(template), path)):
            return True
    return False


def _pattern(template: str) -> str:
    """ "/papers/<paper>" as a pattern for addresses."""
    return "".join("[A-Za-z0-9_-]+" if part.startswith("<") else re.escape(part) for part in _parts(template))


def _parts(template: str) -> list[str]:
    return re.split(r"(<[^>]*>)", template)
