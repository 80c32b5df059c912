"""The way from the pages to the classes that the broker keeps, and what stands in their addresses."""

import os
import re
from functools import cache

from workers.classes.sessions import LENGTH, LETTERS, Classes

TOKEN = re.compile(r"[0-9a-f]{32}")
"""Keys of teachers and tokens of seats."""

CODE = re.compile(f"[{LETTERS}]{{{LENGTH}}}")


@cache
def classes() -> Classes:
    """The classes of the broker that everything else uses."""
    return Classes(os.environ["REDIS_URL"])


def read_code(text: object) -> str:
    """The code in what somebody typed, in small letters or with spaces, too; "" if it can be none."""
    if not isinstance(text, str) or len(text) > 40:
        return ""
    found = re.sub(r"[\s-]", "", text).upper()
    return found if CODE.fullmatch(found) else ""


def is_token(text: object) -> bool:
    """Whether this may be a key or the token of a seat."""
    return isinstance(text, str) and TOKEN.fullmatch(text) is not None
