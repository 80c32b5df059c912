"""What the worker processes do, by its name in the queue: lanes of studies, and answers."""

from workers.tasks.answers import answer
from workers.tasks.lanes import advance, send_lane

__all__ = ["advance", "answer", "send_lane"]
