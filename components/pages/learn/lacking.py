"""What a lesson lacks for its comparison is begun while the student works with the tool."""

from components.lessons.lesson import Lesson
from components.visits.answers import client, known_result
from components.visits.visitors import visitor
from workers.client import BudgetError


def begin_lacking(lesson: Lesson) -> None:
    """Have the studies computed that nobody has run yet; what is refused here is told when it is compared."""
    for name in lesson.needed():
        scenario = lesson.scenarios[name]
        found = known_result(scenario)
        if found is not None and found.complete:
            continue
        status = client().status(scenario.content_hash())
        if status is not None and status.state == "running":
            continue
        try:
            client().submit(scenario, visitor())
        except BudgetError:
            return
