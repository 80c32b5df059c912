"""What the choice of machines is to make small (section 3)."""

from typing import Literal, Self

import numpy as np
from pydantic import Field, model_validator

from engine.inputs.quantity import Strict, choice, quantity
from engine.synchronous_iterative.inputs.background import ByHour, check_hours


class Choice(Strict):
    """The objective. Costs are in seconds of a machine of cost 1."""

    objective: Literal["run-time", "cost", "cost-within-run-time", "run-time-within-cost"] = choice(
        "Choose the machines for",
        "The least run time; the least cost of waiting and of machines (equation 35); the least cost of machines "
        "within a run time; or the least run time within a cost of machines.",
        "run-time",
        words={
            "run-time": "least run time",
            "cost": "least cost of waiting and machines",
            "cost-within-run-time": "least cost within a run time",
            "run-time-within-cost": "least run time within a cost",
        },
    )
    x_over_c: float = quantity(
        "Cost of waiting",
        "1",
        0,
        1e6,
        "The paper's x/c: what a second of run time costs, over what a second on a machine of cost 1 costs.",
        10.0,
    )
    run_time_bound: float = quantity(
        "Longest run time", "s", 1e-3, 1e12, "The paper's G_R, if the cost is minimized within it.", 3600.0, step=60
    )
    cost_bound: float = quantity(
        "Largest cost",
        "machine seconds",
        1e-3,
        1e12,
        "The paper's G_C, if the run time is minimized within it: seconds of a machine of cost 1.",
        36000.0,
        step=600,
    )
    cost_by_hour: ByHour = Field(
        default=(),
        title="Cost by hour",
        description="24 factors of the cost of machines from 0:00 on; none if it is always the same.",
    )
    cost_by_load: float = quantity(
        "Cost by load",
        "1",
        0,
        1000,
        "A machine of load ρ costs 1 + this × ρ times as much: owners who work are not to be disturbed.",
        0.0,
        step=0.5,
    )

    @model_validator(mode="after")
    def _a_day(self) -> Self:
        check_hours(self.cost_by_hour, "the cost")
        return self

    def bound(self) -> float | None:
        """The bound that is to be kept, s or machine seconds; None where there is none."""
        bounds = {"cost-within-run-time": self.run_time_bound, "run-time-within-cost": self.cost_bound}
        return bounds.get(self.objective)

    def bounded(self, run_time: np.ndarray, machine_cost: np.ndarray) -> np.ndarray | None:
        """What is not to be above the bound."""
        return {"cost-within-run-time": run_time, "run-time-within-cost": machine_cost}.get(self.objective)

    def score(self, run_time: np.ndarray, machine_cost: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Two keys, the first one first: by how much a bound is missed, and what is to be small; both float64 (N,).

        Where no set of machines keeps the bound, the one that misses it by the least is the best: the nearest bound
        that can be kept is its own value.
        """
        bound, bounded = self.bound(), self.bounded(run_time, machine_cost)
        missed = np.zeros_like(run_time) if bound is None or bounded is None else np.maximum(0.0, bounded - bound)
        value = {
            "run-time": run_time,
            "cost": self.x_over_c * run_time + machine_cost,
            "cost-within-run-time": machine_cost,
            "run-time-within-cost": run_time,
        }[self.objective]
        return missed, value
