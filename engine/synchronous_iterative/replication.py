"""One replication: the machines chosen by the formulas, and the application simulated on them."""

from typing import NamedTuple

from engine.synchronous_iterative.choosing import Chosen, choose
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario
from engine.synchronous_iterative.inputs.workload import MARGIN, draw_run, machines_of
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
    least, most = _shortest_and_longest(scenario, counts)
    # Some readings of the formulas predict next to nothing, or a hundred times too much.
    horizon = MARGIN * (min(max(predicted, least), most) if predicted >= 0 else most)
    while True:
        run = draw_run(scenario, counts, replication, horizon)
        records = kernel.simulate(run, window)
        if records.end <= horizon * SECOND:
            return run, records
        horizon *= 2


def _shortest_and_longest(scenario: SynchronousIterativeScenario, counts: tuple[int, ...]) -> tuple[float, float]:
    """About how long a run takes at least and at most, s: a hundredth of its work alone, and thrice as long as on the
    slowest machine.
    """
    application, background, cluster = scenario.application, scenario.background, scenario.cluster
    factor = max(background.by_hour, default=1.0) * background.intensity
    chosen = {group for group, _ in machines_of(counts)}
    slowness = max(
        cluster.groups[group].delta / cluster.baseline / (1 - cluster.groups[group].load * factor) for group in chosen
    )
    share = application.parallel_time / sum(counts)
    fixed = application.serial_time + application.overhead_of(sum(counts))
    return application.iterations * share / 100, application.iterations * (fixed + 3 * slowness * share)
