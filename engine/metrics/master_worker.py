"""The metrics that only master-worker applications have; all are in `engine.metrics.catalogue`."""

from math import inf

from engine.metrics.metric import Metric, share, time

HEYMANN = "Heymann et al. 2000"
SECTION = f"{HEYMANN}, section 3.1"
APPLICATION, WORKERS, CASES = "Application", "Workers", "Cases"


def _worker(name: str, title: str, definition: str) -> Metric:
    return share(name, title, definition, "usual definition", WORKERS)


def _loss(name: str, title: str, definition: str, least: float = -inf, greatest: float = 1.0) -> Metric:
    return Metric(
        name,
        title,
        "1",
        definition,
        f"{HEYMANN}, table 1",
        CASES,
        100.0,
        "%",
        less_is_better=True,
        least=least,
        greatest=greatest,
    )


MASTER_WORKER_METRICS = (
    Metric(
        "efficiency",
        "efficiency",
        "1",
        "Time in which workers compute tasks that they complete, over the time in which they are in use and neither "
        "suspended nor away; all iterations together. Of a population, the mean over its cases.",
        SECTION,
        APPLICATION,
        100.0,
        "%",
        less_is_better=False,
        greatest=1.0,
    ),
    time(
        "application_time", "execution time", "Time from the begin of the application to its last barrier.", SECTION
    )._replace(group=APPLICATION),
    Metric(
        "speedup",
        "speedup",
        "1",
        "Time that one dedicated worker of speed 1 would need, over the execution time.",
        "usual definition",
        APPLICATION,
        less_is_better=False,
    ),
    Metric(
        "mean_workers",
        "workers in use",
        "1",
        "Mean over the iterations of the number of workers in use.",
        "usual definition",
        APPLICATION,
    ),
    Metric(
        "makespan_ratio",
        "execution time over that with a worker for each task",
        "1",
        "Execution time over the sum over the iterations of the longest task on the fastest worker, which is the time "
        "with as many dedicated workers as tasks.",
        f"{HEYMANN}, section 4.4",
        APPLICATION,
        less_is_better=True,
    ),
    Metric(
        "target_met",
        "target efficiency met",
        "1",
        "Share of the replications in which the efficiency is at least the target.",
        f"{HEYMANN}, section 4.4",
        APPLICATION,
        100.0,
        "%",
        less_is_better=False,
        greatest=1.0,
    ),
    Metric(
        "target_workers",
        "most workers with the target efficiency",
        "1",
        "Largest number of workers with which the efficiency of all iterations together is at least the target, over "
        "the number of tasks. Of dedicated workers without costs of the master.",
        f"{HEYMANN}, table 2",
        APPLICATION,
        100.0,
        "% of tasks",
    ),
    Metric(
        "fewest_workers",
        "fewest workers within the time tolerance",
        "1",
        "Smallest number of workers with which the execution time is within the tolerance of that with as many workers "
        "as tasks, over the number of tasks. Of dedicated workers without costs of the master.",
        f"{HEYMANN}, section 4.4",
        APPLICATION,
        100.0,
        "% of tasks",
    ),
    Metric(
        "best_fixed_ratio",
        "execution time over that of the best fixed number",
        "1",
        "Execution time over the shortest one of all fixed numbers of workers that meet the target efficiency on the "
        "same tasks. Of dedicated workers without costs of the master.",
        "ours",
        APPLICATION,
        less_is_better=True,
    ),
    Metric(
        "feasible_barriers",
        "barriers at which the target is feasible",
        "1",
        "Of the barriers at which a number of workers was predicted, the share at which one met both the target "
        "efficiency and the time tolerance.",
        "ours",
        APPLICATION,
        100.0,
        "%",
        less_is_better=False,
        greatest=1.0,
    ),
    Metric(
        "iterations_to_learn",
        "iterations to learn",
        "1",
        "Iterations that are over before one first takes at most 5 % longer than under LPTF on the same tasks; all if "
        "none does.",
        "ours; compare Heymann et al. 2000, figure 2",
        APPLICATION,
        less_is_better=True,
    ),
    _worker("worker_computing", "workers computing", "Time of workers in use spent on tasks that they complete."),
    _worker("worker_lost", "work lost", "Time of workers in use spent on tasks that they do not complete."),
    _worker("worker_communicating", "workers receiving", "Time of workers in use in which the master sends to them."),
    _worker("worker_suspended", "workers suspended", "Time of workers in use in which they stand still."),
    _worker("worker_away", "workers away", "Time of workers in use in which they are gone."),
    _worker("worker_idle", "workers idle", "Time of workers in use in which they wait for work or for the barrier."),
    Metric(
        "lost_tasks",
        "tasks lost",
        "1",
        "Tasks that a worker was at when it went away, over all tasks of all iterations.",
        "usual definition",
        WORKERS,
        100.0,
        "%",
        less_is_better=True,
    ),
    _loss(
        "efficiency_loss",
        "loss of efficiency against LPTF",
        "1 minus the efficiency over that of LPTF on the same tasks. Of a population, the mean over its cases.",
    )._replace(group=APPLICATION),
    _loss(
        "time_loss",
        "loss of time against LPTF",
        "Execution time over that of LPTF on the same tasks, minus 1. Of a population, the mean over its cases.",
        -1.0,
        inf,
    )._replace(group=APPLICATION, source=f"{HEYMANN}, figure 4"),
    _loss("loss_median", "median loss of efficiency", "Half of the cases lose at most so much efficiency."),
    _loss("loss_q95", "loss of efficiency in 95 % of cases", "95 % of the cases lose at most so much efficiency."),
    _loss("loss_maximum", "largest loss of efficiency", "The case that loses most efficiency."),
    _loss("loss_minimum", "largest gain over LPTF", "The case that loses least efficiency; below 0 it beats LPTF."),
    _loss(
        "time_loss_q95", "loss of time in 95 % of cases", "95 % of the cases take at most so much longer.", -1.0, inf
    )._replace(source=SECTION.replace("3.1", "4.4")),
    _loss(
        "time_loss_maximum", "largest loss of time", "The case that takes longest compared with LPTF.", -1.0, inf
    )._replace(source=SECTION.replace("3.1", "4.4")),
    Metric(
        "wins",
        "cases that beat LPTF",
        "1",
        "Cases with a loss below 0, over all.",
        "ours",
        CASES,
        100.0,
        "%",
        greatest=1.0,
    ),
    Metric("cases", "cases", "1", "Cases of the population.", f"{HEYMANN}, section 4.2", CASES),
    Metric(
        "loss_count",
        "cases by loss of efficiency",
        "1",
        "Cases that lose from so many percent of efficiency up to the next bound.",
        f"{HEYMANN}, table 1",
        "",
        qualifier="from {} %",
    ),
)
