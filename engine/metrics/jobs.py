"""The metrics that jobs of any family can have; most are taken by `engine.metrics.job_metrics`."""

from engine.metrics.metric import Metric, percentile, share, slowdown, time

SLOWDOWN = "Feitelson & Rudolph 1998, section 3"
SPAN = "from 0 to the last end; of a log over its measured weeks or, of a short one, from the first arrival"
BOXES = "Tukey 1977; whiskers at 5 % and 95 %"

TIMES_AND_SYSTEM = (
    time(
        "response_time",
        "mean response time",
        "From arrival to end, mean over all jobs (residence time in Schnor et al. 1996).",
        "Schnor et al. 1996, section 4",
    ),
    time(
        "wait_time",
        "mean wait time",
        "Mean over all jobs of start time minus arrival time.",
        "Schnor et al. 1996, section 4.3.2",
    ),
    time(
        "computing_time",
        "mean computing time",
        "Mean over all jobs of end time minus start time, the pauses of migrations included.",
        "Schnor et al. 1996, section 4.3.2",
    ),
    percentile(50),
    percentile(95),
    percentile(99),
    slowdown(
        "slowdown",
        "mean slowdown",
        "Mean over all jobs of the response time over the response time that the job would have alone on the "
        "idle cluster, mapped as well as can be, whatever the policy. Where arbitrarily short jobs come, as of an "
        "exponential law, a few of them decide it: prefer the bounded slowdown.",
        SLOWDOWN,
        "Times",
    ),
    slowdown(
        "bounded_slowdown",
        "mean bounded slowdown",
        "As the slowdown, but a job that takes less than the threshold alone is taken to need that long, and "
        "nothing is below 1. The threshold is a field of the scenario.",
        "Feitelson et al. 1997, section 3.1",
        "Times",
    ),
    Metric(
        "jobs_in_system",
        "mean jobs in system",
        "1",
        f"Time average of the number of jobs that have arrived and not ended, {SPAN}. A warm-up does not change it.",
        "Little 1961",
        "System",
        less_is_better=True,
    ),
    share(
        "utilization",
        "utilization",
        f"Machine time with at least one process over all machine time, {SPAN}; of coscheduling, nominal work of all "
        "jobs over all processor time, which is above 100 % where I/O overlaps with computing. A warm-up does not "
        "change it.",
        "Kumar 2001, section 4.1",
        "System",
    ),
    Metric(
        "throughput",
        "throughput",
        "1/s",
        f"Jobs that end, per second, {SPAN}; the last end counts. A warm-up does not change it.",
        "usual definition",
        "System",
        1000.0,
        "jobs per 1000 s",
        less_is_better=False,
    ),
    Metric(
        "makespan",
        "makespan",
        "s",
        "Time of the last end, counted from 0; of a log, from its first arrival. A warm-up does not change it.",
        "usual definition",
        "System",
        less_is_better=True,
    ),
)

FAIRNESS_AND_TESTS = (
    Metric(
        "class_variation",
        "variation of class slowdowns",
        "1",
        "Coefficient of variation (sample) of the mean bounded slowdowns of the job classes: 0 if no class is favored.",
        "Zhang et al. 2001, section 4.8",
        "Fairness",
        less_is_better=True,
    ),
    Metric(
        "jain_index",
        "Jain index of slowdowns",
        "1",
        "Square of the sum of the bounded slowdowns of all jobs over their number times the sum of their squares: "
        "1 if all jobs are slowed down alike.",
        "Jain, Chiu & Hawe 1984",
        "Fairness",
        less_is_better=False,
        greatest=1.0,
    ),
    Metric(
        "gini",
        "Gini coefficient of slowdowns",
        "1",
        "Half the mean absolute difference of the bounded slowdowns of two jobs, over their mean: 0 if all jobs "
        "are slowed down alike.",
        "Gini 1912",
        "Fairness",
        less_is_better=True,
        greatest=1.0,
    ),
    Metric(
        "lorenz",
        "Lorenz curve of slowdowns",
        "1",
        "Share of the sum of all bounded slowdowns that the given share of the jobs has, the least slowed down first.",
        "Lorenz 1905",
        "",
        100.0,
        "%",
        qualifier="at {}",
        greatest=1.0,
    ),
    slowdown(
        "class_slowdown",
        "mean bounded slowdown",
        "Mean bounded slowdown of the jobs of one class.",
        SLOWDOWN,
        "",
        "of class {}",
    ),
    *(
        slowdown(
            f"class_slowdown_p{percent}",
            f"{percent}th percentile of slowdowns",
            f"{percent} % of the jobs of one class have at most this bounded slowdown.",
            BOXES,
            "",
            "of class {}",
        )
        for percent in (5, 25, 50, 75, 95)
    ),
    Metric(
        "warm_up_jobs",
        "jobs left out as warm-up",
        "1",
        "How many first jobs of a replication are left out of the means over jobs.",
        "White, Cobb & Spratt 2000 (MSER-5), or as given",
        "System",
    ),
    Metric(
        "middle_jobs_in_system",
        "jobs in system, middle third",
        "1",
        "Mean number in system in the middle third of the time of arrivals; with the last third it shows whether "
        "the queue settles.",
        "ours",
        "",
    ),
    Metric(
        "late_jobs_in_system",
        "jobs in system, last third",
        "1",
        "Mean number in system in the last third of the time of arrivals; 5/3 of the middle third in a queue that "
        "grows steadily.",
        "ours",
        "",
    ),
)
