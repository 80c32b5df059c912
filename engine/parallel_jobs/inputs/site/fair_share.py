"""Fair share and the multifactor priority: how much of the machine is whose, and what counts beside it."""

from itertools import pairwise
from typing import Annotated

from pydantic import Field, field_validator

from engine.inputs.cluster import Name
from engine.inputs.quantity import Strict, quantity
from engine.inputs.rejection import Rejection
from engine.parallel_jobs.model import Shares, Span

OTHERS = "others"
"""What a group's users are that nobody else has named."""

MOST_GROUPS = 12
HIGHEST_USER = 10**6
MOST_SPANS = 50
"""Numbers, and spans of numbers, in the text of one group."""

OF_USAGE = frozenset(("user_usage", "user_share", "fair"))
"""Names of rules that remember what was before the cluster was empty, and for which all users count, come or not."""


def read_users(text: str) -> tuple[Span, ...]:
    """Spans of users from such a text as "1, 4-7"; none of `OTHERS`, or of nothing."""
    if text.strip() in ("", OTHERS):
        return ()
    found = []
    for part in text.split(","):
        low, dash, high = (one.strip() for one in part.partition("-"))
        ends = [low, high] if dash else [low]
        if not all(end.isascii() and end.isdigit() and len(end) <= len(str(HIGHEST_USER)) for end in ends):
            raise ValueError(f'"{part.strip()[:20]}" is no user; numbers such as 1, 4-7 are allowed, or {OTHERS}')
        span = int(ends[0]), int(ends[-1])
        if span[0] > span[1] or span[1] > HIGHEST_USER:
            raise ValueError(f'"{part.strip()}" has to go up, to {HIGHEST_USER} at most')
        found.append(span)
    if len(found) > MOST_SPANS:
        raise ValueError(f"{len(found)} users and spans are too many; at most {MOST_SPANS} are allowed")
    return tuple(found)


class ShareGroup(Strict):
    """Users who share what is theirs together, as an account of an operator's."""

    name: Name = Field(title="Name", description="What this group is called on the page.")
    inside: Annotated[str, Field(max_length=40)] = Field(
        "", title="Inside", description="The group that it is a part of; nothing for an outermost one."
    )
    shares: int = quantity(
        "Shares", "1", 1, 1_000_000, "Of what is the group's around it, relative to the others in there.", 1
    )
    users: Annotated[str, Field(max_length=400)] = Field(
        "",
        title="Users",
        description="Numbers of its users, such as 1, 4-7, or others for all that no group names; each has one share "
        "in it. Of a log they are the users of field 12; where jobs have no users, those of a job class are one user.",
    )

    @field_validator("users")
    @classmethod
    def _are_users(cls, text: str) -> str:
        read_users(text)
        return text


def check_groups(groups: tuple[ShareGroup, ...]) -> None:
    """Refuse two of one name, somebody in two groups, and groups inside what is no group."""
    names = [group.name for group in groups]
    others = 0
    spans = []
    for number, group in enumerate(groups):
        path = f"share_groups.{number}"
        if group.name in names[:number]:
            raise Rejection(f"{path}.name", "another group has that name; they have to differ")
        if group.inside and (group.inside not in names or _goes_round(groups, number)):
            allowed = ", ".join(f'"{name}"' for name in names if name != group.name) or "none"
            why = "goes round in a circle" if group.inside in names else "is no group"
            raise Rejection(f"{path}.inside", f'"{group.inside}" {why}; the others are: {allowed}')
        others += group.users.strip() == OTHERS
        if others > 1:
            raise Rejection(f"{path}.users", "all others are in another group already")
        spans += [(*span, number) for span in read_users(group.users)]
    for (_, high, _), (low, _, number) in pairwise(sorted(spans)):
        if low <= high:
            raise Rejection(f"share_groups.{number}.users", f"user {low} is named twice; once is enough")


def _goes_round(groups: tuple[ShareGroup, ...], number: int) -> bool:
    """Whether whoever goes outwards from this group comes back to it, or never ends."""
    around = {group.name: group.inside for group in groups}
    at, steps = groups[number].inside, 0
    while at in around and steps <= len(groups):
        at, steps = around[at], steps + 1
    return steps > len(groups)


def shares_of(groups: tuple[ShareGroup, ...], damping: float) -> Shares:
    """The groups as the simulations take them."""
    names = [""]
    ordered: list[ShareGroup] = []
    while len(ordered) < len(groups):
        ready = [group for group in groups if group.inside in names and group.name not in names]
        ordered += ready
        names += [group.name for group in ready]
    place = {group.name: number for number, group in enumerate(ordered)}
    others = [number for number, group in enumerate(ordered) if group.users.strip() == OTHERS]
    return Shares(
        inside=tuple(place.get(group.inside, -1) for group in ordered),
        shares=tuple(group.shares for group in ordered),
        users=tuple(read_users(group.users) for group in ordered),
        others=others[0] if others else -1,
        damping=damping,
    )


class Multifactor(Strict):
    """What counts in the multifactor priority of Slurm, and for how much."""

    age_weight: float = quantity(
        "Weight of the age", "1", 0, 1e9, "Times the wait over the largest age, which counts at most 1.", 1000.0
    )
    max_age_s: float = quantity("Largest age", "s", 1, 1e9, "Who has waited longer counts no more.", 604_800.0, 3600)
    fair_weight: float = quantity(
        "Weight of the fair share", "1", 0, 1e9, "Times 2^(-usage / share), 1 for who has used nothing.", 1000.0
    )
    size_weight: float = quantity(
        "Weight of the size", "1", 0, 1e9, "Times the processors asked for over those that are there.", 0.0
    )
    queue_weight: float = quantity(
        "Weight of the queue", "1", 0, 1e9, "Times the priority of the job's queue over the largest one.", 0.0
    )
    half_life_s: float = quantity(
        "Half-life", "s", 60, 1e9, "After so long, what a user has used counts half.", 604_800.0, step=3600
    )
    damping: float = quantity(
        "Damping", "1", 0.01, 100, "Usage over share counts so many times less in every fair share.", 1.0, step=0.1
    )

    def order(self) -> str:
        """It as a rule."""
        terms = (
            (self.age_weight, f"min(wait / {self.max_age_s!r}, 1)"),
            (self.fair_weight, "fair"),
            (self.size_weight, "size / processors"),
            (self.queue_weight, "queue_priority"),
        )
        return " + ".join(f"{weight!r} * {term}" for weight, term in terms if weight > 0.0) or "-submit"
