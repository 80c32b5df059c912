"""A scenario as the text behind "?s=" in the address bar, and back; hostile until validated."""

import base64
import binascii
import re
import zlib
from urllib.parse import parse_qs, urlsplit

from engine.inputs.rejection import Reason, ScenarioError
from engine.inputs.scenario import MAXIMUM_BYTES, Scenario
from engine.study.registry import parse_scenario

MAXIMUM_LINK = 8_000
"""Longest text that is decoded at all; servers and mail programs cut earlier."""


def to_link(scenario: Scenario) -> str:
    """Canonical JSON without defaults, zlib, base64url without padding."""
    return base64.urlsafe_b64encode(zlib.compress(scenario.compact(), 9)).rstrip(b"=").decode()


BROKEN = re.compile(r"=?\s+")
"""Where a mail program has broken a line: no link has any of it."""

DAMAGED = Reason("", "the link is damaged: a part of it is missing or was changed")

HEAD = 2
"""Bytes by which zlib knows its own."""

AROUND = ".,;:!?)>]}\"'"
"""Signs of the sentence that a link stood in, which came along at its end."""


def from_link(text: str) -> Scenario:
    """The scenario of a link; `ScenarioError` says what is wrong with it.

    Never unpacks more than a scenario may have.
    """
    if len(text) <= 2 * MAXIMUM_LINK:
        text = BROKEN.sub("", text).rstrip(AROUND)
    if len(text) > MAXIMUM_LINK:
        raise ScenarioError(
            [Reason("", f"the link has {len(text):,} characters; at most {MAXIMUM_LINK:,} are allowed")]
        )
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj()
        plain = unpacker.decompress(packed, MAXIMUM_BYTES)
    except (binascii.Error, ValueError, zlib.error):
        raise ScenarioError([DAMAGED]) from None
    if len(packed) < HEAD:  # of which nothing has been looked at
        raise ScenarioError([DAMAGED])
    if unpacker.unconsumed_tail:
        raise ScenarioError([Reason("", "the link unpacks to more than a scenario may have")])
    if not unpacker.eof:
        cut = "the end of the link is missing: copy all of it, which may be more than one line of a mail"
        raise ScenarioError([Reason("", cut)])
    return parse_scenario(plain)


def from_pasted(text: str) -> Scenario:
    """The scenario of what a person pasted: the text of a link, or a whole address that ends in "?s=..."."""
    text = text.strip()
    if "/" not in text and "?" not in text:  # which no link has
        return from_link(text)
    try:
        found = parse_qs(urlsplit(text).query).get("s")
    except ValueError:  # no address at all
        found = None
    if not found:
        raise ScenarioError([Reason("", 'this address holds no scenario; one from the Studio has "?s=" in it')])
    return from_link(found[0])
