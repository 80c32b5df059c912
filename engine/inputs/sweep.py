"""The study to be made of a scenario: what is varied, and how often a point is replicated."""

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, Self

from pydantic import Field, model_validator

from engine.inputs.breaking import STATISTICAL, Breaking
from engine.inputs.goal import Goal
from engine.inputs.quantity import Strict, choice, quantity
from engine.inputs.selection import Selection
from engine.statistics.stopping import FEWEST

MAXIMUM_POINTS = 1_000
"""Points of a sweep over two fields; each of them is validated when the scenario is read."""

UNASKED = dict.fromkeys(("vary", "and_vary", "goal", "selection", "breaking"))
"""A study of the present values alone, as the fields of its JSON tree."""

SweptValue = Annotated[float, Field(ge=-1e12, le=1e12)]


class Axis(NamedTuple):
    """A quantity that follows from several fields and can be varied like one of them, such as the offered load.

    Attributes
    ----------
    title, unit, help, low, high, step : words and range, as of a field
    replaces : path of the field that follows from it
    place : (JSON tree, value) -> None, changes the tree so that the quantity has the value
    present : (scenario) -> its present value, or None if the scenario has no such quantity
    or_replaces : path of the field that follows from it in scenarios that do not have the other one
    """

    title: str
    unit: str
    help: str
    low: float
    high: float
    step: float
    replaces: str
    place: Callable[[Any, float], None]
    present: Callable[[Any], float | None]
    or_replaces: str = ""


class Vary(Strict):
    """A field that a study varies, as a path into the scenario's JSON, and its values."""

    field: str = Field(min_length=1, max_length=120, title="Vary", description="The field that the study varies.")
    values: Annotated[tuple[SweptValue, ...], Field(min_length=1, max_length=60)] = Field(
        title="Values", description="From 1 to 60 values, ascending, in the unit of the field."
    )

    @model_validator(mode="after")
    def _ascending(self) -> Self:
        if any(b <= a for a, b in zip(self.values, self.values[1:], strict=False)):
            raise ValueError("the values must ascend, none twice")
        return self


class Precision(Strict):
    """Replicate every point until its interval is narrow enough, or a budget ends."""

    metric: str = choice("Of", "The metric that is to be precise, at every policy that settles.", "response_time")
    half_width_percent: float = quantity(
        "Precision", "%", 0.1, 50, "Half the 95 % interval over the mean, at every point.", 5.0
    )
    maximum_replications: int = quantity(
        "Largest number of replications", "", FEWEST, 1000, "A point that is not precise by then is left as it is.", 100
    )
    maximum_seconds: float = quantity(
        "Largest computing time",
        "s",
        1,
        900,
        "Estimated, on one core, for the whole study; each point has an equal share.",
        60.0,
    )


class Study(Strict):
    """What is computed: the points of a sweep, each replicated on common random numbers."""

    vary: Vary | None = choice("Vary", "The field to vary, or nothing for a single point.", None)
    and_vary: Vary | None = choice("And vary", "A second field: the study is a map of both.", None)
    replications: int = quantity(
        "Replications",
        "",
        1,
        1000,
        "Independent repetitions of every point; the 95 % intervals come from them. With a precision, the first ones.",
        10,
    )
    precision: Precision | None = choice("Precision", "Replicate until this precise, or just the number given.", None)
    goal: Goal | None = choice("Goal", "Which values of a field reach a goal, instead of a sweep.", None)
    selection: Selection | None = choice("Selection", "Which policy at which point is the best one.", None)
    breaking: Breaking | None = choice("Break it", "Where one policy is worst against another.", None)
    seed: int = quantity("Seed", "", 0, 2**32 - 1, "Same seed, same numbers; another seed, other random numbers.", 1)

    @property
    def named_sweep(self) -> list[tuple[str, Vary]]:
        """What is varied, none to two, with the name of its field here; with a goal, the values that can be tested."""
        if self.goal is not None and self.vary is None:
            # More values than somebody may type.
            return [("goal", Vary.model_construct(field=self.goal.field, values=self.goal.values))]
        both = (("vary", self.vary), ("and_vary", self.and_vary))
        return [(name, vary) for name, vary in both if vary is not None]

    @property
    def has_rounds(self) -> bool:
        """Whether what is computed next depends on what has been found."""
        return any(one is not None for one in (self.precision, self.goal, self.selection, self.searched))

    @property
    def searched(self) -> Breaking | None:
        """The statistical search for where a policy is worst, if that is asked: then it finds the points itself."""
        return self.breaking if self.breaking is not None and self.breaking.search == STATISTICAL else None

    @property
    def finds_points(self) -> bool:
        """Whether which points there are depends on what has been found."""
        return self.goal is not None or self.searched is not None

    @property
    def sweep(self) -> list[Vary]:
        """What is varied, none to two."""
        return [vary for _, vary in self.named_sweep]

    @model_validator(mode="after")
    def _goal_stands_alone(self) -> Self:
        if self.goal is not None:
            if self.vary is not None or self.and_vary is not None:
                raise ValueError("a goal has its own range of values; vary nothing besides")
            if self.precision is not None:
                raise ValueError("a goal says itself how precise a value has to be; leave the precision out")
            if self.replications < FEWEST:
                raise ValueError(f"a goal needs at least {FEWEST} first replications")
            if self.goal.maximum_replications < self.replications:
                raise ValueError("the largest number of replications is below the first replications")
        return self

    @model_validator(mode="after")
    def _selection_stands_alone(self) -> Self:
        if self.selection is not None:
            if self.goal is not None or self.precision is not None:
                raise ValueError("a selection decides itself how often it replicates; leave goal and precision out")
            if self.replications < FEWEST:
                raise ValueError(f"a selection needs at least {FEWEST} first replications")
            if self.selection.maximum_replications < self.replications:
                raise ValueError("the largest number of replications is below the first replications")
        return self

    @model_validator(mode="after")
    def _breaking_stands_alone(self) -> Self:
        if self.breaking is not None:
            if self.goal is not None or self.selection is not None:
                raise ValueError("one question at a time: break a policy, reach a goal or choose the best")
            if self.breaking.tested:
                raise ValueError("which points are tested is found by the search; leave that out")
        if self.searched is not None:
            if self.vary is not None or self.and_vary is not None:
                raise ValueError("where a policy is worst is sought over ranges of its own; vary nothing besides")
            if self.precision is not None:
                raise ValueError("a search for the worst point replicates as often as it says; leave the precision out")
            if self.replications < FEWEST:
                raise ValueError(f"a search for the worst point needs at least {FEWEST} replications")
        return self

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.and_vary is not None:
            if self.vary is None:
                raise ValueError("a second field is varied, but no first one; vary the first one")
            if self.vary.field == self.and_vary.field:
                raise ValueError("the same field is varied twice; choose another second field")
            if (points := len(self.vary.values) * len(self.and_vary.values)) > MAXIMUM_POINTS:
                raise ValueError(f"the two fields have {points} pairs of values; at most {MAXIMUM_POINTS} are allowed")
        if self.precision is not None:
            if self.replications < FEWEST:
                raise ValueError(f"a precision needs at least {FEWEST} first replications")
            if self.precision.maximum_replications < self.replications:
                raise ValueError("the largest number of replications is below the first replications")
        return self
