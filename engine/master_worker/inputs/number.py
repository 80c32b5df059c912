"""How many workers the application uses: a fixed number, or a rule that looks again at each barrier."""

from typing import Annotated, Literal

from pydantic import Field

from engine.inputs.quantity import Strict, choice, quantity
from engine.master_worker.inputs.application import MOST_TASKS


class FixedNumber(Strict):
    """The same number in all iterations."""

    rule: Literal["fixed"] = choice("Rule", "The same number of workers all the time.", words="a fixed number")
    workers: int = quantity("Workers", "", 1, MOST_TASKS, "Number of workers (n).", 12)


class Predict(Strict):
    """From what the last iterations took, predict time and efficiency for every number (ours)."""

    rule: Literal["predict"] = choice(
        "Rule", "Replay the last iterations for every number, and choose.", words="predicted"
    )
    window: int = quantity("Window", "", 1, 32, "Iterations that are replayed at each barrier.", 8)
    first_share: float = quantity(
        "First number", "%", 1, 100, "Workers of the first iteration, of which nothing is known; % of the tasks.", 30.0
    )


class Table2(Strict):
    """The empirical rule of the paper's table 2, between its columns in proportion."""

    rule: Literal["table-2"] = choice("Rule", "The table 2 of the paper, all the time.", words="table 2")


class Feedback(Strict):
    """Begin with table 2, then one more or one less."""

    rule: Literal["feedback"] = choice(
        "Rule", "Begin with table 2, then follow the measured efficiency.", words="one more or less"
    )
    dead_band: float = quantity(
        "Dead band", "%", 0, 20, "Points of efficiency by which the target may be missed without a change.", 2.0
    )


NumberOfWorkers = Annotated[FixedNumber | Predict | Table2 | Feedback, Field(discriminator="rule")]
