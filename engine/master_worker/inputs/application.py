"""The application: iterations of a bag of tasks (section 4.2)."""

from typing import Literal

from engine.inputs.quantity import Strict, choice, quantity

MOST_TASKS = 1000

Similarity = Literal["similar", "different"]


class Application(Strict):
    """What is to be computed, whoever computes it."""

    tasks: int = quantity("Tasks", "", 2, MOST_TASKS, "Tasks of each iteration (T).", 30, step=10)
    iterations: int = quantity(
        "Iterations", "", 1, 1000, "Batches of tasks, one after the other, with a barrier between (L).", 35, step=5
    )
    workload_factor: float = quantity(
        "Workload factor", "%", 20, 99, "Share of the work in the largest 20 % of the tasks (W).", 50.0, step=10
    )
    largest: Similarity = choice(
        "Largest tasks", "Whether the largest 20 % of the tasks have equal or different sizes.", "similar"
    )
    smallest: Similarity = choice(
        "Smallest tasks", "Whether the other 80 % of the tasks have equal or different sizes.", "similar"
    )
    differences: Literal["uniform-0.4-1.6", "uniform-0.5-1.5", "uniform-0.9-1.1", "exponential"] = choice(
        "Differences",
        "How sizes that differ are spread around the mean of their 20 % or 80 %.",
        "uniform-0.4-1.6",
        words={
            "uniform-0.4-1.6": "evenly, 0.4 to 1.6 times",
            "uniform-0.5-1.5": "evenly, 0.5 to 1.5 times",
            "uniform-0.9-1.1": "evenly, 0.9 to 1.1 times",
            "exponential": "exponential",
        },
    )
    variation: float = quantity(
        "Variation",
        "%",
        0,
        100,
        "Each task in each iteration takes up to so much more or less than expected, evenly spread (D).",
        30.0,
        step=10,
    )
    mean_task_time: float = quantity(
        "Mean task time", "s", 0.001, 1000, "Mean time of a task on a worker of speed 1.", 1.0
    )
