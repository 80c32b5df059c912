"""Every metric: what it is called, what it means, in which unit, and who defined it."""

from typing import NamedTuple


class Metric(NamedTuple):
    """A measured quantity of one replication.

    `scale` and `shown_unit` say how the page shows it (a share as a percentage); JSON and CSV carry `unit`.
    """

    name: str
    title: str
    unit: str
    definition: str
    source: str
    scale: float = 1.0
    shown_unit: str = ""
    less_is_better: bool | None = None

    @property
    def axis(self) -> str:
        """Words for an axis: title and unit as shown."""
        unit = self.shown_unit or self.unit
        return self.title if unit == "1" else f"{self.title} ({unit})"


def _share(name: str, title: str, definition: str, source: str) -> Metric:
    return Metric(name, title, "1", definition, source, 100.0, "%")


METRICS = {
    metric.name: metric
    for metric in (
        Metric(
            "response_time",
            "mean response time",
            "s",
            "Mean over all jobs of end time minus arrival time (the paper's residence time).",
            "Schnor et al. 1996, section 4",
            less_is_better=True,
        ),
        Metric(
            "wait_time",
            "mean wait time",
            "s",
            "Mean over all jobs of start time minus arrival time.",
            "Schnor et al. 1996, section 4.3.2",
            less_is_better=True,
        ),
        Metric(
            "computing_time",
            "mean computing time",
            "s",
            "Mean over all jobs of end time minus start time, the pauses of migrations included.",
            "Schnor et al. 1996, section 4.3.2",
            less_is_better=True,
        ),
        Metric(
            "jobs_in_system",
            "mean jobs in system",
            "1",
            "Time average, from 0 to the last end, of the number of jobs that have arrived and not ended.",
            "Little 1961",
            less_is_better=True,
        ),
        _share(
            "utilization",
            "utilization",
            "Machine time with at least one process over all machine time from 0 to the last end.",
            "Kumar 2001, section 4.1",
        ),
        Metric(
            "throughput",
            "throughput",
            "1/s",
            "Jobs per second from 0 to the last end.",
            "usual definition",
            1000.0,
            "jobs per 1000 s",
            less_is_better=False,
        ),
        Metric(
            "makespan",
            "makespan",
            "s",
            "Time of the last end, counted from 0.",
            "usual definition",
            less_is_better=True,
        ),
        _share(
            "upgraded_jobs",
            "upgraded jobs",
            "Jobs that were upgraded at least once, over all jobs.",
            "Schnor et al. 1996, section 4.3.2",
        ),
        _share(
            "upgraded_processes",
            "upgraded processes",
            "Processes of jobs that were upgraded at least once, over all processes.",
            "Schnor et al. 1996, figure 3",
        ),
        _share(
            "migrated_jobs",
            "migrated jobs",
            "Jobs that migrated at least once, over all jobs.",
            "Schnor et al. 1996, section 4.4.2",
        ),
        _share(
            "migrated_processes",
            "migrated processes",
            "Processes of jobs that migrated at least once, over all processes.",
            "Schnor et al. 1996, figure 5",
        ),
        Metric(
            "drift",
            "drift of the number in system",
            "1",
            "Mean number in system during the last third of the arrivals over that during the middle third; "
            "1 when the queue has settled, 5/3 when it grows steadily.",
            "ours; the fluid limit of an overloaded queue",
        ),
    )
}


def metric_of(name: str) -> Metric:
    """The metric called *name*; "utilization[fast]" is the utilization of the machine group "fast"."""
    base, bracket, group = name.partition("[")
    metric = METRICS[base]
    return metric._replace(name=name, title=f"{metric.title} of {group[:-1]}") if bracket else metric
