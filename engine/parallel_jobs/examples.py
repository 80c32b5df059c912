"""Named scenarios of this family."""

from typing import Any

from engine.parallel_jobs.scenario import ParallelJobsScenario


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


EXAMPLES = {
    "schnor-system-1": ParallelJobsScenario.read(
        _schnor(
            1,
            5,
            25,
            [0.1, 0.25, 0.5, 0.75, 1.0, 1.1, 1.25, 1.4, 1.5, 1.6, 1.7, 1.8],
            ["SED", "SED-NU", "FCFS"],
            "5 fast machines and 25 four times slower: jobs share the fast ones, and upgrading pays (figure 3). "
            "Section 4.3.1 does not list the state (0, 0, 0, 25), which the rules reach.",
        )
    ),
    "schnor-system-2": ParallelJobsScenario.read(
        _schnor(
            2,
            20,
            10,
            [0.25, 0.5, 1.0, 1.5, 2.0, 2.2, 2.3, 2.4, 2.6, 2.8, 3.0, 3.2, 3.4],
            ["SED", "SED-NM", "FCFS"],
            "20 fast machines and 10 slow ones: nobody shares; migration pays up to 2.3 jobs per 1000 s (figure 5). "
            "That holds for response times; computing times, of which section 4.4.2 speaks, cross at 1.98.",
        )
    ),
    "which-policy-where": ParallelJobsScenario.read(_which_policy_where()),
    "short-and-long-jobs": ParallelJobsScenario.read(_two_classes()),
}
