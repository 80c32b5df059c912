"""What is logged: words for a terminal or, with CORRAL_LOG=json, an object in each line with the id of the study."""

import logging
import os
import sys

from pythonjsonlogger.json import JsonFormatter

STUDIES = logging.getLogger("corral.studies")
"""Events of studies; each carries `study` and, where it is about one, `cell`."""

FIELDS = "{asctime}{levelname}{name}{message}{process}"
RENAMED = {"asctime": "time", "levelname": "level", "name": "logger"}


def configure() -> None:
    """Set up the log of this process; events of studies are told to programs, not to people at a terminal."""
    is_json = os.environ.get("CORRAL_LOG") == "json"
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        JsonFormatter(FIELDS, style="{", rename_fields=RENAMED)
        if is_json
        else logging.Formatter("{levelname}: {message}", style="{")
    )
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a request that waits for a thread is no news
    logging.getLogger("corral").setLevel(logging.INFO if is_json else logging.WARNING)
