"""From a replication to the metrics of a cell."""

from engine.synchronous_iterative.formulas.length_aware import eta_length_aware
from engine.synchronous_iterative.formulas.prediction import predictor_of
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario
from engine.synchronous_iterative.replication import Replication, replicate
from engine.synchronous_iterative.system import SECOND


def simulate(scenario: SynchronousIterativeScenario, policy: str, replication: int) -> dict[str, float]:
    """One cell: the metrics of one replication of one policy at one point."""
    return measure(scenario, replicate(scenario, policy, replication))


def measure(scenario: SynchronousIterativeScenario, done: Replication) -> dict[str, float]:
    """The metrics, as `engine.metrics.catalogue` defines them."""
    application, chosen = scenario.application, done.chosen
    prediction = chosen.prediction
    processors, eta = int(prediction.processors[0]), float(prediction.eta[0])
    run_time, machine_cost = float(prediction.run_time[0]), float(prediction.machine_cost[0])
    records = done.records
    share = application.parallel_time / processors
    fixed = application.serial_time + application.overhead_of(processors)
    parallel = int((records.barrier - records.begin).sum())
    waited = sum((records.barrier - records.arrived).sum(axis=1).tolist())
    simulated = float(parallel / SECOND / (application.iterations * share))
    aware = float(eta_length_aware(scenario, prediction.counts)[0])
    parts = predictor_of(scenario).parts(prediction.counts)
    bound = scenario.choice.bound()
    errors = {"formula_error": eta / simulated - 1, "length_aware_error": aware / simulated - 1} if simulated else {}
    speedup = {"parallel_speedup": alone_at_best(scenario) / run_time} if run_time else {}  # as printed it can be 0
    return {
        **errors,  # of a run in which nobody drew any work, none
        **speedup,
        "processors": float(processors),
        "run_time": run_time,
        "run_time_length_aware": application.iterations * (fixed + aware * share),
        "run_time_simulated": records.end / SECOND,
        "eta": eta,
        "eta_length_aware": aware,
        "eta_simulated": simulated,
        **{f"eta_{name}": float(values[0]) for name, values in parts.items() if name != "without_application"},
        "barrier_wait": waited / max(1, processors * parallel),
        "machine_cost": machine_cost,
        "total_cost": scenario.choice.x_over_c * run_time + machine_cost,
        "bound_excess": chosen.missed / bound if bound else 0.0,
        "background_delay": background_delay(done),
    }


def alone_at_best(scenario: SynchronousIterativeScenario) -> float:
    """Run time on the fastest machine if it is idle, s: what the paper compares with."""
    application, cluster = scenario.application, scenario.cluster
    fastest = min(group.delta for group in cluster.groups) / cluster.baseline
    return application.iterations * (application.serial_time + fastest * application.parallel_time)


def background_delay(done: Replication) -> float:
    """How much longer background jobs are there than without the application, over that; 0 if there are none."""
    before, after = (sum(records.presence.tolist()) for records in (done.undisturbed, done.records))
    return after / before - 1 if before else 0.0
