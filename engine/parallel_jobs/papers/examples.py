"""Named scenarios of this family."""

from typing import Any

from engine.contract.examples import written_as
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.papers.examples_day import NIGHT_AND_DAY
from engine.parallel_jobs.papers.examples_feedback import USERS_WAIT
from engine.parallel_jobs.papers.examples_kumar import KUMAR
from engine.parallel_jobs.papers.examples_log import LOG, MALLEABLE
from engine.parallel_jobs.papers.examples_models import SYNTHETIC_YEAR, USERS_ESTIMATES
from engine.parallel_jobs.papers.examples_operators import FAIR_SHARE
from engine.parallel_jobs.papers.examples_orders import ORDERS
from engine.parallel_jobs.papers.examples_partitions import PARTITIONS
from engine.parallel_jobs.papers.examples_textbook import TEXTBOOK
from engine.parallel_jobs.papers.examples_why import why


def _schnor(number: int, fast: int, slow: int, rates: list[float], policies: list[str], notes: str) -> dict[str, Any]:
    # Machines and workload: Schnor et al. 1996, section 4; process size 10 MB as in section 4.1.
    return {
        "title": f"Schnor et al. 1996, system {number}",
        "notes": notes,
        "family": "parallel-jobs",
        "cluster": {
            "groups": [
                {"name": "fast", "count": fast, "speed_factor": 1},
                {"name": "slow", "count": slow, "speed_factor": 4},
            ]
        },
        "workload": {
            "arrivals": {"process": "poisson", "rate_per_1000_s": 1.0},
            "job_classes": [
                {
                    "name": "greedy job",
                    "demand": {"distribution": "constant", "mean": 6000},
                    "min_size": 3,
                    "max_size": 30,
                    "process_size_kb": 10240,
                }
            ],
            "jobs": 10_000,
        },
        "policies": policies,
        "study": {
            "vary": {"field": "workload.arrivals.rate_per_1000_s", "values": rates},
            "replications": 10,
            "seed": 1996,
        },
    }


def _which_policy_where() -> dict[str, Any]:
    """System 1 with slow machines of any speed, from nearly idle to nearly saturated: a map of the best policy."""
    notes = (
        "System 1 of Schnor et al. 1996, but the 25 slow machines may be nearly as fast as the others, or far slower."
    )
    tree = _schnor(1, 5, 25, [0.1, 0.3, 0.5, 0.7, 0.9], ["SED", "SED-NU", "FCFS"], notes)
    tree["title"] = "Which policy where: load and speed"
    tree["workload"]["jobs"] = 3_000
    tree["study"]["vary"]["field"] = "offered_load"
    tree["study"]["and_vary"] = {"field": "cluster.groups.1.speed_factor", "values": [1.5, 2, 3, 4, 5, 6, 8]}
    return tree


def _two_classes() -> dict[str, Any]:
    """Many short narrow jobs and few long wide ones: who is treated unfairly?"""
    notes = "Nine of ten jobs are short and use up to 4 machines, one is 15 times longer and uses up to 30."
    tree = _schnor(2, 20, 10, [0.1, 0.3, 0.5, 0.7, 0.9], ["SED", "SED-NM", "FCFS"], notes)
    tree["title"] = "Short narrow jobs among long wide ones"
    short = {"distribution": "log-normal", "mean": 1_000, "coefficient_of_variation": 1.0}
    long = {"distribution": "log-normal", "mean": 15_000, "coefficient_of_variation": 1.0}
    tree["workload"]["job_classes"] = [
        {"name": "short", "weight": 9, "demand": short, "min_size": 1, "max_size": 4},
        {"name": "long", "weight": 1, "demand": long, "min_size": 4, "max_size": 30},
    ]
    tree["study"]["vary"]["field"] = "offered_load"
    tree["study"]["precision"] = {"metric": "slowdown", "half_width_percent": 5.0}
    return tree


def _evacuation() -> dict[str, Any]:
    """A third of the fast machines of system 2 is needed elsewhere every afternoon."""
    notes = (
        "System 2 of Schnor et al. 1996. At noon 7 of the 20 fast machines are shut down, with 5 minutes notice, and "
        "are back at six, every day. Jobs that have to leave do so under every policy; with SED they come back."
    )
    tree = _schnor(2, 20, 10, [0.5, 1.0, 1.5, 2.0, 2.5], ["SED", "SED-NM"], notes)
    tree["title"] = "Evacuation: a third of the fast machines goes at noon"
    noon, afternoon, day = 43_200, 21_600, 86_400
    shutdown = {"event": "shutdown", "group": "fast", "count": 7, "at": noon, "notice": 300}
    tree["machine_events"] = [{**shutdown, "duration": afternoon, "every": day}]
    return tree


