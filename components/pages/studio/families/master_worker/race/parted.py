"""What the policies of a race decide about tasks, in words."""

from components.pages.studio.race.parted import Told
from components.words.wording import number
from engine.contract.course import Change
from engine.master_worker.replay.task_course import ENDED, LOST, At, course_of
from engine.master_worker.replay.tree import Trace

Traces = dict[str, Trace]


def told_of(traces: Traces) -> Told:
    """The courses of the tasks under each policy, and words for what changes in them."""
    courses = {policy: course_of(trace) for policy, trace in traces.items()}
    is_one = len({name for trace in traces.values() for name in trace["gantt"]["workers"]["group"]}) == 1

    def words(_policy: str, change: Change | None, before: Change | None) -> str:
        return words_of(change, before, is_one)

    return Told(courses, words, "task", lambda time: f"{number(time, 5)} s")


def words_of(change: Change | None, before: Change | None, is_one_group: bool) -> str:
    """What a policy does with a task that had what it had *before*."""
    if change is None:
        return "goes on" if before and isinstance(before.what, At) else "waits"
    if isinstance(change.what, At):
        return "is handed out" if is_one_group else f"is handed out to a worker of “{change.what.group}”"
    return {ENDED: "is done", LOST: "is lost"}[str(change.what)]
