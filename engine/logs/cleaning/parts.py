"""Jobs that were recorded in parts: each time one was stopped and went on later, a line."""

import numpy as np

from engine.logs.cleaning.draft import Draft

GOES_ON, LAST, LAST_FAILED = 2, 3, 4


def join_parts(draft: Draft, choice: str) -> None:
    """Drop the parts of jobs that have a line for the whole; join those of the others, or drop them too.

    A joined job has the first submit time, the wait, size and estimate of its first part in the file, all run times,
    and ended as its last part did.
    """
    is_part = np.isin(draft["status"], (GOES_ON, LAST, LAST_FAILED))
    known = draft["job"] >= 0
    has_whole = is_part & known & np.isin(draft["job"], draft["job"][~is_part])
    draft.drop("parts of jobs with a line for the whole", has_whole)
    is_part = is_part[~has_whole]
    if choice == "dropped":
        draft.drop("parts of jobs without one", is_part)
        return
    draft.count("parts of jobs without one", "joined", is_part)
    if not is_part.any():
        return
    rows = np.flatnonzero(is_part)
    # A part without a job number is a job of its own.
    numbers = np.where(draft["job"][rows] >= 0, draft["job"][rows], -1 - rows)
    _, first, which = np.unique(numbers, return_index=True, return_inverse=True)
    run, submit, status = (draft[name].copy() for name in ("run", "submit", "status"))
    runs = draft["run"][rows]
    total = np.bincount(which, weights=np.maximum(runs, 0))
    ran = np.bincount(which, weights=runs >= 0) > 0
    earliest = submit[rows[first]]
    np.minimum.at(earliest, which, submit[rows])
    failed = np.bincount(which, weights=draft["status"][rows] == LAST_FAILED) > 0
    run[rows[first]] = np.where(ran, total, -1)
    submit[rows[first]] = earliest
    status[rows[first]] = np.where(failed, 0, 1)
    draft["run"], draft["submit"], draft["status"] = run, submit, status
    stays = ~is_part
    stays[rows[first]] = True
    draft.keep(stays)
