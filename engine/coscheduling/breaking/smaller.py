"""What may be simpler about a small instance: fewer jobs, fewer nodes and places, fewer types, rounder numbers."""

from collections.abc import Iterator

from engine.coscheduling.breaking.instance import FEWEST_TASKS, TENTH, Instance, SmallJob, possible

Smaller = Iterator[tuple[str, Instance]]


def smaller(instance: Instance, types: tuple[str, ...]) -> Iterator[Smaller]:
    """Kinds of what may be simpler, that which takes most away first; *types* are the names of the job types."""
    yield from (_fewer_jobs(instance), _fewer_nodes(instance), _fewer_types(instance, types), _rounder(instance))


def _fewer_jobs(instance: Instance) -> Smaller:
    if len(instance.jobs) > 1:
        for n in range(len(instance.jobs)):
            yield f"without job {n + 1}", _with(instance, [*instance.jobs[:n], *instance.jobs[n + 1 :]])


def _fewer_nodes(instance: Instance) -> Smaller:
    for nodes in range(FEWEST_TASKS, instance.nodes):
        yield f"{nodes} instead of {instance.nodes} nodes", possible(nodes, instance.slots, [*instance.jobs])
    for slots in range(1, instance.slots):
        words = f"{slots} instead of {instance.slots} processes per node"
        yield words, possible(instance.nodes, slots, [*instance.jobs])


def _fewer_types(instance: Instance, types: tuple[str, ...]) -> Smaller:
    for kind in sorted({job.kind for job in instance.jobs}):
        yield f"all jobs are of type {types[kind]}", _with(instance, [job._replace(kind=kind) for job in instance.jobs])


def _rounder(instance: Instance) -> Smaller:
    for n, job in enumerate(instance.jobs):
        for words, rounder in _rounder_jobs(job):
            yield f"{words} job {n + 1}", _with(instance, [*instance.jobs[:n], rounder, *instance.jobs[n + 1 :]])
    latest = instance.jobs[0].arrival
    if latest:
        jobs = [job._replace(arrival=job.arrival - latest) for job in instance.jobs]
        yield "the first job arrives at 0 s", _with(instance, jobs)


def _rounder_jobs(job: SmallJob) -> Iterator[tuple[str, SmallJob]]:
    for field, (words, least, unit) in NAMED.items():
        present = getattr(job, field)
        for number in sorted({0, 1, 2, present - 1, 5 * (present // 5), 10 * (present // 10), 5 * -(-present // 5)}):
            if number != present and number >= least:
                said = f"{words} {number / unit:g} instead of {present / unit:g} of"
                yield said, job._replace(**{field: number})


NAMED = {"arrival": ("arrival", 0, TENTH), "run": ("run time", 1, TENTH), "tasks": ("tasks", FEWEST_TASKS, 1)}
"""In words, the least, and units in one of those that are said."""


def _with(instance: Instance, jobs: list[SmallJob]) -> Instance:
    return possible(instance.nodes, instance.slots, jobs)
