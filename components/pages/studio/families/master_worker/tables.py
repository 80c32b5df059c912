"""The data tables behind the pictures of a replication of a master-worker application."""

from typing import Any, Literal

from components.controls.data_table import DataTable
from components.figures.master_worker.worker_activities import ACTIVITIES, WORDS
from components.figures.master_worker.worker_numbers import recommended
from components.pages.studio.families.master_worker.decisions import table_of_decisions
from components.pages.studio.families.master_worker.words import plus_minus
from components.words.wording import MISSING, number
from engine.master_worker.replay.tree import Decisions, Trace

MEASURED: tuple[tuple[Literal["efficiency", "time", "time_loss"], str, float], ...] = (
    ("efficiency", "efficiency (%)", 100.0),
    ("time", "execution time (s)", 1.0),
    ("time_loss", "longer than LPTF (%)", 100.0),
)
"""What the curves are of, in words, and by how much it is multiplied for its unit."""


def _numbers(trace: Trace) -> DataTable:
    curves = trace["curves"]
    head, columns = ["workers"], []
    for name, found in curves["policies"].items():
        for part, words, scale in MEASURED:
            head.append(f"{name}: {words}")
            means, halves = found[part]["mean"], found[part]["half"]
            columns.append([plus_minus(mean, half, scale) for mean, half in zip(means, halves, strict=True)])
    body = [[n, *row] for n, *row in zip(curves["numbers"], *columns, strict=True)]
    return DataTable("Efficiency and execution time by number of workers, ± 95 %.", head, body)


def _recommended(trace: Trace) -> DataTable:
    policy = trace["policy"]
    curves = trace["curves"]
    own = curves["policies"][policy]
    body = []
    for mark in recommended(trace):
        at = next((n for n, count in enumerate(curves["numbers"]) if count == mark.number), None)
        values = [MISSING, MISSING] if at is None else [
            plus_minus(own["efficiency"]["mean"][at], own["efficiency"]["half"][at], 100),
            plus_minus(own["time"]["mean"][at], own["time"]["half"][at]),
        ]  # fmt: skip
        body.append([mark.words, MISSING if mark.number is None else mark.number, *values])
    head = ["recommended", "workers", f"{policy}: efficiency there (%)", "execution time there (s)"]
    return DataTable(f"Recommended numbers of workers, and what {policy} does with them, ± 95 %.", head, body)


def _gantt(trace: Trace) -> DataTable:
    gantt = trace["gantt"]
    columns, tasks, workers = gantt["intervals"], gantt["tasks"], gantt["workers"]
    body = []
    for n in range(len(columns["start"])):
        task, worker = columns["task"][n], columns["worker"][n]
        of_task = [MISSING] * 4 if task < 0 else [
            task + 1,
            tasks["place"][task] + 1,
            number(tasks["work"][task], 5),
            number(tasks["expected"][task], 5),
        ]  # fmt: skip
        times = [f"{columns[name][n]:.4f}" for name in ("start", "end")]
        body.append([worker + 1, workers["group"][worker], *times, WORDS[columns["activity"][n]], *of_task])
    head = [
        "worker",
        "group",
        "from (s)",
        "to (s)",
        "activity",
        "task",
        "place in the order",
        "work (s)",
        "expected (s)",
    ]
    shares = ", ".join(f"{WORDS[name]} {number(gantt['spent'][name], 4)}" for name in ACTIVITIES)
    return DataTable(
        f"Iteration {gantt['iteration']}, from {number(gantt['begin'], 6)} s on. Worker time in s: {shares}.",
        head,
        body,
    )


def _learning(trace: Trace) -> DataTable:
    learned = trace["learning"]
    body = [
        [
            at,
            number(100 * learned["mean_error"][n], 4),
            number(100 * (learned["time_over_lptf"][n] - 1), 4),
            *(number(task["mean"][n], 5) for task in learned["tasks"]),
        ]
        for n, at in enumerate(learned["iteration"])
    ]
    heads = [f"task {task['task'] + 1}, {number(task['expected'], 4)} s expected (s)" for task in learned["tasks"]]
    head = ["iteration", "mean error of all averages (%)", "longer than LPTF (%)", *heads]
    return DataTable("Average time of tasks so far.", head, body)


def _pool(trace: Trace) -> DataTable:
    pool = trace["pool"]
    decisions = pool["decisions"]
    body = []
    for n in range(len(pool["number"])):
        row: list[Any] = [
            n + 1,
            number(pool["begin"][n], 6),
            number(pool["end"][n], 6),
            pool["number"][n],
            number(100 * pool["efficiency"][n], 4),
            pool["lost_tasks"][n],
            number(pool["lost"][n], 4),
        ]
        body.append([*row, *_decision(decisions, n)] if decisions else row)
    head = ["iteration", "from (s)", "to (s)", "workers", "efficiency (%)", "tasks lost", "work lost (s)"]
    if decisions:
        head += [
            "efficiency predicted (%)",
            "factor learned",
            "most workers for the target",
            "fewest for the time",
            "efficiency with the fewest (%)",
            "time with the most, over that with all",
            "target",
        ]
    return DataTable("Every iteration, and what the rule predicted at the barrier before it.", head, body)


def _decision(decisions: Decisions, n: int) -> list[Any]:
    said = [
        decisions[name][n] for name in ("predicted_efficiency", "bias", "efficiency_within_time", "time_within_target")
    ]
    known = [one for one in said if one is not None]
    if not known:  # of an iteration, either all of them are or none
        return [MISSING] * 6 + ["nothing predicted"]
    predicted, bias, within_time, within_target = known
    return [
        number(100 * predicted, 4),
        number(bias, 4),
        decisions["within_target"][n],
        decisions["within_time"][n],
        number(100 * within_time, 4),
        number(within_target, 4),
        "feasible" if decisions["feasible"][n] else "infeasible",
    ]


TABLES = {
    "numbers": _numbers,
    "recommended": _recommended,
    "gantt": _gantt,
    "learning": _learning,
    "pool": _pool,
    "task-decisions": table_of_decisions,
}
