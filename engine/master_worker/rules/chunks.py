"""How many tasks a worker gets that asks for work, and when it would have one done."""

from engine.compiled.compilation import compiled


@compiled
def fixed_chunk(left: int, chunk: int) -> int:
    """So many as the option says, or what is *left* (Kruskal & Weiss 1985)."""
    return min(chunk, left)


@compiled
def guided_chunk(left: int, workers: int) -> int:
    """The n-th part of what is *left*, rounded up (Polychronopoulos & Kuck 1987)."""
    return (left + workers - 1) // workers


@compiled
def factoring_chunk(left: int, workers: int) -> int:
    """The chunk of a round: half of what is *left* in n equal parts, rounded up (Hummel, Schonberg & Flynn 1992)."""
    return (left + 2 * workers - 1) // (2 * workers)


@compiled
def completion(now: int, free_at: int, message: int, per_task: int, duration: int) -> int:
    """When a worker would have a task done after all that it has, in ticks (Ibarra & Kim 1977, algorithm D)."""
    return max(now, free_at) + message + per_task + duration
