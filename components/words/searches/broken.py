"""What was found when a policy was broken, in words: told from the trees of `engine.breaking`."""

from typing import Any

from components.words.short_titles import in_sentence
from components.words.wording import capital, metric_words, number
from engine.breaking import Measure, measure_of
from engine.contract.breaking import MOST_JOBS

Tree = dict[str, Any]

LOWER_BOUND = "That is a lower bound: a search found it, and there may be worse."


def broken_headline(found: Tree) -> str:
    """How many times as large the metric is, or how much less is earned, on how many jobs, and both values."""
    policy, against, metric = found["policy"], found["against"], in_sentence(found["metric"])
    is_lost = found["measure"] == Measure.LOST
    if not found["is_worse"]:
        what = "smaller" if is_lost else "larger"
        return f"No list of jobs was found on which the {metric} is {what} under {policy} than under {against}."
    unit = metric_words(found["metric"]).unit
    unit = "" if unit in ("", "1") else f" {unit}"
    worse, better = (number(value) for value in found["values"])
    jobs = _jobs(found["jobs"])
    if is_lost:
        lost = _worth(found, found["ratio"])
        return f"{policy} loses {lost} of the profit on offer to {against} on {jobs}: {worse} against {better}{unit}."
    return f"{policy}'s {metric} is {_worth(found, found['ratio'])} times {against}'s on {jobs}: {worse} against " + (
        f"{better}{unit}."
    )


def _worth(found: Tree, value: float) -> str:
    """A number of a search: a ratio, or a part in percent."""
    return f"{number(100 * value, 3)} %" if found["measure"] == Measure.LOST else number(value, 3)


def broken_lines(found: Tree) -> list[str]:
    """The headline, what is so on fewer jobs, and how it was found."""
    lines = [broken_headline(found)]
    tried = f"{found['evaluations']:,} lists of at most {MOST_JOBS} jobs, by annealing with seed {found['seed']}"
    if not found["is_worse"]:
        return [*lines, f"Tried were {tried}; that does not prove that there is none."]
    is_lost = found["measure"] == Measure.LOST
    if found["fewest_jobs"] < found["jobs"]:
        times = _worth(found, found["fewest_ratio"]) + ("" if is_lost else " times")
        lines.append(f"With {_jobs(found['fewest_jobs'])} left of it, it still is {times}.")
    largest = "most that was lost on one" if is_lost else "largest ratio found"
    more = ", on a list with more to read" if found["best"] > found["ratio"] else ""
    lines.append(f"Tried were {tried}; the {largest} was {_worth(found, found['best'])}{more}.")
    return [*lines, LOWER_BOUND]


def job_rows(found: Tree) -> tuple[list[str], list[list[Any]]]:
    """Head and rows of the jobs of the example, and when each starts and ends under both policies."""
    worse, better = found["schedules"]
    head, jobs = listed_jobs(found["scenario"])
    rows = []
    for n, job in enumerate(jobs):
        times = [one[end][n] for one in (better, worse) for end in ("start", "end")]
        rows.append([n + 1, *job, *("refused" if time is None else number(time) for time in times)])
    of = [f"{capital(end)} under {one['policy']} (s)" for one in (better, worse) for end in ("start", "end")]
    return ["Job", *head, *of], rows


def listed_jobs(scenario: Tree) -> tuple[list[str], list[list[str]]]:
    """Head and rows of what the *scenario* says of its listed jobs: what no job has is left out."""
    jobs = scenario["workload"]["arrivals"]["jobs"]
    there = [name for name in COLUMNS if any(job.get(name) is not None for job in jobs)]
    if "estimate" not in there and scenario["family"] == "parallel-jobs":
        there.append("estimate")
    if not any(job.get("deadline") is not None for job in jobs):
        there = [name for name in there if name != "profit"]
    there.sort(key=[*COLUMNS].index)
    rows = [[_said(job, name) for name in there] for job in jobs]
    return [COLUMNS[name] for name in there], rows


COLUMNS = {
    "arrival": "Arrival (s)",
    "machines": "Machines",
    "tasks": "Tasks",
    "run": "Run time (s)",
    "estimate": "Estimate (s)",
    "job_type": "Type",
    "deadline": "Deadline (s after arrival)",
    "profit": "Profit ($)",
}
"""What is told of a listed job, by the name of its field."""


def _said(job: Tree, name: str) -> str:
    value = job["run"] if name == "estimate" and job["estimate"] is None else job.get(name)
    return value if isinstance(value, str) else "none" if value is None else number(value)


def search_rows(found: Tree) -> tuple[list[str], list[list[Any]]]:
    """Head and rows of the improvements of the search, and of the steps in which its best list was shrunk."""
    is_lost = found["measure"] == Measure.LOST
    scale = 100 if is_lost else 1
    rows = [[f"step {one['step']:,}", number(scale * one["ratio"]), one["jobs"]] for one in found["path"]]
    rows += [[f"shrunk: {one['words']}", number(scale * one["ratio"]), one["jobs"]] for one in found["shrunk"]]
    return ["How it was found", "Lost (%)" if is_lost else "Ratio", "Jobs"], rows


def matrix_caption(metric: str) -> str:
    """What the matrix of everyone against everyone shows."""
    on = f"on the worst list of at most {MOST_JOBS} jobs that was found: a lower bound."
    if measure_of(metric) == Measure.LOST:
        return (
            f"Profit that the policy of the row loses to that of the column, of all that is on offer, {on} 0 % where "
            "none was worse."
        )
    return (
        f"{capital(in_sentence(metric))} under the policy of the row over that under the policy of the column, {on} 1 "
        "where none was worse."
    )


def matrix_headline(tree: Tree) -> str:
    """The worst of all pairs, in a sentence."""
    worse = [one for one in tree["pairs"] if one["is_worse"]]
    if not worse:
        return "No policy was found to be worse than another on any list."
    worst = max(worse, key=lambda one: one["ratio"])
    if worst["measure"] == Measure.LOST:
        lost = _worth(worst, worst["ratio"])
        return f"Worst of all is {worst['policy']}: it loses {lost} to {worst['against']} on {_jobs(worst['jobs'])}."
    times = f"{number(worst['ratio'], 3)} times {worst['against']}'s"
    return f"Worst of all is {worst['policy']}: {times} {in_sentence(tree['metric'])} on {_jobs(worst['jobs'])}."


def matrix_cells(tree: Tree) -> list[list[str]]:
    """The cells of the matrix, row by row: ratios, and nothing where a policy meets itself."""
    ratios = {(one["policy"], one["against"]): one for one in tree["pairs"]}
    return [
        ["" if row == column else _cell(ratios[row, column]) for column in tree["policies"]] for row in tree["policies"]
    ]


def _cell(found: Tree) -> str:
    none = "0 %" if found["measure"] == Measure.LOST else "1"
    return _worth(found, found["ratio"]) if found["is_worse"] else none


def _jobs(count: int) -> str:
    return f"{count} job{'s' * (count != 1)}"
