"""What the player in the browser says of a replication of parallel jobs, event by event."""

from typing import Any, Literal

from components.controls.values import whole
from components.pages.studio.ids import Id
from components.pages.studio.page_state import MOST
from engine.parallel_jobs.policies import POLICIES, TIME_SHARING
from engine.parallel_jobs.replay.tree import Trace

PlayerField = Literal["time", "job", "trigger", "kind", "waiting", "running", "available"]

PLAYER_FIELDS: tuple[PlayerField, ...] = ("time", "job", "trigger", "kind", "waiting", "running", "available")


def for_player(trace: Trace) -> dict[str, Any]:
    """What the player in the browser says about each step.

    A policy that gives jobs machines of their own has idle machines; one that shares them in time has machines that
    are available in a delay class. `idle` is None for the latter.
    """
    shares_time = POLICIES[trace["policy"]].code in TIME_SHARING
    return {
        "steps": [{name: step[name] for name in PLAYER_FIELDS} for step in trace["steps"]],
        "states": trace["step_state"],
        "labels": [trace["states"][number]["label"] for number in trace["step_state"]],
        "classes": trace["classes"],
        "machines": len(trace["machine_group"]),
        "idle": None if shares_time else [step["idle"] for step in trace["steps"]],
    }


def from_job(_tab: str, fields: dict[str, Any]) -> dict[str, float]:
    """The window of jobs that the engine is asked for."""
    return {"first_job": whole(fields.get(Id.REPLAY_FIRST_JOB), 1, MOST) - 1}
