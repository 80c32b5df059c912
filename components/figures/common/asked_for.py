"""Parts of a trace that some windows leave out."""

from typing import TypeVar

Part = TypeVar("Part")


def asked_for(part: Part | None) -> Part:
    """A part of a trace that the window of this picture asks for, and therefore is there."""
    if part is None:
        raise ValueError("the window of this trace leaves this part out")
    return part
