"""What is told of a study that searched, which a study that did not has not."""

from typing import TypeVar

Found = TypeVar("Found")


def of_search(found: Found | None, what: str) -> Found:
    """What was *found*; `ValueError` where nothing was searched for: the study of this result does *what*."""
    if found is None:
        raise ValueError(f"the study of this result {what}")
    return found
