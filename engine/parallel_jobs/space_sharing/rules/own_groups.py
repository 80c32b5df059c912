"""What a rule may ask of a group of machines when a job starts."""

from engine.parallel_jobs.model import Machines


def group_names(machines: Machines, group: int, idle: int) -> dict[str, float]:
    """The names of a *group*, from 0, of which so many machines are *idle*."""
    return {
        "speed_factor": float(machines.speed_factor[group]),
        "group": float(group + 1),
        "group_idle": float(idle),
        "group_size": float((machines.group == group).sum()),
    }
