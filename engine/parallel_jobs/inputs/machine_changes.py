"""What can happen to the machines of a scenario: owners, shutdowns, failures, later additions and spares.

Schnor et al. 1996, section 2.2, name them as reasons to migrate, and leave them out; spares are those of Kumar 2001,
section 3.1.4. Time 0 is a Monday, 0:00.
"""

from collections.abc import Sequence
from math import inf
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from engine.inputs.cluster import Cluster, Name
from engine.inputs.quantity import Strict, choice, quantity
from engine.inputs.rejection import Rejection


def _group() -> str:
    value: str = Field(title="Machine group", description="The group of machines that it happens to, by its name.")
    return value


def _count(help_text: str) -> int:
    value: int = quantity("Machines", "", 1, 1000, help_text, 1)
    return value


def _seconds(
    title: str, low: float, help_text: str, default: float | None = None, beginning: float | None = None
) -> float:
    value: float = quantity(title, "s", low, 1e9, help_text, ... if default is None else default, 60, beginning)
    return value


class Owners(Strict):
    """Every machine of the group has an owner with the hours of an office."""

    event: Literal["owners"] = choice(
        "Event", "Every machine has an owner who comes in the morning and leaves.", words="owners come and go"
    )
    group: Name = _group()
    comes_at: float = quantity("Comes at", "h", 0, 24, "Hour of the day at which owners come.", 9.0, step=0.5)
    leaves_at: float = quantity("Leaves at", "h", 0, 24, "Hour of the day at which owners leave.", 17.0, step=0.5)
    spread: float = quantity(
        "Spread",
        "min",
        0,
        720,
        "An owner comes and leaves up to so much earlier or later, evenly spread.",
        30.0,
        step=5,
    )
    presence: float = quantity(
        "Presence", "1", 0, 1, "Share of the machines whose owner comes on a given day.", 1.0, step=0.1
    )
    weekend_off: bool = choice("Weekend off", "Nobody comes on Saturday and Sunday.", True)

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.comes_at >= self.leaves_at:
            raise ValueError(f"owners come at {self.comes_at:g} h; they cannot leave at {self.leaves_at:g} h already")
        return self


class Sessions(Strict):
    """Somebody works on a machine now and then; both times are exponential."""

    event: Literal["sessions"] = choice(
        "Event", "Somebody works on each machine now and then.", words="now and then a user"
    )
    group: Name = _group()
    mean_away: float = _seconds(
        "Mean time away", 1, "Mean time from the end of a session to the next one.", beginning=7200.0
    )
    mean_session: float = _seconds("Mean session", 1, "Mean length of a session.", beginning=1800.0)


class Shutdown(Strict):
    """Machines are shut down with notice, once or again and again."""

    event: Literal["shutdown"] = choice("Event", "Machines are shut down with notice.", words="shutdown")
    group: Name = _group()
    count: int = _count("How many machines of the group are shut down: the last ones.")
    at: float = _seconds(
        "At", 0, "When the shutdown is announced; from then on nobody uses the machines.", beginning=3600.0
    )
    notice: float = _seconds("Notice", 0, "How long jobs have to leave the machines.", 300.0)
    duration: float = _seconds("Duration", 0, "Time until the machines return; 0 for never.", 3600.0)
    every: float = _seconds("Every", 0, "Time from one announcement to the next; 0 for only one.", 0.0)

    @property
    def for_good(self) -> bool:
        """Whether the machines never return."""
        return self.duration == 0

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.every and not 0 < self.duration < self.every:
            raise ValueError(
                f"what happens every {self.every:g} s must last longer than 0 s and less than that, "
                f"not {self.duration:g} s"
            )
        return self


class Failures(Strict):
    """Machines fail without notice and are repaired; both times are exponential."""

    event: Literal["failures"] = choice("Event", "Machines fail without notice and are repaired.", words="failures")
    group: Name = _group()
    mean_between: float = _seconds(
        "Mean time between failures", 1, "Mean time from a repair to the next failure.", beginning=86400.0
    )
    mean_repair: float = _seconds(
        "Mean time to repair", 1, "Mean time from a failure to the return of the machine.", beginning=3600.0
    )


class Addition(Strict):
    """Machines that are there only from some time on."""

    event: Literal["addition"] = choice("Event", "Machines are added later.", words="later addition")
    group: Name = _group()
    count: int = _count("How many machines of the group are added: the last ones.")
    at: float = _seconds("At", 0, "When they are there.", beginning=3600.0)


class Spares(Strict):
    """Machines that stand by until another one is shut down or fails."""

    event: Literal["spares"] = choice(
        "Event", "Machines stand by for those that are shut down or fail.", words="spares"
    )
    group: Name = _group()
    count: int = _count("How many machines of the group stand by: the last ones.")
    delay: float = _seconds("Delay", 0, "How long it takes to notice; Kumar 2001 looks every 30 s.", 30.0)


MachineChange = Annotated[Owners | Sessions | Shutdown | Failures | Addition | Spares, Field(discriminator="event")]


def check_changes(changes: Sequence[MachineChange], cluster: Cluster, needed: int) -> None:
    """Refuse what speaks of machines that there are not, and what leaves less than the *needed* machines from 0 on."""
    counts = {group.name: group.count for group in cluster.groups}
    for number, change in enumerate(changes):
        if change.group not in counts:
            raise Rejection(
                f"machine_events.{number}.group",
                f'there is no machine group "{change.group}"; the groups are {", ".join(counts)}',
            )
        if not isinstance(change, Shutdown | Addition | Spares):
            continue
        if change.count > counts[change.group]:
            raise Rejection(
                f"machine_events.{number}.count",
                f"{change.count} machines are too many; the group has {counts[change.group]}",
            )
        if isinstance(change, Spares) or (isinstance(change, Shutdown) and change.for_good):
            left = lasting_machines(changes[: number + 1], cluster, 0.0)
            if left < needed:
                raise Rejection(
                    f"machine_events.{number}.count",
                    f"this leaves {left} machines, but there are jobs that need {needed}; they would wait for ever",
                )


def lasting_machines(changes: Sequence[MachineChange], cluster: Cluster, since: float = inf) -> int:
    """How many machines can be there at one time from *since* (s) on: a spare stands in for one gone for good."""
    spare = {group.name: 0 for group in cluster.groups}
    gone = dict(spare)
    for change in changes:  # of each group the last machines
        if isinstance(change, Spares):
            spare[change.group] = max(spare[change.group], change.count)
        elif isinstance(change, Shutdown) and change.for_good and change.at <= since:
            gone[change.group] = max(gone[change.group], change.count)
    out = sum(max(spare[name], gone[name]) for name in spare)
    stand_by = sum(max(0, spare[name] - gone[name]) for name in spare)
    missed = sum(max(0, gone[name] - spare[name]) for name in spare)
    return cluster.machines - out + min(stand_by, missed)


def limits_of(changes: Sequence[MachineChange], cluster: Cluster) -> list[tuple[float, int]]:
    """From which instants on (s) there are never more machines than how many; empty if all may be there for ever."""
    instants = {0.0} | {change.at for change in changes if isinstance(change, Shutdown) and change.for_good}
    found: list[tuple[float, int]] = []
    for instant in sorted(instants):
        left = lasting_machines(changes, cluster, instant)
        if left < (found[-1][1] if found else cluster.machines):
            found.append((instant, left))
    return found
