"""The metrics that only jobs have whose processes share nodes in time; all are in `engine.metrics.catalogue`."""

from engine.metrics.metric import Metric, share, slowdown, time

ZHANG = "Zhang et al. 2001, section 3.4"
PROFILE = "Profile"

COSCHEDULING_METRICS = (
    time(
        "execution_time",
        "mean execution time",
        "Mean over all jobs of end time minus start time: the response time without the wait for nodes.",
        ZHANG,
    ),
    slowdown(
        "execution_slowdown",
        "mean slowdown of execution",
        "Mean over all jobs of the execution time over the time that the job takes alone on its nodes. The paper calls "
        "this the slowdown.",
        ZHANG,
        "Times",
        least=0.0,
    ),
    slowdown(
        "type_slowdown",
        "mean slowdown of execution",
        "Mean over the jobs of one type of the execution time over the time that the job takes alone on its nodes.",
        "Zhang et al. 2001, figure 10",
        "",
        "of type {}",
        least=0.0,
    ),
    Metric(
        "type_variation",
        "variation of slowdowns between job types",
        "1",
        "Sample standard deviation over mean of the mean slowdowns of execution of the job types: 0 if all types are "
        "slowed down alike.",
        "Zhang et al. 2001, section 4.8",
        "Fairness",
        less_is_better=True,
    ),
    Metric(
        "user_variation",
        "variation of slowdowns between users",
        "1",
        "Coefficient of variation (sample) of the mean bounded slowdowns of the users of listed jobs: 0 if all users "
        "are slowed down alike. Jobs of nobody known do not count.",
        "after Zhang et al. 2001, section 4.8",
        "Fairness",
        less_is_better=True,
    ),
    Metric(
        "user_jain_index",
        "Jain index of users",
        "1",
        "Square of the sum of the mean bounded slowdowns of the users of listed jobs over their number times the sum "
        "of their squares: 1 if all users are slowed down alike.",
        "Jain, Chiu & Hawe 1984",
        "Fairness",
        less_is_better=False,
        greatest=1.0,
    ),
    Metric(
        "saturation_throughput",
        "saturation throughput",
        "1",
        "Of jobs that are all there at time 0: nominal work done until the last one is admitted, over all processor "
        "time until then. What the cluster can carry. Not given where jobs come one by one: there it would be the "
        "offered load.",
        "ours; compare Zhang et al. 2001, figure 3",
        "System",
        100.0,
        "%",
        less_is_better=False,
    ),
    share("computing_share", "time computing", "Processor time in which a process computes.", ZHANG, PROFILE),
    share("spinning_share", "time spinning", "Processor time in which a process waits actively.", ZHANG, PROFILE),
    share("switching_share", "time switching", "Processor time for context switches.", ZHANG, PROFILE),
    share(
        "overhead_share",
        "time in other kernel work",
        "Processor time for interrupts, polls, moves between queues, blocking and waking up.",
        ZHANG,
        PROFILE,
    ),
    share("idle_share", "time idle", "Processor time in which nothing is done.", ZHANG, PROFILE),
    Metric(
        "interrupts",
        "interrupts",
        "1/s",
        "Interrupts by deliveries, for each node and second.",
        "Zhang et al. 2001, section 2.4",
        PROFILE,
        less_is_better=True,
    ),
    Metric("messages", "messages", "1/s", "Messages delivered, for each node and second.", "usual definition", PROFILE),
    Metric(
        "boosts",
        "boosts",
        "1/s",
        "Boosts by Periodic Boost, for each node and second; of a process in one of three states: S3 waits for a "
        "message that is there, S2 computes and a message is there, S1 computes and none is there.",
        "Zhang et al. 2001, figure 12",
        PROFILE,
        qualifier="of state {}",
    ),
    Metric(
        "boosts_at",
        "boosts",
        "1/s",
        "Boosts by Periodic Boost of the process so many places after the running one, for each node and second.",
        "Zhang et al. 2001, figure 13",
        "",
        qualifier="at position {}",
    ),
)
