"""What was found when a policy was broken, in words: told from the trees of `engine.parallel_jobs.breaking.told`."""

from typing import Any

from components.words.short_titles import in_sentence
from components.words.wording import capital, metric_words, number
from engine.contract.breaking import MOST_JOBS

Tree = dict[str, Any]

LOWER_BOUND = "That is a lower bound: a search found it, and there may be worse."


def broken_headline(found: Tree) -> str:
    """How many times as large the metric is, on how many jobs, and both values."""
    policy, against, metric = found["policy"], found["against"], in_sentence(found["metric"])
    if not found["is_worse"]:
        return f"No list of jobs was found on which the {metric} is larger under {policy} than under {against}."
    unit = metric_words(found["metric"]).unit
    unit = "" if unit in ("", "1") else f" {unit}"
    worse, better = (number(value) for value in found["values"])
    times = f"{number(found['ratio'], 3)} times {against}'s on {_jobs(found['jobs'])}"
    return f"{policy}'s {metric} is {times}: {worse} against {better}{unit}."


def broken_lines(found: Tree) -> list[str]:
    """The headline, what is so on fewer jobs, and how it was found."""
    lines = [broken_headline(found)]
    tried = f"{found['evaluations']:,} lists of at most {MOST_JOBS} jobs, by annealing with seed {found['seed']}"
    if not found["is_worse"]:
        return [*lines, f"Tried were {tried}; that does not prove that there is none."]
    if found["fewest_jobs"] < found["jobs"]:
        times = number(found["fewest_ratio"], 3)
        lines.append(f"With {_jobs(found['fewest_jobs'])} left of it, it still is {times} times.")
    lines.append(
        f"Tried were {tried}; the largest ratio found was {number(found['best'], 3)}, on a list with more to read."
    )
    return [*lines, LOWER_BOUND]


def job_rows(found: Tree) -> tuple[list[str], list[list[Any]]]:
    """Head and rows of the jobs of the example, and when each starts and ends under both policies."""
    worse, better = found["schedules"]
    rows = []
    for n, job in enumerate(found["scenario"]["workload"]["arrivals"]["jobs"]):
        estimate = job["run"] if job["estimate"] is None else job["estimate"]
        times = [one[end][n] for one in (better, worse) for end in ("start", "end")]
        rows.append([n + 1, *map(number, (job["arrival"], job["machines"], job["run"], estimate, *times))])
    of = [f"{capital(end)} under {one['policy']} (s)" for one in (better, worse) for end in ("start", "end")]
    return ["Job", "Arrival (s)", "Machines", "Run time (s)", "Estimate (s)", *of], rows


def search_rows(found: Tree) -> tuple[list[str], list[list[Any]]]:
    """Head and rows of the improvements of the search, and of the steps in which its best list was shrunk."""
    rows = [[f"step {one['step']:,}", number(one["ratio"]), one["jobs"]] for one in found["path"]]
    rows += [[f"shrunk: {one['words']}", number(one["ratio"]), one["jobs"]] for one in found["shrunk"]]
    return ["How it was found", "Ratio", "Jobs"], rows


def matrix_caption(metric: str) -> str:
    """What the matrix of everyone against everyone shows."""
    return (
        f"{capital(in_sentence(metric))} under the policy of the row over that under the policy of the column, on the "
        f"worst list of at most {MOST_JOBS} jobs that was found: a lower bound. 1 where none was worse."
    )


def matrix_headline(tree: Tree) -> str:
    """The worst of all pairs, in a sentence."""
    worse = [one for one in tree["pairs"] if one["is_worse"]]
    if not worse:
        return "No policy was found to be worse than another on any list."
    worst = max(worse, key=lambda one: one["ratio"])
    times = f"{number(worst['ratio'], 3)} times {worst['against']}'s"
    return f"Worst of all is {worst['policy']}: {times} {in_sentence(tree['metric'])} on {_jobs(worst['jobs'])}."


def matrix_cells(tree: Tree) -> list[list[str]]:
    """The cells of the matrix, row by row: ratios, and nothing where a policy meets itself."""
    ratios = {(one["policy"], one["against"]): one for one in tree["pairs"]}
    return [
        ["" if row == column else _cell(ratios[row, column]) for column in tree["policies"]] for row in tree["policies"]
    ]


def _cell(found: Tree) -> str:
    return number(found["ratio"], 3) if found["is_worse"] else "1"


def _jobs(count: int) -> str:
    return f"{count} job{'s' * (count != 1)}"
