"""Own policies where processors are only counted: what their rules say beforehand, or may ask for at each pass."""

from typing import NamedTuple

import numpy as np

from engine.compiled.compilation import compiled
from engine.compiled.structure import by_reference
from engine.parallel_jobs.model import Jobs
from engine.parallel_jobs.space_sharing.kernel.counting.queues import estimate
from engine.parallel_jobs.space_sharing.kernel.counting.tables import Counted
from engine.parallel_jobs.space_sharing.kernel.waiting import Queue, ranked_queue
from engine.parallel_jobs.space_sharing.rules.orders import ranks
from engine.parallel_jobs.space_sharing.rules.own_names import submitted
from engine.rules.blocks import BLOCK, values
from engine.rules.names import COLUMN, NAMES
from engine.rules.program import MOST_ON_STACK, Program, compile_rule
from engine.rules.tree import Node, names_in


@compiled
def _look_ahead(site, submit, takes):
    """When jobs arrive, and how long they take as their users say; into float64 (J,), s."""
    now = 0.0
    for j in range(site.gap.shape[0]):
        now = now + site.gap[j]
        submit[j] = submitted(now, 0.0 + site.gap[0])
        takes[j] = estimate(site, j)


def _known(site: Counted, names: frozenset[str], jobs: Jobs) -> dict[str, np.ndarray]:
    """What is known beforehand of all jobs, by those of the *names* that it is known of; float64 (J,)."""
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
    return {name: np.asarray(known[name], dtype=np.float64) for name in sorted(names & known.keys())}


def queue_by_rule(site: Counted, rule: Node, jobs: Jobs) -> Queue:
    """A queue in which each job has the place that a still *rule* gives it."""
    table = np.zeros((len(NAMES), len(jobs.gap)))
    for name, known in _known(site, frozenset(names_in(rule)), jobs).items():
        table[COLUMN[name]] = known  # of the others all are 0: nobody loses machines, or has a queue
    return ranked_queue(ranks(values(compile_rule(rule), table)))


@by_reference
class MovingRule(NamedTuple):
    """A rule that is asked at each pass; N names, J jobs, K of the names known beforehand.

    Attributes
    ----------
    order : program of the rule
    known : float64 (K, J), what is known of each job
    row : int64 (K,), where in *table* that stands
    reads : bool (N,), names that the rule asks for
    due : float64 (J,), deadlines after the arrival, s
    given : float64 (K, J), where jobs follow others: what is known of each by its place in the log; else (K, 0)
    given_due : float64 (J,), or (0,), the same of deadlines
    submit : row of *known* that holds when a job was submitted; -1 if the rule does not ask
    common : float64 (N,), what is the same for all jobs of a pass
    table : float64 (N, block), names of a block of jobs; stack, out : for `evaluate`
    """

    order: Program
    known: np.ndarray
    row: np.ndarray
    reads: np.ndarray
    due: np.ndarray
    given: np.ndarray
    given_due: np.ndarray
    submit: int
    common: np.ndarray
    table: np.ndarray
    stack: np.ndarray
    out: np.ndarray


def moving_rule(site: Counted, rule: Node, jobs: Jobs) -> MovingRule:
    """A rule that nobody has been asked about. Of jobs that follow others each is known as it comes (`learn`)."""
    named = _known(site, frozenset(names_in(rule)), jobs)
    known = np.array(list(named.values())).reshape(len(named), len(jobs.gap))
    follow = len(jobs.after) > 0
    reads = np.zeros(len(NAMES), dtype=bool)
    reads[[COLUMN[name] for name in names_in(rule)]] = True
    return MovingRule(
        order=compile_rule(rule),
        known=known.copy(),
        row=np.array([COLUMN[name] for name in named], dtype=np.int64),
        reads=reads,
        due=jobs.deadline.copy(),
        given=known if follow else known[:, :0],
        given_due=jobs.deadline if follow else jobs.deadline[:0],
        submit=list(named).index("submit") if "submit" in named else -1,
        common=np.zeros(len(NAMES)),
        table=np.zeros((len(NAMES), BLOCK)),
        stack=np.zeros((MOST_ON_STACK, BLOCK)),
        out=np.zeros(BLOCK),
    )
