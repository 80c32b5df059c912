"""Whose a job is, for rules that ask for users."""

import numpy as np

from engine.parallel_jobs.model import Jobs


def users_of(jobs: Jobs) -> tuple[np.ndarray, int]:
    """Of each job, whose it is, int64 (J,) from 0, and how many users there are.

    Where nobody says whose a job is, its class is its user.
    """
    found, number = np.unique(jobs.user if len(jobs.user) else jobs.job_class, return_inverse=True)
    return number.astype(np.int64), len(found)


def numbers_of_users(jobs: Jobs) -> np.ndarray:
    """What the users are called, int64 (U,), ascending: by a log, or by the number of their class, from 1."""
    found = np.unique(jobs.user) if len(jobs.user) else np.unique(jobs.job_class) + 1
    return found.astype(np.int64)
