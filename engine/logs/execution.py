"""Whether a job ever ran, from all that a log says of it: one rule for every reader and for the cleaning."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

COMPLETED, FAILED, CANCELLED = 1, 0, 5
"""Status of a job in SWF."""

NOT_KNOWN = -1


def never_started(
    status: NDArray[np.int64],
    run: NDArray[Any],
    allocated: NDArray[np.int64] | None = None,
    start_is_known: NDArray[np.bool_] | None = None,
    allocation_is_named: NDArray[np.int64] | None = None,
) -> NDArray[np.bool_]:
    """Tell which jobs never started; bool (n,). A column that a log does not have is left out.

    A job with a run time above 0 ran. One that was cancelled after 0 s was still waiting: some programs write its end
    as its start, and what it asked for as allocated. One that failed after 0 s ran, unless it had no processors.

    Parameters
    ----------
    status
        As in SWF; a job that a deadline or a person ended while it could still wait is `CANCELLED`.
    run
        Seconds that the job ran or was suspended; below 0 is not known.
    allocated
        Processors; below 0 is not known.
    start_is_known
        Whether a start time is recorded. Without it a cancelled job of unknown run time counts as never started.
    allocation_is_named
        1 if the resources that the job held are named (`AllocTRES`), 0 if there is such a column and it is empty, else
        -1. What is named was held, even for 0 s.
    """
    named = np.full(len(status), NOT_KNOWN) if allocation_is_named is None else allocation_is_named
    held_nothing = named == 0
    if allocated is not None:
        held_nothing = held_nothing | (allocated == 0)
    at_once = (run == 0) & (named != 1)
    waiting = at_once & ((status == CANCELLED) | ((status == FAILED) & held_nothing))
    if start_is_known is None:
        return waiting | ((run < 0) & (status == CANCELLED))
    return waiting | ~start_is_known
