"""One instant of a run, interpreted, in which decisions are told and one can be forced; before and after it as ever."""

from collections.abc import Callable

import numpy as np

from engine.compiled.interpreted import interpreted, readable
from engine.coscheduling.kernel import clock
from engine.coscheduling.kernel.clock import go_on
from engine.coscheduling.kernel.state import State
from engine.coscheduling.kernel.tables import NO_PAUSE, ROW
from engine.coscheduling.replay.deciding import Deciding

NO_LOG = np.zeros(0, dtype=ROW)


def up_to(state: State, time: int) -> None:
    """Go on until all that is left is at *time* (ns) or later, on every node. Modified in place: *state*.

    Nodes are simulated alone for the time of a message; from that long before it on, an instant at a time.
    """
    go_on(state, NO_LOG, pause_time=time - int(state.rules["lookahead"][0]))
    go_on(_step_by_step(state), NO_LOG, pause_time=time)


def through(state: State, time: int, deciding: Deciding) -> None:
    """Simulate the instant *time* of a state that is just before it. Modified in place: *state*, *deciding*."""
    state.totals["pause_time"], state.totals["pause_events"] = time + 1, NO_PAUSE
    *tables, totals, rules = map(readable, _step_by_step(state))
    simulate: Callable[..., int] = interpreted(clock._simulate, deciding.replaced)
    simulate(*tables, NO_LOG, rules, totals)


def _step_by_step(state: State) -> State:
    rules = state.rules.copy()
    rules["lookahead"] = 1
    return state._replace(rules=rules)
