"""One replication: the machines chosen by the formulas, and the application simulated on them."""

from typing import NamedTuple

from engine.synchronous_iterative.formulas.choice import Chosen, choose
from engine.synchronous_iterative.formulas.run_length import shortest_and_longest
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario
from engine.synchronous_iterative.inputs.workload import MARGIN, draw_run
from engine.synchronous_iterative.kernel import simulation as kernel
from engine.synchronous_iterative.records import Records, Window
from engine.synchronous_iterative.system import SECOND, Run


class Replication(NamedTuple):
    """What was chosen, what was simulated and what came out; `undisturbed` is the same without the application."""

    chosen: Chosen
    run: Run
    records: Records
    undisturbed: Records


def replicate(
    scenario: SynchronousIterativeScenario, policy: str, replication: int, window: Window | None = None
) -> Replication:
    """Simulate one replication of one policy; *window* is what is to be logged."""
    chosen = choose(scenario, policy)
    run, records = simulate_on(scenario, chosen.counts, replication, float(chosen.prediction.run_time[0]), window)
    return Replication(chosen, run, records, kernel.simulate(run.without_application(records.end)))


def simulate_on(
    scenario: SynchronousIterativeScenario,
    counts: tuple[int, ...],
    replication: int,
    predicted: float,
    window: Window | None = None,
) -> tuple[Run, Records]:
    """Simulate on so many machines of each group; *predicted* is how long that takes, about, s.

    The background jobs are drawn for a run that long and a half; if it lasts longer, for one twice as long.
    """
    least, most = shortest_and_longest(scenario, counts)
    # Some readings of the formulas predict next to nothing, or a hundred times too much.
    horizon = MARGIN * (min(max(predicted, least), most) if predicted >= 0 else most)
    while True:
        run = draw_run(scenario, counts, replication, horizon)
        records = kernel.simulate(run, window)
        if records.end <= horizon * SECOND:
            return run, records
        horizon *= 2
