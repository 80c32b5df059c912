"""What may be simpler about a small instance: fewer jobs, fewer and more equal machines, rounder numbers."""

from collections.abc import Iterator

from engine.parallel_jobs.breaking.instance import Instance, SmallJob, possible

Smaller = Iterator[tuple[str, Instance]]


def smaller(instance: Instance) -> Iterator[Smaller]:
    """Kinds of what may be simpler, that which takes most away first."""
    yield from (_fewer_jobs(instance), _simpler_machines(instance), _rounder_numbers(instance))


def _fewer_jobs(instance: Instance) -> Smaller:
    if len(instance.jobs) > 1:
        for n in range(len(instance.jobs)):
            yield f"without job {n + 1}", possible(instance.groups, [*instance.jobs[:n], *instance.jobs[n + 1 :]])


def _simpler_machines(instance: Instance) -> Smaller:
    groups = instance.groups
    for n, group in enumerate(groups):
        if len(groups) > 1:
            rest = groups[:n] + groups[n + 1 :]
            yield f"without machine group {n + 1}", possible(rest, list(instance.jobs))
        for machines in range(1, group.machines):
            words = f"{machines} instead of {group.machines} machines in group {n + 1}"
            fewer = (*groups[:n], group._replace(machines=machines), *groups[n + 1 :])
            yield words, possible(fewer, list(instance.jobs))
        for factor in range(1, group.factor):
            words = f"speed factor {factor} instead of {group.factor} in group {n + 1}"
            yield words, possible((*groups[:n], group._replace(factor=factor), *groups[n + 1 :]), list(instance.jobs))


def _rounder_numbers(instance: Instance) -> Smaller:
    for n, job in enumerate(instance.jobs):
        for words, rounder in _rounder_jobs(job):
            jobs = [*instance.jobs[:n], rounder, *instance.jobs[n + 1 :]]
            yield f"{words} job {n + 1}", possible(instance.groups, jobs)
    latest = instance.jobs[0].arrival
    if latest:
        jobs = [job._replace(arrival=job.arrival - latest) for job in instance.jobs]
        yield "the first job arrives at 0 s", possible(instance.groups, jobs)


def _rounder_jobs(job: SmallJob) -> Iterator[tuple[str, SmallJob]]:
    if job.estimate != job.run:
        yield "an exact estimate of", job._replace(estimate=job.run)
    exact = job.estimate == job.run
    for field, words in NAMED.items():
        present = getattr(job, field)
        for number in sorted({0, 1, present - 1, 5 * (present // 5), 10 * (present // 10), 5 * -(-present // 5)}):
            if number == present or number < (0 if field == "arrival" else 1) or not (present or field == "arrival"):
                continue
            changed = job._replace(**{field: number})
            if field == "run" and exact:
                changed = changed._replace(estimate=number)
            yield f"{words} {number} instead of {present} of", changed


NAMED = {
    "arrival": "arrival",
    "run": "run time",
    "machines": "size",
    "estimate": "estimate",
    "deadline": "deadline",
    "profit": "profit",
}
