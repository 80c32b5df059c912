"""How long a request may be, by its path: for whoever takes it from the network, before anything of it is kept."""

from components.pages.classes.seats import LONGEST_BODY
from components.server.rest.rules import MOST
from components.server.security import MAXIMUM_REQUEST
from engine.inputs.scenario import MAXIMUM_BYTES
from engine.logs.limits import SENT

ALLOWED = (
    ("/class/", LONGEST_BODY),
    ("/api/v1/rules", MOST),
    ("/api/v1/logs/", MAXIMUM_BYTES),
    ("/api/v1/logs", SENT),
    ("/api/v1/", MAXIMUM_BYTES),
)
"""Beginnings of paths and bytes; the first that fits counts."""


def most_bytes(path: str) -> int:
    """Bytes that the body of a request to *path* may have."""
    return next((most for beginning, most in ALLOWED if path.startswith(beginning)), MAXIMUM_REQUEST)
