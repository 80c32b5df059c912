"""Anchors: a title as the end of an address, "/words#gang-scheduling"."""

import re
import unicodedata


def anchor(title: str) -> str:
    """*title* in small letters, digits and hyphens: "Load imbalance η" is "load-imbalance-eta"."""
    spelled = title.replace("'", " prime").replace("’", "").replace("&", "and")
    spelled = "".join(_spell(sign) for sign in unicodedata.normalize("NFKD", spelled))
    return re.sub(r"[^a-z0-9]+", "-", spelled.lower()).strip("-")


def _spell(sign: str) -> str:
    """A Greek letter by its name; everything else as it is."""
    name = unicodedata.name(sign, "")
    return name.rpartition("LETTER ")[2] if name.startswith("GREEK") else sign
