"""How many machines are used as waiting gets more expensive: staircases against x/c, exact, without any grid.

The cost of a set is a line in x: R x + cost of machines (equation 35). What is chosen as x grows is the lower envelope
of the lines; figures 6 and 7 sample it.
"""

from typing import NamedTuple

import numpy as np

from engine.synchronous_iterative.formulas.choice import front, prefixes
from engine.synchronous_iterative.formulas.prediction import Predictions, predictor_of
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario


class Staircase(NamedTuple):
    """S steps: from x/c = `since` on, up to the next one, `sets` is chosen.

    Attributes
    ----------
    since : float64 (S,), ascending, the first is 0
    sets : what the formulas say of the machines of each step
    """

    since: np.ndarray
    sets: Predictions

    def at(self, x_over_c: float) -> int:
        """Number of the step; at a breakpoint the one before it."""
        return max(0, int(np.searchsorted(self.since, x_over_c, side="left")) - 1)


def staircase(scenario: SynchronousIterativeScenario, policy: str = "Prefix Scan") -> Staircase:
    """The staircase of "Figure 5", "Prefix Scan" or "Exact", whatever the objective of the scenario."""
    predictor = predictor_of(scenario)
    if policy == "Figure 5":
        return _first_rise(prefixes(predictor))
    return envelope(front(predictor) if policy == "Exact" else prefixes(predictor))


def envelope(sets: Predictions) -> Staircase:
    """Lower envelope of the lines from x = 0 on: from the cheapest machines on, always to the line that is met next."""
    run_time, cost = sets.run_time, sets.machine_cost
    here = int(np.lexsort((sets.processors, run_time, cost))[0])
    taken, since = [here], [0.0]
    while (faster := np.flatnonzero(run_time < run_time[here])).size:
        meets = (cost[faster] - cost[here]) / (run_time[here] - run_time[faster])
        first = np.lexsort((sets.processors[faster], run_time[faster], meets))[0]
        here = int(faster[first])
        taken.append(here)
        since.append(float(meets[first]))
    return Staircase(np.array(since), sets.only(np.array(taken)))


def _first_rise(sets: Predictions) -> Staircase:
    """Figure 5 goes on from P where x times the time that the next machine gains is above its price, and stops else.

    Between two of the x at which gain and price are equal nothing changes.
    """
    gain = sets.run_time[:-1] - sets.run_time[1:]
    price = sets.machine_cost[1:] - sets.machine_cost[:-1]
    equal = price[gain != 0] / gain[gain != 0]
    points = np.unique(np.concatenate([[0.0], equal[equal > 0]]))
    inside = np.append((points[:-1] + points[1:]) / 2, points[-1] + 1)
    pays = gain * inside[:, None] > price
    taken = np.argmin(np.hstack([pays, np.zeros((len(inside), 1), dtype=bool)]), axis=1)
    new = np.concatenate([[True], taken[1:] != taken[:-1]])
    return Staircase(points[new], sets.only(taken[new]))
