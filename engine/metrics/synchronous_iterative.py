"""The metrics of an application whose parts wait for each other; all are in `engine.metrics.catalogue`."""

from engine.metrics.metric import Metric, share, time

PETERSON = "Peterson & Chamberlain 1996"
ETA, MACHINES = "Load imbalance", "Machines"


def _eta(name: str, title: str, definition: str, source: str) -> Metric:
    return Metric(name, title, "1", definition, source, ETA, less_is_better=True)


def _error(name: str, title: str, of: str) -> Metric:
    return Metric(
        name,
        title,
        "1",
        f"{of} over the simulated one, minus 1: how much too high it is.",
        "ours",
        ETA,
        100.0,
        "%",
        least=-1.0,
    )


SYNCHRONOUS_ITERATIVE_METRICS = (
    Metric(
        "processors",
        "processors",
        "1",
        "Machines that are chosen for the application.",
        f"{PETERSON}, figures 6 and 7",
        MACHINES,
    ),
    time(
        "run_time",
        "run time by formula",
        "Iterations times (serial work + η × parallel work / processors + overhead).",
        f"{PETERSON}, equation 5",
    ),
    time(
        "run_time_length_aware",
        "run time by the length-aware formula",
        "The same with the iteration-length-aware η.",
        "ours",
    ),
    time(
        "run_time_simulated",
        "run time simulated",
        "From the start of the application to its end, overhead of the last iteration included.",
        f"{PETERSON}, equation 1",
    ),
    _eta(
        "eta",
        "load imbalance η by formula",
        "Expected time of the last processor at the barrier over the mean work of a processor on a dedicated baseline "
        "machine, if those who share a machine at the begin of an iteration do so until its end.",
        f"{PETERSON}, equations 11 and 32",
    ),
    _eta(
        "eta_length_aware",
        "load imbalance η by the length-aware formula",
        "The same if jobs come and go while a part is computed: times under processor sharing, by their mean and "
        "variance, as a gamma law.",
        "ours; variance: Zwart & Boxma 2000",
    ),
    _eta(
        "eta_simulated",
        "load imbalance η simulated",
        "Mean time from the begin of the parallel part to the barrier over the mean work of a processor on a dedicated "
        "baseline machine.",
        f"{PETERSON}, equation 4",
    ),
    _error("formula_error", "error of the formula", "η by formula"),
    _error("length_aware_error", "error of the length-aware formula", "η by the length-aware formula"),
    _eta(
        "eta_application",
        "η of the application alone",
        "η if work is divided as it is, but all machines are dedicated baseline machines.",
        f"{PETERSON}, equations 13 and 15",
    ),
    _eta(
        "eta_background",
        "η of the background alone",
        "η if machines have the load that they have at the start, but are baseline machines with equal work.",
        f"{PETERSON}, equation 21",
    ),
    _eta(
        "eta_heterogeneity",
        "η of heterogeneity alone",
        "η if machines are as fast as they are, but dedicated and with their shares of the work.",
        f"{PETERSON}, equation 8",
    ),
    Metric(
        "parallel_speedup",
        "speedup",
        "1",
        "Run time on the fastest machine if it is idle over the run time by formula.",
        f"{PETERSON}, section 3",
        "Times",
        less_is_better=False,
    ),
    share(
        "barrier_wait",
        "time waiting at the barrier",
        "Time that processors wait at barriers over all their time in parallel parts, simulated.",
        "usual definition",
        MACHINES,
    ),
    Metric(
        "machine_cost",
        "cost of the machines",
        "s",
        "Sum over the machines chosen of what a second on them costs, over the run time by formula; in seconds of a "
        "machine of cost 1. The impact on the owners.",
        f"{PETERSON}, equation 35",
        MACHINES,
        shown_unit="machine seconds",
        less_is_better=True,
    ),
    Metric(
        "total_cost",
        "cost of waiting and machines",
        "s",
        "C_P: x/c times the run time by formula, plus the cost of the machines; in seconds of a machine of cost 1.",
        f"{PETERSON}, equation 35",
        MACHINES,
        shown_unit="machine seconds",
        less_is_better=True,
    ),
    Metric(
        "bound_excess",
        "excess over the bound",
        "1",
        "By how much the run time or the cost is above its bound where no choice keeps it, over the bound: 0 if it is "
        "kept, or there is none. 1 plus this times the bound is the nearest bound that can be kept.",
        f"{PETERSON}, section 3",
        MACHINES,
        100.0,
        "%",
        less_is_better=True,
    ),
    Metric(
        "background_delay",
        "delay of background jobs",
        "1",
        "Time that background jobs spend on the chosen machines during the run over the time that the same jobs "
        "spend there without the application, minus 1; simulated.",
        "ours",
        MACHINES,
        100.0,
        "%",
        less_is_better=True,
        least=-1.0,
    ),
)
