"""A run of which one decision is forced: from a state before it to the end of all jobs."""

from engine.coscheduling.forced import START, WAIT, Forced
from engine.coscheduling.kernel.clock import go_on
from engine.coscheduling.kernel.records import records_of
from engine.coscheduling.kernel.state import State
from engine.coscheduling.records import Records
from engine.coscheduling.replication import Model
from engine.coscheduling.what_if.deciding import Deciding
from engine.coscheduling.what_if.instant import NO_LOG, through, up_to


def simulated(model: Model, before: State, records: Records, forced: Forced) -> Records | None:
    """The records, without intervals and log; None if it cannot be forced.

    Parameters
    ----------
    before : a state from which the instant can be reached; it is not modified
    records : of the undisturbed run
    """
    going, deciding = before.copy(), Deciding(forced)
    jobs = model[0]
    starts = bool(records.start[forced.job] == forced.time)
    if (forced.kind == START and starts) or (forced.kind == WAIT and not starts):
        deciding = Deciding()  # it does so anyway, in its turn
        deciding.is_done = True
    up_to(going, forced.time)
    through(going, forced.time, deciding)
    if not deciding.is_done:
        return None
    go_on(going, NO_LOG)
    return records_of(jobs, going)
