"""The numbers of partitions that have queues of their own, and how many processors each has."""

from engine.logs.limits import NAME

Processors = int | tuple[int, ...]
"""Of the cluster, or of each partition that has a queue of its own."""

MOST = 12
"""As many as there can be machine groups."""


def read_partitions(text: str) -> tuple[int, ...]:
    """The numbers in such a text as "1, 2"; ValueError if it is none, or says one twice."""
    if not text.strip():
        return ()
    found = []
    for part in (one.strip() for one in text.split(",")):
        if not (part.isascii() and part.isdigit() and len(part) <= len(str(NAME))) or int(part) > NAME:
            raise ValueError(f'"{part[:20]}" is no partition; numbers such as 1, 2 are allowed, or nothing')
        if int(part) in found:
            raise ValueError(f"partition {int(part)} is named twice; once is enough")
        found.append(int(part))
    if len(found) > MOST:
        raise ValueError(f"{len(found)} partitions are too many; at most {MOST} are allowed, one for a machine group")
    return tuple(found)


def whole(processors: Processors) -> int:
    """Of all partitions together."""
    return processors if isinstance(processors, int) else sum(processors)
