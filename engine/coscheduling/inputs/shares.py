"""Shares of an iteration as axes: of all job types at once, computation taking what the two others leave."""

from typing import Any

from engine.inputs.sweep import Axis


def share_axis(name: str, title: str, low: float, high: float) -> Axis:
    """The axis of the share *name*, "io" or "communication", of every job type, %."""

    def place(tree: Any, value: float) -> None:
        for kind in tree["workload"]["job_types"]:
            kind[name] = value
            kind["computation"] = 100 - kind["io"] - kind["communication"]

    def present(scenario: Any) -> float | None:
        found = {getattr(kind, name) for kind in scenario.workload.job_types}
        return found.pop() if len(found) == 1 else None

    return Axis(
        title,
        "%",
        "Of an iteration of every job type, in which nobody has to wait; computation takes what is left.",
        low,
        high,
        5,
        f"workload.job_types.0.{name}",
        place,
        present,
    )


SHARE_AXES = {
    "io_share": share_axis("io", "Share of I/O", 0, 99),
    "communication_share": share_axis("communication", "Share of communication", 1, 100),
}