def _cheapest_cluster() -> dict[str, Any]:
    """Which clusters are worth their money: the front of cost and response time."""
    notes = (
        "Machines of system 1 of Schnor et al. 1996 for hire: a fast one costs 4 an hour, one four times slower 0.5. "
        "Of 30 clusters those are left to which no other one is both cheaper and quicker."
    )
    tree = _schnor(1, 5, 25, [1.0], ["SED"], notes)
    tree["title"] = "The cheapest cluster that is quick enough"
    for group, price in zip(tree["cluster"]["groups"], (4.0, 0.5), strict=True):
        group["price_per_hour"] = price
    tree["workload"]["jobs"] = 2_000
    tree["measurement"] = {"warm_up": {"method": "fixed", "jobs": 200}}
    by = {"metric": "cost_per_hour", "wanted": "least"}, {"metric": "response_time", "wanted": "least"}
    tree["study"] = {
        "vary": {"field": "cluster.groups.0.count", "values": [2, 3, 4, 5, 6, 8]},
        "and_vary": {"field": "cluster.groups.1.count", "values": [5, 10, 15, 20, 25]},
        "replications": 10,
        "seed": 22,
        "selection": {"by": by[0], "and_by": by[1], "maximum_replications": 60},
    }
    return tree


def _interactive_day() -> dict[str, Any]:
    """Workstations by day, a cluster by night."""
    notes = (
        "System 2 of Schnor et al. 1996 as workstations: on working days owners come at nine and leave at five, and a "
        "process beside an owner takes twice as long. SED moves jobs out of their way, the others are slowed down."
    )
    tree = _schnor(2, 20, 10, [0.25, 0.5, 1.0, 1.5, 2.0], ["SED", "SED-NM", "FCFS", "UFF"], notes)
    tree["title"] = "Interactive day: owners from nine to five"
    tree["workload"]["jobs"] = 3_000
    tree["machine_events"] = [{"event": "owners", "group": "fast", "presence": 0.8}]
    return tree


def _side_by_side() -> dict[str, Any]:
    """Ideas of different papers on the same jobs, which none of them has compared."""
    notes = (
        "The same jobs on 16 machines of full speed and 8 of half speed: time sharing (SED), jobs that shrink and grow "
        "(UFF), backfilling (EASY) and the plain queue. No paper has compared these."
    )
    tree = _schnor(1, 16, 8, [0.1, 0.3, 0.5, 0.7, 0.8], ["SED", "FCFS", "EASY", "UFF"], notes)
    tree["title"] = "Side by side: time sharing, resizing, backfilling"
    tree["cluster"]["groups"][1]["speed_factor"] = 2
    tree["workload"]["job_classes"] = [_mixed_job("job")]
    tree["study"]["vary"]["field"] = "offered_load"
    return tree


def _mixed_job(name: str, **changes: Any) -> dict[str, Any]:
    return {
        "name": name,
        "demand": {"distribution": "exponential", "mean": 6000},
        "min_size": 1,
        "min_size_spread": {"spread": "powers-of-two", "up_to": 8},
        "max_size": 24,
        "requested_size": "smallest",
        "speedup": {"model": "downey", "parallelism": 16.0, "variance": 0.5},
        **changes,
    }


def _malleable_share() -> dict[str, Any]:
    """How many jobs have to be able to resize before it pays?"""
    notes = "Side by side at a load of 0.5, from rigid jobs only to malleable jobs only."
    tree = _side_by_side()
    tree["title"], tree["notes"] = "From rigid to malleable jobs", notes
    tree["workload"]["job_classes"] = [_mixed_job("malleable"), _mixed_job("rigid", kind="rigid")]
    tree["workload"]["arrivals"]["rate_per_1000_s"] = 1.7
    shares = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1]
    tree["study"]["vary"] = {"field": "malleable_share", "values": shares}
    return tree


_WRITTEN = {
    "schnor-system-1": _schnor(
        1,
        5,
        25,
        [0.1, 0.25, 0.5, 0.75, 1.0, 1.1, 1.25, 1.4, 1.5, 1.6, 1.7, 1.8],
        ["SED", "SED-NU", "FCFS"],
        "5 fast machines and 25 four times slower: jobs share the fast ones, and upgrading pays (figure 3). "
        "Section 4.3.1 does not list the state (0, 0, 0, 25), which the rules reach.",
    ),
    "schnor-system-2": _schnor(
        2,
        20,
        10,
        [0.25, 0.5, 1.0, 1.5, 2.0, 2.2, 2.3, 2.4, 2.6, 2.8, 3.0, 3.2, 3.4],
        ["SED", "SED-NM", "FCFS"],
        "20 fast machines and 10 slow ones: nobody shares; migration pays up to 2.3 jobs per 1000 s (figure 5). "
        "That holds for response times; computing times, of which section 4.4.2 speaks, cross at 1.98.",
    ),
    "which-policy-where": _which_policy_where(),
    "short-and-long-jobs": _two_classes(),
    "evacuation": _evacuation(),
    "interactive-day": _interactive_day(),
    "side-by-side": _side_by_side(),
    "cheapest-cluster": _cheapest_cluster(),
    "malleable-share": _malleable_share(),
    "night-and-day": NIGHT_AND_DAY,
    "users-estimates": USERS_ESTIMATES,
    "synthetic-year": SYNTHETIC_YEAR,
    **ORDERS,
    "fair-share": FAIR_SHARE,
    "log-in-blocks": LOG,
    "users-who-wait": USERS_WAIT,
    "malleable-by-assumption": MALLEABLE,
    "two-partitions": PARTITIONS,
    **KUMAR,
    **TEXTBOOK,
}

_WHY = why(_WRITTEN["schnor-system-1"], _WRITTEN["schnor-system-2"])

EXAMPLES = written_as(ParallelJobsScenario, {**_WRITTEN, **_WHY})
