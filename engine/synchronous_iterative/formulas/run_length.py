"""How long a run takes at least and at most, whatever the formulas predict."""

from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario


def shortest_and_longest(scenario: SynchronousIterativeScenario, counts: tuple[int, ...]) -> tuple[float, float]:
    """About how long a run on *counts* machines of each group takes at least and at most, s.

    A hundredth of its work alone; and thrice as long as on the slowest machine.
    """
    application, background, cluster = scenario.application, scenario.background, scenario.cluster
    factor = max(background.by_hour, default=1.0) * background.intensity
    slowness = max(
        group.delta / cluster.baseline / (1 - group.load * factor)
        for group, count in zip(cluster.groups, counts, strict=True)
        if count
    )
    share = application.parallel_time / sum(counts)
    fixed = application.serial_time + application.overhead_of(sum(counts))
    return application.iterations * share / 100, application.iterations * (fixed + 3 * slowness * share)
