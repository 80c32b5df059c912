"""From round to round: when all cells of one are there, decide what is computed next, and send the lanes for it."""

from collections.abc import Callable
from typing import Any

from engine.study.cells import StudyPlan
from workers.broker.store import Store
from workers.logs import STUDIES

LANES = 4
"""Lane k of a round computes its cells k, k + 4, k + 8... Enough lanes to occupy a few processes with one study, few
enough that a cancelled study is gone after four short looks."""

Send = Callable[..., Any]
"""(study, epoch, lane, position) -> None, puts a lane into the queue."""


def conclude(store: Store, plan: StudyPlan, study: str, epoch: int, send: Send) -> None:
    """All cells of a round are there: begin the next one, or end the study.

    The cells to come depend on the numbers alone, so it does not matter who concludes. Of several only the first one
    has an effect, since it begins another epoch.
    """
    if not plan.scenario.study.has_rounds:  # one round, so nothing has to be looked at
        store.next_round(study, epoch, plan.size(plan.first_round()), None)
        STUDIES.info("study done", extra={"study": study})
        return
    values = store.cells(study)
    wanted = plan.next_round(values)
    if wanted is None:
        store.next_round(study, epoch, len(values), None)
        STUDIES.info("study done", extra={"study": study})
        return
    missing = sum(index not in values for index in plan.indices(wanted))
    if following := store.next_round(study, epoch, len(values) + missing, wanted):
        send_lanes(send, study, following)


def send_lanes(send: Send, study: str, epoch: int) -> None:
    """Put all lanes of a round into the queue; one that finds no cells ends at once."""
    for lane in range(LANES):
        send(study, epoch, lane, lane)
