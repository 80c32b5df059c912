"""What a lesson asks: a prediction before the run, and questions with checked answers after it."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from components.lessons.measured import Measured
from engine.inputs.quantity import Strict

Words = Annotated[str, Field(min_length=1, max_length=600)]
Short = Annotated[str, Field(min_length=1, max_length=120)]


class NumberPrediction(Strict):
    """A number to guess, between *low* and *high*."""

    kind: Literal["number"]
    question: Words
    unit: str = Field(default="", max_length=40)
    low: float
    high: float
    measured: Measured


class Entry(Strict):
    """One of the things to put in order, and the number by which they are ordered."""

    label: Short
    measured: Measured


class OrderingPrediction(Strict):
    """Things to put in order by a number, the one with the least first, or the one with the greatest."""

    kind: Literal["ordering"]
    question: Words
    first: Literal["least", "greatest"] = "least"
    unit: str = Field(default="", max_length=40)
    entries: tuple[Entry, ...] = Field(min_length=2, max_length=8)


class CurvePrediction(Strict):
    """A curve to sketch over the values of the study's sweep: the height at each of them, from *low* to *high*.

    `measured` names the curve; its place is filled in point by point.
    """

    kind: Literal["curve"]
    question: Words
    unit: str = Field(default="", max_length=40)
    low: float = 0.0
    high: float
    measured: Measured


Prediction = Annotated[NumberPrediction | OrderingPrediction | CurvePrediction, Field(discriminator="kind")]


class NumberQuestion(Strict):
    """A number; right is what differs from *answer* by at most *tolerance* percent of it, or by *within*.

    Where *measured* is given, a test holds the answer against the engine.
    """

    kind: Literal["number"]
    question: Words
    unit: str = Field(default="", max_length=40)
    answer: float
    tolerance: float = Field(default=5.0, ge=0, le=50)
    within: float = Field(default=0.0, ge=0)
    measured: Measured | None = None
    why: Words

    def is_right(self, given: float) -> bool:
        """Whether the number *given* is near enough."""
        return abs(given - self.answer) <= max(self.within, abs(self.answer) * self.tolerance / 100) * (1 + 1e-9)


class Choice(Strict):
    """One of the answers to choose from, and what is said to whoever chooses it."""

    text: Words
    right: bool = False
    why: Words


class ChoiceQuestion(Strict):
    """A question with answers to choose from, of which one is right."""

    kind: Literal["choice"]
    question: Words
    choices: tuple[Choice, ...] = Field(min_length=2, max_length=6)

    @model_validator(mode="after")
    def _one_is_right(self) -> "ChoiceQuestion":
        if sum(choice.right for choice in self.choices) != 1:
            raise ValueError("exactly one choice has to be right")
        return self

    def is_right(self, given: float) -> bool:
        """Whether the choice of this number, counted from 0, is the right one."""
        return 0 <= given < len(self.choices) and given == int(given) and self.choices[int(given)].right


class RuleQuestion(Strict):
    """A rule to write, which is checked by what comes of it: whichever brings the number low enough is right.

    The answer that is kept is the number, not the rule.

    Attributes
    ----------
    policy : the own policy of the scenario of *measured* whose order the rule is
    measured : what comes of it
    at_most : so much is low enough, in the unit of *measured*
    solution : a rule that is right; a test runs it, and no page shows it
    """

    kind: Literal["rule"]
    question: Words
    unit: str = Field(default="", max_length=40)
    policy: str = Field(min_length=1, max_length=24)
    measured: Measured
    at_most: float
    solution: str = Field(min_length=1, max_length=400)
    why: Words

    def is_right(self, given: float) -> bool:
        """Whether the rule of which *given* came is good enough."""
        return given <= self.at_most


Question = Annotated[NumberQuestion | ChoiceQuestion | RuleQuestion, Field(discriminator="kind")]
