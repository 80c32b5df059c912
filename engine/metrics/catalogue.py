"""Every metric: what it is called, what it means, in which unit, and who defined it."""

from engine.metrics.coscheduling import COSCHEDULING_METRICS
from engine.metrics.jobs import FAIRNESS_AND_TESTS, TIMES_AND_SYSTEM
from engine.metrics.master_worker import MASTER_WORKER_METRICS
from engine.metrics.metric import Metric
from engine.metrics.parallel_jobs import PARALLEL_JOBS_METRICS
from engine.metrics.synchronous_iterative import SYNCHRONOUS_ITERATIVE_METRICS

METRICS = {
    metric.name: metric
    for metric in (
        *TIMES_AND_SYSTEM,
        *PARALLEL_JOBS_METRICS,
        *FAIRNESS_AND_TESTS,
        *COSCHEDULING_METRICS,
        *MASTER_WORKER_METRICS,
        *SYNCHRONOUS_ITERATIVE_METRICS,
    )
}


SPREAD = "shaking"


def metric_of(name: str) -> Metric:
    """The metric called *name*; "utilization[fast]" is the utilization of the machine group "fast"."""
    base, bracket, rest = name.partition("[")
    metric = METRICS[base]
    if not bracket:
        return metric
    if of := METRICS.get(rest[:-1]):  # of another metric, whose unit it has
        shown = of._asdict() | {"definition": f"{metric.definition} Of: {of.definition}"}
        own = ("least", "greatest") if base == SPREAD else ()  # a spread, which is no value as the others
        kept = {field: getattr(metric, field) for field in ("source", "group", "less_is_better", *own)}
        return Metric(**shown | kept | {"name": name, "title": f"{of.title}, {metric.title}"})
    return metric._replace(name=name, title=f"{metric.title} {metric.qualifier.format(rest[:-1])}")
