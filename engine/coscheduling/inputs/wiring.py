"""From whom the message of a channel comes (rule 3 of README.md)."""

from engine.coscheduling.inputs.patterns import Pattern


def sender_of(pattern: int, size: int, receiver: int, channel: int) -> int:
    """The task that sends to *receiver* on its *channel*; -1 if nobody does."""
    if pattern == Pattern.NEAREST_NEIGHBOR:
        return (receiver - 1) % size if channel == 0 else (receiver + 1) % size
    if pattern == Pattern.TREE:
        if channel == 2:
            return (receiver - 1) // 2 if receiver > 0 else -1
        child = 2 * receiver + 1 + channel
        return child if child < size else -1
    return (receiver - 1 - channel) % size
