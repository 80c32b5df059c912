"""Policies of one's own: ordered queues whose parts are rules, in the language of `engine.rules`."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import (
    Field,
    PlainSerializer,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WithJsonSchema,
    WrapValidator,
    field_validator,
)

from engine.inputs.quantity import Strict, quantity
from engine.parallel_jobs.model import ALL, NONE, SKIP, OwnRules
from engine.parallel_jobs.policies import OWN_POLICY
from engine.rules.folding import is_still
from engine.rules.language import canonical, checked, of_admission, of_machines, of_order
from engine.rules.tree import names_in

MOST = 4
"""Own policies beside the built-in ones."""


_RESERVATIONS = {"none": NONE, "skip": SKIP, "all": ALL}
MOST_RESERVED = 100


def _or_so_many(given: Any, in_words: ValidatorFunctionWrapHandler) -> Any:
    """A number may come as text, too: what a form sends."""
    number = int(given) if isinstance(given, str) and given.isascii() and given.isdigit() else given
    is_number = isinstance(number, int) and not isinstance(number, bool)
    if not is_number:
        return in_words(given)
    if not 1 <= number <= MOST_RESERVED:
        size = "small; at least 1" if number < 1 else f"large; at most {MOST_RESERVED}"
        raise ValueError(f"{number} is too {size} is allowed, or none, skip, or all")
    return number


if TYPE_CHECKING:
    Reservation = str | int
else:
    Reservation = Annotated[
        Literal["none", "skip", "all"],
        WrapValidator(_or_so_many),
        PlainSerializer(lambda given: given, return_type=str | int),
        WithJsonSchema({"type": "string", "enum": ["none", *map(str, range(1, MOST_RESERVED + 1)), "all", "skip"]}),
    ]

Called = Annotated[str, Field(min_length=1, max_length=24, pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._+-]*$")]
Text = Annotated[str, Field(max_length=400)]


def is_known_beforehand(own: OwnRules) -> bool:
    """Whether who goes before whom is known before anybody has come, and everybody is taken."""
    return (
        (own.admit is None and own.machines is None and own.reservation <= 1)
        and is_still(own.order)
        and is_still(own.backfill)
    )


OF_JOBS = frozenset(("submit", "estimate", "size", "area", "profit", "class", "queue", "smallest", "largest"))
"""Names whose values are known of each job before anybody has come."""

OF_PASSES = frozenset(("now", "hour", "weekday", "idle", "processors", "busy", "waiting", "running"))
"""Names that are the same for all jobs of a pass, and cost nothing there."""

NOTHING = frozenset(("started", "queue_priority"))
"""Names that are 0 where nothing happens to machines, and no site has queues."""


KNOWN = OF_JOBS | OF_PASSES | NOTHING | {"wait", "deadline_in"}
"""Names that are known where processors are only counted."""


def is_asked_at_passes(own: OwnRules) -> bool:
    """Whether the order moves, and asks for nothing but jobs, clock and counts; everybody is taken.

    Then counting processors is enough to know it, where these are alike and nothing happens to them.
    """
    return not is_still(own.order) and may_follow(own)


def may_follow(own: OwnRules) -> bool:
    """Whether there is one order, still or moving, of jobs, clock and counts, and everybody is taken.

    Then it can be asked of jobs that follow others, of whom nothing is known before they come.
    """
    simple = own.admit is None and own.machines is None and own.reservation <= 1 and own.backfill == own.order
    return simple and names_in(own.order) <= KNOWN


class OwnPolicy(Strict):
    """An ordered queue: who goes first, who is waited for, who may pass, who is taken at all."""

    name: Called = Field(title="Name", description="What this policy is called; letters, digits, blanks and . _ + -.")
    order: Text = Field("-submit", title="Order", description="A number for each waiting job; larger goes first.")
    reservation: Reservation = Field(
        1,
        title="Reservation",
        description="How many jobs from the front are protected: none (the first blocks all others), 1 to 100, all, or "
        "skip (nobody is waited for).",
    )
    backfill: Text = Field(
        "", title="Backfill order", description="In which order the others are tried; if nothing, in that of the queue."
    )
    admit: Text = Field(
        "true", title="Admit", description="Asked once, when a job arrives; no rejects it, by the rule."
    )
    machines: Text = Field(
        "-speed_factor",
        title="Machines",
        description="A number for each group of machines: when a job starts, it takes idle ones of the group with the "
        "largest first.",
    )
    half_life_s: float = quantity(
        "Half-life",
        "s",
        60,
        1e9,
        "After so long, what a user has used counts half in user_usage.",
        604_800.0,
        step=3600,
    )

    @property
    def full_name(self) -> str:
        """What it is called among all policies."""
        return OWN_POLICY + self.name

    def named(self) -> list[Any]:
        """What it does, for a name of contents: rules that mean the same have one spelling."""
        chosen = [] if of_machines(self.machines) is None else [canonical("machines", self.machines)]
        return [
            canonical("order", self.order),
            self.reservation,
            canonical("order", self.backfill or self.order),
            canonical("admit", self.admit),
            self.half_life_s,
            *chosen,
        ]

    def rules(self) -> OwnRules:
        """What is simulated."""
        order = of_order(self.order)[0]
        return OwnRules(
            order=order,
            backfill=of_order(self.backfill, "backfill")[0] if self.backfill else order,
            admit=of_admission(self.admit),
            reservation=_RESERVATIONS[held] if isinstance(held := self.reservation, str) else held,
            half_life=self.half_life_s,
            machines=of_machines(self.machines),
        )

    @field_validator("order", "backfill", "admit", "machines")
    @classmethod
    def _is_rule(cls, text: str, info: ValidationInfo) -> str:
        part = str(info.field_name)
        if part != "backfill" or text:
            checked(text, part)  # a `RuleError` is a ValueError, and its sentence stands at the field
        return text
