"""How a site is run: queues with limits, windows that are reserved in advance, predictions instead of estimates."""

from math import inf
from typing import Annotated

from pydantic import Field, field_validator

from engine.inputs.cluster import Name
from engine.inputs.quantity import Strict, choice, quantity
from engine.inputs.rejection import Rejection
from engine.parallel_jobs.model import UNLIMITED, QueueRules
from engine.rules.folding import folded
from engine.rules.parsing import parse
from engine.rules.tree import Node, RuleError, names_in

MOST_QUEUES = 8
MOST_WINDOWS = 20


KNOWN = ("size", "estimate", "area", "class", "queue", "profit", "smallest", "largest")
"""What a rule of a queue may ask for: what is known of a job when it arrives, whatever else is there."""


class JobQueue(Strict):
    """A queue with limits, as operators set them up."""

    name: Name = Field(title="Name", description="What this queue is called on the page.")
    jobs: Annotated[str, Field(max_length=400)] = Field(
        "true",
        title="Jobs",
        description="A rule that says which jobs are in this queue, such as size <= 16 and estimate <= 2 h, class == 2 "
        "or, of a log, queue == 3 (field 15). A job is in the first queue whose rule says yes.",
    )
    priority: int = quantity("Priority", "1", 0, 1_000_000, "Of all its jobs, larger before smaller ones.", 0)
    processors: int = quantity(
        "Processors in all", "", 0, 1_000_000, "At most so many are in use by this queue; 0 for no limit.", 0
    )
    user_processors: int = quantity(
        "Processors per user", "", 0, 1_000_000, "At most so many are in use by one user of it; 0 for no limit.", 0
    )
    user_jobs: int = quantity(
        "Jobs per user", "", 0, 1_000_000, "At most so many jobs of one user of it run; 0 for no limit.", 0
    )
    longest_estimate_s: float = quantity(
        "Longest estimate",
        "s",
        0,
        1e9,
        "Jobs with a longer one are refused when they arrive; 0 for no limit.",
        0.0,
        3600,
    )
    may_preempt: bool = choice(
        "May preempt", "Its jobs take processors from running jobs that may be preempted, of smaller priority.", False
    )
    may_be_preempted: bool = choice(
        "May be preempted", "Its running jobs write a checkpoint, and wait, when others preempt them.", False
    )

    @field_validator("jobs")
    @classmethod
    def _is_rule(cls, text: str) -> str:
        of_queue(text)  # a `RuleError` is a ValueError, and its sentence stands at the field
        return text

    def rules(self) -> QueueRules:
        """What is simulated."""
        return QueueRules(
            takes=of_queue(self.jobs),
            priority=float(self.priority),
            most=self.processors or UNLIMITED,
            most_of_user=self.user_processors or UNLIMITED,
            most_jobs=self.user_jobs or UNLIMITED,
            longest=self.longest_estimate_s or inf,
            may_preempt=self.may_preempt,
            may_be_preempted=self.may_be_preempted,
        )


class AdvanceReservation(Strict):
    """Processors that somebody has reserved for a time, beside all jobs."""

    name: Name = Field(title="Name", description="What this reservation is called on the page.")
    begins_s: float = quantity("Begins", "s", 0, 1e9, "No job is started that is expected to run into it.", step=3600)
    ends_s: float = quantity("Ends", "s", 0, 1e9, "From then on its processors are free again.", step=3600)
    processors: int = quantity("Processors", "", 1, 1_000_000, "So many are reserved.")
    known_since_s: float = quantity(
        "Known since", "s", 0, 1e9, "Before that nobody minds it; what runs then keeps its processors.", 0.0, step=3600
    )


def of_queue(text: str) -> Node | None:
    """Which jobs are in a queue, as it is asked; None if all are. `RuleError` if it is no such rule."""
    tree = parse(text)
    if not tree.is_yes_or_no:
        raise RuleError(1, "who is in a queue is yes or no, this is a number; compare it with something.")
    for node in tree.nodes():
        if node.name and node.name not in KNOWN:
            raise RuleError(
                node.column,
                f'"{node.name}" is no name here: a job stays in the queue that it comes to. {", ".join(KNOWN)} are.',
            )
    tree = folded(tree)
    return None if not names_in(tree) and tree.number > 0.0 else tree


def check_operation(queues: tuple[JobQueue, ...], windows: tuple[AdvanceReservation, ...], machines: int) -> None:
    """Refuse two queues of one name, windows that end before they begin, and limits that nothing could keep to."""
    for number, queue in enumerate(queues):
        if queue.name in [other.name for other in queues[:number]]:
            raise Rejection(f"queues.{number}.name", "another queue has that name; they have to differ")
    for number, window in enumerate(windows):
        path = f"advance_reservations.{number}"
        if window.ends_s <= window.begins_s:
            raise Rejection(
                f"{path}.ends_s", f"it would end at {window.ends_s:g} s, when it begins or before; later is allowed"
            )
        if window.processors > machines:
            raise Rejection(
                f"{path}.processors", f"{window.processors} are reserved, but the cluster has {machines} machines"
            )
