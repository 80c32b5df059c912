"""Own policies where processors are only counted: what their rules say of all jobs beforehand."""

import numpy as np

from engine.compiled.compilation import compiled
from engine.parallel_jobs.inputs.workload import Jobs
from engine.parallel_jobs.space_sharing.kernel.counting.queues import estimate
from engine.parallel_jobs.space_sharing.kernel.counting.tables import Counted
from engine.parallel_jobs.space_sharing.rules.orders import ranks
from engine.parallel_jobs.space_sharing.rules.own_names import submitted
from engine.parallel_jobs.space_sharing.rules.waiting import Queue, ranked_queue
from engine.rules.blocks import values
from engine.rules.names import COLUMN, NAMES
from engine.rules.program import compile_rule
from engine.rules.tree import Node, names_in


@compiled
def _look_ahead(site, submit, takes):
    """When jobs arrive, and how long they take as their users say; into float64 (J,), s."""
    now = 0.0
    for j in range(site.gap.shape[0]):
        now = now + site.gap[j]
        submit[j] = submitted(now, 0.0 + site.gap[0])
        takes[j] = estimate(site, j)


def queue_by_rule(site: Counted, rule: Node, jobs: Jobs) -> Queue:
    """A queue in which each job has the place that a still *rule* gives it."""
    n_jobs = len(jobs.gap)
    submit, takes = np.empty(n_jobs), np.empty(n_jobs)
    _look_ahead(site, submit, takes)
    size = site.low.astype(np.float64)
    known = {
        "submit": submit,
        "estimate": takes,
        "size": size,
        "area": takes * size,
        "profit": jobs.profit,
        "class": jobs.job_class + 1.0,
        "smallest": jobs.min_size,
        "largest": jobs.max_size,
        "queue": jobs.queue if len(jobs.queue) else np.zeros(n_jobs),
    }
    table = np.zeros((len(NAMES), n_jobs))
    for name in names_in(rule) & known.keys():  # of the others all are 0: nobody loses machines, or has a queue
        table[COLUMN[name]] = known[name]
    return ranked_queue(ranks(values(compile_rule(rule), table)))
