"""The classes of a log's jobs, which are chosen and not drawn: by size, run time, queue or user."""

from itertools import pairwise
from typing import Annotated, Any, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from engine.inputs.quantity import Strict, choice
from engine.inputs.rejection import Rejection
from engine.logs.limits import NAME
from engine.parallel_jobs.inputs.demands import LONGEST

MOST = 10
"""Classes, and the one of the rest beside them."""

Number = Annotated[int, Field(ge=-1, le=NAME)]
Border = Annotated[float, Field(gt=0, le=LONGEST)]

BORDERS = (60.0, 3600.0, 36_000.0)
"""s; a minute, an hour, ten hours."""

UNITS = ((86_400, "d"), (3600, "h"), (60, "min"), (1, "s"))


class BySize(Strict):
    """1, 2 to 4, 5 to 16, ... processors."""

    by: Literal["by-size"] = choice("Classes of jobs", "By processors: 1, 2 to 4, 5 to 16 and so on.", words="by size")


class ByRunTime(Strict):
    """Up to each of some run times, and above the last."""

    by: Literal["by-run-time"] = choice("Classes of jobs", "By run time, as recorded.", words="by run time")
    borders: Annotated[tuple[Border, ...], Field(min_length=1, max_length=MOST)] = choice(
        "Up to (s)",
        "The longest run time of each class, ascending, at most ten; a class more is above the last.",
        BORDERS,
        beginning=BORDERS,
    )

    @model_validator(mode="after")
    def _ascend(self) -> Self:
        if any(b <= a for a, b in pairwise(self.borders)):
            raise Rejection("workload.arrivals.classes.borders", "each run time has to be above the one before it")
        return self

    @property
    def names(self) -> list[str]:
        """What the classes are called."""
        told = [_told(border) for border in self.borders]
        between = [f"{low} to {high}" for low, high in pairwise(told)]
        return [f"up to {told[0]}", *between, f"above {told[-1]}"]

    def of(self, columns: dict[str, np.ndarray]) -> np.ndarray:
        """The class of each job; int32 (J,)."""
        return np.searchsorted(self.borders, columns["run"]).astype(np.int32)


class _Numbered(Strict):
    @property
    def chosen(self) -> tuple[int, ...]:
        """Numbers that have a class of their own."""
        raise NotImplementedError

    @property
    def kind(self) -> str:
        """Which column they are of."""
        return str(getattr(self, "by", "")).removeprefix("by-")

    @model_validator(mode="after")
    def _once(self) -> Self:
        if len(set(self.chosen)) < len(self.chosen):
            raise Rejection(f"workload.arrivals.classes.{self.kind}s", "a number is named twice; once is enough")
        return self

    @property
    def names(self) -> list[str]:
        """What the classes are called."""
        return [*(f"{self.kind} {'not known' if one < 0 else one}" for one in self.chosen), f"other {self.kind}s"]

    def of(self, columns: dict[str, np.ndarray]) -> np.ndarray:
        """The class of each job; int32 (J,)."""
        numbers, column = np.array(self.chosen), columns[self.kind]
        order = np.argsort(numbers)
        place = np.minimum(np.searchsorted(numbers[order], column), len(numbers) - 1)
        found: np.ndarray = np.where(numbers[order][place] == column, order[place], len(numbers))
        return found.astype(np.int32)


class ByQueue(_Numbered):
    """Some queues, field 15, and all others."""

    by: Literal["by-queue"] = choice("Classes of jobs", "By queue of the log (field 15).", words="by queue")
    queues: Annotated[tuple[Number, ...], Field(min_length=1, max_length=MOST)] = choice(
        "Queues of the log",
        "Numbers of queues in the log, at most ten, -1 for one that is not known; the others are one class.",
        beginning=(0,),
    )

    @property
    def chosen(self) -> tuple[int, ...]:
        """Numbers of queues."""
        return self.queues


class ByUser(_Numbered):
    """Some users, field 12, and all others."""

    by: Literal["by-user"] = choice("Classes of jobs", "By user, number in the log (field 12).", words="by user")
    users: Annotated[tuple[Number, ...], Field(min_length=1, max_length=MOST)] = choice(
        "Users of the log",
        "Numbers of users in the log, at most ten, such as those with most work; the others are one class.",
        beginning=(1,),
    )

    @property
    def chosen(self) -> tuple[int, ...]:
        """Numbers of users."""
        return self.users


LogClasses = Annotated[BySize | ByRunTime | ByQueue | ByUser, Field(discriminator="by")]

BY_SIZE: dict[str, Any] = BySize(by="by-size").model_dump(mode="json")


def _told(seconds: float) -> str:
    """A time in the largest unit in which it is whole."""
    of, unit = next(((of, unit) for of, unit in UNITS if seconds % of == 0), (1, "s"))
    return f"{seconds / of:.12g} {unit}"
